public import MapClusters

extension ClusterOptions {
  /// Every setting of a clustering: for sources in styles, in requests and scenarios, and on the command line.
  ///
  /// A new option is a new entry here and its use in the engine: the member of `ClusterSettings` that the entry names.
  public static let table = SettingTable<ClusterOptions>(
    "a source",
    groups: [
      "Method": general, "Cells": grids, "Method radius": radius, "Other methods": otherMethods,
      "Clusters": results, "Scenarios": history, "Points": points, "Columns": drawingSettings,
    ])

  /// Settings of sources by id, as an example in documentation and schemas.
  package static let example = #"{"hotels": {"preset": "cch", "cellSize": 80}}"#
  /// Settings of one source that change while a scenario runs, as an example in help and messages.
  public static let changeExample = #"{"cellSize": 90}"#
  /// The keys of what is read with the data and cannot change without it.
  public static let dataKeys = table.entries.filter { $0.traits.contains(.readWithData) }.map(\.key)
  /// A setting of one source as the option `--cluster` takes it, as an example in help and messages.
  public static let optionExample = "pins.cell-size=80"

  /// Shorter names of presets.
  private static let presetAliases: KeyValuePairs<String, ClusterPreset> = ["pablo": .pablo, "tb": .tb]

  /// All names of a preset that settings take, the usual one first.
  public static func names(of preset: ClusterPreset) -> [String] {
    [preset.rawValue] + presetAliases.filter { $0.value == preset }.map(\.key)
  }

  private static let general: [SettingEntry<ClusterOptions>] = [
    .init(
      "preset", \.preset, .name(alias: presetAliases),
      "`cch`, `cluster`, `clustermap`, `amap`, `amap-distance`, `pins`, `pgclustering` (or `pablo`), `tbannotationclustering` (or `tb`), `supercluster`",
      or: "none", "A known system whose clustering is taken over; the other settings refine it.", #""cch""#,
      option: .init("Cluster as a known system does.", "NAME")),
    .init(
      "method", \.method, .name(), or: "`radius` with `cluster: true`, else `grid`",
      "How points are clustered; `none` keeps every point single.", #""grid""#,
      option: .init("How points are clustered.", "NAME", default: "grid"),
      engine: { $0.settings.method = $1 }),
  ]

  private static let grids: [SettingEntry<ClusterOptions>] = [
    .init(
      "cellSize", \.cellSize, .pointsWidthOrZooms,
      #"points, `"1/8"` of the width, or an object of points by zoom"#, or: "60; 40 for the method hex",
      "The side of a cell of the grid and of the method leader; the width of a hexagon.",
      #"{"0": 88, "13": 64}"#,
      option: .init("Side of a cell: points, points by zoom (0:88,13:64) or a part of the width (1/8).", "P"),
      use: .cellSizes, engine: { $0.settings.cellSize = $1 }),
    .init(
      "alignWorld", \.alignsToWorld, .yesOrNo, or: "true",
      "Whether a whole number of cells spans the world, so that cells are the same wherever one looks.",
      "false", option: .init("Whether a whole number of cells spans the world."), use: .worldGrids,
      engine: { $0.settings.alignsToWorld = $1 }),
    .init(
      "anchor", \.anchor, .name(), or: "`world`",
      "Where the grid begins: at the world's corner, or at the picture's.", #""view""#,
      option: .init("Where the grid begins."), use: .only(.grid), engine: { $0.settings.anchor = $1 }),
    .init(
      "margin", \.margin, .number(-0.5...100), or: "0",
      "How far beyond the picture points take part, as a share of its sides.", "0.5",
      option: .init("Points beyond the picture that take part, as a share of its sides.", "M"),
      use: .only(.grid, .hex, .radius, .distance, .kmeans, .dbscan, .none),
      engine: { $0.settings.margin = $1 }),
    .init(
      "snapZoom", \.snapsZoom, .yesOrNo, or: "false",
      "Whether cells follow the integer zoom, so that those of one zoom nest in those of the next.", "true",
      option: .init("Cells follow the integer zoom, so that they nest.", "yes|no", form: .bare("yes")),
      use: .cellSizes, engine: { $0.settings.snapsZoom = $1 }),
  ]

  private static let radius: [SettingEntry<ClusterOptions>] = [
    .init(
      "radius", \.radius, .positive("reaches nothing; set a radius above 0"),
      or: "40; with `cluster: true` the source's `clusterRadius`",
      "The reach of the method radius, in units of a tile (see `extent`).", "60",
      option: .init("Method radius: reach in units of a tile, see --extent.", "P"), use: .only(.radius),
      engine: { $0.settings.radius = $1 }),
    .init(
      "extent", \.extent, .positive("divides no tile; set an extent above 0"), or: "512",
      "How many units of `radius` a tile's side has.", "256",
      option: .init("Method radius: units along a tile's side.", "N"), use: .only(.radius),
      engine: { $0.settings.extent = $1 }),
    .init(
      "acrossAntimeridian", \.wrapsAntimeridian, .yesOrNo, or: "false",
      "Whether the method radius joins points across the antimeridian, which supercluster never does.",
      "true",
      option: .init(
        "Method radius: join points across the antimeridian, which supercluster never does.", "yes|no",
        form: .bare("yes")),
      use: .only(.radius), engine: { $0.settings.wrapsAntimeridian = $1 }),
  ]

  private static let otherMethods: [SettingEntry<ClusterOptions>] = [
    .init(
      "distance", \.distance, .distance, #"meters, or `"50pt"` for points"#, or: #"`"50pt"`"#,
      "How near points are for the method distance.", #""90""#,
      option: .init("Method distance: meters, or points (50pt).", "D"), use: .only(.distance),
      engine: { $0.settings.distance = $1 }),
    .init(
      "clusters", \.clusterCount, .whole(1...1_000_000), or: "50, or one a point",
      "How many clusters the method kmeans makes.", "24",
      option: .init("Method kmeans: how many clusters.", "K"), use: .only(.kmeans),
      engine: { $0.settings.clusterCount = $1 }),
    .init(
      "eps", \.epsilon, .positive("reaches nothing; set points above 0"), "points above 0", or: "40",
      "The reach of the method dbscan.", "16", option: .init("Method dbscan: reach in points.", "P"),
      use: .only(.dbscan), engine: { $0.settings.epsilon = $1 }),
    .init(
      "minPoints", \.minimumPoints, .whole(1...1_000_000_000), "whole number from {least}",
      or: "2; with `cluster: true` the source's `clusterMinPoints`",
      "How many points make a dense place for dbscan, or a cluster for radius.", "4",
      option: .init("Methods dbscan and radius: points that make a dense place, a cluster.", "N"),
      use: .only(.radius, .dbscan), engine: { $0.settings.minimumPoints = $1 }),
  ]

  private static let results: [SettingEntry<ClusterOptions>] = [
    .init(
      "position", \.position, .name(), or: "`mean`",
      "Where a cluster stands: at its members' mean, at the member nearest to the cell's middle, at the middle itself, at the first member or at the leader.",
      #""near-center""#, option: .init("Where a cluster is drawn."), use: .placing,
      engine: { $0.settings.position = $1 }),
    .init(
      "minCount", \.minimumCount, .whole(1...1_000_000_000), "whole number from {least}", or: "2",
      "Fewer points than this stay single.", "3", option: .init("Fewer points stay single.", "N"),
      use: .clustering, engine: { $0.settings.minimumCount = $1 }),
    .init(
      "minUnique", \.minimumUnique, .whole(0...1_000_000_000), "whole number from {least}", or: "1",
      "Points at fewer different places than this stay single.", "2",
      option: .init("Fewer unique locations stay single.", "N"), use: .clustering,
      engine: { $0.settings.minimumUnique = $1 }),
    .init(
      "clusterMaxZoom", \.maximumZoom, .limit(0...30), "zoom from {range}, or `none`",
      or: "16 for radius, else none; with `cluster: true` the source's own",
      "Beyond this zoom all points are single; in requests and options it counts as `tileSize` sets, in styles from a world of 512 points.",
      "14",
      option: .init("Beyond this zoom all points are single; none lets them cluster at all zooms.", "Z|none"),
      use: .clustering, engine: { $0.settings.maximumZoom = $1 }),
    .init(
      "clusterMinZoom", \.minimumZoom, .whole(0...30), "whole zoom from {range}", or: "0",
      "The method radius shows the clusters of this zoom below it; counted as `clusterMaxZoom`.", "3",
      option: .init("Method radius: below this zoom the clusters of this zoom are shown.", "Z"),
      use: .only(.radius), engine: { $0.settings.minimumZoom = $1 }),
    .init(
      "coLocated", \.coLocated, .mergeOrRing, "`merge`, `ring`, `legs`, `ring:METERS` or `ring:Ppt`",
      or: "`merge`",
      "What becomes of points at one place: they count as any others, or, where a marker holds nothing else, stand on a ring as wide as they need or set. Where they would touch they stay one marker. With `legs` all stand around their place, from eight on along a spiral, each with a thin line to it.",
      #""ring:20pt""#,
      option: .init(
        "Points in one place: merge, ring (those of a marker that holds nothing else), ring:METERS, ring:Ppt, or legs (around it, from eight on along a spiral, with thin lines).",
        "RULE"),
      engine: { $0.settings.coLocated = $1 }),
    .init(
      "joinPlaces", \.joinsUniqueLocations, .yesOrNo, or: "true for the preset cch, else false",
      "Whether points of one place are one mark where their group does not become a cluster.", "true",
      option: .init(
        "Points of one place are one mark where their group does not become a cluster.", "yes|no",
        default: "yes for preset cch, else no", form: .bare("yes")),
      engine: { $0.settings.joinsUniqueLocations = $1 }),
  ]

  private static let history: [SettingEntry<ClusterOptions>] = [
    .init(
      "keepInvisible", \.keepsInvisible, .yesOrNo, or: "the preset's, else false",
      "In scenarios: whether markers outside the view stay when the view moves on.", "true",
      traits: .clustersNothing, engine: { $0.behavior.keepsInvisible = $1 }),
    .init(
      "reuse", \.reusesMarkers, .yesOrNo, or: "the preset's, else false",
      "In scenarios: whether an old marker stays in its cell and takes new members.", "true", use: .cells,
      traits: .clustersNothing, isActive: { $0 }, engine: { $0.behavior.reusesMarkers = $1 }),
    .init(
      "hysteresis", \.keepsLeaders, .yesOrNo, or: "the preset's, else false",
      "In scenarios: whether leaders stay when the view comes closer, and pans never regroup.", "true",
      use: .only(.leader), traits: .clustersNothing, isActive: { $0 },
      engine: { $0.behavior.keepsLeaders = $1 }),
  ]

  private static let points: [SettingEntry<ClusterOptions>] = [
    .init(
      "filter", \.filter, .rowFilter, "conditions, or a filter of the style language", or: "all rows",
      "Which rows take part: columns compared by =, !=, <, <=, >, >=, in (…), is null, joined by and, or, not.",
      #""mag >= 5 and kind = 'quake'""#,
      option: .init(
        "Which rows take part: 'mag >= 5 and kind = \"quake\"', with =, !=, <, <=, >, >=, in (…), is null, and, or, not, parentheses; or a filter of the style language in JSON.",
        "CONDITION"),
      traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init(
      "pointsOf", \.pointsOf, .name(), or: "none: they are no points",
      "Which points stand for lines and areas: their centroids, the pole of inaccessibility of the largest area (of a line its middle), or all vertices.",
      #""pole""#,
      option: .init(
        "Points for lines and areas: center (the centroid), pole (always inside of an area, farthest from its edge) or vertices.",
        default: "none"),
      traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init(
      "uniqueIds", \.uniqueIDs, .yesOrNo, or: "false",
      "Whether of rows that share an id the first alone takes part; else all of them count.", "true",
      option: .init(
        "Of rows that share an id the first alone takes part.", "yes|no", default: "no", form: .bare("yes")),
      traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init(
      "weight", \.weight, .text("the name of a property"), or: "none",
      "A numeric property that weighs points; counts become sums.", #""population""#,
      option: .init("A numeric property that weighs points; counts become sums.", "PROPERTY"),
      traits: [.outlivesMethod, .readWithData]),
    .init(
      "missingWeight", \.missingWeight, .missingWeight, "number from {least}, `skip` or `error`", or: "0",
      "What a point counts whose weight is empty: so much, or it is left out, or nothing is drawn.",
      #""skip""#,
      option: .init(
        "What a point counts whose weight is empty: a number, skip (it is left out) or error.",
        "N|skip|error", default: "0, reported once"),
      use: .weights, traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init(
      "weightedSingles", \.weightedSingles, .yesOrNo, or: "true in built-in styles, else false",
      "Whether a single point is drawn by its weight as a cluster of one, by styles that read `clustersnap:count`, as built-in ones do.",
      "true",
      option: .init(
        "Whether a single point is drawn by its weight, as a cluster of one.",
        default: "yes in built-in styles"),
      use: .weights, traits: [.outlivesMethod, .clustersNothing]),
    .init(
      "optOut", \.optOut, .text("the name of a property"),
      or: "`cluster` for the presets clustermap and cluster, else none",
      "A property that keeps points alone: where it is false they are never clustered nor counted.",
      #""cluster""#,
      option: .init(
        "A property that keeps points alone: where it is false they are never clustered nor counted.",
        "PROPERTY", default: "cluster for presets clustermap and cluster, else none"),
      traits: [.outlivesMethod, .readWithData]),
    .init(
      "debugGrid", \.debugGrid, .debugGrid, "true, false, `counts`, `indices` or `counts,indices`",
      or: "false", "Whether the cells are drawn, and what is written into them.", #""counts""#, use: .cells,
      traits: [.outlivesMethod, .clustersNothing], isActive: \.isShown),
    .init(
      "title", \.title, .text("a template"), or: "the preset's, else `{count} {count|point|points}`",
      "What a cluster is called, in the titles of SVG and in callouts; `{titles,5}` are the names of the first five members that have one.",
      #""{count} {count|hotel|hotels}""#,
      option: .init(
        "What clusters are called; gaps are {count}, {count|point|points} and {titles,5}, the names of the first five members that have one.",
        "TEMPLATE", name: "titleTemplate"),
      use: .clustering, traits: .outlivesMethod),
    .init(
      "titleTemplate", \.title, .text("a template"), or: "as `title`", "Another name for `title`.",
      #""{count} hotels""#, traits: .outlivesMethod),
    .init(
      "subtitle", \.subtitle, .text("a template"), or: "the preset's, else none",
      "A second line of text for a cluster.", #""{titles,5}""#,
      option: .init(
        "A second line of text for clusters, with the same gaps. For --cluster both are also called title and subtitle.",
        "TEMPLATE", name: "subtitleTemplate"),
      use: .clustering, traits: .outlivesMethod),
    .init(
      "subtitleTemplate", \.subtitle, .text("a template"), or: "as `subtitle`",
      "Another name for `subtitle`.", #""{titles,3}""#, traits: .outlivesMethod),
    .init(
      "singleTitle", \.singleTitle, .text("a template"), or: "the preset's, else the point's name",
      "The title of a single point; `{name}` is a property of it.", #""{name}""#,
      option: .init(
        "The title of single points; gaps are {count}, {count|point|points} and properties such as {name}.",
        "TEMPLATE", name: "singleTitleTemplate"),
      use: .clustering, traits: .outlivesMethod),
    .init(
      "singleSubtitle", \.singleSubtitle, .text("a template"), "template", or: "the preset's, else none",
      "A second line of text for a single point.", #""{phone}""#,
      option: .init(
        "A second line of text for single points, with the same gaps.", "TEMPLATE",
        name: "singleSubtitleTemplate"),
      use: .clustering, traits: .outlivesMethod),
  ]

  /// The keys that only matter where a map has a history: in scenarios.
  package static let historyKeys = history.map(\.key)
}
