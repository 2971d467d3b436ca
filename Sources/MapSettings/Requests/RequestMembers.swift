import JSONDocument

extension SnapshotRequest {
  /// The members of a request beside those of its views and its clustering.
  public static let members: [SettingDescription] =
    (data + reading + files).map(\.description) + ResourceSettings.table.descriptions
    + more.map(\.description)

  /// Those that no other table has: what they are and how they are read, in the order of the documentation.
  static let table = SettingTable<SnapshotRequest>("a request", data + reading + files + more)

  /// The command's option for a member beside the settings of tables; `nil` for a member that only requests have.
  public static func option(of key: String) -> SettingOption? {
    table[key]?.option
  }

  private static let data: [SettingEntry<SnapshotRequest>] = [
    .init(
      "sources", \.sources, .namedData, "object of names and files, lists of points or GeoJSON", or: "none",
      "The data by the names of sources: a file, `{\"points\": [[13.4, 52.5, {\"name\": \"a\"}]]}`, or GeoJSON.",
      #"{"stones": "berlin.csv"}"#),
    .init(
      "cells", "object of names and files", or: "none",
      "Points counted into cells elsewhere, by the names of sources: tables as `clustersnap sql` makes them.",
      #"{"trips": "cells.csv"}"#, schema: .dictionary(.text),
      option: .init(
        "A table of cells, points counted elsewhere, as clustersnap sql makes it: CSV or rows in JSON; - is standard input. May be repeated.",
        "[NAME=]FILE")
    ) { reader, node, request in
      request.cells = RequestMemberType.namedFiles.read(&reader, node)
    },
    .init(
      "style", \.style, .text, "file, or name of a built-in style", or: "`light`", "The style.", #""dark""#,
      option: .init("A MapLibre style, or a built-in style: {names}.", "FILE|NAME")),
    .init(
      "basemap", \.basemaps, .paths, "`world`, `none`, file, folder or address of tiles, or a list of them",
      or: "`world` with a built-in style",
      "The base map, lowest layer first: the built-in world, areas and lines (GeoJSON), tiles.",
      #""city.pmtiles""#,
      option: .init(
        "The base map: world (built in), none, areas and lines (GeoJSON), tiles (MBTiles, PMTiles, a folder, an address with {z}/{x}/{y}). May be repeated, lowest first.",
        "world|none|FILE|URL", default: "world with a built-in style")),
    .init(
      "relief", \.relief, .text, "file, folder or address of tiles", or: "none",
      "Heights whose light and shade lie on the areas of the style: tiles of pictures, as sources of type raster-dem have them.",
      #""hills.mbtiles""#,
      option: .init(
        "Shade the style by heights: tiles of pictures (MBTiles, PMTiles, a folder, an address with {z}/{x}/{y}), in the encoding that their metadata names, else Mapbox's.",
        "FILE|URL")),
    .init(
      "tiles", \.tiles, .namedFiles, "object of names and files", or: "the style's",
      "Where the tiles of the style's sources are.", #"{"openmaptiles": "city.mbtiles"}"#,
      option: .init("Where the tiles of a source of the style are. May be repeated.", "SOURCE=FILE")),
    .init(
      "overlay", \.overlay, .text, "name of a built-in style", or: "`light` or `dark`, by the background",
      "The style whose bubbles lie over a style that has no place for points.", #""print""#,
      option: .init(
        "The built-in style whose bubbles lie over a style that has no place for points.", "NAME")),
    .init(
      "overlays", \.overlays, .overlays,
      "list of objects with `marker`, `path`, `area` or `circle`, and settings", or: "none",
      "Pins, lines, areas and circles over the map: coordinates, an encoded polyline, or a file (GeoJSON with simplestyle, GPX); `radius` of a circle; `label`, `color`, `size`, `sign`, `width`, `fill`, `opacity`.",
      ##"[{"marker": [13.4, 52.5], "label": "A", "color": "#c33"}]"##),
    .init(
      "cluster", "object of names and settings", or: "none",
      "The clustering of single sources; the same keys at the root are for all sources.",
      #"{"stones": {"preset": "cch"}}"#, schema: .dictionary(.reference("clustering"))
    ) { _, _, _ in
      // Read when all else is known.
    },
    .init(
      "columns", "list of presets, or of objects of `caption` and `settings`", or: "one picture",
      "Several clusterings of the same points side by side in each picture, under their captions.",
      #"["cch", {"caption": "90 points", "settings": {"cellSize": 90}}]"#, schema: PictureColumn.schema,
      option: .init(
        "The map as several presets cluster it, side by side under their names, such as cch,clustermap.",
        "PRESET,…", name: "beside")
    ) { _, _, _ in
      // Read when all else is known.
    },
    .init(
      "views", "list of objects", or: "one picture, as the root sets it",
      "The pictures; what the root sets holds for all of them.", #"[{"name": "city", "zoom": 9}]"#,
      schema: .list(.reference("view"), count: 1...Int.max)
    ) { _, _, _ in
      // Read when all that the root sets for them is known.
    },
  ]

  private static let reading: [SettingEntry<SnapshotRequest>] = [
    .init(
      "inputFormat", \.inputFormat, .name(), "`csv`, `geojson`, `ndjson` or `json`",
      or: "seen from the content", "The kind of all inputs.", #""csv""#,
      option: .init(
        "The kind of all inputs, where their content does not show it.", "KIND", default: "seen")),
    .init(
      "decimal", \.decimal, .name(), "`point` or `comma`",
      or: "`point`; `comma` where a semicolon or tab separates and coordinates have commas alone",
      "What stands before the decimals of CSV, and of coordinates that are texts in rows as JSON.",
      #""comma""#,
      option: .init(
        "What stands before the decimals of CSV: a point, or a comma (52,5); numbers with a point are texts then.",
        "point|comma", default: "seen of coordinates where ; or a tab separates, else point")),
    .init(
      "longitude", \.longitude, .column, "name of a column, or its number from 1", or: "seen by the names",
      "The column of longitudes in CSV and in rows as JSON, there also a path such as `position.lng`.",
      #""easting""#,
      option: .init(
        "The column of longitudes, by name or number from 1, or in JSON a path (position.lng).", "COLUMN",
        default:
          "lon, lng, long, longitude or x, also as part of a name and in other languages; else POINT(…) in geometry, wkt, …"
      )),
    .init(
      "latitude", \.latitude, .column, "name of a column, or its number from 1", or: "seen by the names",
      "The column of latitudes.", "2",
      option: .init(
        "The column of latitudes, by name or number from 1.", "COLUMN",
        default: "lat, latitude or y, named like the longitudes")),
    .init(
      "id", \.identifier, .column, "name of a column, or its number from 1", or: "id, else the row number",
      "The column that names points.", #""code""#, option: .init("The column that names points.", "COLUMN")),
  ]

  private static let files: [SettingEntry<SnapshotRequest>] = [
    .init(
      "font", \.fonts, .paths, "file, or a list of files", or: "none", "Font files that text may be set in.",
      #""Inter.ttf""#,
      option: .init(
        "A font file (TrueType, OpenType, WOFF) that text may be set in, beside DejaVu Sans. May be repeated.",
        "FILE")),
    .init(
      "fonts", \.fontFolders, .paths, "folder, or a list of folders", or: "none",
      "Folders whose font files text may be set in.", #""fonts""#,
      option: .init(
        "A folder whose font files, also in folders below, text may be set in. May be repeated.", "DIR")),
    .init(
      "icons", \.iconFolders, .paths, "folder, or a list of folders", or: "none",
      "Folders whose PNG files are icons.", #""icons""#,
      option: .init(
        "A folder of PNG files as icons, by their names: pin.png, or pin@2x.png for two pixels a point. May be repeated.",
        "DIR")),
  ]

  private static let more: [SettingEntry<SnapshotRequest>] = [
    .init(
      "systemFonts", \.usesSystemFonts, .flag, "true or false", or: "false",
      "Whether the fonts of the system may be used, too.", "true",
      option: .init("Also use the fonts installed on this system; pictures then depend on it.", form: .flag)),
    .init(
      "golden", "object", or: "none",
      "How the pictures are compared with goldens by clustersnap verify.",
      #"{"tolerance": 1, "reason": "emoji"}"#, schema: .object(GoldenOptions.table.descriptions)
    ) { _, node, request in
      request.golden = node.value
    },
  ]

  /// The members that only a view has, or the root for a request of one picture.
  static let viewTable = SettingTable<View>(
    "a view",
    [
      .init("name", \.name, .text, "text", or: "a number", "What the picture is called.", #""city""#),
      .init("output", \.path, .text, "file", or: "the command's", "The picture's file.", #""city.png""#),
      .init(
        "format", \.format, .name(), "`png`, `svg`, `pdf`, `webp`, `jpeg` or `html`",
        or: "seen from the file's ending",
        "The picture's format.", #""svg""#),
      .init(
        "dump", \.dump, .text, "file", or: "none", "The file for the markers as data (GeoJSON).",
        #""city.geojson""#),
    ])

  /// All that a view may have.
  public static let viewDescriptions =
    viewTable.descriptions + ViewOptions.table.descriptions
    + OutputSettings.table.descriptions.filter { !ViewOptions.styleKeys.contains($0.name) }

  static let viewKeys = viewDescriptions.map(\.name)
  /// The keys of a clustering that the root may have, for all sources.
  package static let sourceKeys = ClusterOptions.table.keys.filter { OutputSettings.table[$0] == nil }
}
