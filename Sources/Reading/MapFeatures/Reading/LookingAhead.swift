import JSONDocument

// What is found out before records are read, with more and more of a stream until it is there.
extension InputBlocks {
  mutating func rowFinding(
    from start: Int, _ options: ReadingOptions
  ) throws(FeatureError) -> JSONRows.Finding {
    let distance = start - front
    while true {
      let finding = JSONRows.find(in: bytes, from: front + distance, options: options)
      guard case .unknown = finding, !isComplete, count < 1 << 26 else { return finding }
      try fillTwofold()
    }
  }

  mutating func walk(
    _ options: ReadingOptions, _ body: (GeoJSONDocument, _ front: Int) -> GeoJSONDocument.Step
  ) throws(FeatureError) -> GeoJSONDocument.Step {
    while true {
      let document = GeoJSONDocument(bytes: bytes, depthLimit: options.depthLimit, isFinal: isComplete)
      let step = body(document, front)
      guard case .incomplete = step, !isComplete else { return step }
      try fillTwofold()
    }
  }

  /// First byte after a document that is not blank; `nil` at the end.
  mutating func rest(behind: Int) throws(FeatureError) -> Int? {
    let distance = behind - front
    while true {
      let rest = bytes[(front + distance)...].firstIndex { !$0.isBlank }
      if rest != nil || isComplete { return rest }
      try fill()
    }
  }
}
