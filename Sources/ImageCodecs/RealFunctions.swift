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
