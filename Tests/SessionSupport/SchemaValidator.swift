public import JSONDocument
public import StyleSettings

/// Checks values against a JSON Schema, as far as our own schemas go: an unknown keyword is a fault, too.
public struct SchemaValidator: Sendable {
  /// The schema.
  public let root: JSONValue

  /// One for each document: reading a schema takes longer than using it.
  private static let all = Dictionary(
    uniqueKeysWithValues: SchemaDocument.allCases.map { document in
      (document, Result { SchemaValidator(root: try JSONText(parsing: document.schema).root) })
    })

  /// A validator of a schema.
  public init(root: JSONValue) { self.root = root }

  /// A validator of the schema of a document.
  public init(_ document: SchemaDocument) throws {
    guard let validator = try Self.all[document]?.get() else { preconditionFailure("a document of no case") }
    self = validator
  }

  private static let words: Set = [
    "$schema", "$defs", "title", "description", "default", "examples", "type", "enum", "const", "minimum",
    "maximum", "exclusiveMinimum", "pattern", "items", "minItems", "maxItems", "properties", "required",
    "additionalProperties", "patternProperties", "anyOf", "$ref", "minLength", "prefixItems",
    "propertyNames", "minProperties",
  ]

  /// What is wrong with a value, with its place; nothing where it is valid.
  public func faults(in value: JSONValue) -> [String] { faults(in: value, by: root, at: "") }

  private func faults(in value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
    if let allowed = schema.bool { return allowed ? [] : ["\(path): nothing may stand here"] }
    guard let words = schema.members else { return ["\(path): no schema"] }
    var faults: [String] = []
    for word in words {
      if !Self.words.contains(word.key) { faults.append("unknown keyword \(word.key)") }
      if let fault = fault(in: value, by: word.key, word.value) { faults.append("\(path): \(fault)") }
    }
    if let forms = schema["anyOf"]?.elements,
      !forms.contains(where: { self.faults(in: value, by: $0, at: path).isEmpty })
    {
      faults.append("\(path): none of \(forms.count) forms")
    }
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      guard let target = root["$defs"]?[String(name)] else { return faults + ["\(path): no \(name)"] }
      faults += self.faults(in: value, by: target, at: path)
    }
    for (index, (element, form)) in zip(value.elements ?? [], schema["prefixItems"]?.elements ?? [])
      .enumerated()
    {
      faults += self.faults(in: element, by: form, at: "\(path)[\(index)]")
    }
    for (index, element) in (value.elements ?? []).enumerated() {
      if let items = schema["items"] {
        faults += self.faults(in: element, by: items, at: "\(path)[\(index)]")
      }
    }
    for member in value.members ?? [] { faults += self.faults(ofMember: member, by: schema, at: path) }
    return faults
  }

  private func faults(ofMember member: JSONMember, by schema: JSONValue, at path: String) -> [String] {
    let place = "\(path).\(member.key)"
    var faults: [String] = []
    let own = schema["properties"]?[member.key]
    if let own { faults += self.faults(in: member.value, by: own, at: place) }
    if let names = schema["propertyNames"] {
      let key = JSONValue(.string(member.key), at: member.keyPosition)
      faults += self.faults(in: key, by: names, at: place)
    }
    for pattern in schema["patternProperties"]?.members ?? [] where matches(member.key, pattern.key) {
      faults += self.faults(in: member.value, by: pattern.value, at: place)
    }
    if own == nil, let other = schema["additionalProperties"] {
      faults += self.faults(in: member.value, by: other, at: place)
    }
    return faults
  }

  private func fault(in value: JSONValue, by word: String, _ operand: JSONValue) -> String? {
    func check(_ holds: Bool?) -> String? { holds ?? true ? nil : "\(word) \(value.kindName)" }
    switch word {
    case "type": return check(has(value, type: operand.string ?? ""))
    case "enum": return check(operand.elements?.contains { same($0, value) })
    case "const": return check(same(operand, value))
    case "minimum": return check(value.number.map { $0 >= operand.number ?? 0 })
    case "maximum": return check(value.number.map { $0 <= operand.number ?? 0 })
    case "exclusiveMinimum": return check(value.number.map { $0 > operand.number ?? 0 })
    case "pattern": return check(value.string.map { matches($0, operand.string ?? "") })
    case "minLength": return check(value.string.map { Double($0.count) >= operand.number ?? 0 })
    case "minItems": return check(value.elements.map { Double($0.count) >= operand.number ?? 0 })
    case "maxItems": return check(value.elements.map { Double($0.count) <= operand.number ?? 0 })
    case "minProperties": return check(value.members.map { Double($0.count) >= operand.number ?? 0 })
    case "required":
      return check(
        value.members.map { _ in operand.elements?.allSatisfy { value[$0.string ?? ""] != nil } ?? true })
    default: return nil
    }
  }

  private func has(_ value: JSONValue, type: String) -> Bool {
    switch type {
    case "string": value.string != nil
    case "boolean": value.bool != nil
    case "number": value.number != nil
    case "integer": value.number.map { $0.rounded() == $0 } ?? false
    case "array": value.elements != nil
    case "object": value.members != nil
    default: false
    }
  }

  private func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
    func bytes(_ value: JSONValue) -> [UInt8] {
      var json = JSONWriter()
      json.value(value)
      return json.takeBytes()
    }
    return bytes(a) == bytes(b)
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    (try? Regex(pattern).firstMatch(in: text)) != nil
  }
}
