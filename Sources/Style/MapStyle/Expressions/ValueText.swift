import Drawing
import JSONDocument

extension StyleValue {
  /// As `to-string` and `concat` write it: empty for null, `rgba(…)` for colors, JSON for lists and objects.
  var text: String {
    switch self {
    case .null: return ""
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let number): return javaScriptText(of: number)
    case .string(let string): return string
    case .color(let color): return color.cssText
    case .formatted(let formatted): return formatted.text
    case .image(let image): return image.name
    case .padding, .numberArray, .colorArray, .variableAnchorOffsets:
      return StyleValue.array(elements).jsonText
    case .projection(let projection) where projection.isPlain: return projection.to
    case .array, .object, .collator, .projection: return jsonText
    }
  }

  var jsonText: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }

  /// As JSON of `clustersnap eval`: nested colors as objects of premultiplied channels.
  func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let bool): json.bool(bool)
    case .number(let number): json.number(number)
    case .string(let string): json.string(string)
    case .color(let color):
      json.object { json in
        for (key, channel) in [("r", color.red), ("g", color.green), ("b", color.blue)] {
          json.member(key, channel * color.alpha)
        }
        json.member("a", color.alpha)
      }
    case .formatted(let formatted):
      json.object { json in
        json.array("sections") { json in for section in formatted.sections { section.write(to: &json) } }
      }
    case .image(let image): image.write(to: &json)
    case .padding, .numberArray, .colorArray, .variableAnchorOffsets:
      json.object { json in
        json.key("values")
        StyleValue.array(elements).write(to: &json)
      }
    case .array: json.array { json in for value in elements { value.write(to: &json) } }
    case .object(let members):
      json.object { json in
        for member in members {
          json.key(member.key)
          member.value.write(to: &json)
        }
      }
    case .collator(let collator):
      json.object { json in
        json.member("caseSensitive", collator.isCaseSensitive)
        json.member("diacriticSensitive", collator.isDiacriticSensitive)
        json.member("locale", collator.locale)
      }
    case .projection(let projection) where projection.isPlain: json.string(projection.to)
    case .projection(let projection):
      json.object { json in
        json.member("from", projection.from)
        json.member("to", projection.to)
        json.member("transition", projection.transition)
      }
    }
  }

  var elements: [StyleValue] {
    switch self {
    case .array(let values): values
    case .padding(let padding):
      [padding.top, padding.right, padding.bottom, padding.left].map(StyleValue.number)
    case .numberArray(let numbers): numbers.map(StyleValue.number)
    case .colorArray(let colors): colors.map(StyleValue.color)
    case .variableAnchorOffsets(let offsets):
      offsets.flatMap { [.string($0.anchor.rawValue), .array([.number($0.x), .number($0.y)])] }
    default: []
    }
  }
}

extension ProjectionTransition {
  fileprivate var isPlain: Bool { from.isSame(as: to) && transition == 1 }
}

extension FormattedText.Section {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("text", text)
      json.key("image")
      if let image { image.write(to: &json) } else { json.null() }
      json.key("scale")
      if let scale { json.number(scale) } else { json.null() }
      json.member("fontStack", fontStack)
      json.key("textColor")
      if let textColor { StyleValue.color(textColor).write(to: &json) } else { json.null() }
      json.member("verticalAlign", verticalAlignment?.rawValue)
    }
  }
}

extension ResolvedImage {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("available", isAvailable)
    }
  }
}

extension Color {
  /// As `to-string` writes it: `rgba(255,0,0,0.5)`, with rounded channels.
  var cssText: String {
    let channels = [red, green, blue].map { javaScriptText(of: ($0 * 255).rounded(.toNearestOrAwayFromZero)) }
    return "rgba(\(channels.joined(separator: ",")),\(javaScriptText(of: alpha)))"
  }
}

// MARK: JavaScript's way with values

extension StyleValue {
  func member(_ key: String) -> StyleValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.isSame(as: key) }?.value
  }

  /// JavaScript's truth: all but null, false, 0, NaN and empty text.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .number(let number): !(number == 0 || number.isNaN)
    case .string(let string): !string.isEmpty
    default: true
    }
  }

  var asNumber: Double? {
    switch self {
    case .null: 0
    case .bool(let bool): bool ? 1 : 0
    case .number(let number): number.isNaN ? nil : number
    case .string(let string): numberAsJavaScript(string)
    default: nil
    }
  }

  /// JavaScript's `===` for scalars; false for lists and objects.
  func isSame(as other: StyleValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.isSame(as: b)
    default: false
    }
  }
}

extension String {
  /// Byte equality: Swift's `==` also equates `é` and `e` with an accent.
  func isSame(as other: String) -> Bool {
    self == other && (utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8))
  }

  /// Order of UTF-16 units, as in JavaScript.
  func precedes(_ other: String) -> Bool { utf16.lexicographicallyPrecedes(other.utf16) }
}

/// JavaScript's `Number`: trims blanks, 0 for empty text, reads `0x`, `0o`, `0b` and `Infinity`.
func numberAsJavaScript(_ text: String) -> Double? {
  let blanks: Set<Unicode.Scalar> = [
    " ", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}",
  ]
  var scalars = Substring(text).unicodeScalars
  while let first = scalars.first, blanks.contains(first) { scalars.removeFirst() }
  while let last = scalars.last, blanks.contains(last) { scalars.removeLast() }
  let bytes = Array(Substring(scalars).utf8)
  guard !bytes.isEmpty else { return 0 }
  if bytes.count > 2, bytes[0] == 0x30, let radix = [0x78: 16, 0x6F: 8, 0x62: 2][Int(bytes[1] | 0x20)] {
    var result = 0.0
    for byte in bytes.dropFirst(2) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return nil }
      result = result * Double(radix) + Double(digit)
    }
    return result
  }
  switch String(Substring(scalars)) {
  case "Infinity", "+Infinity": return .infinity
  case "-Infinity": return -.infinity
  case let decimal: return Decimal.number(of: decimal)
  }
}

/// JavaScript's `split`; an empty delimiter splits between Unicode scalars.
func pieces(of text: String, separatedBy delimiter: String) -> [String] {
  if delimiter.isEmpty { return text.unicodeScalars.map { String($0) } }
  let (bytes, mark) = (Array(text.utf8), Array(delimiter.utf8))
  var result: [String] = []
  var start = 0
  let search = ByteSearch(mark)
  while let found = search.first(in: bytes, from: start) {
    result.append(String(decoding: bytes[start..<found], as: UTF8.self))
    start = found + mark.count
  }
  result.append(String(decoding: bytes[start...], as: UTF8.self))
  return result
}

/// Linear-time search.
///
/// - SeeAlso: D. E. Knuth, J. H. Morris, V. R. Pratt, "Fast Pattern Matching in Strings" (1977).
struct ByteSearch {
  private let pattern: [UInt8]
  /// Length of the pattern that still matches after a mismatch behind each prefix.
  private let fallback: [Int]

  /// - Precondition: `pattern` is not empty.
  init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var fallback = Array(repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = fallback[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      fallback[index] = length
    }
    self.fallback = fallback
  }

  func first(in bytes: [UInt8], from start: Int) -> Int? {
    var length = 0
    for index in bytes.indices.dropFirst(start) {
      while length > 0, bytes[index] != pattern[length] { length = fallback[length - 1] }
      if bytes[index] == pattern[length] { length += 1 }
      if length == pattern.count { return index + 1 - length }
    }
    return nil
  }
}

extension StyleValue {
  var wording: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): javaScriptText(of: number)
    case .string(let text): quotedForMessage(text)
    case .numberArray([]), .colorArray([]), .array([]): "an empty list"
    default: "\(type)"
    }
  }
}
