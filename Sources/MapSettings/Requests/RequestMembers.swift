import MapFeatures

extension SnapshotRequest {
  /// The members of a request beside those of its views and its clustering.
  public static let members: [SettingDescription] =
    [
      .init(
        "sources", "object of names and files", or: "none", "The data by the names of sources.",
        #"{"stones": "berlin.csv"}"#, schema: .dictionary(.text)),
      .init(
        "cells", "object of names and files", or: "none",
        "Points counted into cells elsewhere, by the names of sources: tables as `clustersnap sql` makes them.",
        #"{"trips": "cells.csv"}"#, schema: .dictionary(.text)),
      .init(
        "style", "file, or name of a built-in style", or: "`light`", "The style.", #""dark""#, schema: .text),
      .init(
        "basemap", "`world`, `none`, file, folder or address of tiles, or a list of them",
        or: "`world` with a built-in style",
        "The base map, lowest layer first: the built-in world, areas and lines (GeoJSON), tiles.",
        #""city.pmtiles""#, schema: paths),
      .init(
        "tiles", "object of names and files", or: "the style's",
        "Where the tiles of the style's sources are.", #"{"openmaptiles": "city.mbtiles"}"#,
        schema: .dictionary(.text)),
      .init(
        "overlay", "name of a built-in style", or: "`light` or `dark`, by the background",
        "The style whose bubbles lie over a style that has no place for points.", #""print""#, schema: .text),
      .init(
        "cluster", "object of names and settings", or: "none",
        "The clustering of single sources; the same keys at the root are for all sources.",
        #"{"stones": {"preset": "cch"}}"#, schema: .dictionary(.reference("clustering"))),
      .init(
        "views", "list of objects", or: "one picture, as the root sets it",
        "The pictures; what the root sets holds for all of them.", #"[{"name": "city", "zoom": 9}]"#,
        schema: .list(.reference("view"), count: 1...Int.max)),
    ] + reading + files + [
      .init(
        "golden", "object", or: "none", "How the pictures are compared with goldens by clustersnap verify.",
        #"{"tolerance": 1, "reason": "emoji"}"#, schema: .object(goldenMembers))
    ]

  private static let paths = JSONSchema.either([.text, .list(.text)])
  private static let column = JSONSchema.either([.text, .whole(1...1_000_000)])

  private static let reading: [SettingDescription] = [
    .init(
      "inputFormat", "`csv`, `geojson`, `ndjson` or `json`", or: "seen from the content",
      "The kind of all inputs.",
      #""csv""#, schema: .oneOf(InputFormat.allCases.map(\.rawValue))),
    .init(
      "longitude", "name of a column, or its number from 1", or: "seen by the names",
      "The column of longitudes in CSV and in rows as JSON.", #""easting""#, schema: column),
    .init(
      "latitude", "name of a column, or its number from 1", or: "seen by the names",
      "The column of latitudes.", "2", schema: column),
    .init(
      "id", "name of a column, or its number from 1", or: "id, else the row number",
      "The column that names points.", #""code""#, schema: column),
  ]

  private static let files: [SettingDescription] =
    [
      .init(
        "font", "file, or a list of files", or: "none", "Font files that text may be set in.",
        #""Inter.ttf""#, schema: paths),
      .init(
        "fonts", "folder, or a list of folders", or: "none", "Folders whose font files text may be set in.",
        #""fonts""#, schema: paths),
      .init(
        "icons", "folder, or a list of folders", or: "none", "Folders whose PNG files are icons.",
        #""icons""#, schema: paths),
    ] + ResourceSettings.table.descriptions + [
      .init(
        "systemFonts", "true or false", or: "false", "Whether the fonts of the system may be used, too.",
        "true", schema: .flag)
    ]

  /// The members that only a view has, or the root for a request of one picture.
  static let viewMembers: [SettingDescription] = [
    .init("name", "text", or: "a number", "What the picture is called.", #""city""#, schema: .text),
    .init("output", "file", or: "the command's", "The picture's file.", #""city.png""#, schema: .text),
    .init(
      "format", "`png`, `svg` or `pdf`", or: "seen from the file's ending", "The picture's format.",
      #""svg""#, schema: .oneOf(PictureFormat.allCases.map(\.rawValue))),
    .init(
      "dump", "file", or: "none", "The file for the markers as data (GeoJSON).", #""city.geojson""#,
      schema: .text),
  ]

  /// All that a view may have.
  public static let viewDescriptions =
    viewMembers + ViewOptions.table.descriptions
    + OutputSettings.table.descriptions.filter { !ViewOptions.styleKeys.contains($0.name) }

  /// The keys of a view.
  static let viewKeys = viewDescriptions.map(\.name)
  /// The keys of a clustering that the root may have, for all sources.
  static let sourceKeys = ClusterOptions.table.keys.filter { OutputSettings.table[$0] == nil }
}
