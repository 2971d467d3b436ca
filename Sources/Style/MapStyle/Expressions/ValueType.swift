/// A type of the style language, as its static type checker sees it.
public indirect enum ValueType: Hashable, Sendable, CustomStringConvertible {
  case null, boolean, number, string, color, object
  /// Anything; known only when evaluated.
  case value
  /// Never a value: the `error` operator's type, allowed wherever any type is.
  case error
  case formatted, image, padding
  /// Numbers, or one number.
  case numberArray
  case colorArray, collator, variableAnchorOffsetCollection, projection
  /// Values of one type, and how many if that is known.
  case array(ValueType, length: Int?)

  /// The name as the specification prints it: `array<number, 2>`.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .color: "color"
    case .object: "object"
    case .value: "value"
    case .error: "error"
    case .formatted: "formatted"
    case .image: "resolvedImage"
    case .padding: "padding"
    case .numberArray: "numberArray"
    case .colorArray: "colorArray"
    case .collator: "collator"
    case .variableAnchorOffsetCollection: "variableAnchorOffsetCollection"
    case .projection: "projectionDefinition"
    case .array(let element, let length?): "array<\(element), \(length)>"
    case .array(.value, nil): "array"
    case .array(let element, nil): "array<\(element)>"
    }
  }

  var kindName: String { if case .array = self { "array" } else { description } }

  /// True if this type's values are also of another. Errors are of every type, empty lists lists of anything.
  public func isSubtype(of expected: ValueType) -> Bool {
    switch (expected, self) {
    case (_, .error): true
    case (.array(let wanted, let wantedLength), .array(let element, let length)):
      ((element == .value && length == 0) || element.isSubtype(of: wanted))
        && (wantedLength == nil || wantedLength == length)
    case (.value, .array(let element, let length)):
      (element == .value && length == 0) || element.isSubtype(of: .value)
    case (.value, .collator): false
    case (.value, _): true
    default: self == expected
    }
  }
}

extension StyleValue {
  /// The value's own type; a list whose elements differ in type is a list of values.
  public var type: ValueType {
    switch self {
    case .null: return .null
    case .bool: return .boolean
    case .number: return .number
    case .string: return .string
    case .color: return .color
    case .formatted: return .formatted
    case .image: return .image
    case .padding: return .padding
    case .numberArray: return .numberArray
    case .colorArray: return .colorArray
    case .variableAnchorOffsets: return .variableAnchorOffsetCollection
    case .object: return .object
    case .collator: return .collator
    case .projection: return .projection
    case .array(let values):
      guard let first = values.first?.type else { return .array(.value, length: 0) }
      let isUniform = values.dropFirst().allSatisfy { $0.type == first }
      return .array(isUniform ? first : .value, length: values.count)
    }
  }
}
