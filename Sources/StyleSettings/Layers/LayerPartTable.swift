import JSONDocument
import MapSettings
import MapStyle

/// One key of an object within a layer's settings: what it is, and how it is read into what the object is made of.
struct LayerPartSetting<Draft>: Sendable {
  let description: SettingDescription
  /// Whether the object needs it.
  let isRequired: Bool
  /// Reads its value; what is wrong is reported.
  let read: @Sendable (inout DocumentReader, JSONNode, inout Draft) -> Void

  init(
    _ name: String, _ form: String, or initial: String, _ meaning: String, _ example: String,
    schema: JSONSchema, isRequired: Bool = false,
    read: @escaping @Sendable (inout DocumentReader, JSONNode, inout Draft) -> Void
  ) {
    description = SettingDescription(name, form, or: initial, meaning, example, schema: schema)
    (self.isRequired, self.read) = (isRequired, read)
  }
}

/// The keys of an object within a layer's settings, in the order of the documentation; the parser takes no others.
struct LayerPartTable<Draft>: Sendable {
  /// What lacks a key that is not there: `a donut`.
  let owner: String
  /// What stands in the place of the object, in words.
  let wanted: String
  let entries: [LayerPartSetting<Draft>]

  var descriptions: [SettingDescription] { entries.map(\.description) }

  /// What the object may hold.
  var schema: JSONSchema {
    .object(descriptions, required: entries.filter(\.isRequired).map(\.description.name))
  }

  /// Reads an object.
  ///
  /// - Parameter draft: takes what it sets.
  /// - Returns: whether there is an object with all the keys that it needs.
  func read(_ node: JSONNode, into draft: inout Draft, in reader: inout DocumentReader) -> Bool {
    guard let members = reader.object(node, wanted) else { return false }
    let keys = entries.map(\.description.name)
    for member in members where !keys.contains(member.key) {
      reader.unknownSetting(member, node, among: keys, owner)
    }
    var isWhole = true
    for entry in entries {
      let key = entry.description.name
      let value = entry.isRequired ? reader.required(key, of: node, owner) : node.member(key)
      if let value {
        entry.read(&reader, value, &draft)
      } else if entry.isRequired {
        isWhole = false
      }
    }
    return isWhole
  }
}
