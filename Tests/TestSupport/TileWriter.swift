/// Protobuf, written field by field.
package enum Wire {
  package static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
    varint(field << 3) + varint(value)
  }
  package static func message(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }
  package static func fixed64(_ field: UInt64, _ bits: UInt64) -> [UInt8] {
    varint(field << 3 | 1) + little(bits)
  }
  package static func fixed32(_ field: UInt64, _ bits: UInt32) -> [UInt8] {
    varint(field << 3 | 5) + little(bits)
  }
  package static func packed(_ field: UInt64, _ numbers: [UInt64]) -> [UInt8] {
    message(field, numbers.flatMap(varint))
  }
  package static func zigzag(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value << 1 ^ value >> 63)) }
}

/// A feature to be written.
package struct FeatureWriter {
  package var id: UInt64?
  package var kind: UInt64
  package var tags: [UInt64] = []
  package var commands: [UInt64]

  package init(id: UInt64? = nil, kind: UInt64, tags: [UInt64] = [], commands: [UInt64]) {
    (self.id, self.kind, self.tags, self.commands) = (id, kind, tags, commands)
  }

  package var bytes: [UInt8] {
    (id.map { Wire.number(1, $0) } ?? []) + (tags.isEmpty ? [] : Wire.packed(2, tags)) + Wire.number(3, kind)
      + Wire.packed(4, commands)
  }

  package static func points(_ points: [(Int, Int)], id: UInt64? = nil, tags: [UInt64] = []) -> FeatureWriter
  {
    var last = (0, 0)
    return FeatureWriter(id: id, kind: 1, tags: tags, commands: path(points, &last, head: points.count))
  }

  package static func lines(_ lines: [[(Int, Int)]], id: UInt64? = nil, tags: [UInt64] = []) -> FeatureWriter
  {
    var last = (0, 0)
    return FeatureWriter(id: id, kind: 2, tags: tags, commands: lines.flatMap { path($0, &last) })
  }

  package static func rings(_ rings: [[(Int, Int)]], id: UInt64? = nil, tags: [UInt64] = []) -> FeatureWriter
  {
    var last = (0, 0)
    return FeatureWriter(id: id, kind: 3, tags: tags, commands: rings.flatMap { path($0, &last) + [15] })
  }

  /// `MoveTo` for the first vertices, `LineTo` for the rest.
  private static func path(_ points: [(Int, Int)], _ last: inout (Int, Int), head: Int = 1) -> [UInt64] {
    var commands = [UInt64(head << 3 | 1)]
    for (index, point) in points.enumerated() {
      if index == head { commands.append(UInt64((points.count - head) << 3 | 2)) }
      commands += [Wire.zigzag(point.0 - last.0), Wire.zigzag(point.1 - last.1)]
      last = point
    }
    return commands
  }
}

/// A layer to be written.
package struct LayerWriter {
  package var name: String? = "roads"
  package var version: UInt64? = 2
  package var extent: UInt64? = 4096
  package var keys: [String] = []
  package var values: [[UInt8]] = []
  package var features: [[UInt8]] = []
  package var further: [UInt8] = []

  package init(
    _ name: String? = "roads", version: UInt64? = 2, extent: UInt64? = 4096, keys: [String] = [],
    values: [[UInt8]] = [], _ features: FeatureWriter...
  ) {
    (self.name, self.version, self.extent, self.keys, self.values) = (name, version, extent, keys, values)
    self.features = features.map(\.bytes)
  }

  package init(_ first: FeatureWriter, _ rest: FeatureWriter...) {
    features = [first.bytes] + rest.map(\.bytes)
  }

  /// The layer's message without its frame.
  package var content: [UInt8] {
    var bytes = version.map { Wire.number(15, $0) } ?? []
    if let name { bytes += Wire.message(1, Array(name.utf8)) }
    for feature in features { bytes += Wire.message(2, feature) }
    for key in keys { bytes += Wire.message(3, Array(key.utf8)) }
    for value in values { bytes += Wire.message(4, value) }
    if let extent { bytes += Wire.number(5, extent) }
    return bytes + further
  }

  package var bytes: [UInt8] { Wire.message(3, content) }

  package static func text(_ text: String) -> [UInt8] { Wire.message(1, Array(text.utf8)) }
}

/// A variable-length integer.
package func varint(_ value: UInt64) -> [UInt8] {
  var (value, bytes) = (value, [UInt8]())
  while value >= 0x80 {
    bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
    value >>= 7
  }
  return bytes + [UInt8(value)]
}

/// The bytes of a number, lowest first.
package func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
