import JSONDocument

extension MapOverlay {
  /// Text and numeric members of simplestyle.
  private static let texts = ["marker-color", "marker-size", "marker-symbol", "title", "stroke", "fill"]
  private static let numbers = ["stroke-opacity", "stroke-width", "fill-opacity"]

  /// Nesting of positions in a geometry, and the fewest in the innermost list.
  private static let shapes: [String: (kind: Kind, depth: Int, least: Int)] = [
    "Point": (.marker, 0, 1), "MultiPoint": (.marker, 1, 1), "LineString": (.path, 1, 2),
    "MultiLineString": (.path, 2, 2), "Polygon": (.area, 2, 4), "MultiPolygon": (.area, 3, 4),
  ]

  /// Features of GeoJSON as overlays, with members of simplestyle.
  ///
  /// - Throws: ``SettingError`` for invalid GeoJSON, and for more than `most` features.
  public static func features(ofGeoJSON text: String, atMost most: Int) throws(SettingError) -> [MapOverlay] {
    let root = try rethrowing(JSONText(parsing: Array(text.utf8)).root) { (error: JSONError) in
      SettingError("the GeoJSON cannot be read: \(error.description)")
    }
    return try features(of: root, atMost: most)
  }

  /// The features of an object of GeoJSON, an overlay each.
  static func features(of root: JSONValue, atMost most: Int = 10_000) throws(SettingError) -> [MapOverlay] {
    let all = root["type"]?.string == "FeatureCollection" ? root["features"]?.elements ?? [] : [root]
    guard all.count <= most else {
      throw SettingError("the GeoJSON has \(all.count) features; write \(most) at most")
    }
    var found: [MapOverlay] = []
    for (number, feature) in all.enumerated() {
      let isFeature = feature["type"]?.string == "Feature"
      do throws(SettingError) {
        if isFeature, feature["geometry"]?.isNull == true { continue }
        found.append(
          try overlay(isFeature ? feature["geometry"] : feature, isFeature ? feature["properties"] : nil))
      } catch {
        throw SettingError("feature \(number + 1) of the GeoJSON: \(error.description)")
      }
    }
    return found
  }

  private static func overlay(
    _ geometry: JSONValue?, _ properties: JSONValue?
  ) throws(SettingError) -> MapOverlay {
    let type = geometry?["type"]?.string ?? ""
    guard let geometry, let shape = shapes[type], let places = geometry["coordinates"] else {
      throw SettingError(
        "\(quotedForMessage(type)) is no geometry with coordinates; \(nameAdvice(type, among: shapes.keys.sorted()))"
      )
    }
    try check(places, depth: shape.depth, least: shape.least)
    let json = feature(type) { json in
      json.value(places)
    } properties: { json in
      for member in properties?.members ?? [] {
        let isText = texts.contains(member.key) && member.value.string != nil
        let isNumber = numbers.contains(member.key) && Decimal.number(of: text(member.value)) != nil
        if isText || isNumber { json.member(member.key, member.value) }
      }
    }
    return MapOverlay(shape.kind, feature: json)
  }

  static func text(_ value: JSONValue) -> String {
    value.string ?? value.number.map(javaScriptText(of:)) ?? ""
  }

  private static func check(_ places: JSONValue, depth: Int, least: Int) throws(SettingError) {
    guard let elements = places.elements else {
      throw SettingError("coordinates are missing; write lists of [longitude, latitude]")
    }
    guard depth > 0 else {
      let numbers = elements.map(\.number)
      guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
        throw SettingError("a position is no list of two numbers; write [longitude, latitude]")
      }
      return try _ = coordinate("\(longitude),\(latitude)")
    }
    guard depth > 1 || elements.count >= least else {
      throw SettingError(
        "\(counted(elements.count, "position")) cannot make its geometry; write \(least) or more")
    }
    for element in elements { try check(element, depth: depth - 1, least: least) }
  }
}
