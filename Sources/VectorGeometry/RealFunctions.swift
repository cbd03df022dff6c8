// The platform's libm behind plain names, so that no other file of this module needs to know which C library it is.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The sine of `x` radians.
@inlinable package func sine(_ x: Double) -> Double { sin(x) }
/// The cosine of `x` radians.
@inlinable package func cosine(_ x: Double) -> Double { cos(x) }
/// The tangent of `x` radians.
@inlinable package func tangent(_ x: Double) -> Double { tan(x) }
/// The angle of the vector (`x`, `y`), in radians from -π to π.
@inlinable package func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
/// The angle from 0 to π whose cosine is `x`; NaN outside -1…1.
@inlinable package func arcCosine(_ x: Double) -> Double { acos(x) }
/// The angle from -π/2 to π/2 whose sine is `x`; NaN outside -1…1.
@inlinable package func arcSine(_ x: Double) -> Double { asin(x) }
/// e to the power `x`.
@inlinable package func exponential(_ x: Double) -> Double { exp(x) }
/// The natural logarithm of `x`.
@inlinable package func logarithm(_ x: Double) -> Double { log(x) }
/// `x` to the power `exponent`.
@inlinable package func power(_ x: Double, _ exponent: Double) -> Double { pow(x, exponent) }
/// The error function: twice the normal distribution's integral from 0, with variance 1/2.
@inlinable package func errorFunction(_ x: Double) -> Double { erf(x) }
