/// A Mapbox vector tile, version 2, of one layer of points; the same memory serves for one tile after the other.
public struct PointTile: Sendable {
  private let head: [UInt8]
  private let extent: Int
  private var features: [UInt8] = []
  private var keys: [String] = []
  private var tags: [UInt8] = []
  private var values: [UInt8] = []
  private var found = ValueNumbers()

  /// - Parameter extent: units along the tile's side.
  public init(layer: String, extent: Int = 4096) {
    var head: [UInt8] = []
    Self.field(15, 2, to: &head)
    Self.field(1, layer, to: &head)
    (self.head, self.extent) = (head, extent)
  }

  /// True if it has no features.
  public var isEmpty: Bool { features.isEmpty }

  /// Begins another tile of the same layer.
  public mutating func removeAll() {
    features.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    found.removeAll()
  }

  /// Sets a new property of the next point.
  public mutating func set(_ key: String, _ value: TileValue) {
    let number = keys.firstIndex(of: key) ?? keys.count
    if number == keys.count { keys.append(key) }
    Self.append(UInt64(number), to: &tags)
    let start = values.count
    Self.encode(value, to: &values)
    let known = found.number(ofLast: start, in: values)
    if known.isOld { values.removeLast(values.count - start) }
    Self.append(UInt64(known.number), to: &tags)
  }

  /// Adds a point with the properties set since the last one, in units from the tile's upper left corner.
  public mutating func add(id: UInt64?, x: Int, y: Int) {
    func folded(_ units: Int) -> UInt64 { UInt64(bitPattern: Int64(units << 1 ^ units >> 63)) }
    let geometry = 1 + Self.size(of: folded(x)) + Self.size(of: folded(y))
    let message =
      (id.map { 1 + Self.size(of: $0) } ?? 0) + 1 + Self.size(of: UInt64(tags.count)) + tags.count + 2 + 2
      + geometry
    Self.append(2 << 3 | 2, to: &features)
    Self.append(UInt64(message), to: &features)
    if let id { Self.field(1, id, to: &features) }
    Self.append(2 << 3 | 2, to: &features)
    Self.append(UInt64(tags.count), to: &features)
    features += tags
    Self.field(3, 1, to: &features)
    Self.append(4 << 3 | 2, to: &features)
    Self.append(UInt64(geometry), to: &features)
    // One command: move to one point.
    features.append(9)
    Self.append(folded(x), to: &features)
    Self.append(folded(y), to: &features)
    tags.removeAll(keepingCapacity: true)
  }

  /// The encoded tile.
  public var bytes: [UInt8] {
    let sizeOfKeys = keys.reduce(0) { $0 + 1 + Self.size(of: UInt64($1.utf8.count)) + $1.utf8.count }
    let layer = head.count + features.count + sizeOfKeys + values.count + 1 + Self.size(of: UInt64(extent))
    var tile: [UInt8] = []
    tile.reserveCapacity(layer + 6)
    Self.append(3 << 3 | 2, to: &tile)
    Self.append(UInt64(layer), to: &tile)
    tile += head
    tile += features
    for key in keys { Self.field(3, key, to: &tile) }
    tile += values
    Self.field(5, UInt64(extent), to: &tile)
    return tile
  }

  private static func encode(_ value: TileValue, to bytes: inout [UInt8]) {
    bytes.append(4 << 3 | 2)
    switch value {
    case .string(let text):
      let count = UInt64(text.utf8.count)
      append(1 + UInt64(size(of: count)) + count, to: &bytes)
      field(1, text, to: &bytes)
    case .double(let number):
      bytes += [9, 3 << 3 | 1]
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
    case .int(let number): encode(4, UInt64(bitPattern: number), to: &bytes)
    case .uint(let number): encode(5, number, to: &bytes)
    case .bool(let flag): encode(7, flag ? 1 : 0, to: &bytes)
    }
  }

  private static func encode(_ field: UInt64, _ number: UInt64, to bytes: inout [UInt8]) {
    bytes.append(UInt8(1 + size(of: number)))
    Self.field(field, number, to: &bytes)
  }

  private static func field(_ number: UInt64, _ value: UInt64, to bytes: inout [UInt8]) {
    append(number << 3, to: &bytes)
    append(value, to: &bytes)
  }

  private static func field(_ number: UInt64, _ text: String, to bytes: inout [UInt8]) {
    append(number << 3 | 2, to: &bytes)
    append(UInt64(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }

  private static func size(of number: UInt64) -> Int { (70 - (number | 1).leadingZeroBitCount) / 7 }

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

private struct ValueNumbers: Sendable {
  private var starts: [Int] = []
  /// Open addressing by hash, a power of two; -1 for free slots.
  private var slots = [Int32](repeating: -1, count: 32)

  mutating func removeAll() {
    if starts.isEmpty { return }
    starts.removeAll(keepingCapacity: true)
    for index in slots.indices { slots[index] = -1 }
  }

  mutating func number(ofLast start: Int, in bytes: [UInt8]) -> (number: Int, isOld: Bool) {
    let count = bytes.count - start
    var slot = Self.hash(bytes[start...]) & (slots.count - 1)
    while slots[slot] >= 0 {
      let (number, first) = (Int(slots[slot]), starts[Int(slots[slot])])
      let end = number + 1 < starts.count ? starts[number + 1] : start
      if end - first == count, (0..<count).allSatisfy({ bytes[first + $0] == bytes[start + $0] }) {
        return (number, true)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(starts.count)
    starts.append(start)
    if starts.count * 2 > slots.count { grow(bytes) }
    return (starts.count - 1, false)
  }

  private mutating func grow(_ bytes: [UInt8]) {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
      var slot = Self.hash(bytes[start..<end]) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  /// FNV-1a, folded.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
