public import MapGeometry

/// The projection of a view, as settings name it.
public enum ProjectionChoice: Hashable, Sendable {
  case named(Projection)
  /// A globe, from zoom 11 on Mercator.
  case globe
  /// A PROJ code or string.
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

  /// `nil` for words that name no system.
  ///
  /// - Throws: `SettingError` for unknown parameters: some open files, or run several steps.
  init?(foreign word: String) throws(SettingError) {
    guard word.contains("+") || word.uppercased().hasPrefix("EPSG:") else { return nil }
    if !word.contains("+"), !word.dropFirst(5).allSatisfy(\.isWholeNumber) || word.count == 5 {
      throw .malformed(shortenedName(word), fault: "is no code; write EPSG: and a number, such as EPSG:3035")
    }
    var names: [Substring] = []
    for part in word.contains("+") ? word.split(separator: " ") : [] {
      let name = part.dropFirst().prefix { $0 != "=" }
      guard part.first != "+" || Self.parameters.contains(name) else {
        throw .malformed(
          shortenedName(word),
          fault:
            "has \(shortenedName(String(part))), which is not passed on to PROJ; write EPSG:CODE, or a PROJ string of one projection without it"
        )
      }
      guard part.first == "+", part.dropFirst().utf8.allSatisfy(Self.isOfParameter) else {
        throw .malformed(
          shortenedName(word),
          fault: "is no PROJ string; write parameters with spaces between, such as +proj=laea +lat_0=52")
      }
      names.append(name)
    }
    guard names.isEmpty || names.count(where: { $0 == "proj" }) == 1 else {
      throw .malformed(shortenedName(word), fault: "does not name one projection; write one +proj=NAME")
    }
    self = word.uppercased() == "EPSG:3857" ? .named(.mercator) : .foreign(word)
  }

  /// Letters, digits and number marks; nothing that ends a parameter.
  private static func isOfParameter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_.,-=/".utf8.contains(byte)
    }
  }

  /// PROJ parameters of projections, ellipsoids and units; none names a file.
  private static let parameters: Set<Substring> = Set(
    """
    proj type no_defs wktext over geoc R a b rf f es e ellps datum towgs84 pm units to_meter vunits vto_meter axis \
    R_A R_V R_a R_g R_h R_lat_a R_lat_g R_C lat_0 lat_1 lat_2 lat_3 lat_ts lat_b lon_0 lon_1 lon_2 lon_3 lonc alpha gamma \
    k k_0 x_0 y_0 zone south approx algo h tilt azi sweep W M m n p q path lsat ns guam no_cut no_off no_uoff no_rot \
    north_square south_square rot_xy shape scrollx scrolly orient mode aperture resolution azimuth theta \
    o_proj o_lat_p o_lon_p o_alpha o_lon_c o_lat_c o_lon_1 o_lat_1 o_lon_2 o_lat_2
    """.split(separator: " "))
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
