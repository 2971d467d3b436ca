import ImageDiff
import JSONDocument
import MapFeatures

/// The file of markers beside a golden, `NAME.markers.json`: it explains which clusters stand behind a difference.
enum MarkersFile {
  /// The markers of a picture, without what only their drawing has.
  static func bytes(of geoJSON: [UInt8], of golden: GoldenCase) -> Result<[UInt8], GoldenError> {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONText(parsing: geoJSON).root
    } catch {
      return .failure(.notDrawn("what was written is no GeoJSON: \(error)"))
    }
    var json = JSONWriter(layout: .lines(levels: 2))
    json.object { json in
      json.member("type", "FeatureCollection")
      json.member("markersOf", Resource.fileName(of: golden.requestPath))
      if let view = root["view"] { json.member("view", view) }
      json.array("features") { json in
        for feature in root["features"]?.elements ?? [] { json.value(feature.marker) }
      }
    }
    json.lineFeed()
    return .success(json.takeBytes())
  }

  static func markers(in bytes: [UInt8]) -> JSONValue? {
    guard let root = try? JSONText(parsing: bytes).root, root["markersOf"] != nil else { return nil }
    return root
  }

  static func explanation(old: JSONValue, new: [UInt8], tolerance: Double) -> FeatureDifference? {
    markers(in: new).flatMap {
      FeatureDifference(between: old, and: $0, tolerance: tolerance, pairsByPlace: true)
    }
  }
}

extension GoldenCase {
  /// Turns the markers that are masked into rectangles, where they are drawn, and warns of masks that lie outside.
  mutating func placeMasks(on picture: GoldenActual, _ markers: [UInt8]?) -> [CaseNote] {
    var faults: [String] = []
    let features = markers.flatMap { try? JSONText(parsing: $0).root["features"]?.elements } ?? []
    for id in maskedMarkers {
      let areas = features.filter { $0.isMarker(id) }.compactMap { $0.area(scale: scale) }
      if areas.isEmpty { faults.append("no marker \(quotedForMessage(id)) is drawn") }
      settings.picture.comparison.masks += areas
    }
    if case .picture(let bitmap) = picture {
      let (width, height) = (bitmap.width, bitmap.height)
      for mask in settings.picture.comparison.masks
      where PixelSet(of: [mask], width: width, height: height).count == 0 {
        faults.append("\(mask.x),\(mask.y) lies outside of the \(width)x\(height) pixels")
      }
    }
    return faults.map { CaseNote(of: requestPath, "golden.masks: \($0)") }
  }
}

extension JSONValue {
  fileprivate func isMarker(_ id: String) -> Bool {
    guard let own = self["properties"]?["cluster_id"] ?? self["id"] else { return false }
    return own.string == id || own.number.map { decimalText(of: $0, decimals: 3) } == id
  }

  /// The square that a marker's bubble covers, in pixels, with a pixel around it for smoothing; `nil` where none is drawn.
  fileprivate func area(scale: Double) -> PixelRectangle? {
    func number(_ key: String) -> Double? {
      (self["properties"]?["clustersnap:" + key] ?? self["properties"]?[key])?.number
    }
    guard let x = number("x"), let y = number("y"), let radius = number("radius") else { return nil }
    let (left, top) = (x + (number("dx") ?? 0) - radius, y + (number("dy") ?? 0) - radius)
    let corner = (x: Int((left * scale).rounded(.down)) - 1, y: Int((top * scale).rounded(.down)) - 1)
    let side = Int((2 * radius * scale).rounded(.up)) + 3
    return PixelRectangle(x: corner.x, y: corner.y, width: side, height: side)
  }
}

extension JSONValue {
  fileprivate var marker: JSONValue {
    func only(_ keys: Set<String>, of value: JSONValue) -> JSONValue {
      JSONValue(.object((value.members ?? []).filter { keys.contains($0.key) }), at: value.position)
    }
    let kept = only(["type", "id", "geometry", "properties"], of: self)
    let members = (kept.members ?? []).map { member in
      member.key == "properties"
        ? JSONMember(
          key: member.key, keyPosition: member.keyPosition,
          value: only(["cluster_id", "id", "point_count", "source"], of: member.value)) : member
    }
    return JSONValue(.object(members), at: position)
  }
}
