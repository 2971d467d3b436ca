import JSONDocument

/// Places written as texts: what databases and open-data portals put into one column.
///
/// - Well-known text: `POINT(13.4 52.5)`, with `Z` and `M`, which are left out, and `SRID=4326;` before it.
/// - Well-known binary in hexadecimal digits, as PostGIS prints it, and PostgreSQL bytes (`\x01…`).
/// - A GeoJSON geometry.
/// - `(52.5, 13.4)` or `52.5, 13.4`: latitude first, as spoken.
///
/// - SeeAlso: OGC 06-103r4, §7 and §8; PostGIS for the reference system in both.
enum CoordinateText {
  typealias Position = (longitude: Double, latitude: Double)

  enum Kind {
    case geometries, coordinates, longitudeFirst, otherGeometries

    var isOfPoints: Bool { self != .otherGeometries }
  }

  /// Kind of the first geometry; pairs are longitude first if one has no latitude there.
  static func kind(of texts: some Sequence<String>) -> Kind? {
    var kind: Kind?
    for text in texts {
      do throws(SkipReason) {
        let found = try coordinate(in: text)
        guard isPair(text) else { return kind ?? .geometries }
        if abs(found.latitude) > 90, abs(found.longitude) <= 90 { return .longitudeFirst }
        kind = .coordinates
      } catch {
        guard kind == nil else { continue }
        switch error {
        case .nullGeometry, .notPoint, .referenceSystem: return .otherGeometries
        default: break
        }
      }
    }
    return kind
  }

  private static func isPair(_ text: String) -> Bool {
    let text = text.trimmed
    return text.utf8.allSatisfy { $0.isDigit || "+-.,;() \t".utf8.contains($0) } && !text.hasPrefix("0x")
  }

  /// Degrees, not checked for ranges.
  static func coordinate(in text: String, _ order: CoordinateOrder = .latitudeFirst) throws(SkipReason)
    -> Position
  {
    let text = text.trimmed
    guard let first = text.utf8.first else { throw .nullGeometry }
    if order == .geohash {
      // A name of H3 has 15 characters, a geohash of 12 is a cell of centimeters.
      guard text.utf8.count <= 12, let cell = Geohash(text) else { throw .notCoordinate }
      return ((cell.west + cell.east) / 2, (cell.south + cell.north) / 2)
    }
    let isLongitudeFirst = order == .longitudeFirst
    if first == 0x7B { return try geoJSON(text) }
    if first == 0x5B {
      guard text.utf8.last == 0x5D,
        let numbers = numbers(text.dropFirst().dropLast(), separator: { $0 == "," }),
        (2...4).contains(numbers.count)
      else { throw .notCoordinate }
      return (numbers[0], numbers[1])
    }
    if text.hasPrefix("\\x") || text.hasPrefix("0x") { return try hexadecimal(text.dropFirst(2)) }
    if first == 0x28 || first == 0x2D || first.isDigit {
      let isBinary =
        text.utf8.count >= 42 && text.utf8.count % 2 == 0
        && text.utf8.allSatisfy { $0.hexadecimalValue != nil }
      return isBinary ? try binary(text[...]) : try spoken(text, isLongitudeFirst)
    }
    if text.hasPrefix("geo:") { return try spoken(String(text.dropFirst(4).prefix { $0 != ";" }), false) }
    do throws(SkipReason) {
      return try wellKnown(text)
    } catch {
      guard error == .notCoordinate else { throw error }
      return try spoken(text, isLongitudeFirst)
    }
  }

  private static func wellKnown(_ text: String) throws(SkipReason) -> Position {
    var rest = Substring(text)
    if rest.prefix(5).uppercased() == "SRID=" {
      guard let end = rest.firstIndex(of: ";"), let system = Int(rest[..<end].dropFirst(5)) else {
        throw .notCoordinate
      }
      try check(system)
      rest = rest[rest.index(after: end)...]
    }
    let keyword = rest.prefix { $0.isLetter }.uppercased()
    guard !keyword.isEmpty else { throw .notCoordinate }
    let tail = rest.dropFirst(keyword.count)
    let kinds = [
      "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
      "TRIANGLE",
      "TIN", "POLYHEDRALSURFACE", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE",
      "MULTISURFACE",
    ]
    guard ["POINT", "POINTZ", "POINTM", "POINTZM"].contains(keyword) else {
      throw kinds.contains(keyword) ? .notPoint(keyword) : .notCoordinate
    }
    var body = Substring(tail.trimmed)
    for suffix in ["ZM", "Z", "M"] where body.prefix(suffix.count).uppercased() == suffix {
      body = Substring(body.dropFirst(suffix.count).trimmed)
      break
    }
    if body.uppercased() == "EMPTY" { throw .nullGeometry }
    guard body.first == "(", body.last == ")" else { throw .notCoordinate }
    let numbers = numbers(body.dropFirst().dropLast()) { $0.isWhitespace }
    guard let numbers, (2...4).contains(numbers.count) else { throw .notCoordinate }
    return (numbers[0], numbers[1])
  }

  private static func check(_ system: Int) throws(SkipReason) {
    guard [0, 4326].contains(system) else { throw .referenceSystem(system) }
  }

  /// `(52.5, 13.4)`, `52.5° N, 13.4° E`, and integers of 1e-7 degrees.
  private static func spoken(_ text: String, _ isLongitudeFirst: Bool) throws(SkipReason) -> Position {
    var body = Substring(text)
    if body.first == "(" {
      guard body.last == ")" else { throw .notCoordinate }
      body = body.dropFirst().dropLast()
    }
    if let numbers = numbers(body, separator: { $0 == "," || $0 == ";" }), numbers.count == 2 {
      let areWhole = numbers.allSatisfy { $0 == $0.rounded() } && numbers.contains { abs($0) >= 1e6 }
      let (first, second) = areWhole ? (numbers[0] / 1e7, numbers[1] / 1e7) : (numbers[0], numbers[1])
      return isLongitudeFirst ? (first, second) : (second, first)
    }
    // A letter ends or begins the first of two, where nothing stands between them.
    var parts = body.split(whereSeparator: { $0 == "," || $0 == ";" }).map(String.init)
    if parts.count == 1, let letter = body.firstIndex(where: { "NSns".contains($0) }) {
      let isInFront = letter == body.startIndex
      let end =
        isInFront ? body.firstIndex { "EWew".contains($0) } ?? body.endIndex : body.index(after: letter)
      parts = [String(body[..<end]), String(body[end...])]
    }
    let degrees = parts.compactMap { DegreesText.degrees(in: $0, .point) }
    guard degrees.count == 2, parts.count == 2 else { throw .notCoordinate }
    let isSwapped = degrees[0].axis == .longitude || degrees[1].axis == .latitude
    guard degrees[0].axis == nil || degrees[0].axis != degrees[1].axis else { throw .notCoordinate }
    return isSwapped || degrees[0].axis == nil && isLongitudeFirst
      ? (degrees[0].degrees, degrees[1].degrees) : (degrees[1].degrees, degrees[0].degrees)
  }

  private static func numbers(_ text: Substring, separator: (Character) -> Bool) -> [Double]? {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: separator) {
      var word = word.trimmed
      guard let number = word.withUTF8({ Decimal.number(UnsafeRawBufferPointer($0)) }) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private static func geoJSON(_ text: String) throws(SkipReason) -> Position {
    let value = Array(text.utf8).withUnsafeBytes { JSONScanner($0)?.value(at: 0) ?? .null }
    guard case .object(let members) = value else { throw .notCoordinate }
    guard case .string(let type)? = members.first(where: { $0.name == "type" })?.value else {
      throw .unknownGeometry(nil)
    }
    guard type == "Point" else {
      throw GeoJSONKind(type).isGeometry ? .notPoint(type) : .unknownGeometry(type)
    }
    guard case .array(let position)? = members.first(where: { $0.name == "coordinates" })?.value,
      position.count >= 2, case .number(let longitude) = position[0], case .number(let latitude) = position[1]
    else { throw .badCoordinates(of: "Point") }
    return (longitude, latitude)
  }

  private static func hexadecimal(_ digits: Substring) throws(SkipReason) -> Position {
    guard digits.utf8.count >= 2, digits.utf8.count % 2 == 0 else { throw .notCoordinate }
    return try binary(digits)
  }

  private static func binary(_ text: Substring) throws(SkipReason) -> Position {
    let digits = text.utf8.compactMap(\.hexadecimalValue)
    guard digits.count == text.utf8.count else { throw .notCoordinate }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return try bytes.withUnsafeBytes { bytes in Result { () throws(SkipReason) in try binary(bytes) } }.get()
  }

  private static func binary(_ bytes: UnsafeRawBufferPointer) throws(SkipReason) -> Position {
    guard let header = BinaryGeometryHeader(bytes) else { throw .notCoordinate }
    if let system = header.system { try check(Int(system)) }
    let number = Int(header.type & 0x0FFF_FFFF) % 1000
    guard (1...7).contains(number) else { throw .notCoordinate }
    guard number == 1 else { throw .notPoint(BinaryGeometry.kinds[number].name.uppercased()) }
    guard header.end + 16 <= bytes.count else { throw .notCoordinate }
    let position = header.position(bytes, at: header.end)
    let (longitude, latitude) = (position.x, position.y)
    // An empty point has no numbers.
    if longitude.isNaN, latitude.isNaN { throw .nullGeometry }
    return (longitude, latitude)
  }
}
