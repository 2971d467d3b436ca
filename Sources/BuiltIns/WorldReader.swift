/// Reads the numbers that the built-in world is written in.
///
/// A natural number comes in bytes of seven bits, lowest first, of which all but the last have the eighth bit set; an
/// integer is a natural number whose lowest bit is its sign; a position is two integers, the way from the position before.
struct WorldReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var (x, y) = (0, 0)

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Bytes not yet read.
  var rest: Int { bytes.count - place }

  var isAtEnd: Bool { rest == 0 }

  mutating func natural() -> Int? {
    guard place < bytes.count else { return nil }
    // Two in three take a byte.
    let first = Int(bytes[place])
    place += 1
    if first < 128 { return first }
    var (result, shift) = (first & 127, 7)
    while place < bytes.count, shift < 35 {
      let byte = Int(bytes[place])
      place += 1
      result |= (byte & 127) << shift
      if byte < 128 { return result }
      shift += 7
    }
    return nil
  }

  private mutating func integer() -> Int? {
    natural().map { $0 & 1 == 1 ? ~($0 >> 1) : $0 >> 1 }
  }

  mutating func position() -> (x: Int, y: Int)? {
    guard let dx = integer(), let dy = integer() else { return nil }
    x &+= dx
    y &+= dy
    return (x, y)
  }

  /// Steps a degree; never none.
  mutating func units() -> Double? {
    natural().flatMap { $0 > 0 ? Double($0) : nil }
  }

  mutating func text() -> String? {
    guard let count = natural(), count <= rest else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }
}
