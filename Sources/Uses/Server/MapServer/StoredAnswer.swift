import TileSources

extension FileStore {
  func answer(_ tag: EntityTag) -> ServerAnswer? {
    guard let bytes = bytes(of: tag.name), let end = bytes.firstRange(of: [0x0A, 0x0A]) else { return nil }
    var lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\n")[...]
    let body = bytes[end.upperBound...]
    // A system that went down may leave less than was written, and a disk other bytes.
    guard let first = lines.popFirst(), let start = bytes.firstIndex(of: 0x0A),
      first == Self.line(bytes[(start + 1)...])
    else { return nil }
    var answer = ServerAnswer(200, "", Array(body))
    answer.headers = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
    return answer
  }

  func keep(_ answer: ServerAnswer, _ tag: EntityTag) {
    let lines = answer.headers.map { "\($0.name):\($0.value)\n" }.joined()
    let rest = Array("\(lines)\n".utf8) + answer.body.bytes
    keep(Array("\(Self.line(rest[...]))\n".utf8) + rest, as: tag.name)
  }

  private static func line(_ rest: ArraySlice<UInt8>) -> String {
    "clustersnap answer 2 \(hexadecimalText(of: SHA256.bytes(of: Array(rest))))"
  }
}

extension EntityTag {
  fileprivate var name: String { String(text.dropFirst().dropLast()) }
}
