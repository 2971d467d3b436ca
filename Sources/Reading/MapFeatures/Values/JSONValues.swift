import JSONDocument
import MapGeometry

// Values of text that was checked, read when they are asked for. Should the bytes have changed since, they come out as null.
extension JSONScanner {
  init?(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = JSONText.deepestLimit) {
    guard let base = bytes.baseAddress else { return nil }
    self.init(base: base, end: bytes.count, depthLimit: depthLimit)
  }

  /// Unescaped text; lone surrogates and invalid UTF-8 become U+FFFD.
  func text(_ range: Range<Int>) -> String {
    JSONString.decoded(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  func value(at start: Int) -> PropertyValue {
    var (json, value) = (self, PropertyValue.null)
    _ = json.takeValue(start, depth: 0, &value)
    return value
  }

  private mutating func takeValue(_ start: Int, depth: Int, _ value: inout PropertyValue) -> Int {
    let start = skipBlanks(start)
    switch start < end ? byte(start) : 0 {
    case 0x7B:
      var members = OrderedValues<String, PropertyMember>()
      let position = takeMembers(start, depth: depth) { json, name, offset in
        var value = PropertyValue.null
        let position = json.takeValue(offset, depth: depth + 1, &value)
        let member = PropertyMember(name: json.text(name), value: value)
        members.add(member, for: member.name) { $0 = member }
        return position
      }
      value = .object(members.values)
      return position
    case 0x5B:
      var elements: [PropertyValue] = []
      let position = takeElements(start, depth: depth) { json, _, offset in
        var value = PropertyValue.null
        let position = json.takeValue(offset, depth: depth + 1, &value)
        elements.append(value)
        return position
      }
      value = .array(elements)
      return position
    default:
      let position = skipValue(start, depth: depth)
      guard position > start else { return position }
      switch byte(start) {
      case 0x22: value = .string(text(from: start, to: position))
      case 0x74: value = .bool(true)
      case 0x66: value = .bool(false)
      default:
        let digits = UnsafeRawBufferPointer(start: base + start, count: position - start)
        value = PropertyValue(digits: digits) ?? .null
      }
      return position
    }
  }

  /// Number, word or string as text; empty for anything else.
  func plainText(at start: Int) -> String {
    var json = self
    let end = json.skipValue(start, depth: 0)
    guard end > start else { return "" }
    switch byte(start) {
    case 0x22: return text(from: start, to: end)
    case 0x7B, 0x5B, 0x6E: return ""
    default:
      return String(decoding: UnsafeRawBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    }
  }

  private func isObject(at start: Int) -> Bool { start < end && byte(start) == 0x7B }

  /// Offset of a feature's member, the last of its name; `nil` for geometries.
  func offset(ofFeatureMember name: String, at start: Int) -> Int? {
    guard isObject(at: start) else { return nil }
    var (json, isFeature, offset) = (self, false, Int?.none)
    _ = json.takeObject(start, depth: 0) { key, value in
      let key = text(key)
      if key == name { offset = value }
      if key == "type" { isFeature = self.value(at: value) == .string("Feature") }
    }
    return isFeature ? offset : nil
  }

  func member(_ name: String, ofObjectAt start: Int) -> PropertyValue? {
    let start = skipBlanks(start)
    guard isObject(at: start) else { return nil }
    var (json, offset) = (self, -1)
    _ = json.takeObject(start, depth: 0) { key, value in
      if text(key) == name { offset = value }
    }
    if offset < 0, let path = MemberPath(written: name) { offset = path.offset(inObjectAt: start, self) }
    return offset < 0 ? nil : value(at: offset)
  }

  /// Values of a row: an object's distinct members, or an array's elements under numbers from 1.
  func rowMembers(at start: Int) -> [(name: String, value: PropertyValue)] {
    switch value(at: start) {
    case .object(let members): members.map { ($0.name, $0.value) }
    case .array(let elements): elements.enumerated().map { (String($0.offset + 1), $0.element) }
    default: []
    }
  }

  func rowMember(_ name: String, at start: Int) -> PropertyValue? {
    isObject(at: start)
      ? member(name, ofObjectAt: start) : rowMembers(at: start).first { $0.name == name }?.value
  }
}
