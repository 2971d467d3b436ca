import JSONDocument

/// TopoJSON: outlines as shared arcs, in steps of a grid.
///
/// - SeeAlso: M. Bostock and C. Metcalf, The TopoJSON Format Specification, 1.0.
struct TopoJSON {
  private let arcs: [[[Double]]]
  private let transform: (scale: [Double], translation: [Double])?

  /// A topology as GeoJSON features; `nil` for anything else, and for missing arcs.
  static func geoJSON(of bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    guard let root = try? JSONText(parsing: String(decoding: bytes, as: UTF8.self)).root,
      let topology = TopoJSON(root), let objects = root["objects"]?.members
    else { return nil }
    var json = JSONWriter()
    var isWhole = true
    json.object { json in
      json.member("type", "FeatureCollection")
      json.key("features")
      json.array { json in
        for object in objects { topology.writeFeatures(of: object.value, to: &json, &isWhole) }
      }
    }
    return isWhole ? json.takeBytes() : nil
  }

  private init?(_ root: JSONValue) {
    guard let arcs = root["arcs"]?.elements else { return nil }
    if let transform = root["transform"] {
      guard let scale = transform["scale"]?.numbers, let translation = transform["translate"]?.numbers,
        scale.count == 2, translation.count == 2
      else { return nil }
      self.transform = (scale, translation)
    } else {
      transform = nil
    }
    var read: [[[Double]]] = []
    for arc in arcs {
      var (positions, last): ([[Double]], [Double]) = ([], [0, 0])
      for element in arc.elements ?? [] {
        guard let numbers = element.numbers, numbers.count >= 2 else { return nil }
        // Steps from one position to the next.
        last = transform == nil ? numbers : [last[0] + numbers[0], last[1] + numbers[1]]
        positions.append(TopoJSON.degrees(last, transform))
      }
      read.append(positions)
    }
    self.arcs = read
  }

  private static func degrees(
    _ numbers: [Double], _ transform: (scale: [Double], translation: [Double])?
  ) -> [Double] {
    guard let transform else { return [numbers[0], numbers[1]] }
    return (0...1).map { numbers[$0] * transform.scale[$0] + transform.translation[$0] }
  }

  private func writeFeatures(of object: JSONValue, to json: inout JSONWriter, _ isWhole: inout Bool) {
    if object["type"]?.string == "GeometryCollection", object["properties"] == nil, object["id"] == nil {
      for geometry in object["geometries"]?.elements ?? [] {
        writeFeatures(of: geometry, to: &json, &isWhole)
      }
      return
    }
    json.object { json in
      json.member("type", "Feature")
      if let id = object["id"] { json.member("id", id) }
      json.key("properties")
      if let properties = object["properties"] { json.value(properties) } else { json.null() }
      json.key("geometry")
      writeGeometry(object, to: &json, &isWhole)
    }
  }

  private func writeGeometry(_ geometry: JSONValue, to json: inout JSONWriter, _ isWhole: inout Bool) {
    guard let type = geometry["type"]?.string else { return json.null() }
    json.object { json in
      json.member("type", type)
      if type == "GeometryCollection" {
        json.key("geometries")
        json.array { json in
          for part in geometry["geometries"]?.elements ?? [] { writeGeometry(part, to: &json, &isWhole) }
        }
        return
      }
      json.key("coordinates")
      if let arcs = geometry["arcs"] {
        write(arcs, to: &json, &isWhole)
      } else {
        writePositions(geometry["coordinates"], to: &json, &isWhole)
      }
    }
  }

  private func write(_ arcs: JSONValue, to json: inout JSONWriter, _ isWhole: inout Bool) {
    let elements = arcs.elements ?? []
    guard let numbers = arcs.numbers, !numbers.isEmpty else {
      json.array { json in for element in elements { write(element, to: &json, &isWhole) } }
      return
    }
    var path: [[Double]] = []
    for number in numbers {
      guard let index = Int(exactly: number), self.arcs.indices.contains(index < 0 ? ~index : index) else {
        isWhole = false
        continue
      }
      // Below 0 it runs backward; it begins where the last one ended.
      let arc = index < 0 ? self.arcs[~index].reversed() : self.arcs[index]
      path += path.isEmpty ? arc : Array(arc.dropFirst())
    }
    json.array { json in for position in path { json.numbers(position) } }
  }

  private func writePositions(_ value: JSONValue?, to json: inout JSONWriter, _ isWhole: inout Bool) {
    if let numbers = value?.numbers, numbers.count >= 2 {
      return json.numbers(TopoJSON.degrees(numbers, transform))
    }
    json.array { json in
      for element in value?.elements ?? [] { writePositions(element, to: &json, &isWhole) }
    }
  }
}

extension JSONValue {
  fileprivate var numbers: [Double]? {
    guard let elements else { return nil }
    let numbers = elements.compactMap(\.number)
    return numbers.count == elements.count ? numbers : nil
  }
}
