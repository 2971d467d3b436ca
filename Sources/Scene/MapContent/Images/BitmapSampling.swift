package import Drawing

extension Bitmap {
  /// The alpha at a position in pixels; beyond the edge it falls on as it does at an edge of a distance field.
  func alpha(_ x: Double, _ y: Double) -> Double {
    let outside = max(0, -x, x - Double(width), -y, y - Double(height))
    let (offsets, shares) = weights(x, y)
    var alpha = 0.0
    for index in 0..<4 { alpha += shares[index] * Double(pixels[offsets[index] + 3]) }
    return alpha / 255 - outside / 8
  }

  /// The color at a position in pixels: mixed with each pixel's weight and alpha, or that of the nearest pixel.
  package func color(_ x: Double, _ y: Double, isSmooth: Bool = true) -> Color {
    guard isSmooth else { return nearest(x, y) }
    let (offsets, shares) = weights(x, y)
    var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<4 {
      let offset = offsets[index]
      let weight = shares[index] * Double(pixels[offset + 3])
      red += weight * Double(pixels[offset])
      green += weight * Double(pixels[offset + 1])
      blue += weight * Double(pixels[offset + 2])
      alpha += weight
    }
    guard alpha > 0 else { return .transparent }
    let full = alpha * 255
    return Color(red: red / full, green: green / full, blue: blue / full, alpha: min(1, alpha / 255))
  }

  private func nearest(_ x: Double, _ y: Double) -> Color {
    let column = Int(min(Double(width - 1), max(0, x.rounded(.down))))
    let row = Int(min(Double(height - 1), max(0, y.rounded(.down))))
    let (red, green, blue, alpha) = self[column, row]
    return Color(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: Double(alpha) / 255
    )
  }

  /// The four pixels about a position, as offsets into the bytes, and how much each counts.
  private func weights(_ x: Double, _ y: Double) -> (offsets: SIMD4<Int>, shares: SIMD4<Double>) {
    let (left, right, across) = neighbors(x, width)
    let (upper, lower, down) = neighbors(y, height)
    let (above, below) = (upper * width, lower * width)
    return (
      SIMD4(above + left, above + right, below + left, below + right) &* 4,
      SIMD4((1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down)
    )
  }

  private func neighbors(_ position: Double, _ count: Int) -> (Int, Int, Double) {
    let last = Double(count - 1)
    let position = min(last, max(0, position - 0.5))
    let first = Int(position)
    return (first, min(count - 1, first + 1), position - Double(first))
  }
}

extension [UInt8] {
  /// Appends a color's four bytes: red, green, blue, alpha.
  package mutating func append(pixel color: Color) {
    append(color.red.byte)
    append(color.green.byte)
    append(color.blue.byte)
    append(color.alpha.byte)
  }
}

extension Double {
  fileprivate var byte: UInt8 { UInt8(min(255, max(0, (self * 255).rounded()))) }
}
