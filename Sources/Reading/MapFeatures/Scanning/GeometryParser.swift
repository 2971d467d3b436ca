extension FeatureParser {
  /// Reads `type`; decodes only unusual texts.
  @inline(__always) mutating func takeType(
    _ start: Int, depth: Int, _ kind: inout GeoJSONKind, _ from: inout Int, _ to: inout Int
  ) -> Int {
    let position = json.skipBlanks(start)
    if position &+ 9 <= json.end, json.byte(position) == 0x22 {
      let word = json.base.loadUnaligned(fromByteOffset: position &+ 1, as: UInt64.self)
      if word == 0x2265_7275_7461_6546 {  // Feature"
        kind = .feature
        return position &+ 9
      }
      if word & 0xFFFF_FFFF_FFFF == 0x2274_6E69_6F50 {  // Point"
        kind = .point
        return position &+ 7
      }
    }
    return takeOddType(position, depth: depth, &kind, &from, &to)
  }

  @inline(never) private mutating func takeOddType(
    _ start: Int, depth: Int, _ kind: inout GeoJSONKind, _ from: inout Int, _ to: inout Int
  ) -> Int {
    guard start < json.end, json.byte(start) == 0x22 else {
      (kind, to) = (.unknown, 0)
      return json.skipValue(start, depth: depth)
    }
    let position = json.skipString(start)
    if position < 0 { return position }
    (from, to) = (start, position)
    kind = position - start > 120 ? .unknown : GeoJSONKind(json.text(from: start, to: position))
    return position
  }

  mutating func takeGeometry(_ start: Int, depth: Int) -> Int {
    var (kind, typeFrom, typeTo) = (GeoJSONKind.unknown, 0, 0)
    // Coordinates or geometries that came before the type.
    var (coordinates, geometries) = (-1, -1)
    var isRead = false
    let position = takeMembers(start, depth: depth) { parser, name, position in
      switch name {
      case .type: return parser.takeType(position, depth: depth &+ 1, &kind, &typeFrom, &typeTo)
      case .coordinates where kind.isGeometry && !isRead:
        isRead = true
        return parser.takeCoordinates(position, kind, depth: depth &+ 1)
      case .geometries where !isRead:
        if case .geometries = kind {
          isRead = true
          return parser.takeGeometries(position, depth: depth &+ 1)
        }
        geometries = position
      case .coordinates: coordinates = position
      case .crs: return parser.json.takeReferenceSystem(position, depth: depth &+ 1)
      default: break
      }
      return parser.json.skipValue(position, depth: depth &+ 1)
    }
    if position < 0 { return position }
    if isRead { return position }
    let text = typeTo > 0 ? json.text(from: typeFrom, to: typeTo) : nil
    switch kind {
    case .unknown, .feature, .collection:
      // The usual types are recognized without their text.
      reason = if case .feature = kind { .unknownGeometry(kind.name) } else { .unknownGeometry(text) }
    default:
      let isCollection = if case .geometries = kind { true } else { false }
      let later = isCollection ? geometries : coordinates
      guard later >= 0 else {
        reason = .badCoordinates(of: kind.name)
        return position
      }
      let behind =
        isCollection
        ? takeGeometries(later, depth: depth &+ 1) : takeCoordinates(later, kind, depth: depth &+ 1)
      if behind < 0 { return behind }
    }
    return position
  }

  private mutating func takeGeometries(_ start: Int, depth: Int) -> Int {
    let array = json.skipBlanks(start)
    guard array < json.end, json.byte(array) == 0x5B else {
      reason = .badCoordinates(of: "GeometryCollection")
      return json.skipValue(array, depth: depth)
    }
    return takeElements(array, depth: depth) { parser, position in
      if position < parser.json.end, parser.json.byte(position) == 0x7B {
        return parser.takeGeometry(position, depth: depth &+ 1)
      }
      parser.reason = .badCoordinates(of: "GeometryCollection")
      return parser.json.skipValue(position, depth: depth &+ 1)
    }
  }

  @inline(__always)
  private mutating func takeCoordinates(_ start: Int, _ kind: GeoJSONKind, depth: Int) -> Int {
    var position = JSONScanner.mismatch
    if case .point = kind {
      position = takePoint(start)
    } else {
      position = takeManyCoordinates(start, kind)
    }
    if position != JSONScanner.mismatch { return position }
    let empty = json.takeEmptyArray(start)
    if empty > 0 { return empty }
    if reason == nil { reason = .badCoordinates(of: kind.name) }
    return json.skipValue(start, depth: depth)
  }

  @inline(__always) private mutating func takePoint(_ start: Int) -> Int {
    var (x, y) = (0.0, 0.0)
    let position = json.takePosition(start, &x, &y)
    if position < 0 { return position }
    chunk.reserve(1)
    if let refusal = CoordinateCheck.refusal(&x, latitude: y) {
      reason = refusal
    } else {
      chunk.appendReserved(longitude: x, latitude: y, offset: offset)
    }
    return position
  }

  private mutating func takeManyCoordinates(_ start: Int, _ kind: GeoJSONKind) -> Int {
    let firstPath = chunk.pathEnds.count
    let position: Int
    switch kind {
    case .multiPoint: return takeArray(start) { parser, start in parser.takePoint(start) }
    case .line: position = takePath(start, atLeast: 2, isHole: false)
    case .multiLine:
      position = takeArray(start) { parser, start in parser.takePath(start, atLeast: 2, isHole: false) }
    case .polygon: position = takeRings(start)
    case .multiPolygon: position = takeArray(start) { parser, start in parser.takeRings(start) }
    default: return JSONScanner.mismatch
    }
    guard position >= 0 else { return position }
    let isLine =
      switch kind {
      case .line, .multiLine: true
      default: false
      }
    chunk.shapes.append(
      .init(
        kind: isLine ? .line : .area, record: chunk.recordCount, offset: offset,
        paths: firstPath..<chunk.pathEnds.count))
    return position
  }

  private mutating func takeRings(_ start: Int) -> Int {
    let first = chunk.pathEnds.count
    return takeArray(start) { parser, start in
      parser.takePath(start, atLeast: 3, isHole: parser.chunk.pathEnds.count > first)
    }
  }

  @inline(__always)
  private mutating func takeArray(_ start: Int, _ element: (inout FeatureParser, Int) -> Int) -> Int {
    var position = json.skipBlanks(start)
    guard position < json.end, json.byte(position) == 0x5B else { return JSONScanner.mismatch }
    repeat {
      position = element(&self, position &+ 1)
      if position < 0 { return position }
      position = json.skipBlanks(position)
    } while position < json.end && json.byte(position) == 0x2C
    guard position < json.end, json.byte(position) == 0x5D else { return JSONScanner.mismatch }
    return position &+ 1
  }

  private mutating func takePath(_ start: Int, atLeast least: Int, isHole: Bool) -> Int {
    let first = chunk.vertexCount
    let position = takeArray(start) { parser, start in
      var (x, y) = (0.0, 0.0)
      let position = parser.json.takePosition(start, &x, &y)
      if position < 0 { return position }
      if !(abs(x) <= 540 && abs(y) <= 90) {
        var longitude = x
        if let refusal = CoordinateCheck.refusal(&longitude, latitude: y) { parser.reason = refusal }
      }
      parser.chunk.appendVertex(longitude: x, latitude: y)
      return position
    }
    guard position >= 0 else { return position }
    guard chunk.vertexCount - first >= least else { return JSONScanner.mismatch }
    chunk.pathEnds.append(chunk.vertexCount)
    chunk.pathIsHole.append(isHole)
    return position
  }
}

extension JSONScanner {
  /// Skips `[]`; ``mismatch`` for other values.
  fileprivate func takeEmptyArray(_ start: Int) -> Int {
    let array = skipBlanks(start)
    guard array < end, byte(array) == 0x5B else { return JSONScanner.mismatch }
    let close = skipBlanks(array + 1)
    return close < end && byte(close) == 0x5D ? close + 1 : JSONScanner.mismatch
  }
}
