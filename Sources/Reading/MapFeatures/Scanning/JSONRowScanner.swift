extension FeatureParser {
  mutating func takeRow(_ rows: JSONRows, _ start: Int, depth: Int) -> Int {
    guard depth < json.depthLimit else { return json.fail(.tooDeep(limit: json.depthLimit), at: start) }
    let first = chunk.count
    var (x, y, own, position) = (-1, -1, -1, 0)
    let (text, properties) = (json, chunk.properties)
    let identifier = properties?.keepsIdentifiers == true ? rows.identifier : nil
    let (longitude, latitude) = (rows.longitude, rows.latitude)
    switch json.byte(start) {
    case 0x7B where !rows.areArrays:
      position = json.takeObject(start, depth: depth) { name, value in
        if longitude.begins(with: name, in: text) { x = value }
        if latitude?.begins(with: name, in: text) == true { y = value }
        properties?.note(name, value: value, in: text)
        if identifier?.begins(with: name, in: text) == true { own = value }
      }
    case 0x5B where rows.areArrays:
      position = json.takeArray(start, depth: depth) { index, value in
        if index == longitude.element { x = value }
        if index == latitude?.element { y = value }
        properties?.note(element: index, value: value, in: rows)
        if let identifier, identifier.name == rows.name(ofElement: index) { own = value }
      }
      if position >= 0, isName(x, in: rows) { return position }
    default:
      position = json.skipValue(start, depth: depth)
      if position >= 0 { chunk.skip(offset: start, .notRow) }
      return position
    }
    if position < 0 { return position }
    if let identifier { properties?.note(identifier: identifier.offset(below: own, in: json)) }
    x = longitude.offset(below: x, in: json)
    if let latitude {
      takeCoordinate(x, latitude.offset(below: y, in: json), rows, offset: start)
    } else {
      takeGeometry(ofRow: x, rows, offset: start, depth: depth)
    }
    properties?.take(&json, points: first, to: chunk.count)
    return position
  }

  /// True if a value equals its column's name: the row is a header.
  private func isName(_ offset: Int, in rows: JSONRows) -> Bool {
    guard offset >= 0, !rows.names.isEmpty, json.byte(offset) == 0x22,
      case .string(let text) = json.value(at: offset)
    else { return false }
    return text.trimmed == rows.coordinateColumns[0]
  }

  private mutating func takeCoordinate(_ x: Int, _ y: Int, _ rows: JSONRows, offset: Int) {
    let decimal = rows.decimal
    chunk.add(number(at: x, decimal), number(at: y, decimal), decimal, unit: rows.unit, offset: offset)
  }

  private mutating func number(at offset: Int, _ decimal: DecimalMark) -> CSVScanner.CoordinateField {
    guard offset >= 0 else { return .empty }
    switch json.byte(offset) {
    case 0x22:
      let end = json.skipString(offset)
      guard end > 0 else { return .other }
      return CSVScanner.coordinate(
        UnsafeRawBufferPointer(start: json.base, count: json.end), offset + 1..<end - 1, decimal)
    case 0x6E: return .empty
    default:
      var number = Double.nan
      return json.takeNumber(offset, &number) > 0 ? .number(number) : .other
    }
  }

  /// Parses a GeoJSON object, an array of degrees, or a text.
  private mutating func takeGeometry(ofRow value: Int, _ rows: JSONRows, offset: Int, depth: Int) {
    let mark = chunk.mark
    guard value >= 0, json.byte(value) != 0x6E else { return chunk.skip(offset: offset, .nullGeometry) }
    switch json.byte(value) {
    case 0x7B:
      reason = nil
      // The text was checked on the way over the object.
      _ = takeGeometry(value, depth: depth + 1)
      chunk.endGeometry(reason, since: mark, offset: offset)
    case 0x5B:
      var (first, second) = (-1, -1)
      _ = json.takeArray(value, depth: depth + 1) { index, element in
        if index == 0 { first = element }
        if index == 1 { second = element }
      }
      if rows.isLatitudeFirst { swap(&first, &second) }
      takeCoordinate(first, second, rows, offset: offset)
    case 0x22:
      if case .string(let text) = json.value(at: value) {
        chunk.add(text, rows.coordinateOrder, offset: offset)
      }
    default: chunk.skip(offset: offset, .notCoordinate)
    }
  }
}
