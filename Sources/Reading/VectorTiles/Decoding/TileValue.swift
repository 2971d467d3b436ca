/// A property's value in a vector tile.
public enum TileValue: Hashable, Sendable {
  /// Text; bytes that are not UTF-8 are replaced.
  case string(String)
  /// A number of type `float` or `double`; may be infinite or not a number.
  case double(Double)
  case int(Int64)
  case uint(UInt64)
  case bool(Bool)

  /// The number, to a `Double`'s precision; `nil` for text and Booleans.
  public var number: Double? {
    switch self {
    case .double(let number): number
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .string, .bool: nil
    }
  }
}

/// Keys and values as stored: texts in one block, decoded on demand.
struct TagTable: Sendable {
  enum Kind: UInt8, Sendable {
    case string, double, int, uint, bool, none
  }

  struct Value: Sendable {
    var kind = Kind.none
    /// Bits of a number; for a string its offset in the upper, its length in the lower 32 bits.
    var bits: UInt64 = 0
  }

  private(set) var text: [UInt8] = []
  private(set) var keyEnds: [UInt32] = []
  private(set) var values: [Value] = []

  mutating func reserve(keys: Int, values: Int) {
    keyEnds.reserveCapacity(keys)
    self.values.reserveCapacity(values)
  }

  /// Keys precede all values, and need no offset of their own.
  mutating func addKey(_ bytes: UnsafeRawBufferPointer) {
    text += bytes
    keyEnds.append(UInt32(text.count))
  }

  /// Reads a value; an empty one stays as `none` to keep indices.
  mutating func addValue(_ message: WireReader) throws(TileFault.Problem) {
    var message = message
    var value = Value()
    defer { values.append(value) }
    while let field = try message.field() {
      switch (field.number, field.kind) {
      case (1, .message):
        let bytes = try message.message().bytes
        value = Value(kind: .string, bits: UInt64(text.count) << 32 | UInt64(bytes.count))
        text += bytes
      case (2, .fixed32):
        value = Value(kind: .double, bits: Double(Float(bitPattern: try message.fixed32())).bitPattern)
      case (3, .fixed64): value = Value(kind: .double, bits: try message.fixed64())
      case (4, .varint): value = Value(kind: .int, bits: try message.varint())
      case (5, .varint): value = Value(kind: .uint, bits: try message.varint())
      case (6, .varint):
        let number = try message.varint()
        value = Value(kind: .int, bits: number >> 1 ^ (0 &- (number & 1)))
      case (7, .varint): value = Value(kind: .bool, bits: try message.varint() == 0 ? 0 : 1)
      case (1...7, _): throw .wrongWireType
      default: try message.skip(field.kind)
      }
    }
    if value.kind == .none { throw .valueWithoutContent }
  }

  func keyBytes(_ index: Int) -> ArraySlice<UInt8> {
    text[(index == 0 ? 0 : Int(keyEnds[index - 1]))..<Int(keyEnds[index])]
  }

  func key(_ index: Int) -> String { String(decoding: keyBytes(index), as: UTF8.self) }

  func textBytes(of value: Value) -> ArraySlice<UInt8> {
    guard value.kind == .string else { return [] }
    let begin = Int(value.bits >> 32)
    return text[begin..<begin + Int(value.bits & 0xFFFF_FFFF)]
  }

  func value(_ index: Int) -> TileValue? {
    let value = values[index]
    switch value.kind {
    case .string: return .string(String(decoding: textBytes(of: value), as: UTF8.self))
    case .double: return .double(Double(bitPattern: value.bits))
    case .int: return .int(Int64(bitPattern: value.bits))
    case .uint: return .uint(value.bits)
    case .bool: return .bool(value.bits != 0)
    case .none: return nil
    }
  }

  func key(_ index: Int, is name: borrowing String) -> Bool {
    let begin = index == 0 ? 0 : Int(keyEnds[index - 1])
    let end = Int(keyEnds[index])
    guard name.utf8.count == end - begin else { return false }
    var at = begin
    for byte in name.utf8 {
      if text[at] != byte { return false }
      at += 1
    }
    return true
  }
}
