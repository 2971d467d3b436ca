import TileSources

extension FileStore {
  /// The picture of a tag, where it is kept.
  func answer(_ tag: EntityTag) -> ServerAnswer? {
    guard let bytes = bytes(of: tag.name), let end = bytes.firstRange(of: [0x0A, 0x0A]) else { return nil }
    var lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\n")[...]
    let body = bytes[end.upperBound...]
    // A system that went down may leave less than was written.
    guard lines.popFirst() == "clustersnap answer 1 \(body.count)" else { return nil }
    var answer = ServerAnswer(200, "", Array(body))
    answer.headers = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
    return answer
  }

  /// Keeps a picture under its tag.
  func keep(_ answer: ServerAnswer, _ tag: EntityTag) {
    let lines = answer.headers.map { "\($0.name):\($0.value)\n" }.joined()
    let head = "clustersnap answer 1 \(answer.body.bytes.count)\n\(lines)\n"
    keep(Array(head.utf8) + answer.body.bytes, as: tag.name)
  }
}

extension EntityTag {
  /// The tag without its quotation marks.
  fileprivate var name: String { String(text.dropFirst().dropLast()) }
}
