public import MapGeometry

/// The projection of a view, as settings name it.
public enum ProjectionChoice: Hashable, Sendable {
  /// One of ours.
  case named(Projection)
  /// A globe, which from zoom 11 on is Mercator's plane.
  case globe
  /// A system that the library PROJ knows, by its code or its string.
  case foreign(String)

  /// The names of settings.
  public static let names = Projection.allCases.map(\.rawValue) + ["globe"]

  /// The projection of a name; `nil` for an unknown one.
  public init?(name: String) {
    if name == "globe" {
      self = .globe
    } else if let projection = Projection(rawValue: name) {
      self = .named(projection)
    } else {
      return nil
    }
  }

  /// The name in settings.
  public var name: String {
    switch self {
    case .named(let projection): projection.rawValue
    case .globe: "globe"
    case .foreign(let definition): definition
    }
  }

  /// A system of PROJ; `nil` for words that name none.
  ///
  /// - Throws: `SettingError` for strings that would read files.
  init?(foreign word: String) throws(SettingError) {
    guard word.contains("+") || word.uppercased().hasPrefix("EPSG:") else { return nil }
    if !word.contains("+"), !word.dropFirst(5).allSatisfy(\.isWholeNumber) || word.count == 5 {
      throw .malformed(shortenedName(word), fault: "is no code; write EPSG: and a number, such as EPSG:3035")
    }
    for part in ["+init", "grids=", "pipeline", "+step", "@"] where word.contains(part) {
      throw .malformed(
        shortenedName(word),
        fault:
          "names files or steps, which are not read; write EPSG:CODE, or a PROJ string of one projection without \(part)"
      )
    }
    self = word.uppercased() == "EPSG:3857" ? .named(.mercator) : .foreign(word)
  }
}

/// The latitudes that a cone is true along, in degrees.
public struct ConeParallels: Hashable, Sendable {
  /// The southern one.
  public var south: Double
  /// The northern one; may be the same.
  public var north: Double

  /// Parallels in either order.
  public init(_ one: Double, _ other: Double) { (south, north) = (min(one, other), max(one, other)) }

  /// True if a cone touches or cuts the globe along them.
  var makeCone: Bool { abs(south + north) > 0.01 }
}

extension SettingType where Value == ProjectionChoice {
  static var projection: SettingType {
    let names = ProjectionChoice.names
    let form = names.map { "`\($0)`" }.joined(separator: ", ") + ", `EPSG:CODE` or a PROJ string"
    let schema = JSONSchema.either([.oneOf(names), .pattern(#"^([Ee][Pp][Ss][Gg]:[0-9]+|.*\+proj=.*)$"#)])
    return SettingType(form: form, schema: schema) { reader, node in
      do throws(SettingError) {
        if let word = node.value.string, let system = try ProjectionChoice(foreign: word) { return system }
      } catch {
        return reader.fault("invalid-value", at: node.location, "\(error)")
      }
      return reader.name(node, among: names + ["EPSG:CODE", "+proj=NAME"], ProjectionChoice.init(name:))
    } word: { word throws(SettingError) in
      if let value = ProjectionChoice(name: word) { return value }
      if let system = try ProjectionChoice(foreign: word) { return system }
      throw .noChoice(word, of: names + ["EPSG:CODE", "+proj=NAME"])
    }
  }
}

extension SettingType where Value == ConeParallels {
  /// Two latitudes.
  static var parallels: SettingType {
    let wanted = "two latitudes of one hemisphere, such as [29.5, 45.5]"
    return SettingType(unit: .degrees, schema: .list(.number(-90...90), count: 2...2)) { reader, node in
      guard let list = reader.numbers(node, count: 2, wanted) else { return nil }
      guard list.allSatisfy((-90.0...90).contains) else {
        return reader.fault("out-of-range", at: node.location, "expected \(wanted)")
      }
      let parallels = ConeParallels(list[0], list[1])
      guard parallels.makeCone else {
        return reader.fault("out-of-range", at: node.location, "these make no cone; expected \(wanted)")
      }
      return parallels
    } word: { word throws(SettingError) in
      let degrees = try decimals(word: word)
      guard degrees.count == 2, degrees.allSatisfy((-90.0...90).contains) else {
        throw .malformed(word, fault: "is no pair of parallels; write two latitudes, such as 29.5,45.5")
      }
      let parallels = ConeParallels(degrees[0], degrees[1])
      guard parallels.makeCone else {
        throw .malformed(
          word, fault: "makes no cone; write two latitudes of one hemisphere, such as 29.5,45.5")
      }
      return parallels
    }
  }
}
