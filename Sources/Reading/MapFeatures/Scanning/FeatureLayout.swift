/// Layout of a point feature: the following ones mostly differ only in numbers and texts.
///
/// The rest is compared eight bytes at a time. Features that differ are parsed normally: a layout never
/// decides errors.
final class FeatureLayout {
  private struct Step {
    /// Offset in ``bytes``, which are padded to whole words.
    let first: Int
    let wordCount, count: Int
    /// Mask of the last word.
    let lastBits: UInt64
    let part: Part
  }

  private enum Part {
    case value, position, end
  }

  private let steps: UnsafeMutableBufferPointer<Step>
  private let bytes: UnsafeMutableRawBufferPointer

  /// Learns from a valid point feature.
  ///
  /// - Returns: `nil` for escaped names, further geometry members, or more than 64 values.
  init?(_ json: JSONScanner, from start: Int, to end: Int) {
    var walk = LayoutWalk(json: json)
    guard walk.takeFeature(start), walk.values.count <= 64 else { return nil }
    let count = walk.values.count + 1
    steps = .allocate(capacity: count)
    bytes = .allocate(byteCount: end - start + 8 * count, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    var (from, first) = (start, 0)
    for index in 0..<count {
      let value = index < walk.values.count ? walk.values[index] : nil
      let to = value?.from ?? end
      let words = (to - from + 7) / 8
      let rest = to - from - 8 * (words - 1)
      steps.initializeElement(
        at: index,
        to: Step(
          first: first, wordCount: words, count: to - from,
          lastBits: UInt64.max >> UInt64(8 * (8 - rest)),
          part: value == nil ? .end : value?.isPosition == true ? .position : .value))
      bytes.baseAddress?.advanced(by: first).copyMemory(from: json.base + from, byteCount: to - from)
      first += 8 * words
      from = value?.to ?? end
    }
  }

  deinit {
    steps.deallocate()
    bytes.deallocate()
  }

  @inline(__always)
  func pass(_ text: JSONScanner, _ start: Int, _ x: inout Double, _ y: inout Double) -> Int {
    guard let steps = steps.baseAddress, let bytes = UnsafeRawPointer(bytes.baseAddress) else {
      return JSONScanner.mismatch
    }
    var json = JSONScanner(base: text.base, end: text.end, depthLimit: text.depthLimit)
    var (position, step) = (start, steps)
    while true {
      // Whole words are loaded.
      guard position &+ 8 &* step.pointee.wordCount <= json.end else { return JSONScanner.mismatch }
      let (here, known) = (json.base + position, bytes + step.pointee.first)
      let last = 8 &* (step.pointee.wordCount &- 1)
      var (difference, offset) = (0 as UInt64, 0)
      while offset < last {
        difference |=
          here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          ^ known.load(fromByteOffset: offset, as: UInt64.self)
        offset &+= 8
      }
      difference |=
        (here.loadUnaligned(fromByteOffset: last, as: UInt64.self)
          ^ known.load(fromByteOffset: last, as: UInt64.self)) & step.pointee.lastBits
      guard difference == 0 else { return JSONScanner.mismatch }
      position &+= step.pointee.count
      switch step.pointee.part {
      case .end: return position
      case .position: position = json.takePosition(position, &x, &y)
      case .value:
        guard position < json.end else { return JSONScanner.mismatch }
        let byte = json.byte(position)
        if byte == 0x22 {
          position = json.skipString(position)
        } else if byte == 0x2D || byte &- 0x30 <= 9 {
          position = json.skipNumber(position)
        } else {
          position = byte == 0x7B || byte == 0x5B ? JSONScanner.mismatch : json.skipValue(position, depth: 0)
        }
      }
      if position < 0 { return position }
      step += 1
    }
  }
}

private struct LayoutWalk {
  var json: JSONScanner
  var values: [(from: Int, to: Int, isPosition: Bool)] = []

  private enum Role {
    case feature, geometry, other
  }

  mutating func takeFeature(_ start: Int) -> Bool {
    takeObject(start, .feature) >= 0 && values.count { $0.isPosition } == 1
  }

  private mutating func takeObject(_ start: Int, _ role: Role) -> Int {
    var json = json
    return json.takeMembers(start, depth: 0) { json, name, value in
      let text = json.text(name)
      // With an escape, a name is longer than its text.
      guard text.utf8.count == name.count, text != "crs" else { return JSONScanner.mismatch }
      switch (role, text) {
      case (.feature, "type"), (.geometry, "type"):
        let position = json.skipValue(value, depth: 0)
        let isOther = role == .geometry && position > 0 && json.text(from: value, to: position) != "Point"
        return isOther ? JSONScanner.mismatch : position
      case (.feature, "geometry"):
        return json.byte(value) == 0x7B ? takeObject(value, .geometry) : JSONScanner.mismatch
      case (.geometry, "coordinates"):
        let position = json.skipValue(value, depth: 0)
        values.append((value, position, true))
        return position
      case (.geometry, _): return JSONScanner.mismatch
      default: return takeValue(value)
      }
    }
  }

  private mutating func takeValue(_ start: Int) -> Int {
    switch json.byte(start) {
    case 0x7B: return takeObject(start, .other)
    case 0x5B:
      var json = json
      return json.takeElements(start, depth: 0) { _, _, value in takeValue(value) }
    default:
      let position = json.skipValue(start, depth: 0)
      values.append((start, position, false))
      return position
    }
  }
}
