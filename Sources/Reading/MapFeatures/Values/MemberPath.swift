import JSONDocument

/// Path in JSON by names and element numbers from 1, such as `position.lng` or `center.2`.
struct MemberPath: Sendable {
  struct Step: Sendable {
    let name: String
    private let bytes: [UInt8]
    private let isPlain: Bool
    fileprivate let element: Int?

    init(_ name: String) {
      self.name = name
      bytes = Array(name.utf8)
      isPlain = name.utf8.allSatisfy { $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }
      element = Int(name).flatMap { $0 > 0 ? $0 - 1 : nil }
    }

    /// True if a member's raw name is this one; escapes can spell a name in several ways.
    @inline(__always) func matches(_ name: Range<Int>, in json: JSONScanner) -> Bool {
      let text = UnsafeRawBufferPointer(start: json.base + name.lowerBound, count: name.count)
      // What is written in another way is longer than letters of ASCII.
      if isPlain, text.count <= bytes.count { return text.count == bytes.count && bytes.elementsEqual(text) }
      return text.contains { $0 == 0x5C || $0 >= 0x80 } && JSONString.decoded(text) == self.name
    }
  }

  let name: String
  private let first: Step
  private let rest: [Step]

  init(_ steps: [String]) {
    name = steps.joined(separator: ".")
    first = Step(steps.first ?? "")
    rest = steps.dropFirst().map(Step.init)
  }

  init(element: Int) { self.init([String(element + 1)]) }

  var element: Int? { first.element }

  init?(written name: String) {
    guard name.utf8.contains(0x2E) else { return nil }
    self.init(name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  var isNested: Bool { !rest.isEmpty }

  var lastName: String { (rest.last ?? first).name }

  @inline(__always)
  func begins(with name: Range<Int>, in json: JSONScanner) -> Bool { first.matches(name, in: json) }

  @inline(__always) func offset(below member: Int, in text: JSONScanner) -> Int {
    rest.isEmpty || member < 0 ? member : descend(from: member, rest[...], text)
  }

  func offset(inObjectAt start: Int, _ text: JSONScanner) -> Int {
    descend(from: start, [first] + rest, text)
  }

  private func descend(from start: Int, _ steps: ArraySlice<Step>, _ text: JSONScanner) -> Int {
    var (json, offset) = (text, start)
    for step in steps {
      offset = json.skipBlanks(offset)
      var found = -1
      if offset < json.end, json.byte(offset) == 0x7B {
        _ = json.takeObject(offset, depth: 0) { if step.matches($0, in: text) { found = $1 } }
      } else if offset < json.end, json.byte(offset) == 0x5B {
        _ = json.takeArray(offset, depth: 0) { if $0 == step.element { found = $1 } }
      }
      guard found >= 0 else { return -1 }
      offset = found
    }
    return offset
  }
}
