public import MapClusters

extension ClusterOptions: Documented {
  package static var section: String { "clustering" }

  /// Every setting of clustering; an entry names its member of `ClusterSettings`.
  public static let table = SettingTable<ClusterOptions>(
    "a source",
    groups: [
      "Method": general, "Cells": grids, "Method radius": radius, "Other methods": otherMethods,
      "Clusters": results, "Scenarios": history, "Points": points, "Columns": drawingSettings,
    ])

  package static let example = #"{"hotels": {"preset": "cch", "cellSize": 80}}"#
  /// Settings of one source that change while a scenario runs, as an example in help and messages.
  public static let changeExample = #"{"cellSize": 90}"#
  /// The keys of what is read with the data and cannot change without it.
  public static let dataKeys = table.keys(with: .readWithData)
  /// A setting of one source as the option `--cluster` takes it, as an example in help and messages.
  public static let optionExample = "pins.cell-size=80"

  private static let presetAliases: [(key: String, value: ClusterPreset)] = ClusterPreset.allCases.compactMap
  {
    preset in preset.traits.shortName.map { ($0, preset) }
  }

  /// All names of a preset that settings take, the usual one first.
  public static func names(of preset: ClusterPreset) -> [String] {
    [preset.rawValue] + presetAliases.filter { $0.value == preset }.map(\.key)
  }

  private static let general: [SettingEntry<ClusterOptions>] = [
    .init("preset", \.preset, .name(alias: presetAliases)),
    .init("method", \.method, .name(), engine: { $0.settings.method = $1 }),
  ]

  private static let grids: [SettingEntry<ClusterOptions>] = [
    .init(
      "cellSize", \.cellSize, .pointsWidthOrZooms, use: .cellSizes, engine: { $0.settings.cellSize = $1 }),
    .init(
      "alignWorld", \.alignsToWorld, .yesOrNo, use: .worldGrids, engine: { $0.settings.alignsToWorld = $1 }),
    .init("anchor", \.anchor, .name(), use: .only(.grid), engine: { $0.settings.anchor = $1 }),
    .init(
      "margin", \.margin, .number(-0.5...100),
      use: .only(.grid, .hex, .radius, .distance, .kmeans, .dbscan, .none),
      engine: { $0.settings.margin = $1 }),
    .init(
      "snapZoom", \.snapsZoom, .yesOrNo, form: .bare("yes"), use: .zoomedCells,
      engine: { $0.settings.snapsZoom = $1 }),
  ]

  private static let radius: [SettingEntry<ClusterOptions>] = [
    .init(
      "radius", \.radius, .positive("reaches nothing; set a radius above 0"), use: .only(.peaks, .radius),
      engine: { $0.settings.radius = $1 }),
    .init(
      "extent", \.extent, .positive("divides no tile; set an extent above 0"), use: .only(.radius),
      engine: { $0.settings.extent = $1 }),
    .init(
      "acrossAntimeridian", \.wrapsAntimeridian, .yesOrNo, form: .bare("yes"), use: .only(.radius),
      engine: { $0.settings.wrapsAntimeridian = $1 }),
  ]

  private static let otherMethods: [SettingEntry<ClusterOptions>] = [
    .init("distance", \.distance, .distance, use: .only(.distance), engine: { $0.settings.distance = $1 }),
    .init(
      "clusters", \.clusterCount, .whole(1...1_000_000), use: .only(.kmeans),
      engine: { $0.settings.clusterCount = $1 }),
    .init(
      "eps", \.epsilon, .positive("reaches nothing; set points above 0"), use: .only(.dbscan),
      engine: { $0.settings.epsilon = $1 }),
    .init(
      "minPoints", \.minimumPoints, .whole(1...1_000_000_000), use: .only(.radius, .dbscan),
      engine: { $0.settings.minimumPoints = $1 }),
  ]

  private static let results: [SettingEntry<ClusterOptions>] = [
    .init("position", \.position, .name(), use: .placing, engine: { $0.settings.position = $1 }),
    .init(
      "minCount", \.minimumCount, .whole(1...1_000_000_000), use: .clustering,
      engine: { $0.settings.minimumCount = $1 }),
    .init(
      "minUnique", \.minimumUnique, .whole(0...1_000_000_000), use: .clustering,
      engine: { $0.settings.minimumUnique = $1 }),
    .init(
      "clusterMaxZoom", \.maximumZoom, .limit(0...30), use: .clustering,
      engine: { $0.settings.maximumZoom = $1 }),
    .init(
      "clusterMinZoom", \.minimumZoom, .whole(0...30), use: .only(.radius),
      engine: { $0.settings.minimumZoom = $1 }),
    .init("coLocated", \.coLocated, .mergeOrRing, engine: { $0.settings.coLocated = $1 }),
    .init(
      "joinPlaces", \.joinsUniqueLocations, .yesOrNo, form: .bare("yes"),
      engine: { $0.settings.joinsUniqueLocations = $1 }),
  ]

  private static let historyTraits: SettingTraits = [.clustersNothing, .isInDocumentsAlone]

  private static let history: [SettingEntry<ClusterOptions>] = [
    .init(
      "keepInvisible", \.keepsInvisible, .yesOrNo, traits: historyTraits,
      engine: { $0.behavior.keepsInvisible = $1 }),
    .init(
      "reuse", \.reusesMarkers, .yesOrNo, use: .cells, traits: historyTraits, isActive: { $0 },
      engine: { $0.behavior.reusesMarkers = $1 }),
    .init(
      "hysteresis", \.keepsLeaders, .yesOrNo, use: .only(.leader), traits: historyTraits, isActive: { $0 },
      engine: { $0.behavior.keepsLeaders = $1 }),
  ]

  private static let points: [SettingEntry<ClusterOptions>] = [
    .init("filter", \.filter, .rowFilter, traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init("pointsOf", \.pointsOf, .name(), traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init(
      "uniqueIds", \.uniqueIDs, .yesOrNo, form: .bare("yes"),
      traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init("weight", \.weight, .text("the name of a property"), traits: [.outlivesMethod, .readWithData]),
    .init(
      "missingWeight", \.missingWeight, .missingWeight, use: .weights,
      traits: [.outlivesMethod, .readWithData, .clustersNothing]),
    .init(
      "weightedSingles", \.weightedSingles, .yesOrNo, use: .weights,
      traits: [.outlivesMethod, .clustersNothing]),
    .init("optOut", \.optOut, .text("the name of a property"), traits: [.outlivesMethod, .readWithData]),
    .init(
      "debugGrid", \.debugGrid, .debugGrid, use: .drawnGrids,
      traits: [.outlivesMethod, .clustersNothing, .isInDocumentsAlone], isActive: \.isShown),
    .init("title", \.title, .template, name: "titleTemplate", use: .clustering, traits: .outlivesMethod),
    .init("titleTemplate", \.title, .template, traits: [.outlivesMethod, .isInDocumentsAlone]),
    .init(
      "subtitle", \.subtitle, .template, name: "subtitleTemplate", use: .clustering, traits: .outlivesMethod),
    .init("subtitleTemplate", \.subtitle, .template, traits: [.outlivesMethod, .isInDocumentsAlone]),
    .init(
      "singleTitle", \.singleTitle, .template, name: "singleTitleTemplate", use: .clustering,
      traits: .outlivesMethod),
    .init(
      "singleSubtitle", \.singleSubtitle, .template, name: "singleSubtitleTemplate",
      use: .clustering, traits: .outlivesMethod),
  ]

  package static let historyKeys = history.map(\.key)
}
