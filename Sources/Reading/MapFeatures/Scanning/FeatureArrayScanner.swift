/// Reads features of a FeatureCollection's array.
///
/// A scan may begin at the comma before a feature, where a stream was cut.
struct FeatureArrayScanner: RecordScanner {
  let depthLimit: Int
  let joint: FeatureJoint
  var rows: JSONRows? = nil

  func boundary(_ bytes: UnsafeRawBufferPointer, near offset: Int, before limit: Int) -> Int? {
    joint.next(in: bytes, from: offset, before: limit)
  }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk
  ) {
    chunk.reset(start: start)
    guard let base = bytes.baseAddress else { return }
    // A guess that is wrong must not read to the end of the input.
    let end = min(overshoot, bytes.count - stop) + stop
    let isAll = end == bytes.count
    var parser = FeatureParser(
      json: JSONScanner(base: base, end: end, depthLimit: depthLimit), chunk: chunk, rows: rows)
    var (position, isFirst) = (start, true)
    while true {
      position = parser.json.skipBlanks(position)
      if position < end, bytes[position] == 0x5D {
        (chunk.end, chunk.outcome) = (position, .arrayEnd)
        return
      }
      if !isFirst || position < end && bytes[position] == 0x2C {
        position = FeatureArrayScanner.skipGap(&parser.json, position)
      } else if position == end {
        position = parser.json.fail(expected: "a value", at: position)
      }
      if position < 0 || position >= stop { break }
      position = parser.takeRecord(position, depth: 2, allowsGeometry: false)
      if position < 0 { break }
      (chunk.end, isFirst) = (position, false)
    }
    if position >= 0 {
      chunk.end = position
    } else if parser.json.isCut, !isAll {
      chunk.outcome = .abandoned
    } else if parser.json.isCut, !isFinal {
      chunk.outcome = .incomplete
    } else {
      chunk.outcome = .failed(parser.json.problem, offset: parser.json.problemOffset)
    }
  }
}

extension FeatureArrayScanner {
  @inline(__always) fileprivate static func skipGap(_ json: inout JSONScanner, _ start: Int) -> Int {
    var position = json.take(0x2C, "a comma or ]", at: start)
    if position < 0 { return position }
    position = json.skipBlanks(position)
    guard position < json.end, json.byte(position) != 0x2C, json.byte(position) != 0x5D else {
      return json.fail(expected: "a value", at: position)
    }
    return position
  }
}

/// Bytes between two features, by which starts of features are guessed. They contain a quote, which
/// no JSON string holds unescaped.
struct FeatureJoint: Sendable {
  private let bytes: [UInt8]
  private let lead: Int

  static let unknown = FeatureJoint(bytes: [], lead: 0)

  var isUnknown: Bool { bytes.isEmpty }

  func next(in text: UnsafeRawBufferPointer, from start: Int, before limit: Int) -> Int? {
    guard let first = bytes.first else { return nil }
    let last = min(limit - lead, text.count - bytes.count)
    var position = start
    while position < last {
      if text[position] == first, text[position..<(position + bytes.count)].elementsEqual(bytes) {
        return position + lead
      }
      position += 1
    }
    return nil
  }
}

extension FeatureJoint {
  init(_ text: UnsafeRawBufferPointer, from start: Int, depthLimit: Int) {
    self = .unknown
    guard let base = text.baseAddress else { return }
    var json = JSONScanner(base: base, end: text.count, depthLimit: depthLimit)
    var (starts, ends) = ([start], [Int]())
    while starts.count < 3 {
      let end = json.skipValue(starts[starts.count - 1], depth: 2)
      guard end > 0 else { return }
      let comma = json.skipBlanks(end)
      guard comma < text.count, text[comma] == 0x2C else { return }
      ends.append(end)
      starts.append(json.skipBlanks(comma + 1))
    }
    let gap = text[(ends[0] - 1)..<starts[1]]
    guard gap.elementsEqual(text[(ends[1] - 1)..<starts[2]]), gap.count < 64 else { return }
    var length = 0
    while length < 16, starts[2] + length < text.count,
      text[starts[0] + length] == text[starts[1] + length],
      text[starts[1] + length] == text[starts[2] + length]
    {
      length += 1
    }
    let joint = Array(gap) + text[starts[1]..<(starts[1] + length)]
    guard length >= 3, joint.contains(0x22) else { return }
    self.init(bytes: joint, lead: gap.count)
  }
}
