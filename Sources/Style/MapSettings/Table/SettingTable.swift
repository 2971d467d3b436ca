package import JSONDocument

/// The settings of one kind of value, in the order of the documentation.
public struct SettingTable<Values: Sendable>: Sendable {
  /// The settings in the order of the documentation, each key once.
  public let entries: [SettingEntry<Values>]
  /// The groups of the documentation, by title, in order; none of a table without.
  public let groups: KeyValuePairs<String, [SettingEntry<Values>]>
  /// For messages: `a source has no setting "…"`.
  private let owner: String
  private let wanted: String
  /// Members that hold values, without their entries.
  let members: [any SettingMember<Values>]
  private let indexOfKey: [String: Int]

  package init(
    _ owner: String, wanted: String = "an object of settings",
    groups: KeyValuePairs<String, [SettingEntry<Values>]> = [:], _ entries: [SettingEntry<Values>] = []
  ) {
    (self.owner, self.wanted, self.groups) = (owner, wanted, groups)
    self.entries = entries + groups.flatMap(\.value)
    members = self.entries.compactMap(\.member)
    var index: [String: Int] = [:]
    for (number, entry) in self.entries.enumerated() { index[entry.key] = number }
    indexOfKey = index
  }

  /// The setting of a key.
  public subscript(key: String) -> SettingEntry<Values>? { indexOfKey[key].map { entries[$0] } }

  /// The keys that documents may use.
  public var keys: [String] { entries.lazy.filter(\.isInDocuments).map(\.key) }

  /// The settings of documents, with their documentation, in order.
  public var descriptions: [SettingDescription] { entries.lazy.filter(\.isInDocuments).map(\.description) }

  func keys(with trait: SettingTraits) -> [String] {
    entries.lazy.filter { $0.traits.contains(trait) }.map(\.key)
  }

  /// The first setting of which a program has set what it cannot be, in one line: `hold: 70 is outside 0...60; …`.
  public func fault(in values: Values) -> String? {
    entries.lazy.compactMap { entry in entry.member?.fault(in: values).map { "\(entry.key): \($0)" } }.first
  }

  /// Those of the settings with these keys, in this order.
  public func settings(_ keys: [String]) -> [SettingEntry<Values>] { keys.compactMap { self[$0] } }

  func without(_ keys: Set<String>, _ values: Values) -> Values {
    guard !keys.isEmpty else { return values }
    var result = values
    for entry in entries where keys.contains(entry.key) { entry.member?.clear(&result) }
    return result
  }

  func fill(_ values: inout Values, from base: Values) {
    for member in members { member.fill(&values, from: base) }
  }

  /// - Returns: locations of the keys read; unknown keys are reported.
  package func read(
    _ node: JSONNode, into values: inout Values, in reader: inout DocumentReader
  ) -> [String: SourceLocation] {
    var locations: [String: SourceLocation] = [:]
    for member in reader.object(node, wanted) ?? [] {
      let value = node.member(member)
      reader.notePortability(member, node)
      guard let entry = self[member.key], entry.isInDocuments else {
        reader.unknownSetting(member, node, among: keys, owner)
        continue
      }
      entry.read(&reader, value, &values)
      locations[member.key] = value.location
    }
    return locations
  }

  /// - Returns: true for an object with all required settings.
  package func readWhole(_ node: JSONNode, into values: inout Values, in reader: inout DocumentReader) -> Bool
  {
    guard let members = reader.object(node, wanted) else { return false }
    for member in members where self[member.key] == nil {
      reader.unknownSetting(member, node, among: keys, owner)
    }
    var isWhole = true
    for entry in entries {
      let isRequired = entry.traits.contains(.isRequired)
      let value = isRequired ? reader.required(entry.key, of: node, owner) : node.member(entry.key)
      if let value { entry.read(&reader, value, &values) } else if isRequired { isWhole = false }
    }
    return isWhole
  }

  package var schema: JSONSchema {
    .object(descriptions, required: entries.filter { $0.traits.contains(.isRequired) }.map(\.key))
  }

  /// Reads settings among other members of an object.
  package func read(of members: [JSONMember], at path: JSONPath, into values: inout Values) -> [Diagnostic] {
    var reader = DocumentReader()
    for member in members {
      guard let entry = self[member.key], entry.isInDocuments else { continue }
      entry.read(&reader, JSONNode(value: member.value, path: path.appending(member.key)), &values)
    }
    return reader.report.diagnostics
  }
}

extension DocumentReader {
  mutating func expected(_ wanted: String, at node: JSONNode) {
    error("wrong-type", at: node.location, "expected \(wanted), found \(node.value.kindName)")
  }

  mutating func invalid<Value>(_ text: String, _ wanted: String, at node: JSONNode) -> Value? {
    fault("invalid-value", at: node.location, "expected \(wanted), found \(quotedForMessage(text))")
  }

  mutating func fault<Value>(_ error: SettingError, at node: JSONNode) -> Value? {
    fault("invalid-value", at: node.location, escapedForMessage(error.description))
  }

  package mutating func unknownSetting(
    _ member: JSONMember, _ parent: JSONNode, among names: [String], _ owner: String
  ) {
    error(
      "unknown-setting", at: parent.location(ofKey: member),
      "\(owner) has no setting \(quotedForMessage(member.key))"
        + suggestion(
          for: member.key, among: names, owner, else: "there are \(names.joined(separator: ", "))"))
  }

  /// Lists a setting that other renderers ignore.
  package mutating func notePortability(_ member: JSONMember, _ parent: JSONNode) {
    portability.append(
      Diagnostic(
        .info, code: "not-portable", path: parent.path.appending(member.key), position: member.keyPosition,
        message: "\(member.key) is a setting of ours; other renderers ignore it"))
  }

  package func setting<Value>(_ value: Value?, _ node: JSONNode) -> Setting<Value>? {
    value.map { Setting(value: $0, location: node.location) }
  }
}
