import Drawing
public import JSONDocument

/// Warnings about colors of a style's circles and icons that some readers cannot distinguish from the
/// background or each other, by the colors in `circle-color`.
public func accessibilityWarnings(of root: JSONValue) -> [Diagnostic] {
  let layers = JSONNode(value: root, path: JSONPath()).member("layers")?.elements ?? []
  var background: Color?
  var warnings: [Diagnostic] = []
  for layer in layers {
    let paint = layer.member("paint")
    if layer.value["type"]?.string == "background" {
      background = paint?.member("background-color")?.value.string.flatMap { Color(css: $0) }
    }
    guard layer.value["type"]?.string == "circle", let node = paint?.member("circle-color") else { continue }
    let colors = spelledColors(in: node)
    for (color, location) in colors {
      guard let background, case let contrast = color.over(background).contrast(to: background), contrast < 3
      else { continue }
      let text = decimalText(of: contrast, decimals: 1)
      warnings.append(
        warning(
          "low-contrast", location,
          "\(color.hexadecimal) has a contrast of \(text) to the background \(background.hexadecimal); shapes want 3, or a dark edge"
        ))
    }
    for (index, first) in colors.enumerated() {
      for second in colors[..<index] where first.color.difference(to: second.color) >= distinct {
        let confused = ColorBlindness.allCases.filter {
          first.color.difference(to: second.color, seenWith: $0) < distinct
        }
        guard !confused.isEmpty else { continue }
        warnings.append(
          warning(
            "confused-colors", first.location,
            "\(first.color.hexadecimal) looks like \(second.color.hexadecimal) with \(confused.map(\.rawValue).joined(separator: " and ")); choose colors of different lightness"
          ))
      }
    }
  }
  return warnings
}

/// Distance in CIELAB at which colors differ at a glance.
private let distinct = 10.0

private func warning(_ code: String, _ location: SourceLocation, _ text: String) -> Diagnostic {
  Diagnostic(.warning, code: code, path: location.path, position: location.position, message: text)
}

/// Distinct colors in a value.
private func spelledColors(in node: JSONNode) -> [(color: Color, location: SourceLocation)] {
  var found: [(color: Color, location: SourceLocation)] = []
  func visit(_ node: JSONNode) {
    if let text = node.value.string, let color = Color(css: text), color.alpha > 0,
      !found.contains(where: { $0.color == color })
    {
      found.append((color, node.location))
    }
    // An expression's operator is no color, be it called tan.
    node.elements.dropFirst(node.value.elements?.first?.string == nil ? 0 : 1).forEach(visit)
  }
  visit(node)
  return found
}
