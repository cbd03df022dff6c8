// The functions of the C library that comparisons need, without Foundation.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Returns the decimal logarithm.
func logarithm10(_ x: Double) -> Double { log10(x) }
/// Returns x to the power of y.
func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }
/// Returns the cube root.
func cubeRoot(_ x: Double) -> Double { cbrt(x) }
