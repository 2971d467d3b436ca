// The C library's mathematics, the one thing this module needs from outside.

import CSystem

func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func arcSine(_ value: Double) -> Double { asin(value) }
func binaryLogarithm(_ value: Double) -> Double { log2(value) }
func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
