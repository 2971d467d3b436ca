import CDrivers
import JSONDocument

struct ArrowColumn {
  enum Form: Equatable {
    case boolean
    case whole(bytes: Int, isSigned: Bool)
    /// Floating point of 2, 4 or 8 bytes.
    case decimal(bytes: Int)
    /// Integers of 4, 8, 16 or 32 bytes, scaled by a power of ten.
    case scaled(bytes: Int, digits: Int)
    /// Texts with ends of 4 or 8 bytes.
    case text(bytes: Int)
    case textView
    case binary(bytes: Int)
    case binaryView, day
    /// Since 1970, in fractions of a second; stored in UTC if zoned.
    case time(perSecond: Int64, hasZone: Bool)
    case timeOfDay(bytes: Int, perSecond: Int64)
    case listed(bytes: Int, isSigned: Bool)
    /// GeoArrow points: two columns, or a list of `perRow` numbers.
    case points(perRow: Int?)
    case other
  }

  let name: String
  let form: Form
  /// Extension name or type name in the database, and extension metadata in JSON, or empty.
  let meaning, parameters: String
  let listed: Form?
  /// Names of the enclosing structures and the member.
  let path: [String]
  /// Child numbers that lead to it, its own last.
  let steps: [Int]
  /// Members of a structure, nested ones included.
  let members: [ArrowColumn]

  init(_ schema: ArrowSchema, at index: Int) { self.init(schema, below: [], at: [index]) }

  private init(_ schema: ArrowSchema, below parents: [String], at steps: [Int]) {
    self.steps = steps
    let path = parents + [schema.name.map { String(cString: $0) } ?? ""]
    (self.path, name) = (path, path.joined(separator: "."))
    let format = schema.format.map { String(cString: $0) } ?? ""
    let form = ArrowColumn.form(format)
    let notes = ArrowColumn.notes(schema.metadata)
    parameters = notes["ARROW:extension:metadata"] ?? ""
    let type = notes["ADBC:postgresql:typname"] ?? ArrowColumn.member("type_name", of: parameters)
    meaning = type ?? notes["ARROW:extension:name"] ?? ""
    if meaning == "geoarrow.point", let points = ArrowColumn.points(schema, format) {
      (self.form, listed) = (points, nil)
    } else if let dictionary = schema.dictionary?.pointee {
      listed = ArrowColumn.form(dictionary.format.map { String(cString: $0) } ?? "")
      if case .whole(let bytes, let isSigned) = form {
        self.form = .listed(bytes: bytes, isSigned: isSigned)
      } else {
        self.form = .other
      }
    } else {
      (self.form, listed) = (form, nil)
    }
    guard format == "+s", self.form == .other, path.count < ArrowColumn.deepest else {
      members = []
      return
    }
    members = (0..<Int(schema.n_children)).flatMap { index -> [ArrowColumn] in
      guard let child = schema.children?[index]?.pointee else { return [] }
      let column = ArrowColumn(child, below: path, at: steps + [index])
      return column.members.isEmpty ? [column] : column.members
    }
  }

  var valueForm: Form { listed ?? form }

  private static let deepest = 8

  var isNumber: Bool {
    switch valueForm {
    case .whole, .decimal, .scaled: true
    case .text: meaning == "numeric"
    default: false
    }
  }

  var isTime: Bool {
    switch valueForm {
    case .day, .time, .timeOfDay: true
    default: false
    }
  }

  var isBinary: Bool {
    switch form {
    case .binary, .binaryView: true
    default: false
    }
  }

  var isGeometry: Bool {
    if case .points = form { return true }
    return isBinary && ["geometry", "geography", "geoarrow.wkb", "ogc.wkb"].contains(meaning.lowercased())
  }

  var isWritten: Bool {
    switch valueForm {
    case .other, .points, .binary, .binaryView, .listed: false
    default: form != .other
    }
  }

  /// Formats of the Arrow C data interface.
  private static let forms: [String: Form] = [
    "b": .boolean, "c": .whole(bytes: 1, isSigned: true), "C": .whole(bytes: 1, isSigned: false),
    "s": .whole(bytes: 2, isSigned: true), "S": .whole(bytes: 2, isSigned: false),
    "i": .whole(bytes: 4, isSigned: true), "I": .whole(bytes: 4, isSigned: false),
    "l": .whole(bytes: 8, isSigned: true), "L": .whole(bytes: 8, isSigned: false),
    "e": .decimal(bytes: 2), "f": .decimal(bytes: 4), "g": .decimal(bytes: 8), "u": .text(bytes: 4),
    "U": .text(bytes: 8), "vu": .textView, "z": .binary(bytes: 4), "Z": .binary(bytes: 8),
    "vz": .binaryView, "tdD": .day, "tdm": .time(perSecond: 1000, hasZone: false),
    "tts": .timeOfDay(bytes: 4, perSecond: 1), "ttm": .timeOfDay(bytes: 4, perSecond: 1000),
    "ttu": .timeOfDay(bytes: 8, perSecond: 1_000_000), "ttn": .timeOfDay(bytes: 8, perSecond: 1_000_000_000),
  ]

  private static func form(_ format: String) -> Form {
    if let form = forms[format] { return form }
    if format.hasPrefix("d:") { return scaled(format.dropFirst(2)) }
    let units: [(String, Int64)] = [
      ("tss:", 1), ("tsm:", 1000), ("tsu:", 1_000_000), ("tsn:", 1_000_000_000),
    ]
    guard let unit = units.first(where: { format.hasPrefix($0.0) }) else { return .other }
    return .time(perSecond: unit.1, hasZone: format.utf8.count > 4)
  }

  /// GeoArrow points with coordinates of 8 bytes.
  private static func points(_ schema: ArrowSchema, _ format: String) -> Form? {
    let children = (0..<Int(schema.n_children)).compactMap { schema.children?[$0]?.pointee.format }
    guard children.allSatisfy({ String(cString: $0) == "g" }) else { return nil }
    if format == "+s", children.count >= 2 { return .points(perRow: nil) }
    guard children.count == 1, format.hasPrefix("+w:"), let count = Int(format.dropFirst(3)), count >= 2
    else { return nil }
    return .points(perRow: count)
  }

  /// `PRECISION,SCALE[,BITS]`
  private static func scaled(_ numbers: Substring) -> Form {
    let parts = numbers.split(separator: ",").map { Int($0) }
    guard parts.count >= 2, let digits = parts[1], let bits = parts.count > 2 ? parts[2] : 128,
      [32, 64, 128, 256].contains(bits)
    else { return .other }
    return .scaled(bytes: bits / 8, digits: digits)
  }

  /// Schema metadata: a count, then texts preceded by their lengths.
  private static func notes(_ metadata: UnsafePointer<CChar>?) -> [String: String] {
    guard let metadata else { return [:] }
    var position = UnsafeRawPointer(metadata)
    func count() -> Int {
      defer { position += 4 }
      return max(0, Int(position.loadUnaligned(as: Int32.self)))
    }
    func text() -> String {
      let length = count()
      defer { position += length }
      return String(decoding: UnsafeRawBufferPointer(start: position, count: length), as: UTF8.self)
    }
    var notes: [String: String] = [:]
    for _ in 0..<count() {
      let key = text()
      notes[key] = text()
    }
    return notes
  }

  /// Text member of an object, such as `{"type_name": "numeric"}`.
  private static func member(_ name: String, of json: String) -> String? {
    guard !json.isEmpty else { return nil }
    return (try? JSONText(parsing: json))?.root[name]?.string
  }
}
