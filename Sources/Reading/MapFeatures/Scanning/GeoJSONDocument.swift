struct GeoJSONDocument {
  enum Step: Hashable {
    /// Offset of the first feature or the array's end, and a preceding `type`.
    case features(start: Int, type: String?)
    /// Offset after the object, and its `type`.
    case end(behind: Int, type: String?)
    case incomplete
    case failed(FeatureProblem, offset: Int)
  }

  let bytes: UnsafeRawBufferPointer
  let depthLimit: Int
  let isFinal: Bool

  func head(from start: Int, type: String?, stopsAtFeatures: Bool = true) -> Step {
    members(from: start, type, isHead: true, stopsAtFeatures: stopsAtFeatures)
  }

  func tail(from start: Int, type: String?) -> Step {
    members(from: start, type, isHead: false, stopsAtFeatures: false)
  }

  private func members(from start: Int, _ type: String?, isHead: Bool, stopsAtFeatures: Bool) -> Step {
    guard var json = JSONScanner(bytes, depthLimit: depthLimit) else { return .incomplete }
    var (position, type, isFirst) = (start, type, isHead)
    if isHead { position = json.take(0x7B, "a GeoJSON object", at: start) }
    while position >= 0 {
      position = json.skipBlanks(position)
      if position < bytes.count, bytes[position] == 0x7D { return .end(behind: position + 1, type: type) }
      if !isFirst {
        position = json.take(0x2C, "a comma or }", at: position)
        if position < 0 { break }
      }
      isFirst = false
      var name = GeoJSONName.other
      position = json.takeName(json.skipBlanks(position), &name)
      if position < 0 { break }
      let value = json.skipBlanks(position)
      switch name {
      case .features where stopsAtFeatures && (type ?? "FeatureCollection") == "FeatureCollection":
        guard value < bytes.count else {
          position = json.fail(expected: "an array", at: value)
          break
        }
        guard bytes[value] == 0x5B else { return .failed(.featuresNotArray, offset: value) }
        let first = json.skipBlanks(value + 1)
        guard first < bytes.count, bytes[first] == 0x2C else { return .features(start: first, type: type) }
        position = json.fail(expected: "a value", at: first)
      case .crs: position = json.takeReferenceSystem(value, depth: 1)
      default:
        position = json.skipValue(value, depth: 1)
        if case .type = name, position >= 0 {
          type = bytes[value] == 0x22 ? json.text(from: value, to: position) : nil
        }
      }
    }
    return json.isCut && !isFinal ? .incomplete : .failed(json.problem, offset: json.problemOffset)
  }
}
