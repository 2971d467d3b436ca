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
      json.member("markersOf", Resource.fileName(of: golden.goldenPath))
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

  static func explanation(old: JSONValue, new: [UInt8], tolerance: Double) -> String? {
    guard let new = markers(in: new),
      let difference = FeatureDifference(between: old, and: new, tolerance: tolerance)
    else { return nil }
    return difference.isEmpty ? "same clusters, other drawing" : difference.text
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
