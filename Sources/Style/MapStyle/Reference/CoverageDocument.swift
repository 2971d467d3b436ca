import JSONDocument

/// Tables of the page about what a style may set, from the parser's own, by their names.
package func coverageTables() -> [String: String] {
  let operators = OperatorDescription.all.map { "| `\(cell($0.name))` | `\(cell($0.signature))` |\n" }
  return [
    "layers": LayerType.coverageTable(), "count": "\(operators.count)", "operators": operators.joined(),
  ]
}

/// Escapes bars, which end Markdown cells.
package func cell(_ text: String) -> String {
  text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

extension LayerType {
  /// Coverage as Markdown: one table a layer.
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
