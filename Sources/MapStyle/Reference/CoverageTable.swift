import JSONDocument

extension LayerType {
  /// Returns the coverage as Markdown: one table a layer, made from this table, so that it is always true.
  static func coverageTable() -> String {
    var text = ""
    for layer in LayerType.allCases {
      let properties = layer.properties
      text += "### \(layer.rawValue)\n\n"
      text += "\(properties.count(where: \.isDrawn)) of \(properties.count) properties are drawn.\n\n"
      text += "| property | in | type | default | unit | expressions | here |\n"
      text += "| --- | --- | --- | --- | --- | --- | --- |\n"
      for property in properties {
        let cells = [
          "`\(property.name)`", property.section.rawValue, property.type.description,
          property.initialText, property.unit?.rawValue ?? "", property.expressions.rawValue,
          property.isDrawn ? "drawn" : "no meaning here",
        ]
        text += "| " + cells.joined(separator: " | ") + " |\n"
      }
      text += "\n"
    }
    return text
  }
}

extension StyleProperty {
  fileprivate var initialText: String {
    initial?.styleText ?? (self === StyleProperty.heatmapColor ? "blue to red" : "")
  }
}

extension StyleValue {
  fileprivate var styleText: String {
    switch self {
    case .number(let number): javaScriptText(of: number)
    case .bool(let bool): "\(bool)"
    case .string(let text): "`\"\(text)\"`"
    case .formatted(let text): "`\"\(text.text)\"`"
    case .color(let color): color == .transparent ? "transparent" : "black"
    case .padding(let padding): javaScriptText(of: padding.top)
    case .array(let values): "[" + values.map(\.styleText).joined(separator: ", ") + "]"
    default: ""
    }
  }
}
