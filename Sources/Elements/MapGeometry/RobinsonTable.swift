/// The polynomials of the Robinson projection, one for each 5° of latitude.
///
/// The coefficients, in single precision, are those of PROJ (`src/projections/robin.cpp`), whose notice is this:
///
/// Copyright (c) 1999, 2000 Frank Warmerdam, Gerald I. Evenden and the PROJ contributors. Permission is hereby granted, free
/// of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in
/// the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute,
/// sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
/// the following conditions: The above copyright notice and this permission notice shall be included in all copies or
/// substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
/// INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
/// EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
/// CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
/// SOFTWARE.
enum RobinsonTable {
  static let widthScale = 0.8487
  static let heightScale = 1.3523
  /// Polynomials per radian.
  private static let density = 180 / Double.pi / 5

  private static let widths: [SIMD4<Float>] = [
    SIMD4(1.0, 2.2199e-17, -7.15515e-05, 3.1103e-06), SIMD4(0.9986, -0.000482243, -2.4897e-05, -1.3309e-06),
    SIMD4(0.9954, -0.00083103, -4.48605e-05, -9.86701e-07), SIMD4(0.99, -0.00135364, -5.9661e-05, 3.6777e-06),
    SIMD4(0.9822, -0.00167442, -4.49547e-06, -5.72411e-06),
    SIMD4(0.973, -0.00214868, -9.03571e-05, 1.8736e-08), SIMD4(0.96, -0.00305085, -9.00761e-05, 1.64917e-06),
    SIMD4(0.9427, -0.00382792, -6.53386e-05, -2.6154e-06),
    SIMD4(0.9216, -0.00467746, -0.00010457, 4.81243e-06),
    SIMD4(0.8962, -0.00536223, -3.23831e-05, -5.43432e-06),
    SIMD4(0.8679, -0.00609363, -0.000113898, 3.32484e-06),
    SIMD4(0.835, -0.00698325, -6.40253e-05, 9.34959e-07),
    SIMD4(0.7986, -0.00755338, -5.00009e-05, 9.35324e-07),
    SIMD4(0.7597, -0.00798324, -3.5971e-05, -2.27626e-06),
    SIMD4(0.7186, -0.00851367, -7.01149e-05, -8.6303e-06),
    SIMD4(0.6732, -0.00986209, -0.000199569, 1.91974e-05),
    SIMD4(0.6213, -0.010418, 8.83923e-05, 6.24051e-06), SIMD4(0.5722, -0.00906601, 0.000182, 6.24051e-06),
    SIMD4(0.5322, -0.00677797, 0.000275608, 6.24051e-06),
  ]

  private static let heights: [SIMD4<Float>] = [
    SIMD4(-5.20417e-18, 0.0124, 1.21431e-18, -8.45284e-11), SIMD4(0.062, 0.0124, -1.26793e-09, 4.22642e-10),
    SIMD4(0.124, 0.0124, 5.07171e-09, -1.60604e-09), SIMD4(0.186, 0.0123999, -1.90189e-08, 6.00152e-09),
    SIMD4(0.248, 0.0124002, 7.10039e-08, -2.24e-08), SIMD4(0.31, 0.0123992, -2.64997e-07, 8.35986e-08),
    SIMD4(0.372, 0.0124029, 9.88983e-07, -3.11994e-07), SIMD4(0.434, 0.0123893, -3.69093e-06, -4.35621e-07),
    SIMD4(0.4958, 0.0123198, -1.02252e-05, -3.45523e-07),
    SIMD4(0.5571, 0.0121916, -1.54081e-05, -5.82288e-07),
    SIMD4(0.6176, 0.0119938, -2.41424e-05, -5.25327e-07),
    SIMD4(0.6769, 0.011713, -3.20223e-05, -5.16405e-07),
    SIMD4(0.7346, 0.0113541, -3.97684e-05, -6.09052e-07),
    SIMD4(0.7903, 0.0109107, -4.89042e-05, -1.04739e-06),
    SIMD4(0.8435, 0.0103431, -6.4615e-05, -1.40374e-09),
    SIMD4(0.8936, 0.00969686, -6.4636e-05, -8.547e-06),
    SIMD4(0.9394, 0.00840947, -0.000192841, -4.2106e-06),
    SIMD4(0.9761, 0.00616527, -0.000256, -4.2106e-06), SIMD4(1.0, 0.00328947, -0.000319159, -4.2106e-06),
  ]

  private static func piece(_ phi: Double) -> (index: Int, degrees: Double) {
    let index = min(widths.count - 1, Int(phi * density + 1e-15))
    return (index, (phi - Double(index) / density) * 180 / .pi)
  }

  private static func value(_ piece: SIMD4<Float>, _ degrees: Double) -> Double {
    let c = SIMD4<Double>(piece)
    return c.x + degrees * (c.y + degrees * (c.z + degrees * c.w))
  }

  /// Half length of a parallel per radian of longitude, and its distance from the equator.
  static func values(_ phi: Double) -> (width: Double, height: Double) {
    let (index, degrees) = piece(phi)
    return (widthScale * value(widths[index], degrees), heightScale * value(heights[index], degrees))
  }

  /// Latitude in radians of the parallel at a height; `nil` beyond the pole.
  static func latitude(height: Double) -> Double? {
    let height = height / heightScale
    guard height <= 1 + 1e-9 else { return nil }
    var index = min(heights.count - 2, Int(height * 18))
    while index > 0, Double(heights[index].x) > height { index -= 1 }
    while index < heights.count - 2, Double(heights[index + 1].x) <= height { index += 1 }
    let c = SIMD4<Double>(heights[index])
    var degrees = 5 * (height - c.x) / (Double(heights[index + 1].x) - c.x)
    for _ in 0..<20 {
      let slope = c.y + degrees * (2 * c.z + 3 * degrees * c.w)
      let step = (value(heights[index], degrees) - height) / slope
      degrees -= step
      if abs(step) < 1e-13 { break }
    }
    return min(.pi / 2, (Double(index) * 5 + degrees) * .pi / 180)
  }
}
