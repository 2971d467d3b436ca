import CSystem
import Drawing
import JSONDocument
import MapGeometry

/// A mark, a line or an area that is drawn over a map beside its data.
public struct MapOverlay: Hashable, Sendable {
  /// The kinds of overlays; the members of requests have their names.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case marker
    case path
    case area
    case circle
    /// A text, with a line to a place; an arrow without one.
    case note
  }

  /// The signs of pins, drawn by their names.
  public static let signs = [
    "circle", "square", "triangle", "diamond", "star", "cross", "plus", "heart", "home", "flag", "bolt",
    "drop",
  ]

  /// The kind of the overlay.
  public let kind: Kind
  /// The file that holds its features, relative to the request's own; `nil` where it is in the overlay itself.
  public var file: String?
  /// Features of GeoJSON, with the members of simplestyle; empty for a file.
  public private(set) var features = ""
  /// The members of simplestyle that hold where a file's features have none, by name in order.
  public let properties: [Property]

  /// A member of simplestyle: a text or a number.
  public struct Property: Hashable, Sendable {
    /// The name, such as `stroke-width`.
    public let name: String
    /// The value as JSON.
    public let json: String
  }

  /// Reads coordinates, an encoded polyline or a file, then settings, separated by semicolons.
  ///
  /// - Throws: ``SettingError`` for anything else.
  public init(_ kind: Kind, _ text: String) throws(SettingError) {
    var parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)[...]
    let place = parts.popFirst() ?? ""
    let radius = kind == .circle ? parts.popFirst() : nil
    let settings = parts.filter { !$0.isEmpty }.map { part in
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      return pair.count == 2 ? (pair[0], pair[1]) : (part, nil)
    }
    try self.init(kind, place, radius: radius, settings)
  }

  /// - Parameters:
  ///   - place: coordinates, an encoded polyline or a file.
  ///   - settings: names and values; a name without a value is an error.
  /// - Throws: ``SettingError``.
  package init(
    _ kind: Kind, _ place: String, radius: String? = nil, _ settings: [(name: String, value: String?)]
  ) throws(SettingError) {
    if kind == .circle, radius == nil {
      throw SettingError("a circle needs a radius, such as 13.4,52.5;500m")
    }
    var properties: [Property] = []
    var target: Coordinate?
    for (name, value) in settings {
      if kind == .note, name == "to", let value {
        target = try MapOverlay.coordinate(value)
        continue
      }
      guard let value, !value.isEmpty else {
        throw .malformed(
          value == nil ? name : name + "=", fault: "is no setting; write one such as color=#c33")
      }
      properties += try MapOverlay.properties(name, value, of: kind)
    }
    self.kind = kind
    self.properties = properties
    if kind == .note {
      (file, features) = (nil, try MapOverlay.note(at: MapOverlay.coordinate(place), to: target, properties))
      return
    }
    let isFile =
      kind != .marker && kind != .circle && !MapOverlay.isPositions(place)
      && (kind == .area || place.contains(where: { $0 == "." || $0 == "/" }))
    file = isFile ? place : nil
    guard !isFile else { return }
    let coordinates: [Coordinate]
    let shape = kind == .marker ? "Point" : kind == .path ? "LineString" : "Polygon"
    switch kind {
    case .marker, .note: coordinates = [try MapOverlay.coordinate(place)]
    case .circle:
      coordinates = try Geodesy.circle(
        about: MapOverlay.coordinate(place), radius: MapOverlay.meters(radius ?? ""))
    case .path, .area:
      coordinates =
        try MapOverlay.isPositions(place) ? MapOverlay.positions(place) : MapOverlay.polyline(place)
      let least = kind == .path ? 2 : 3
      guard coordinates.count >= least else {
        throw SettingError(
          "\(counted(coordinates.count, "coordinate")) cannot make a \(kind.rawValue); write \(least) or more"
        )
      }
    }
    features = MapOverlay.feature(shape) { json in
      MapOverlay.write(coordinates, as: shape, to: &json)
    } properties: {
      MapOverlay.write(properties, to: &$0)
    }
  }

  private static func write(_ properties: [Property], to json: inout JSONWriter) {
    for property in properties {
      json.key(property.name)
      json.raw(property.json)
    }
  }

  /// A text and the line from it to a place, which ends beneath the mark there; without a text the line has a head.
  private static func note(
    at place: Coordinate, to target: Coordinate?, _ properties: [Property]
  ) throws(SettingError) -> String {
    let hasText = properties.contains { $0.name == "note" }
    guard hasText || target != nil else {
      throw SettingError(
        "a note needs a text or a place that it points to, such as 13.4,52.5;text=Here;to=14,53")
    }
    let (from, to) = (WorldPoint(place), WorldPoint(target ?? place))
    let way = (x: to.x - from.x, y: to.y - from.y)
    let isLevel = abs(way.x) >= abs(way.y)
    let anchor =
      way == (0, 0) ? "center" : isLevel ? (way.x > 0 ? "right" : "left") : way.y > 0 ? "bottom" : "top"
    let word = feature("Point") {
      $0.numbers([place.longitude, place.latitude])
    } properties: { json in
      write(properties, to: &json)
      json.member("note-anchor", anchor)
    }
    guard let target else { return word }
    let line = feature("LineString") {
      write([place, target], as: "LineString", to: &$0)
    } properties: { json in
      json.member("stroke", "#333333")
      json.member("stroke-width", 1.25)
      write(properties.filter { $0.name == "stroke" }, to: &json)
    }
    if hasText { return "\(word), \(line)" }
    let head = feature("Point") {
      $0.numbers([target.longitude, target.latitude])
    } properties: { json in
      json.member("note", "▶")
      json.member("note-anchor", "right")
      json.member("note-turn", atan2(way.y, way.x) * 180 / .pi)
      write(properties, to: &json)
    }
    return "\(line), \(head)"
  }

  init(_ kind: Kind, feature: String) { (self.kind, features, file, properties) = (kind, feature, nil, []) }

  // MARK: Settings

  private static func properties(
    _ name: String, _ value: String, of kind: Kind
  ) throws(SettingError) -> [Property] {
    func text(_ name: String, _ value: String) -> Property {
      var json = JSONWriter()
      json.string(value)
      return Property(name: name, json: json.text)
    }
    func number(_ range: ClosedRange<Double>, _ name: String) throws(SettingError) -> Property {
      guard let number = Decimal.number(of: value) else { throw .notANumber(value) }
      guard range.contains(number) else { throw .outside(value, range) }
      return Property(name: name, json: javaScriptText(of: number))
    }
    let names =
      switch kind {
      case .marker: ["label", "color", "size", "sign"]
      case .note: ["text", "to", "color", "size"]
      default: ["color", "width", "fill", "opacity"]
      }
    guard names.contains(name) else {
      let advice = nameAdvice(name, among: names, else: "write \(names.joined(separator: ", "))")
      throw SettingError("a \(kind.rawValue) has no \(escapedForMessage(name)); \(advice)")
    }
    if name == "color" || name == "fill", Color(css: value) == nil {
      throw .malformed(value, fault: "is no color; write one such as #c33 or red")
    }
    switch name {
    case "text": return [text("note", value)]
    case "size" where kind == .note: return [try number(4...72, "note-size")]
    case "color" where kind == .note: return [text("stroke", value), text("note-color", value)]
    case "label": return [text("title", value)]
    case "sign":
      guard signs.contains(value) else { throw .noChoice(value, of: signs) }
      return [text("marker-symbol", value)]
    case "size":
      let sizes = ["s": "small", "m": "medium", "l": "large"]
      guard let size = sizes[value] ?? sizes.values.first(where: { $0 == value }) else {
        throw .noChoice(value, of: ["s", "m", "l"])
      }
      return [text("marker-size", size)]
    case "color" where kind == .marker: return [text("marker-color", value)]
    case "color" where kind == .path: return [text("stroke", value)]
    case "color": return [text("stroke", value), text("fill", value)]
    case "fill": return [text("fill", value)]
    case "width": return [try number(0...100, "stroke-width")]
    default: return [try number(0...1, kind == .path ? "stroke-opacity" : "fill-opacity")]
    }
  }

  // MARK: Coordinates

  /// True for numbers with commas, and their beginnings.
  private static func isPositions(_ text: String) -> Bool {
    let first = text.split(separator: " ").first ?? ""
    let numbers = first.split(separator: ",", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { Decimal.number(of: $0) != nil }
  }

  private static func positions(_ text: String) throws(SettingError) -> [Coordinate] {
    try text.split(separator: " ").map { word throws(SettingError) in try coordinate(String(word)) }
  }

  static func coordinate(_ text: String) throws(SettingError) -> Coordinate {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Decimal.number(of: $0) }
    guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1] else {
      throw .malformed(
        escapedForMessage(text), fault: "is no coordinate; write longitude,latitude such as 13.4,52.5")
    }
    guard (-90...90).contains(latitude) else {
      throw SettingError(
        "latitude \(javaScriptText(of: latitude)) is outside -90...90; are longitude and latitude swapped?")
    }
    guard (-180...180).contains(longitude) else {
      throw SettingError(
        "longitude \(javaScriptText(of: longitude)) is outside -180...180; write degrees east or west")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func meters(_ text: String) throws(SettingError) -> Double {
    let word = text.filter { $0 != " " }
    let (digits, unit) =
      word.hasSuffix("km")
      ? (word.dropLast(2), 1000.0) : (word.hasSuffix("m") ? word.dropLast() : word[...], 1)
    guard let number = Decimal.number(of: digits), number > 0, number * unit <= 10_000_000 else {
      throw .malformed(
        escapedForMessage(text), fault: "is no radius; write meters or kilometers up to 10000km, such as 500m"
      )
    }
    return number * unit
  }

  /// Coordinates of an encoded polyline: differences of 1e-5 degrees in five bits a character.
  ///
  /// - SeeAlso: Google, Encoded Polyline Algorithm Format.
  private static func polyline(_ text: String) throws(SettingError) -> [Coordinate] {
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for byte in text.utf8 {
      guard (63...126).contains(byte), shift <= 30 else {
        throw .malformed(
          escapedForMessage(text),
          fault: "is neither coordinates nor an encoded polyline; write LON,LAT LON,LAT, a polyline or a file"
        )
      }
      value |= ((Int(byte) - 63) & 31) << shift
      shift += 5
      guard byte < 95 else { continue }
      numbers.append(value & 1 == 1 ? ~(value >> 1) : value >> 1)
      (value, shift) = (0, 0)
    }
    guard shift == 0, numbers.count % 2 == 0 else {
      throw SettingError(
        "the polyline ends within \(shift == 0 ? "a coordinate" : "a number"); copy all of it")
    }
    var (latitude, longitude) = (0, 0)
    var found: [Coordinate] = []
    for index in stride(from: 0, to: numbers.count, by: 2) {
      latitude += numbers[index]
      longitude += numbers[index + 1]
      found.append(try coordinate("\(Double(longitude) / 1e5),\(Double(latitude) / 1e5)"))
    }
    return found
  }

  private static func write(_ coordinates: [Coordinate], as shape: String, to json: inout JSONWriter) {
    func positions(_ json: inout JSONWriter) {
      json.array { json in
        let ring = shape == "Polygon" && coordinates.first != coordinates.last ? coordinates.prefix(1) : []
        for place in coordinates + ring { json.numbers([place.longitude, place.latitude]) }
      }
    }
    switch shape {
    case "Point": json.numbers([coordinates[0].longitude, coordinates[0].latitude])
    case "LineString": positions(&json)
    default: json.array { positions(&$0) }
    }
  }

  static func feature(
    _ shape: String, coordinates: (inout JSONWriter) -> Void, properties: (inout JSONWriter) -> Void
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "Feature")
      json.geometry(shape, key: "geometry", coordinates)
      json.object("properties", properties)
    }
    return json.text
  }
}

extension RequestMemberType where Value == [MapOverlay] {
  static var overlays: Self {
    Self(schema: .list(.open([], required: []), count: 0...Int.max)) { reader, node in
      if node.value.elements == nil { reader.expected("a list of objects", at: node) }
      return node.elements.flatMap { reader.overlays($0) }
    }
  }
}

extension DocumentReader {
  /// Reads `{"marker": [13.4, 52.5], "color": "#c33"}`, and GeoJSON with the members of simplestyle.
  fileprivate mutating func overlays(_ node: JSONNode) -> [MapOverlay] {
    func text(_ value: JSONValue) -> String {
      guard let elements = value.elements else { return MapOverlay.text(value) }
      return elements.map(text).joined(separator: elements.first?.number != nil ? "," : " ")
    }
    if node.value["type"] != nil {
      do throws(SettingError) {
        return try MapOverlay.features(of: node.value)
      } catch {
        self.error("invalid-value", at: node.location, error.description)
        return []
      }
    }
    let members = node.value.members ?? []
    let kinds = members.compactMap { MapOverlay.Kind(rawValue: $0.key) }
    guard kinds.count == 1, let place = members.first(where: { $0.key == kinds[0].rawValue }) else {
      expected("GeoJSON, or an object with one of marker, path, area, circle and note", at: node)
      return []
    }
    let radius = node.value["radius"].map(text)
    let settings = members.filter { $0.key != place.key && $0.key != "radius" }.map {
      (name: $0.key, value: String?.some(text($0.value)))
    }
    let isCircle = kinds[0] == .circle
    do throws(SettingError) {
      let overlay = try MapOverlay(
        kinds[0], text(place.value), radius: isCircle ? radius : nil,
        (isCircle ? nil : radius).map { [($0, nil)] + settings } ?? settings)
      return [overlay]
    } catch {
      self.error("invalid-value", at: node.location, "\(kinds[0].rawValue): \(error.description)")
      return []
    }
  }
}
