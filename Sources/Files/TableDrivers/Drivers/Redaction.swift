/// Hides secrets of an address: drivers quote parts of bad ones.
struct Redaction {
  private let pieces: [String]

  static let none = Redaction(pieces: [])

  private init(pieces: [String]) { self.pieces = pieces }

  /// Secrets of an address: user and password, however they are split, and values of the query.
  init(of address: String) {
    var pieces: Set<String> = []
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    if let at = rest.lastIndex(of: "@") {
      let user = rest[..<at]
      if let colon = user.firstIndex(of: ":") {
        let password = user[user.index(after: colon)...]
        pieces.insert(String(password))
        for part in password.split(whereSeparator: { "/:@?#&=%".contains($0) }) {
          pieces.insert(String(part))
        }
      }
    }
    if let query = rest.firstIndex(of: "?") {
      for pair in rest[rest.index(after: query)...].split(separator: "&") {
        guard let equals = pair.firstIndex(of: "=") else { continue }
        let key = pair[..<equals].lowercased()
        let isSecret = ["pass", "key", "token", "secret"].contains { key.contains($0) }
        if isSecret { pieces.insert(String(pair[pair.index(after: equals)...])) }
      }
    }
    pieces.formUnion(pieces.map(Redaction.decoded))
    pieces.insert(address)
    pieces.remove("")
    // The longest first: a part of it would leave the rest.
    self.pieces = pieces.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// Removes secrets; short ones only as whole words.
  func removed(from text: String) -> String {
    var text = text
    for piece in pieces {
      var result = ""
      var rest = text[...]
      while let range = rest.firstRange(of: piece) {
        let before = rest[..<range.lowerBound].last ?? result.last
        let isWord = [before, rest[range.upperBound...].first].allSatisfy { neighbor in
          neighbor.map { !$0.isLetter && !$0.isNumber } ?? true
        }
        result += rest[..<range.lowerBound] + (piece.count >= 4 || isWord ? "…" : rest[range])
        rest = rest[range.upperBound...]
      }
      text = result + rest
    }
    return text
  }

  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var position = 0
    while position < source.count {
      if source[position] == 0x25, position + 2 < source.count,
        let byte = UInt8(String(decoding: source[position + 1...position + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        position += 3
      } else {
        bytes.append(source[position])
        position += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
