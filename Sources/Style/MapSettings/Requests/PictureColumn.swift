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
  public init(caption: String, options: ClusterOptions) {
    (self.caption, self.options) = (caption, options)
  }

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
      .oneOf(ClusterPreset.allCases.flatMap(ClusterOptions.names(of:))), .object(members, required: []),
    ]), count: counts)

  /// Reads preset names separated by commas.
  ///
  /// - Throws: `SettingError` for other names, and counts outside of ``counts``.
  public static func presets(_ words: String) throws(SettingError) -> [PictureColumn] {
    var columns: [PictureColumn] = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      let named = ClusterPreset.allCases.first { ClusterOptions.names(of: $0).contains(String(word)) }
      guard let preset = named else {
        throw SettingError(
          "\"\(word)\" is no preset; write some of \(ClusterPreset.allCases.map(\.rawValue).joined(separator: ", "))"
        )
      }
      var options = ClusterOptions()
      options.preset = preset
      columns.append(PictureColumn(caption: preset.rawValue, options: options))
    }
    guard counts.contains(columns.count) else {
      throw SettingError(
        "\(columns.count) is outside \(counts); name from two to eight presets, such as cch,clustermap")
    }
    return columns
  }
}
