package import JSONDocument
import MapClusters

/// One of several clusterings of the same points that stand side by side in one picture.
public struct PictureColumn: Hashable, Sendable {
  /// The text above the column.
  public let caption: String
  /// The clustering of all sources in the column, over what is set elsewhere.
  public package(set) var options: ClusterOptions
  /// Positions of settings by key; empty outside of documents.
  package var positions: [String: TextPosition] = [:]
  /// Path of the settings, such as `columns[1].settings`; empty outside of documents.
  package var path = ""

  /// A column under its caption.
  public init(caption: String, options: ClusterOptions) { (self.caption, self.options) = (caption, options) }

  /// The columns that a picture may have.
  public static let counts = 2...8

  static let members: [SettingDescription] = [
    .init("caption", in: "column", schema: .text),
    .init(
      "settings", in: "column", filling: ["changeExample": ClusterOptions.changeExample],
      schema: .reference("clustering")),
  ]

  static let schema = JSONSchema.list(
    .either([
      .oneOf(
        ClusterPreset.allCases.flatMap(ClusterOptions.names(of:)) + ClusterMethod.allCases.map(\.rawValue)),
      .object(members, required: []),
    ]), count: counts)

  /// The column of a preset or a method; `nil` for another name.
  init?(named name: String) {
    var options = ClusterOptions()
    options.preset = ClusterPreset.allCases.first { ClusterOptions.names(of: $0).contains(name) }
    options.method = ClusterMethod(rawValue: name)
    guard options.preset != nil || options.method != nil else { return nil }
    self.init(caption: options.preset?.rawValue ?? name, options: options)
  }

  /// Reads names of presets and methods separated by commas.
  ///
  /// - Throws: `SettingError` for other names, and counts outside of ``counts``.
  public static func presets(_ words: String) throws(SettingError) -> [PictureColumn] {
    var columns: [PictureColumn] = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      guard let column = PictureColumn(named: String(word)) else {
        let names = ClusterPreset.allCases.map(\.rawValue) + ClusterMethod.allCases.map(\.rawValue)
        throw SettingError(
          "\"\(word)\" is no preset and no method; write some of \(names.joined(separator: ", "))")
      }
      columns.append(column)
    }
    guard counts.contains(columns.count) else {
      throw SettingError(
        "\(columns.count) is outside \(counts); name from two to eight presets or methods, such as none,pablo"
      )
    }
    return columns
  }
}
