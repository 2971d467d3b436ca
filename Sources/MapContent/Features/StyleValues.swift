package import JSONDocument
package import MapFeatures
package import MapStyle

extension StyleValue {
  package init(_ value: PropertyValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number, .wholeNumber: self = value.number.map(StyleValue.number) ?? .null
    case .string(let string): self = .string(string)
    case .array(let values): self = .array(values.map(StyleValue.init))
    case .object(let members):
      self = .object(members.map { StyleMember(key: $0.name, value: StyleValue($0.value)) })
    }
  }
}

extension PropertyValue {
  /// The value as text: JavaScript's numbers, nothing for null, JSON for lists and objects.
  package var text: String {
    switch self {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): javaScriptText(of: number)
    case .wholeNumber(let digits): digits
    case .string(let string): string
    case .array, .object: json
    }
  }
}

extension PropertyValue {
  private var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let bool): json.bool(bool)
    case .number(let number): json.number(number)
    case .wholeNumber(let digits): json.raw(digits)
    case .string(let string): json.string(string)
    case .array(let values): json.array { json in for value in values { value.write(to: &json) } }
    case .object(let members):
      json.object { json in
        for member in members {
          json.key(member.name)
          member.value.write(to: &json)
        }
      }
    }
  }
}

extension StyleValue {
  package var numericValue: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
