/// Parses a document with an explicit stack instead of recursion.
struct JSONParser {
  private struct Frame {
    let isObject: Bool
    let position: TextPosition
    var elements: [JSONValue] = []
    var members: [JSONMember] = []
    var key = ""
    var keyPosition = TextPosition(line: 0, column: 0)
    var indices: [ExactText: Int] = [:]
  }

  let bytes: [UInt8]
  var offset: Int
  private(set) var repeatedKeys: [RepeatedKey] = []
  private var positions: TextPositions
  private var open: [Frame] = []
  private let depthLimit: Int

  init(_ bytes: [UInt8], depthLimit: Int) {
    (self.bytes, self.depthLimit) = (bytes, depthLimit)
    self.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.positions = TextPositions(start: offset)
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    if let content = FileSignature(recognizing: bytes) {
      throw fault("this is \(content.name), not JSON; \(content.remedy)")
    }
    if let invalid = firstInvalidUTF8(in: bytes, from: offset) {
      throw fault(
        "byte 0x\(paddedHexadecimal(bytes[invalid], digits: 2)) is not UTF-8; save the file as UTF-8",
        at: invalid)
    }
    skipWhiteSpace()
    if offset == bytes.count {
      throw fault("there is no JSON here, only nothing or white space; write at least {}")
    }
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

  private mutating func beginValue() throws(JSONError) -> JSONValue? {
    let position = here
    switch byte {
    case 0x7B:
      try push(isObject: true, at: position)
      guard byte == 0x7D else {
        try readKey()
        return nil
      }
      return pop()
    case 0x5B:
      try push(isObject: false, at: position)
      return byte == 0x5D ? pop() : nil
    case 0x22: return JSONValue(.string(try readString()), at: position)
    case 0x2D, 0x30...0x39: return JSONValue(.number(try readNumber()), at: position)
    default: return JSONValue(try readWord(), at: position)
    }
  }

  private mutating func push(isObject: Bool, at position: TextPosition) throws(JSONError) {
    guard open.count < depthLimit else {
      throw fault("more than \(depthLimit) arrays and objects inside each other; flatten the document")
    }
    open.append(Frame(isObject: isObject, position: position))
    offset += 1
    skipWhiteSpace()
  }

  private mutating func pop() -> JSONValue {
    offset += 1
    let frame = open.removeLast()
    return JSONValue(frame.isObject ? .object(frame.members) : .array(frame.elements), at: frame.position)
  }

  /// Reads on after a value: a comma and the next value (`nil`), or the container's end.
  private mutating func continueOrClose() throws(JSONError) -> JSONValue? {
    skipWhiteSpace()
    let isObject = open[open.count - 1].isObject
    let (bracket, close) = isObject ? ("}", 0x7D as UInt8) : ("]", 0x5D)
    switch byte {
    case 0x2C:
      let comma = offset
      offset += 1
      skipWhiteSpace()
      guard byte != close else { throw fault("a comma before \(bracket); remove it", at: comma) }
      if isObject { try readKey() }
      return nil
    case close: return pop()
    default: throw unexpected("a comma or \(bracket)")
    }
  }

  private mutating func hand(over value: JSONValue) {
    let top = open.count - 1
    if !open[top].isObject {
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

  private mutating func indexOfMember(_ key: String, in top: Int) -> Int? {
    let exact = ExactText(key)
    let count = open[top].members.count
    if count < 12 { return open[top].members.firstIndex { ExactText($0.key) == exact } }
    if count == 12, open[top].indices.isEmpty {
      for (index, member) in open[top].members.enumerated() {
        open[top].indices[ExactText(member.key)] = index
      }
    }
    if let known = open[top].indices[exact] { return known }
    open[top].indices[exact] = count
    return nil
  }

  private func path(through last: Int) -> JSONPath {
    JSONPath(
      open[...last].map { frame in
        frame.isObject ? .key(frame.key) : .index(frame.elements.count)
      })
  }

  private mutating func readKey() throws(JSONError) {
    guard byte == 0x22 else {
      guard byte.isLetter || byte == 0x5F || byte == 0x24 else { throw unexpected("a key in double quotes") }
      throw fault("key \(wordHere) stands without quotes; write \"\(wordHere)\"")
    }
    let position = here
    let key = try readString()
    skipWhiteSpace()
    guard byte == 0x3A else { throw unexpected("a colon") }
    offset += 1
    skipWhiteSpace()
    open[open.count - 1].key = key
    open[open.count - 1].keyPosition = position
  }

  private mutating func expectEnd() throws(JSONError) {
    skipWhiteSpace()
    guard offset < bytes.count else { return }
    throw fault(
      commonMistake()
        ?? "expected nothing after the document's end, found \(foundHere); a document is one value")
  }

  /// The byte at the offset; 0, which no rule allows, at the end.
  var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private var here: TextPosition { mutating get { positions.position(at: offset, in: bytes) } }

  mutating func fault(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(position: positions.position(at: offset ?? self.offset, in: bytes), message: message)
  }

  /// The error for anything but the expected: the text's end, a common mistake, or a wrong byte.
  mutating func unexpected(_ expectation: String) -> JSONError {
    if offset >= bytes.count, let frame = open.last {
      let (name, bracket) = frame.isObject ? ("object", "}") : ("array", "]")
      return fault(
        "the text ends inside the \(name) opened at \(frame.position.line):\(frame.position.column); "
          + "close it with \(bracket), or is the file cut off?")
    }
    return fault(commonMistake() ?? "expected \(expectation), found \(foundHere)")
  }

  private func commonMistake() -> String? {
    let comment = "JSON knows no comments; remove it, or make it a member such as \"metadata\""
    return switch byte {
    case 0x2F where offset + 1 < bytes.count && (bytes[offset + 1] == 0x2F || bytes[offset + 1] == 0x2A):
      comment
    case 0x23: comment
    case 0x27: "found a single quote; write strings and keys in double quotes"
    case 0xEF where bytes[offset...].starts(with: [0xEF, 0xBB, 0xBF]):
      "a byte order mark (U+FEFF) may only stand at the very start; remove it"
    default: nil
    }
  }

  private mutating func skipWhiteSpace() { while offset < bytes.count, bytes[offset].isBlank { offset += 1 } }
}
