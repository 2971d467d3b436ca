import JSONDocument

/// Places written as texts: what databases and open-data portals put into one column.
///
/// - Well-known text: `POINT(13.4 52.5)`, with `Z` and `M`, which are left out, and `SRID=4326;` before it.
/// - Well-known binary in hexadecimal digits, as PostGIS prints it, and PostgreSQL bytes (`\x01…`).
/// - A GeoJSON geometry.
/// - `(52.5, 13.4)` or `52.5, 13.4`: latitude first, as spoken.
///
/// - SeeAlso: OGC 06-103r4, §7 and §8; PostGIS for the reference system in both.
enum PlaceText {
  /// Why a text is no place.
  struct Refusal: Error, Hashable {
    let reason: SkipReason
  }

  /// What a column of texts holds.
  enum Kind { case places, otherGeometries }

  /// What a text makes of its column; `nil` where it is no geometry.
  static func kind(of text: String) -> Kind? {
    do throws(Refusal) {
      _ = try place(in: text)
      return .places
    } catch {
      switch error.reason {
      case .nullGeometry, .notPoint, .referenceSystem: return .otherGeometries
      default: return nil
      }
    }
  }

  /// The degrees in a text, not yet checked for their ranges.
  static func place(in text: String) throws(Refusal) -> (longitude: Double, latitude: Double) {
    let text = ColumnFinder.trimmed(text)
    guard let first = text.utf8.first else { throw Refusal(reason: .nullGeometry) }
    if first == 0x7B { return try geoJSON(text) }
    if text.hasPrefix("\\x") || text.hasPrefix("0x") { return try hexadecimal(text.dropFirst(2)) }
    if first == 0x28 || first == 0x2D || (0x30...0x39).contains(first) {
      let isBinary =
        text.utf8.count >= 42 && text.utf8.count % 2 == 0 && text.utf8.allSatisfy(isHexDigit)
      return isBinary ? try binary(text[...]) : try spoken(text)
    }
    return try wellKnown(text)
  }

  // MARK: Well-known text

  private static func wellKnown(_ text: String) throws(Refusal) -> (longitude: Double, latitude: Double) {
    var rest = Substring(text)
    if rest.prefix(5).uppercased() == "SRID=" {
      guard let end = rest.firstIndex(of: ";"), let system = Int(rest[..<end].dropFirst(5)) else {
        throw Refusal(reason: .notPlace)
      }
      try check(system)
      rest = rest[rest.index(after: end)...]
    }
    let keyword = rest.prefix { $0.isLetter }.uppercased()
    guard !keyword.isEmpty else { throw Refusal(reason: .notPlace) }
    let tail = rest.dropFirst(keyword.count)
    let kinds = [
      "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
      "TRIANGLE",
      "TIN", "POLYHEDRALSURFACE", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE",
      "MULTISURFACE",
    ]
    guard ["POINT", "POINTZ", "POINTM", "POINTZM"].contains(keyword) else {
      throw Refusal(reason: kinds.contains(keyword) ? .notPoint(keyword) : .notPlace)
    }
    var body = Substring(ColumnFinder.trimmed(String(tail)))
    for suffix in ["ZM", "Z", "M"] where body.prefix(suffix.count).uppercased() == suffix {
      body = Substring(ColumnFinder.trimmed(String(body.dropFirst(suffix.count))))
      break
    }
    if body.uppercased() == "EMPTY" { throw Refusal(reason: .nullGeometry) }
    guard body.first == "(", body.last == ")" else { throw Refusal(reason: .notPlace) }
    let numbers = numbers(body.dropFirst().dropLast()) { $0.isWhitespace }
    guard let numbers, (2...4).contains(numbers.count) else { throw Refusal(reason: .notPlace) }
    return (numbers[0], numbers[1])
  }

  private static func check(_ system: Int) throws(Refusal) {
    guard [0, 4326].contains(system) else { throw Refusal(reason: .referenceSystem(system)) }
  }

  /// `(52.5, 13.4)`.
  private static func spoken(_ text: String) throws(Refusal) -> (longitude: Double, latitude: Double) {
    var body = Substring(text)
    if body.first == "(" {
      guard body.last == ")" else { throw Refusal(reason: .notPlace) }
      body = body.dropFirst().dropLast()
    }
    guard let numbers = numbers(body, separator: { $0 == "," }), numbers.count == 2 else {
      throw Refusal(reason: .notPlace)
    }
    return (numbers[1], numbers[0])
  }

  private static func numbers(_ text: Substring, separator: (Character) -> Bool) -> [Double]? {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: separator) {
      var word = ColumnFinder.trimmed(String(word))
      guard let number = word.withUTF8({ Decimal.number(UnsafeRawBufferPointer($0)) }) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private static func geoJSON(_ text: String) throws(Refusal) -> (longitude: Double, latitude: Double) {
    let value = Array(text.utf8).withUnsafeBytes { bytes in
      var reader = PropertyReader(bytes: bytes, position: 0)
      return reader.value(depth: 0)
    }
    guard case .object(let members) = value else { throw Refusal(reason: .notPlace) }
    guard case .string(let type)? = members.first(where: { $0.name == "type" })?.value else {
      throw Refusal(reason: .unknownGeometry(nil))
    }
    guard type == "Point" else {
      throw Refusal(reason: GeoJSONKind(type).isGeometry ? .notPoint(type) : .unknownGeometry(type))
    }
    guard case .array(let position)? = members.first(where: { $0.name == "coordinates" })?.value,
      position.count >= 2, case .number(let longitude) = position[0], case .number(let latitude) = position[1]
    else { throw Refusal(reason: .badCoordinates(of: "Point")) }
    return (longitude, latitude)
  }

  // MARK: Well-known binary

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func hexadecimal(
    _ digits: Substring
  ) throws(Refusal) -> (longitude: Double, latitude: Double) {
    guard digits.utf8.count >= 2, digits.utf8.count % 2 == 0, digits.utf8.allSatisfy(isHexDigit) else {
      throw Refusal(reason: .notPlace)
    }
    return try binary(digits)
  }

  private static func binary(_ text: Substring) throws(Refusal) -> (longitude: Double, latitude: Double) {
    let digits = text.utf8.map { byte in byte <= 0x39 ? byte &- 0x30 : (byte | 0x20) &- 0x57 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    guard bytes[0] <= 1 else { throw Refusal(reason: .notPlace) }
    func integer<Value: FixedWidthInteger>(at place: Int, _: Value.Type) -> Value? {
      let size = MemoryLayout<Value>.size
      guard place + size <= bytes.count else { return nil }
      let word = bytes[place..<place + size]
      let ordered = bytes[0] == 1 ? Array(word.reversed()) : Array(word)
      return ordered.reduce(0) { $0 << 8 | Value($1) }
    }
    guard let kind = integer(at: 1, UInt32.self) else { throw Refusal(reason: .notPlace) }
    var place = 5
    if kind & 0x2000_0000 != 0 {
      guard let system = integer(at: place, UInt32.self) else { throw Refusal(reason: .notPlace) }
      try check(Int(system))
      place += 4
    }
    // PostGIS marks heights and measures by the upper bits, ISO by thousands.
    let names = [
      1: "POINT", 2: "LINESTRING", 3: "POLYGON", 4: "MULTIPOINT", 5: "MULTILINESTRING", 6: "MULTIPOLYGON",
      7: "GEOMETRYCOLLECTION",
    ]
    let number = Int(kind & 0x0FFF_FFFF) % 1000
    guard let name = names[number] else { throw Refusal(reason: .notPlace) }
    guard number == 1 else { throw Refusal(reason: .notPoint(name)) }
    guard let x = integer(at: place, UInt64.self), let y = integer(at: place + 8, UInt64.self) else {
      throw Refusal(reason: .notPlace)
    }
    let (longitude, latitude) = (Double(bitPattern: x), Double(bitPattern: y))
    // An empty point has no numbers.
    if longitude.isNaN, latitude.isNaN { throw Refusal(reason: .nullGeometry) }
    return (longitude, latitude)
  }
}
