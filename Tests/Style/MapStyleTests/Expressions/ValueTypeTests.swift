import MapStyle
import TestSupport
import Testing

@Suite struct `Value types` {
  @Test func `print as the specification prints them`() {
    expect(ValueType.array(.number, length: 2).description, equals: "array<number, 2>")
    expect(ValueType.array(.value, length: nil).description, equals: "array")
    expect(
      ValueType.array(.array(.string, length: nil), length: nil).description, equals: "array<array<string>>")
    expect(ValueType.image.description, equals: "resolvedImage")
  }

  @Test func `a list of nothing is a list of anything`() {
    #expect(ValueType.array(.value, length: 0).isSubtype(of: .array(.number, length: nil)))
    #expect(!ValueType.array(.value, length: 1).isSubtype(of: .array(.number, length: nil)))
    #expect(!ValueType.array(.number, length: 1).isSubtype(of: .array(.number, length: 2)))
    #expect(ValueType.array(.number, length: 1).isSubtype(of: .array(.value, length: nil)))
  }

  @Test func `collators are no values and errors are everything`() {
    #expect(!ValueType.collator.isSubtype(of: .value))
    #expect(ValueType.error.isSubtype(of: .collator))
    #expect(ValueType.color.isSubtype(of: .value))
    #expect(!ValueType.value.isSubtype(of: .color))
  }

  @Test func `mixed lists are lists of values`() {
    expect(StyleValue.array([.number(1), .string("a")]).type, equals: .array(.value, length: 2))
    expect(StyleValue.array([.number(1), .number(2)]).type, equals: .array(.number, length: 2))
    expect(StyleValue.array([]).type, equals: .array(.value, length: 0))
  }
}
