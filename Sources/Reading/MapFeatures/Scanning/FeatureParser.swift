/// Parses features and geometries into a chunk.
///
/// Members may come in any order: coordinates before `type` are skipped, and read at the object's end.
struct FeatureParser {
  var json: JSONScanner
  let chunk: Chunk
  var reason: SkipReason?
  private(set) var offset = 0
  private let rows: JSONRows?
  private var layout: FeatureLayout?
  /// Remaining layouts to learn: features that all differ are not worth it.
  private var layoutsLeft = 8

  init(json: JSONScanner, chunk: Chunk, rows: JSONRows? = nil) {
    (self.json, self.chunk, self.rows) = (json, chunk, rows)
  }

  /// Parses a feature, or where allowed a geometry or a collection. A fault leaves nothing in the chunk.
  mutating func takeRecord(_ start: Int, depth: Int, allowsGeometry: Bool) -> Int {
    if let layout {
      let position = takeAlike(start, layout)
      if position >= 0 { return position }
    }
    let mark = chunk.mark
    let position = takeRecord(start, depth: depth, allowsGeometry: allowsGeometry, since: mark)
    if position < 0 { chunk.goBack(to: mark) }
    return position
  }

  @inline(__always)
  private mutating func takeRecord(_ start: Int, depth: Int, allowsGeometry: Bool, since mark: Chunk.Mark)
    -> Int
  {
    offset = start
    reason = nil
    chunk.properties?.forgetOffsets(ofRecord: true)
    if let rows { return takeRow(rows, start, depth: depth) }
    guard json.byte(start) == 0x7B else {
      let position = json.skipValue(start, depth: depth)
      if position >= 0 { chunk.skip(offset: start, .notFeature(nil)) }
      return position
    }
    var (kind, typeFrom, typeTo) = (GeoJSONKind.unknown, 0, 0)
    var hasGeometry = false
    var propertiesOffset: Int?
    let position = takeMembers(start, depth: depth) { parser, name, position in
      switch name {
      case .type: return parser.takeType(position, depth: depth &+ 1, &kind, &typeFrom, &typeTo)
      case .geometry:
        if hasGeometry {
          parser.chunk.goBack(to: mark)
          parser.reason = nil
        }
        hasGeometry = true
        let position = parser.json.skipBlanks(position)
        if position < parser.json.end, parser.json.byte(position) == 0x7B {
          return parser.takeGeometry(position, depth: depth &+ 1)
        }
        parser.reason = .nullGeometry
        return parser.json.skipValue(position, depth: depth &+ 1)
      case .crs: return parser.json.takeReferenceSystem(position, depth: depth &+ 1)
      case .id: parser.chunk.properties?.note(identifier: parser.json.skipBlanks(position))
      case .properties:
        propertiesOffset = parser.json.skipBlanks(position)
        if parser.chunk.properties != nil { return parser.takeProperties(position, depth: depth &+ 1) }
      default: break
      }
      return parser.json.skipValue(position, depth: depth &+ 1)
    }
    if position < 0 { return position }
    if case .feature = kind, hasGeometry, reason == nil {
      chunk.endGeometry(nil, since: mark, offset: start)
      for shape in mark.shapes..<chunk.shapes.count {
        chunk.shapes[shape].propertiesOffset = propertiesOffset
      }
      chunk.properties?.take(&json, points: mark.points, to: chunk.count)
      if layoutsLeft > 0 { learnLayout(from: start, to: position, since: mark) }
      return position
    }
    chunk.goBack(to: mark)
    return finishOddRecord(
      start, position, kind, (typeFrom, typeTo), depth: depth, allowsGeometry: allowsGeometry,
      reason: hasGeometry ? reason : .nullGeometry)
  }

  /// Parses a feature of known layout; negative if it differs, or its coordinate is unusual.
  @inline(__always) private func takeAlike(_ start: Int, _ layout: FeatureLayout) -> Int {
    var (x, y) = (0.0, 0.0)
    let position = layout.pass(json, start, &x, &y)
    guard position >= 0, x >= -180, x < 180, abs(y) <= 90 else { return JSONScanner.mismatch }
    chunk.reserve(1)
    chunk.appendReserved(longitude: x, latitude: y, offset: start)
    chunk.endRecord(offset: start, points: 1)
    return position
  }

  @inline(never) private mutating func learnLayout(from start: Int, to end: Int, since mark: Chunk.Mark) {
    layoutsLeft -= 1
    guard chunk.properties == nil, chunk.count == mark.points + 1, chunk.shapes.count == mark.shapes else {
      return
    }
    layout = FeatureLayout(json, from: start, to: end)
  }

  private mutating func takeProperties(_ start: Int, depth: Int) -> Int {
    chunk.properties?.forgetOffsets(ofRecord: false)
    let start = json.skipBlanks(start)
    guard let properties = chunk.properties, start < json.end, json.byte(start) == 0x7B else {
      return json.skipValue(start, depth: depth)
    }
    let text = json
    return json.takeObject(start, depth: depth) { properties.note($0, value: $1, in: text) }
  }

  @inline(never) private mutating func finishOddRecord(
    _ start: Int, _ behind: Int, _ kind: GeoJSONKind, _ type: (from: Int, to: Int), depth: Int,
    allowsGeometry: Bool,
    reason: SkipReason?
  ) -> Int {
    if allowsGeometry, kind.isGeometry {
      let mark = chunk.mark
      self.reason = nil
      let position = takeGeometry(start, depth: depth)
      if position < 0 { return position }
      chunk.endGeometry(self.reason, since: mark, offset: start)
    } else if allowsGeometry, case .collection = kind {
      return takeCollection(start, depth: depth)
    } else if case .feature = kind {
      chunk.skip(offset: start, reason ?? .nullGeometry)
    } else {
      let name = type.to > 0 ? json.text(from: type.from, to: type.to) : kind.isKnown ? kind.name : nil
      chunk.skip(offset: start, .notFeature(name))
    }
    return behind
  }

  @inline(__always) mutating func takeMembers(
    _ start: Int, depth: Int, _ take: (inout FeatureParser, GeoJSONName, Int) -> Int
  ) -> Int {
    guard depth < json.depthLimit else { return json.fail(.tooDeep(limit: json.depthLimit), at: start) }
    var position = json.skipBlanks(start &+ 1)
    if position < json.end, json.byte(position) == 0x7D { return position &+ 1 }
    while true {
      var name = GeoJSONName.other
      position = json.takeName(position, &name)
      if position < 0 { return position }
      position = take(&self, name, position)
      if position < 0 { return position }
      if json.ends(with: 0x7D, &position) { return position }
    }
  }

  @inline(__always)
  mutating func takeElements(_ start: Int, depth: Int, _ take: (inout FeatureParser, Int) -> Int) -> Int {
    guard depth < json.depthLimit else { return json.fail(.tooDeep(limit: json.depthLimit), at: start) }
    var position = json.skipBlanks(start &+ 1)
    if position < json.end, json.byte(position) == 0x5D { return position &+ 1 }
    while true {
      position = take(&self, position)
      if position < 0 || json.ends(with: 0x5D, &position) { return position }
    }
  }

  /// Parses a collection inside a text sequence, each feature as a record.
  private mutating func takeCollection(_ start: Int, depth: Int) -> Int {
    takeMembers(start, depth: depth) { parser, name, position in
      let position = parser.json.skipBlanks(position)
      if case .crs = name { return parser.json.takeReferenceSystem(position, depth: depth + 1) }
      guard case .features = name, position < parser.json.end, parser.json.byte(position) == 0x5B else {
        return parser.json.skipValue(position, depth: depth + 1)
      }
      return parser.takeElements(position, depth: depth + 1) { parser, position in
        parser.takeRecord(position, depth: depth + 2, allowsGeometry: false)
      }
    }
  }
}

extension JSONScanner {
  /// Checks `crs`: only WGS 84 longitude and latitude are supported.
  ///
  /// RFC 7946 §4 has no other. GeoJSON 2008 put longitude first in every geographic system, so EPSG:4326 is
  /// the same.
  mutating func takeReferenceSystem(_ start: Int, depth: Int) -> Int {
    let start = skipBlanks(start)
    let position = skipValue(start, depth: depth)
    if position < 0 { return position }
    let value = value(at: start)
    guard value != .null else { return position }
    var name: String?
    if case .object(let members) = value,
      case .object(let properties)? = members.first(where: { $0.name == "properties" })?.value
    {
      for property in properties where property.name == "name" || property.name == "code" {
        if case .string(let text) = property.value { name = text }
      }
    }
    switch (name ?? "").uppercased() {
    case "URN:OGC:DEF:CRS:OGC:1.3:CRS84", "URN:OGC:DEF:CRS:OGC::CRS84", "OGC:CRS84", "CRS84", "CRS:84",
      "URN:OGC:DEF:CRS:EPSG::4326", "EPSG:4326", "HTTP://WWW.OPENGIS.NET/DEF/CRS/OGC/1.3/CRS84":
      return position
    default: return fail(.foreignReferenceSystem(name), at: start)
    }
  }
}
