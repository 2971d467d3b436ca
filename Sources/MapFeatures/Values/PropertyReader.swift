import JSONDocument

/// Reads identifiers and properties out of a GeoJSON object, when they are asked for.
///
/// The text was checked when the table was read; should the bytes have changed since, values come out as null.
/// Every access is guarded by the end of the bytes.
struct PropertyReader {
  let bytes: UnsafeRawBufferPointer
  var position: Int

  init(bytes: UnsafeRawBufferPointer, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The last value of a member of the feature at the reader's place; `nil` for geometries, absent members and null.
  mutating func featureMember(_ name: String) -> PropertyValue? {
    guard let place = placeOfFeatureMember(name) else { return nil }
    position = place
    let value = value(depth: 0)
    return value == .null ? nil : value
  }

  /// The property of a name of the feature at the reader's place; `nil` where there is none.
  mutating func property(_ name: String) -> PropertyValue? {
    guard let place = placeOfFeatureMember("properties") else { return nil }
    position = place
    return member(name)
  }

  /// The last value of a name in the object at the reader's place, or of a path in it; `nil` where it has none.
  mutating func member(_ name: String) -> PropertyValue? {
    let start = position
    var result: Int?
    forEachMember { key, place in
      if key == name { result = place }
    }
    if result == nil, let path = MemberPath(written: name), let base = bytes.baseAddress {
      let place = path.place(
        inObjectAt: start, JSONScanner(base: base, end: bytes.count, depthLimit: ReadingOptions.deepest))
      if place >= 0 { result = place }
    }
    guard let result else { return nil }
    position = result
    return value(depth: 0)
  }

  /// All values of the row at the reader's place: an object's members, each name once, or an array's elements under
  /// their numbers from 1.
  mutating func rowMembers() -> [(name: String, value: PropertyValue)] {
    switch value(depth: 0) {
    case .object(let members): members.map { ($0.name, $0.value) }
    case .array(let elements): elements.enumerated().map { (String($0.offset + 1), $0.element) }
    default: []
    }
  }

  /// The value of a name in the row at the reader's place; `nil` where it has none.
  mutating func rowMember(_ name: String) -> PropertyValue? {
    skipBlanks()
    guard position < bytes.count, bytes[position] == 0x7B else {
      return rowMembers().first { $0.name == name }?.value
    }
    return member(name)
  }

  private mutating func placeOfFeatureMember(_ name: String) -> Int? {
    let bytes = bytes
    var (isFeature, result) = (false, Int?.none)
    forEachMember { key, place in
      if key == name { result = place }
      if key == "type" {
        var reader = PropertyReader(bytes: bytes, position: place)
        isFeature = reader.value(depth: 0) == .string("Feature")
      }
    }
    return isFeature ? result : nil
  }

  /// Visits the members of the object at ``position``: name and place of the value.
  mutating func forEachMember(_ visit: (String, Int) -> Void) {
    guard take(0x7B) else { return }
    while !take(0x7D) {
      guard let key = string(), take(0x3A) else { return }
      skipBlanks()
      visit(key, position)
      skipValue()
      if !take(0x2C) { return }
    }
  }

  /// Visits the elements of the array at ``position``: number, from 0, and place of the value.
  mutating func forEachElement(_ visit: (Int, Int) -> Void) {
    guard take(0x5B) else { return }
    var number = 0
    while !take(0x5D) {
      skipBlanks()
      visit(number, position)
      skipValue()
      if !take(0x2C) { return }
      number += 1
    }
  }

  mutating func value(depth: Int) -> PropertyValue {
    skipBlanks()
    guard position < bytes.count, depth <= 512 else { return .null }
    switch bytes[position] {
    case 0x22:
      return string().map(PropertyValue.string) ?? .null
    case 0x7B:
      position += 1
      var members: [PropertyMember] = []
      var indices: [String: Int] = [:]
      while !take(0x7D) {
        guard let name = string(), take(0x3A) else { break }
        let member = PropertyMember(name: name, value: value(depth: depth + 1))
        if let index = indices[name] {
          members[index] = member
        } else {
          indices[name] = members.count
          members.append(member)
        }
        if !take(0x2C) {
          _ = take(0x7D)
          break
        }
      }
      return .object(members)
    case 0x5B:
      position += 1
      var elements: [PropertyValue] = []
      while !take(0x5D) {
        elements.append(value(depth: depth + 1))
        if !take(0x2C) {
          _ = take(0x5D)
          break
        }
      }
      return .array(elements)
    default:
      let word = word()
      switch word.first {
      case 0x74: return .bool(true)
      case 0x66: return .bool(false)
      default:
        return PropertyValue(digits: UnsafeRawBufferPointer(rebasing: word)) ?? .null
      }
    }
  }

  /// The number, word or string at ``position`` as text; empty for null, brackets and all else.
  mutating func plainText() -> String {
    skipBlanks()
    guard position < bytes.count, ![0x7B, 0x5B].contains(bytes[position]) else { return "" }
    if bytes[position] == 0x22 { return string() ?? "" }
    let text = String(decoding: word(), as: UTF8.self)
    return text == "null" ? "" : text
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func word() -> Slice<UnsafeRawBufferPointer> {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0...0x20, 0x2C, 0x5D, 0x7D: return bytes[start..<position]
      default: position += 1
      }
    }
    return bytes[start..<position]
  }

  /// Passes over the value at ``position``, brackets counted.
  private mutating func skipValue() {
    var depth = 0
    repeat {
      skipBlanks()
      guard position < bytes.count else { return }
      switch bytes[position] {
      case 0x22: skipString()
      case 0x7B, 0x5B:
        depth += 1
        position += 1
      case 0x7D, 0x5D:
        depth -= 1
        position += 1
      case 0x2C, 0x3A: position += 1
      default: if word().isEmpty { position += 1 }
      }
    } while depth > 0
  }

  private mutating func skipString() {
    position += 1
    while position < bytes.count, bytes[position] != 0x22 {
      position += bytes[position] == 0x5C ? 2 : 1
    }
    position = min(bytes.count, position + 1)
  }

  /// The string at ``position``, escapes resolved; lone surrogates and bad UTF-8 become U+FFFD.
  private mutating func string() -> String? {
    skipBlanks()
    guard position < bytes.count, bytes[position] == 0x22 else { return nil }
    let start = position + 1
    skipString()
    return JSONString.decoded(UnsafeRawBufferPointer(rebasing: bytes[start..<max(start, position - 1)]))
  }
}
