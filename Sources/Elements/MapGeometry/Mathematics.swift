// The C library's mathematics, the one thing this module needs from outside.

import CSystem

@usableFromInline func sine(_ radians: Double) -> Double { sin(radians) }
@usableFromInline func cosine(_ radians: Double) -> Double { cos(radians) }
@usableFromInline func arcSine(_ value: Double) -> Double { asin(value) }
@usableFromInline func arcTangent(_ value: Double) -> Double { atan(value) }
@usableFromInline func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
@usableFromInline func hyperbolicSine(_ value: Double) -> Double { sinh(value) }
@usableFromInline func naturalLogarithm(_ value: Double) -> Double { log(value) }
@usableFromInline func binaryLogarithm(_ value: Double) -> Double { log2(value) }
@usableFromInline func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
func tangent(_ radians: Double) -> Double { tan(radians) }
func arcCosine(_ value: Double) -> Double { acos(min(1, max(-1, value))) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
func cubeRoot(_ value: Double) -> Double { cbrt(value) }
