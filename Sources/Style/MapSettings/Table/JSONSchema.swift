import JSONDocument

/// The values that a JSON document may hold at one location, in the words of JSON Schema (draft 2020-12).
public indirect enum JSONSchema: Hashable, Sendable {
  case any
  case text
  case someText
  case flag
  case number(ClosedRange<Double>)
  /// Above a bound, up to another.
  case above(Double, to: Double = .infinity)
  case whole(ClosedRange<Int>)
  case oneOf([String])
  case pattern(String)
  case exactly(Bool)
  case list(JSONSchema, count: ClosedRange<Int>)
  case tuple([JSONSchema])
  /// No other members.
  case object([SettingDescription], required: [String] = [])
  /// Any other members.
  case open([SettingDescription], required: [String])
  /// User-defined keys, or keys of a pattern; at least some number of them.
  case dictionary(JSONSchema, keys: String? = nil, atLeast: Int = 0)
  case either([JSONSchema])
  /// A schema under `$defs`.
  case reference(String)

  package static let anyNumber = JSONSchema.number(-Double.infinity...Double.infinity)
  package static func list(_ element: JSONSchema) -> JSONSchema { .list(element, count: 0...Int.max) }
  /// A constant, or an expression of the style specification.
  package static func orExpression(_ schema: JSONSchema) -> JSONSchema {
    .either([schema, .reference("expression")])
  }
  package static let color = JSONSchema.text
  /// `true` or `false`, or the command's `yes` or `no`.
  static let yesOrNo = JSONSchema.either([.flag, .oneOf(["yes", "no"])])

  /// Words of a closed list, in any form.
  static func names(_ schema: JSONSchema) -> [String] {
    switch schema {
    case .oneOf(let names): names
    case .either(let forms): forms.flatMap(names)
    default: []
    }
  }

  private var range: ClosedRange<Double>? {
    switch self {
    case .number(let range): range
    case .whole(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .list(let element, _): element.range
    case .either(let forms): forms.lazy.compactMap(\.range).first
    default: nil
    }
  }

  /// Replaces `{range}` and `{least}` by the numbers.
  func filled(_ words: String) -> String {
    // Every start fills the words of all settings, and few have braces: looking for one spares the search for both.
    guard let range, words.utf8.contains(UInt8(ascii: "{")) else { return words }
    let (least, most) = (javaScriptText(of: range.lowerBound), javaScriptText(of: range.upperBound))
    let names = [("range}", "\(least) to \(most)"), ("least}", least)]
    return words.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { number, part in
      guard number > 0 else { return String(part) }
      for (name, text) in names where part.utf8.starts(with: name.utf8) {
        return text + part.dropFirst(name.count)
      }
      return "{" + part
    }.joined()
  }
}

extension JSONWriter {
  package mutating func schema(_ schema: JSONSchema, of description: SettingDescription? = nil) {
    object { json in json.schemaMembers(schema, of: description) }
  }

  package mutating func schemaMembers(_ schema: JSONSchema, of description: SettingDescription? = nil) {
    if let description {
      member("description", description.schemaText)
      if let value = description.initialValue {
        member("default", value)
      }
      if let example = try? JSONText(parsing: description.example) {
        array("examples") { $0.value(example.root) }
      }
    }
    switch schema {
    case .any: break
    case .text: member("type", "string")
    case .someText:
      member("type", "string")
      member("minLength", 1)
    case .flag: member("type", "boolean")
    case .number(let range):
      member("type", "number")
      if range.lowerBound.isFinite { member("minimum", range.lowerBound) }
      if range.upperBound.isFinite { member("maximum", range.upperBound) }
    case .above(let bound, let most):
      member("type", "number")
      member("exclusiveMinimum", bound)
      if most.isFinite { member("maximum", most) }
    case .whole(let range):
      member("type", "integer")
      member("minimum", range.lowerBound)
      member("maximum", range.upperBound)
    case .oneOf(let names): array("enum") { json in for name in names { json.string(name) } }
    case .pattern(let pattern):
      member("type", "string")
      member("pattern", pattern)
    case .exactly(let value): member("const", value)
    case .list(let element, let count):
      member("type", "array")
      key("items")
      self.schema(element)
      if count.lowerBound > 0 { member("minItems", count.lowerBound) }
      if count.upperBound < Int.max { member("maxItems", count.upperBound) }
    case .tuple(let forms):
      member("type", "array")
      array("prefixItems") { json in for form in forms { json.schema(form) } }
      member("minItems", forms.count)
      member("maxItems", forms.count)
    case .object(let members, let required):
      objectMembers(members, required)
      member("additionalProperties", false)
    case .open(let members, let required): objectMembers(members, required)
    case .dictionary(let value, let keys, let count):
      member("type", "object")
      if let keys {
        object("propertyNames") { $0.member("pattern", keys) }
      }
      if count > 0 { member("minProperties", count) }
      key("additionalProperties")
      self.schema(value)
    case .either(let forms): array("anyOf") { json in for form in forms { json.schema(form) } }
    case .reference(let name): member("$ref", "#/$defs/\(name)")
    }
  }

  private mutating func objectMembers(_ members: [SettingDescription], _ required: [String]) {
    member("type", "object")
    object("properties") { json in
      for entry in members {
        json.key(entry.name)
        json.schema(entry.schema, of: entry)
      }
    }
    if !required.isEmpty {
      array("required") { json in for name in required { json.string(name) } }
    }
  }
}

extension SettingDescription {
  /// Plain text, with the default.
  fileprivate var schemaText: String {
    let words = meaning.replacing("`", with: "")
    return initialValue == nil && initial != "none" && initial != "needed"
      ? words + " Without it: " + initial.replacing("`", with: "") + "." : words
  }
}
