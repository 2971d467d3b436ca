import JSONDocument
import MapSettings

struct OverlayAddress {
  private(set) var overlays: [MapOverlay] = []

  static let described: [RouteEntry.Own] = [
    ("marker", "A pin over the map: LON,LAT, then settings such as ;label=A;color=red. May be repeated."),
    ("path", "A line: LON,LAT LON,LAT or an encoded polyline, then ;color=red;width=3. May be repeated."),
    ("area", "An area: LON,LAT LON,LAT LON,LAT, then ;fill=red;opacity=0.3. May be repeated."),
    ("circle", "A circle on the ground: LON,LAT;500m, then settings of areas. May be repeated."),
    ("note", "A text with a line to a place, or an arrow: LON,LAT;text=Here;to=LON,LAT. May be repeated."),
  ]
  static let names = described.map(\.name) + ["fill", "stroke", "width", "latlng"]
  /// Parameters of other servers that have no like here.
  static let unknown = ["visible", "encoding", "linecap", "linejoin", "border", "borderwidth"]
  static let most = 1000

  /// Those of a query in the words of the command or of tileserver-gl: `lon,lat|lon,lat`, `fill:red|lon,lat|…`, `enc:…`.
  mutating func take(_ address: RequestAddress) throws(ServerError) {
    let isLatitudeFirst = ["1", "true"].contains(address["latlng"])
    for parameter in address.parameters {
      guard let kind = MapOverlay.Kind(rawValue: parameter.name) else { continue }
      let text = parameter.value
      let isOther = kind == .path || kind == .marker
      guard isOther, text.contains("|") || text.hasPrefix("enc:") || isLatitudeFirst else {
        try add(of: parameter.name) { () throws(SettingError) in try MapOverlay(kind, text) }
        continue
      }
      var words = Words(text, separator: "|", isLatitudeFirst: isLatitudeFirst)
      if kind == .marker {
        // What follows the coordinate is an icon, its scale and its offset.
        guard !text.contains("://") else { throw Self.closed("marker") }
        try add(.marker, words.coordinates.first ?? "", [], of: "marker")
      } else {
        for name in ["fill", "stroke", "width"] where words.settings[name] == nil {
          words.settings[name] = address[name]
        }
        try line(words, color: "stroke", width: "width", fill: "fill", of: "path")
      }
    }
  }

  /// Those of Google's `markers` and `path`, latitude first.
  mutating func takeGoogle(_ address: RequestAddress) throws(ServerError) {
    for parameter in address.parameters where ["markers", "path"].contains(parameter.name) {
      let words = Words(parameter.value, separator: "|", isLatitudeFirst: true)
      guard parameter.name == "markers" else {
        try line(words, color: "color", width: "weight", fill: "fillcolor", of: "path")
        continue
      }
      if words.settings["icon"] != nil { throw Self.closed("markers") }
      let settings = [
        ("color", words.settings["color"].map(Self.color)), ("label", words.settings["label"]),
        ("size", words.settings["size"].map { ["tiny": "s", "small": "s", "mid": "m"][$0] ?? $0 }),
      ]
      for coordinate in words.coordinates { try add(.marker, coordinate, settings, of: "markers") }
    }
  }

  /// Those of a segment of Mapbox's: `pin-s-a+9ed4bd(lon,lat),path-5+f44-0.5(polyline)`.
  mutating func takeMapbox(_ segment: String) throws(ServerError) {
    var rest = segment[...]
    while let open = rest.firstIndex(of: "(") {
      guard let close = Self.end(of: rest[open...]) else { break }
      let (name, inside) = (String(rest[..<open]), String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...].drop { $0 == "," }
      let parts = name.split(separator: "+", omittingEmptySubsequences: false)
      var heads = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      let kind = heads.removeFirst()
      switch kind {
      case "pin":
        let settings = [
          ("size", heads.first ?? "s"), ("label", heads.count > 1 ? heads[1].uppercased() : nil),
          ("color", parts.count > 1 ? Self.color(String(parts[1])) : nil),
        ]
        try add(.marker, inside, settings, of: "overlay")
      case "path":
        var words = Words("enc:" + inside, separator: "|", isLatitudeFirst: false)
        words.settings["width"] = heads.first
        for (number, name) in ["stroke", "fill"].enumerated() where parts.count > number + 1 {
          let color = parts[number + 1].split(separator: "-").map(String.init)
          words.settings[name] = color.first
          if color.count > 1 { words.settings["opacity"] = color[1] }
        }
        try line(words, color: "stroke", width: "width", fill: "fill", of: "overlay")
      case "url": throw Self.closed("overlay")
      case "geojson":
        overlays += try rethrowing(
          MapOverlay.features(ofGeoJSON: inside, atMost: Self.most - overlays.count),
          as: ServerError.setting(at: "overlay"))
      default:
        throw .unknown("overlay", kind, among: ["pin", "path", "geojson"], at: "overlay", status: 400)
      }
    }
    guard rest.isEmpty, !segment.isEmpty else {
      throw ServerError(
        400, "\(quotedForMessage(String(rest.prefix(40)))) is no overlay; write pin-s+f00(LON,LAT)",
        at: "overlay")
    }
  }

  private static func end(of text: Substring) -> Substring.Index? {
    var (isQuoted, isEscaped) = (false, false)
    return text.indices.first { index in
      let character = text[index]
      defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == ")" && !isQuoted
    }
  }

  private mutating func line(
    _ words: Words, color: String, width: String, fill: String, of name: String
  ) throws(ServerError) {
    let settings = [
      ("color", words.settings[color].map(Self.color)), ("width", words.settings[width]),
      ("fill", words.settings[fill].map(Self.color)), ("opacity", words.settings["opacity"]),
    ]
    let isArea = words.settings[fill] != nil && words.settings["enc"] == nil
    try add(
      isArea ? .area : .path, words.settings["enc"] ?? words.coordinates.joined(separator: " "), settings,
      of: name
    )
  }

  private mutating func add(
    _ kind: MapOverlay.Kind, _ coordinates: String, _ settings: [(String, String?)], of name: String
  ) throws(ServerError) {
    try add(of: name) { () throws(SettingError) in
      try MapOverlay(kind, coordinates, settings.filter { $0.1 != nil })
    }
  }

  private mutating func add(
    of name: String, _ read: () throws(SettingError) -> MapOverlay
  ) throws(ServerError) {
    guard overlays.count < Self.most else {
      throw ServerError(
        400, "the address has more than \(Self.most) overlays; send data as the body of POST", at: name)
    }
    let overlay = try rethrowing(read(), as: ServerError.setting(at: name))
    guard overlay.file == nil else {
      throw ServerError(400, "no files are read for overlays of addresses; write coordinates", at: name)
    }
    overlays.append(overlay)
  }

  private static func closed(_ name: String) -> ServerError {
    ServerError(403, "icons of other servers are not fetched; leave the address out", at: name)
  }

  /// A color as CSS writes it: `0xff0000`, `f00` and `9ed4bd` have no number sign elsewhere.
  private static func color(_ text: String) -> String {
    let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    let isHexadecimal = [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { $0.isHexDigit }
    return isHexadecimal ? "#" + digits : text
  }

  /// Words between separators: `name:value`, and coordinates, longitude first.
  private struct Words {
    var settings: [String: String] = [:]
    var coordinates: [String] = []

    init(_ text: String, separator: Character, isLatitudeFirst: Bool) {
      // A polyline may hold the separator, and is the last word.
      var rest = text[...]
      if let range = text.firstRange(of: "enc:") {
        settings["enc"] = String(text[range.upperBound...])
        rest = text[..<range.lowerBound]
      }
      for word in rest.split(separator: separator) {
        if let colon = word.firstIndex(of: ":") {
          settings[String(word[..<colon])] = String(word[word.index(after: colon)...])
        } else {
          let numbers = word.split(separator: ",", omittingEmptySubsequences: false)
          coordinates.append(isLatitudeFirst ? numbers.reversed().joined(separator: ",") : String(word))
        }
      }
    }
  }
}
