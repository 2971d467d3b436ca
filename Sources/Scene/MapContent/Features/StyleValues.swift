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

  package var numericValue: Double? { if case .number(let number) = self { number } else { nil } }
}
