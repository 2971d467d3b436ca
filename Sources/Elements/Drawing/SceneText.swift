extension Scene {
  /// The scene as text for tests: one line for the scene, each layer and each mark.
  ///
  /// ```text
  /// scene 320.00x200.00 @2.00 background #f8f4ee title "Berlin"
  /// layer "clusters" opacity 1.00
  /// circle 100.00,80.00 r 18.00 fill #51bbd6 stroke #ffffff 2.00 | "c1" 12 "12 stones"
  /// ```
  ///
  /// Two decimals and no negative zeros, so that equal pictures have equal texts. Defaults are left out;
  /// pixels are a size and a checksum (FNV-1a, 64 bits).
  public var text: String {
    var text = "scene \(size.text) @\(fixed(scale))"
    if origin != .zero { text += " from \(origin.text)" }
    if let background { text += " background \(background.css)" }
    if let title { text += " title \(quoted(title))" }
    text += "\n"
    for layer in layers {
      text += "layer \(quoted(layer.id)) opacity \(fixed(layer.opacity))\n"
      for mark in layer.singleMarks { text += "  \(mark.text)\n" }
    }
    for inset in insets {
      text += "inset \(inset.origin.text)\n"
      for line in inset.scene.text.split(separator: "\n") { text += "  \(line)\n" }
    }
    return text
  }
}

extension DrawItem {
  /// The mark as one line of a scene's text, without its indentation.
  public var text: String {
    var text = shape.text
    if let subject {
      text += " | \(quoted(subject.id)) \(subject.count) \(quoted(subject.title))"
      if let details = subject.details { text += " \(quoted(details))" }
    }
    return text
  }
}

extension Shape {
  fileprivate var text: String {
    switch self {
    case .fill(let fill):
      return
        "fill \(fill.paint.text)\(fill.isAntialiased ? "" : " aliased")\(fill.isWinding ? " winding" : "") \(fill.path.text)"
    case .stroke(let stroke):
      var text = "stroke \(stroke.paint.text) width \(fixed(stroke.width))"
      if stroke.cap != .butt { text += " cap \(stroke.cap.rawValue)" }
      if stroke.join != .miter { text += " join \(stroke.join.rawValue)" }
      if stroke.miterLimit != 2 { text += " limit \(fixed(stroke.miterLimit))" }
      if !stroke.dashes.isEmpty { text += " dashes " + stroke.dashes.map(fixed).joined(separator: ",") }
      if stroke.dashPhase != 0 { text += " phase \(fixed(stroke.dashPhase))" }
      return "\(text) \(stroke.path.text)"
    case .circle(let circle):
      var text = "circle \(circle.center.text) r \(fixed(circle.radius)) fill \(circle.fill.css)"
      if circle.strokeWidth != 0 { text += " stroke \(circle.stroke.css) \(fixed(circle.strokeWidth))" }
      if circle.blur != 0 { text += " blur \(fixed(circle.blur))" }
      return text
    case .circles(let run): return run.circles.map { Shape.circle($0).text }.joined(separator: " ")
    case .text(let run): return run.text
    case .image(let image): return "image \(image.text)"
    }
  }
}

extension TextRun {
  fileprivate var text: String {
    var text = "text \(alignment.rawValue)"
    if opacity != 1 { text += " opacity \(fixed(opacity))" }
    if letterSpacing != 0 { text += " spacing \(fixed(letterSpacing))" }
    if rotation != 0 { text += " rotated \(fixed(rotation)) about \(pivot.text)" }
    if let halo {
      text += " halo \(halo.color.css) \(fixed(halo.width))"
      if halo.blur != 0 { text += " blur \(fixed(halo.blur))" }
    }
    for fragment in fragments {
      text += " at \(fragment.origin.text) \(quoted(fragment.text)) \(fragment.color.css)"
      if fragment.rotation != 0 { text += " turned \(fixed(fragment.rotation))" }
      for name in fragment.font.names { text += " \(quoted(name))" }
      text += " \(fixed(fragment.font.size)) advance \(fixed(fragment.advance))"
      // Outlines depend on the font's version; the number of their steps is enough.
      if !fragment.outline.isEmpty { text += " outline \(fragment.outline.verbs.count)" }
      for image in fragment.images { text += " image \(image.text)" }
      if !fragment.glyphs.isEmpty { text += " glyphs \(fragment.glyphs.count)" }
    }
    return text
  }
}

extension ImageMark {
  fileprivate var text: String {
    var text =
      "\(bitmap.text) in \(Point(x: rectangle.x, y: rectangle.y).text) \(fixed(rectangle.width))x\(fixed(rectangle.height))"
    if rotation != 0 { text += " rotated \(fixed(rotation))" }
    if opacity != 1 { text += " opacity \(fixed(opacity))" }
    if !isSmooth { text += " squares" }
    return text
  }
}

extension Paint {
  fileprivate var text: String {
    switch self {
    case .color(let color): return color.css
    case .pattern(let pattern):
      let opacity = pattern.opacity == 1 ? "" : " opacity \(fixed(pattern.opacity))"
      let turn = pattern.rotation == 0 ? "" : " rotated \(fixed(pattern.rotation))"
      return
        "pattern \(pattern.bitmap.text) from \(pattern.origin.text) \(pattern.size.text)\(turn)\(opacity)"
    case .gradient(let gradient):
      let stops = gradient.stops.map { "\(fixed($0.offset)) \($0.color.css)" }.joined(separator: ", ")
      return "gradient from \(gradient.start.text) to \(gradient.end.text) (\(stops))"
    }
  }
}

extension Path {
  /// The path as SVG writes it, every step absolute, two decimals: `M 0.00,0.00 L 10.00,0.00 Z`.
  public var text: String {
    var pieces: [String] = []
    pieces.reserveCapacity(verbs.count + points.count)
    var next = 0
    for verb in verbs {
      switch verb {
      case .move: pieces.append("M")
      case .line: pieces.append("L")
      case .curve: pieces.append("C")
      case .close: pieces.append("Z")
      }
      for point in points[next..<(next + verb.pointCount)] { pieces.append(point.text) }
      next += verb.pointCount
    }
    return pieces.joined(separator: " ")
  }
}

extension Point {
  fileprivate var text: String { "\(fixed(x)),\(fixed(y))" }
}

extension Size {
  fileprivate var text: String { "\(fixed(width))x\(fixed(height))" }
}

extension Bitmap {
  fileprivate var text: String {
    var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in pixels { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(checksum, radix: 16)
    return "\(width)x\(height)#" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// Two decimals, halves away from zero, without a negative zero.
private func fixed(_ number: Double) -> String {
  let hundredths = (number * 100).rounded()
  guard hundredths.magnitude < 9_007_199_254_740_992 else { return "\(number)" }
  let magnitude = Int(hundredths.magnitude)
  let decimals = String(100 + magnitude % 100).dropFirst()
  return "\(hundredths < 0 ? "-" : "")\(magnitude / 100).\(decimals)"
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      result += "\\"
      result.unicodeScalars.append(scalar)
    case "\n": result += "\\n"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
