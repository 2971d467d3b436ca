/// Reads protobuf's wire format from borrowed memory.
struct WireReader {
  enum Kind {
    case varint, fixed64, message, fixed32
  }

  private(set) var at: UnsafeRawPointer
  let end: UnsafeRawPointer

  init(_ begin: UnsafeRawPointer, count: Int) {
    at = begin
    end = begin + count
  }

  var isAtEnd: Bool { at == end }

  var count: Int { end - at }

  @inline(__always) mutating func varint() throws(TileFault.Problem) -> UInt64 {
    guard at < end else { throw .cutOff }
    let first = at.load(as: UInt8.self)
    if first < 0x80 {
      at += 1
      return UInt64(first)
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(TileFault.Problem) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < end {
      let byte = at.load(as: UInt8.self)
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift >= 70 { throw .wrongWireType }
    }
    throw .cutOff
  }

  @inline(__always) mutating func field() throws(TileFault.Problem) -> (number: UInt64, kind: Kind)? {
    if at == end { return nil }
    let tag = try varint()
    guard tag >= 8 else { throw .wrongWireType }
    switch tag & 7 {
    case 0: return (tag >> 3, .varint)
    case 1: return (tag >> 3, .fixed64)
    case 2: return (tag >> 3, .message)
    case 5: return (tag >> 3, .fixed32)
    default: throw .wrongWireType
    }
  }

  @inline(__always) mutating func message() throws(TileFault.Problem) -> WireReader {
    let length = try varint()
    guard length <= UInt64(count) else { throw .cutOff }
    defer { at += Int(length) }
    return WireReader(at, count: Int(length))
  }

  @inline(__always) func forEachMessage(
    _ number: UInt64, _ body: (WireReader) throws(TileFault.Problem) -> Void
  ) throws(TileFault.Problem) {
    var rest = self
    while let field = try rest.field() {
      if field == (number, .message) { try body(try rest.message()) } else { try rest.skip(field.kind) }
    }
  }

  mutating func fixed64() throws(TileFault.Problem) -> UInt64 {
    guard count >= 8 else { throw .cutOff }
    defer { at += 8 }
    return UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
  }

  mutating func fixed32() throws(TileFault.Problem) -> UInt32 {
    guard count >= 4 else { throw .cutOff }
    defer { at += 4 }
    return UInt32(littleEndian: at.loadUnaligned(as: UInt32.self))
  }

  mutating func skip(_ kind: Kind) throws(TileFault.Problem) {
    switch kind {
    case .varint: _ = try varint()
    case .fixed64: _ = try fixed64()
    case .message: _ = try message()
    case .fixed32: _ = try fixed32()
    }
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: at, count: count) }
}
