import JSONDocument

extension StyleValue {
  var wording: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): javaScriptText(of: number)
    case .string(let text): quotedForMessage(text)
    case .numberArray([]), .colorArray([]), .array([]): "an empty list"
    default: "\(type)"
    }
  }
}
