/// Finds rows wrapped by a service: `{"results": […]}`, `{"hits": {"hits": […]}}`.
///
/// Searches level by level for the first array of rows with coordinates, or of features.
struct JSONEnvelope {
  let first: Int
  /// ``JSONRows/Finding/rows(_:)``, ``JSONRows/Finding/features``, or why the first array of objects is
  /// neither.
  let finding: JSONRows.Finding
}

extension JSONEnvelope {
  private static let (deepest, most) = (3, 64)
  /// Members whose arrays of arrays are rows.
  private static let rowNames: Set = ["data", "items", "points", "records", "results", "rows", "values"]

  init?(in bytes: UnsafeRawBufferPointer, objectAt start: Int, options: ReadingOptions) {
    guard var json = JSONScanner(bytes, depthLimit: options.depthLimit) else { return nil }
    let text = json
    var (objects, arrays) = ([json.skipBlanks(start)], 0)
    var failure: JSONEnvelope?
    for _ in 0..<Self.deepest {
      var members: [(name: String, offset: Int)] = []
      for object in objects {
        _ = json.takeObject(object, depth: 0) { name, offset in
          guard [0x7B, 0x5B].contains(bytes[offset]), members.count < 1024 else { return }
          members.append((text.text(name), offset))
        }
      }
      for (name, offset) in members where bytes[offset] == 0x5B && arrays < Self.most {
        let first = json.skipBlanks(offset + 1)
        guard bytes[first] == 0x7B || bytes[first] == 0x5B && Self.rowNames.contains(name) else { continue }
        arrays += 1
        let finding = JSONRows.find(in: bytes, from: first, options: options)
        switch finding {
        case .rows, .features:
          self.init(first: first, finding: finding)
          return
        case .problem: failure = failure ?? JSONEnvelope(first: first, finding: finding)
        case .unknown: break
        }
      }
      objects = members.filter { bytes[$0.offset] == 0x7B }.map(\.offset)
    }
    guard let failure else { return nil }
    self = failure
  }

}

extension JSONRows {
  enum Document {
    case row(Finding)
    case array(first: Int, JSONRows?)
  }

  static func document(
    in bytes: UnsafeRawBufferPointer, objectAt start: Int, type: String?, options: ReadingOptions
  ) -> Document {
    let own = find(in: bytes, from: start, options: options)
    if case .rows(let rows) = own, !rows.isNested { return .row(own) }
    guard type.map({ GeoJSONKind($0).isKnown || $0 == "Topology" }) != true,
      let envelope = JSONEnvelope(in: bytes, objectAt: start, options: options)
    else { return .row(own) }
    switch (envelope.finding, own) {
    case (.rows(let rows), _): return .array(first: envelope.first, rows)
    case (.features, _): return .array(first: envelope.first, nil)
    case (_, .rows): return .row(own)
    default: return .row(envelope.finding)
    }
  }
}
