import JSONDocument
public import MapGeometry

/// The projection of a view, as settings name it.
public enum ProjectionChoice: Hashable, Sendable {
  /// One of ours.
  case named(Projection)
  /// A globe, which from zoom 11 on is Mercator's plane.
  case globe

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
    }
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
}

extension SettingType where Value == ProjectionChoice {
  static var projection: SettingType {
    let names = ProjectionChoice.names
    let code = names.map { "`\($0)`" }
    let form = code.dropLast().joined(separator: ", ") + " or " + code[code.count - 1]
    return SettingType(choices: names, form: form, schema: .oneOf(names)) { reader, node in
      reader.name(node, among: names, ProjectionChoice.init(name:))
    } word: { word throws(SettingError) in
      if let value = ProjectionChoice(name: word) { return value }
      if word.contains("+proj") || word.uppercased().hasPrefix("EPSG:") {
        throw .malformed(
          word,
          fault:
            "is a system of the library PROJ, which is not read; write one of \(names.joined(separator: ", "))"
        )
      }
      throw .noChoice(word, of: names)
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
        reader.error("out-of-range", at: node.location, "expected \(wanted)")
        return nil
      }
      return ConeParallels(list[0], list[1])
    } word: { word throws(SettingError) in
      let degrees = try decimals(word: word)
      guard degrees.count == 2, degrees.allSatisfy((-90.0...90).contains) else {
        throw .malformed(word, fault: "is no pair of parallels; write two latitudes, such as 29.5,45.5")
      }
      return ConeParallels(degrees[0], degrees[1])
    }
  }
}
