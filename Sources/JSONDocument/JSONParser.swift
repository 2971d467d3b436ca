/// Reads a document with a stack of its own, so that the depth of input is a number and not a recursion.
struct JSONParser {
  /// An array or object that is still open.
  private struct Frame {
    let container: JSONError.Container
    let position: TextPosition
    var elements: [JSONValue] = []
    var members: [JSONMember] = []
    var key = ""
    var keyPosition = TextPosition(line: 0, column: 0)
    /// Where each key stands among the members; made once an object has more than a few.
    var indices: [ExactKey: Int] = [:]
  }

  let bytes: [UInt8]
  var offset: Int
  private(set) var repeatedKeys: [RepeatedKey] = []
  private var places: TextPlaces
  private var open: [Frame] = []
  private let depthLimit: Int

  init(_ bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.places = TextPlaces(start: offset)
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    if let content = ForeignContent(recognizing: bytes) { throw fault(.foreign(content)) }
    if let invalid = firstInvalidUTF8(in: bytes, from: offset) {
      throw fault(.notUTF8(byte: bytes[invalid]), at: invalid)
    }
    skipWhiteSpace()
    if offset == bytes.count { throw fault(.empty) }
    while true {
      guard var value = try beginValue() else { continue }
      // Hand the value to what holds it; a closed container is itself such a value.
      while true {
        guard !open.isEmpty else {
          try expectEnd()
          return value
        }
        hand(over: value)
        guard let closed = try continueOrClose() else { break }
        value = closed
      }
    }
  }

  /// Reads a scalar or an empty container whole; opens any other container and returns `nil`.
  private mutating func beginValue() throws(JSONError) -> JSONValue? {
    let position = here
    switch byte {
    case 0x7B:
      try push(.object, at: position)
      guard byte == 0x7D else {
        try readKey(afterComma: nil)
        return nil
      }
      return pop()
    case 0x5B:
      try push(.array, at: position)
      return byte == 0x5D ? pop() : nil
    case 0x22: return JSONValue(.string(try readString()), at: position)
    case 0x2D, 0x30...0x39: return JSONValue(.number(try readNumber()), at: position)
    default: return JSONValue(try readWord(), at: position)
    }
  }

  private mutating func push(_ container: JSONError.Container, at position: TextPosition) throws(JSONError) {
    guard open.count < depthLimit else { throw fault(.tooDeep(limit: depthLimit)) }
    open.append(Frame(container: container, position: position))
    offset += 1
    skipWhiteSpace()
  }

  private mutating func pop() -> JSONValue {
    offset += 1
    let frame = open.removeLast()
    return JSONValue(
      frame.container == .array ? .array(frame.elements) : .object(frame.members), at: frame.position)
  }

  /// Behind a value: a comma, and then the next value (`nil`), or the end of what holds it.
  private mutating func continueOrClose() throws(JSONError) -> JSONValue? {
    skipWhiteSpace()
    let container = open[open.count - 1].container
    switch (byte, container) {
    case (0x2C, _):
      let comma = offset
      offset += 1
      skipWhiteSpace()
      if container == .object {
        try readKey(afterComma: comma)
      } else if byte == 0x5D {
        throw fault(.trailingComma(before: "]"), at: comma)
      }
      return nil
    case (0x7D, .object), (0x5D, .array): return pop()
    default: throw unexpected(.commaOrEnd(of: container))
    }
  }

  private mutating func hand(over value: JSONValue) {
    let top = open.count - 1
    if open[top].container == .array {
      open[top].elements.append(value)
      return
    }
    let member = JSONMember(key: open[top].key, keyPosition: open[top].keyPosition, value: value)
    if let known = indexOfMember(member.key, in: top) {
      repeatedKeys.append(
        RepeatedKey(key: member.key, path: path(through: top), position: member.keyPosition))
      open[top].members[known] = member
    } else {
      open[top].members.append(member)
    }
  }

  /// Where an open object already has a key; remembers the key where the object is large.
  private mutating func indexOfMember(_ key: String, in top: Int) -> Int? {
    let exact = ExactKey(text: key)
    let count = open[top].members.count
    if count < 12 { return open[top].members.firstIndex { ExactKey(text: $0.key) == exact } }
    if count == 12, open[top].indices.isEmpty {
      for (index, member) in open[top].members.enumerated() {
        open[top].indices[ExactKey(text: member.key)] = index
      }
    }
    if let known = open[top].indices[exact] { return known }
    open[top].indices[exact] = count
    return nil
  }

  /// The way to the member or element being read in the open container `last`.
  private func path(through last: Int) -> JSONPath {
    JSONPath(
      open[...last].map { frame in
        frame.container == .array ? .index(frame.elements.count) : .key(frame.key)
      })
  }

  private mutating func readKey(afterComma comma: Int?) throws(JSONError) {
    switch byte {
    case 0x22: break
    case 0x7D:
      if let comma { throw fault(.trailingComma(before: "}"), at: comma) }
      throw unexpected(.key)
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24: throw fault(.unquotedKey(wordHere))
    default: throw unexpected(.key)
    }
    let position = here
    let key = try readString()
    skipWhiteSpace()
    guard byte == 0x3A else { throw unexpected(.colon) }
    offset += 1
    skipWhiteSpace()
    open[open.count - 1].key = key
    open[open.count - 1].keyPosition = position
  }

  private mutating func expectEnd() throws(JSONError) {
    skipWhiteSpace()
    guard offset < bytes.count else { return }
    if let common = commonMistake() { throw fault(common) }
    throw fault(.textAfterEnd(foundHere))
  }

  // MARK: Places and faults

  /// The byte at the offset; 0, which no rule allows, at the end.
  var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private var here: TextPosition {
    mutating get { places.position(at: offset, in: bytes) }
  }

  mutating func fault(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
    JSONError(at: places.position(at: place ?? offset, in: bytes), reason)
  }

  /// Something else than what must stand here: the end of the text, a well-known mistake, or anything.
  mutating func unexpected(_ expectation: JSONError.Expectation) -> JSONError {
    if offset >= bytes.count, let frame = open.last {
      return fault(.cutOff(inside: frame.container, opened: frame.position))
    }
    if let common = commonMistake() { return fault(common) }
    return fault(.expected(expectation, found: foundHere))
  }

  private func commonMistake() -> JSONError.Reason? {
    switch byte {
    case 0x2F where offset + 1 < bytes.count && (bytes[offset + 1] == 0x2F || bytes[offset + 1] == 0x2A):
      .comment
    case 0x23: .comment
    case 0x27: .singleQuotes
    case 0xEF where bytes[offset...].starts(with: [0xEF, 0xBB, 0xBF]): .byteOrderMarkInside
    default: nil
    }
  }

  private mutating func skipWhiteSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }
}

/// A key compared scalar by scalar: `==` on strings takes `é` and `e` + accent for the same, JSON does not.
private struct ExactKey: Hashable {
  let text: String

  static func == (a: ExactKey, b: ExactKey) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
