/// A Mapbox vector tile, version 2, of one layer of points.
public struct PointTile: Sendable {
  private let name: String
  private let extent: Int
  private var features: [UInt8] = []
  private var keys: [String] = []
  private var keyNumbers: [String: Int] = [:]  // looked up, never iterated
  private var values: [TileValue] = []
  private var valueNumbers: [TileValue: Int] = [:]  // looked up, never iterated
  private var tags: [UInt8] = []
  private var message: [UInt8] = []

  /// A tile without features.
  ///
  /// - Parameters:
  ///   - extent: units along the tile's side.
  public init(layer: String, extent: Int = 4096) { (name, self.extent) = (layer, extent) }

  /// True if it has no features.
  public var isEmpty: Bool { features.isEmpty }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - id: the feature's id; `nil` for none.
  ///   - x: units from the tile's left edge.
  ///   - y: units from its upper edge.
  ///   - properties: keys, each once, and values.
  public mutating func add(id: UInt64?, x: Int, y: Int, _ properties: [(key: String, value: TileValue)]) {
    tags.removeAll(keepingCapacity: true)
    for (key, value) in properties {
      Self.append(UInt64(number(of: key)), to: &tags)
      Self.append(UInt64(number(of: value)), to: &tags)
    }
    message.removeAll(keepingCapacity: true)
    if let id { Self.field(1, id, to: &message) }
    Self.field(2, tags, to: &message)
    Self.field(3, 1, to: &message)
    // One command: move to one point.
    var geometry: [UInt8] = [9]
    for place in [x, y] { Self.append(UInt64(bitPattern: Int64(place << 1 ^ place >> 63)), to: &geometry) }
    Self.field(4, geometry, to: &message)
    Self.field(2, message, to: &features)
  }

  /// The encoded tile.
  public var bytes: [UInt8] {
    var layer: [UInt8] = []
    Self.field(15, 2, to: &layer)
    Self.field(1, Array(name.utf8), to: &layer)
    layer += features
    for key in keys { Self.field(3, Array(key.utf8), to: &layer) }
    for value in values { Self.field(4, Self.encoded(value), to: &layer) }
    Self.field(5, UInt64(extent), to: &layer)
    var tile: [UInt8] = []
    Self.field(3, layer, to: &tile)
    return tile
  }

  private mutating func number(of key: String) -> Int {
    if let known = keyNumbers[key] { return known }
    keys.append(key)
    keyNumbers[key] = keys.count - 1
    return keys.count - 1
  }

  private mutating func number(of value: TileValue) -> Int {
    if let known = valueNumbers[value] { return known }
    values.append(value)
    valueNumbers[value] = values.count - 1
    return values.count - 1
  }

  private static func encoded(_ value: TileValue) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value {
    case .string(let text): field(1, Array(text.utf8), to: &bytes)
    case .double(let number):
      bytes.append(3 << 3 | 1)
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
    case .int(let number): field(4, UInt64(bitPattern: number), to: &bytes)
    case .uint(let number): field(5, number, to: &bytes)
    case .bool(let flag): field(7, flag ? 1 : 0, to: &bytes)
    }
    return bytes
  }

  private static func field(_ number: UInt64, _ value: UInt64, to bytes: inout [UInt8]) {
    append(number << 3, to: &bytes)
    append(value, to: &bytes)
  }

  private static func field(_ number: UInt64, _ content: [UInt8], to bytes: inout [UInt8]) {
    append(number << 3 | 2, to: &bytes)
    append(UInt64(content.count), to: &bytes)
    bytes += content
  }

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
