import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapStyle

/// What every subcommand takes.
struct CommonOptions: ParsableArguments {
  @Flag(short: "-q", help: .init("Tell nothing but errors."))
  var quiet: Bool
  @Flag(short: "-v", help: .init("Also tell what is merely good to know, and counts and times at the end."))
  var verbose: Bool
  @Flag(help: .init("Warnings and skipped records are errors, and nothing is written."))
  var strict: Bool

  init() {}

  /// Where problems are told; to be made once, for it counts them.
  var messages: Messages {
    Messages(isQuiet: quiet, isVerbose: verbose, isStrict: strict)
  }
}

/// How inputs are read.
struct InputOptions: ParsableArguments {
  @Option(
    help: .init(
      "The kind of all inputs, where their content does not tell it.", valueName: "KIND", default: "seen"))
  var inputFormat: InputFormat?
  @Option(
    help: .init(
      "CSV: the column of longitudes, by name or number from 1.", valueName: "COLUMN",
      default: "lon, lng, long, longitude or x"))
  var longitude: ColumnName?
  @Option(
    help: .init(
      "CSV: the column of latitudes, by name or number from 1.", valueName: "COLUMN",
      default: "lat, latitude or y"))
  var latitude: ColumnName?
  @Option(
    help: .init("CSV: the column that names points.", valueName: "COLUMN", default: "id, else the row number")
  )
  var id: ColumnName?

  init() {}

  /// What readers are told.
  func readingOptions(threads: Int) -> ReadingOptions {
    ReadingOptions(
      format: inputFormat, longitudeColumn: longitude, latitudeColumn: latitude, identifierColumn: id,
      threads: threads)
  }
}

/// How many threads are worth starting.
var processorCount: Int {
  max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}

/// What zooms count from: how wide the world is at zoom 0, in points.
enum TileSize: String, CaseIterable, ExpressibleByArgument {
  case points512 = "512"
  case points256 = "256"

  /// The number.
  var points: Int { self == .points256 ? 256 : 512 }
}

/// What the picture shows of the world.
struct ViewArguments: ParsableArguments {
  @Option(help: .init("Picture size in points.", valueName: "WxH", default: "1024x768"))
  var size: ScreenSize?
  @Option(within: Viewport.scales, help: .init("Pixels per point, 0.5 to 4.", valueName: "N", default: "1"))
  var scale: Double?
  @Flag(help: .init("Show all points as close as they fit; the default when nothing else is said."))
  var fit: Bool
  @Option(
    help: .init("Show this box, degrees; east may be less than west.", valueName: "W,S,E,N", default: "none"))
  var bbox: BoundingBox?
  @Option(
    help: .init(
      "The middle of the picture, degrees, longitude first.", valueName: "LON,LAT",
      default: "none"))
  var center: Coordinate?
  @Option(
    help: .init(
      "The world is 512 · 2^Z points wide, Z from -2 to 24. With --fit or --bbox it keeps their center.",
      valueName: "Z", default: "what shows all"))
  var zoom: Double?
  @Option(
    help: .init(
      "Points kept free when fitting: P or T,R,B,L.", valueName: "P",
      default: "20, a quarter of small pictures, with --bbox 0"))
  var padding: Padding?
  @Option(help: .init("Do not fit closer than this zoom.", valueName: "Z", default: "16"))
  var maxZoomFit: Double?
  @Option(
    help: .init(
      "Show the marker that holds this point, and ring it; with --center, --bbox or --fit only ring it.",
      valueName: "ID", default: "none"))
  var select: String?
  @Option(
    help: .init("How much to show about a selected point, meters.", valueName: "M[,M]", default: "1000"))
  var selectSpan: SelectionSpan?
  @Option(
    help: .init(
      "Show all members of this cluster, by cluster_id in the view given otherwise, or by a member.",
      valueName: "ID", default: "none"))
  var fitCluster: String?
  @Option(
    help: .init(
      "Show this point at the smallest zoom at which it stands alone.", valueName: "ID", default: "none"))
  var expand: String?
  @Option(
    help: .init(
      "What the zooms of options and requests count from, 512 or 256; never those of styles.", valueName: "N",
      default: "512"))
  var tileSize: TileSize?

  init() {}

  /// What was said about the view, but for what its zooms count from.
  func viewOptions() throws(Failure) -> ViewOptions {
    if center != nil && bbox != nil {
      throw .input("--center and --bbox exclude each other; say one of them")
    }
    if center != nil && fit { throw .input("--center and --fit exclude each other; say one of them") }
    if bbox != nil && fit { throw .input("--bbox and --fit exclude each other; say one of them") }
    let found = [("--select", select), ("--fit-cluster", fitCluster), ("--expand", expand)].filter {
      $0.1 != nil
    }
    if found.count > 1 {
      throw .input("\(found[0].0) and \(found[1].0) exclude each other; say one of them")
    }
    if expand != nil && (center != nil || bbox != nil || fit) {
      throw .input("--expand finds the view itself; say it without --center, --bbox and --fit")
    }
    if selectSpan != nil && select == nil { throw .input("--select-span needs a point; add --select ID") }
    var options = ViewOptions()
    options.selection = select
    options.selectionSpan = selectSpan
    options.fittedCluster = fitCluster
    options.expandedPoint = expand
    options.center = center
    options.zoom = zoom
    options.box = bbox
    options.fitsPoints = fit ? true : nil
    options.size = size
    options.scale = scale
    options.padding = padding
    options.maximumFitZoom = maxZoomFit
    return options
  }
}

/// How points come together, said for all sources or, after `--cluster NAME.`, for one.
struct ClusterArguments: ParsableArguments {
  @Option(help: .init("Cluster as a known system does.", valueName: "NAME", default: "none"))
  var preset: ClusterPreset?
  @Option(help: .init("How points come together.", valueName: "NAME", default: "grid"))
  var method: ClusterMethod?
  @Option(
    help: .init(
      "Side of a cell: points, points by zoom (0:88,13:64) or a part of the width (1/8).", valueName: "P",
      default: "60"))
  var cellSize: CellSizeSetting?
  @Option(help: .init("Whether a whole number of cells spans the world.", default: "yes"))
  var alignWorld: YesOrNo?
  @Option(help: .init("Where the grid begins.", default: "world"))
  var anchor: GridAnchor?
  @Option(
    within: -0.5...100,
    help: .init(
      "Points beyond the picture that take part, as a share of its sides.", valueName: "M", default: "0"))
  var margin: Double?
  @Option(
    bare: "yes",
    help: .init("Cells follow the integer zoom, so that they nest.", valueName: "yes|no", default: "no"))
  var snapZoom: YesOrNo?
  @Option(
    above: 0, "reaches nothing; say a radius above 0",
    help: .init("Method radius: reach in units of a tile, see --extent.", valueName: "P", default: "40"))
  var radius: Double?
  @Option(
    above: 0, "divides no tile; say an extent above 0",
    help: .init("Method radius: units along a tile's side.", valueName: "N", default: "512"))
  var extent: Double?
  @Option(
    bare: "yes",
    help: .init(
      "Method radius: join points across the antimeridian, which supercluster never does.",
      valueName: "yes|no", default: "no"))
  var acrossAntimeridian: YesOrNo?
  @Option(help: .init("Method distance: meters, or points (50pt).", valueName: "D", default: "50pt"))
  var distance: DistanceSetting?
  @Option(
    within: 1...1_000_000,
    help: .init("Method kmeans: how many clusters.", valueName: "K", default: "50, or one a point"))
  var clusters: Int?
  @Option(
    above: 0, "reaches nothing; say points above 0",
    help: .init("Method dbscan: reach in points.", valueName: "P", default: "40"))
  var eps: Double?
  @Option(
    within: 1...1_000_000_000,
    help: .init(
      "Methods dbscan and radius: points that make a dense place, a cluster.", valueName: "N", default: "2"))
  var minPoints: Int?
  @Option(help: .init("Where a cluster is drawn.", default: "mean"))
  var position: MarkerPosition?
  @Option(
    within: 1...1_000_000_000, help: .init("Fewer points stay single.", valueName: "N", default: "2"))
  var minCount: Int?
  @Option(
    within: 0...1_000_000_000,
    help: .init("Fewer unique locations stay single.", valueName: "N", default: "1"))
  var minUnique: Int?
  @Option(
    within: 0...31,
    help: .init(
      "Beyond this zoom all points are single.", valueName: "Z", default: "16 for radius, else none"))
  var clusterMaxZoom: Double?
  @Option(
    help: .init(
      "Points in one place: merge, ring, ring:METERS or ring:Ppt.", valueName: "RULE", default: "merge"))
  var coLocated: CoLocatedSetting?
  @Option(
    help: .init(
      "A numeric property that weighs points; counts become sums.", valueName: "PROPERTY",
      default: "none"))
  var weight: String?
  @Option(
    help: .init(
      "A property that keeps points alone: where it is false they are never clustered nor counted.",
      valueName: "PROPERTY", default: "cluster for presets clustermap and cluster, else none"))
  var optOut: String?
  @Option(
    help: .init(
      "What clusters are called; gaps are {count}, {count|point|points}, {titles,5}.", valueName: "TEMPLATE",
      default: "the preset's, else {count} {count|point|points}"))
  var titleTemplate: String?
  @Option(
    help: .init(
      "What more is told of clusters, with the same gaps. For --cluster both are also called title and subtitle.",
      valueName: "TEMPLATE", default: "the preset's, else none"))
  var subtitleTemplate: String?

  init() {}

  /// What was said, its zooms as they were written.
  var options: ClusterOptions {
    var options = ClusterOptions()
    options.preset = preset
    options.method = method
    options.cellSize = cellSize
    options.alignsToWorld = alignWorld.map { $0 == .yes }
    options.anchor = anchor
    options.margin = margin
    options.snapsZoom = snapZoom.map { $0 == .yes }
    options.radius = radius
    options.extent = extent
    options.wrapsAntimeridian = acrossAntimeridian.map { $0 == .yes }
    options.distance = distance
    options.clusterCount = clusters
    options.epsilon = eps
    options.minimumPoints = minPoints
    options.position = position
    options.minimumCount = minCount
    options.minimumUnique = minUnique
    options.maximumZoom = clusterMaxZoom
    options.coLocated = coLocated
    options.weight = weight
    options.optOut = optOut
    options.title = titleTemplate
    options.subtitle = subtitleTemplate
    return options
  }
}

/// `--cluster NAME.OPTION=VALUE`: the clustering of single sources.
struct SourceClusterArguments: ParsableArguments {
  @Option(
    help: .init(
      "One source's setting, such as pins.cell-size=80: any option of this group. May be repeated.",
      valueName: "NAME.OPTION=VALUE", default: "none"))
  var cluster: [NamedValue]

  init() {}

  /// What was said for single sources, by name: `--cluster NAME.OPTION=VALUE` is the option, read as if alone.
  func optionsBySource() throws(Failure) -> [(name: String, options: ClusterOptions)] {
    var words: [(name: String, words: [String])] = []
    for setting in cluster {
      guard let dot = setting.name.lastIndex(of: "."), dot != setting.name.startIndex else {
        throw .input(
          "--cluster: \"\(setting.name)\" names no source and option; write NAME.OPTION=VALUE, such as pins.cell-size=80"
        )
      }
      let name = String(setting.name[..<dot])
      var option = String(setting.name[setting.name.index(after: dot)...])
      // As styles and requests call a source's own; the option of this name is the picture's.
      if option == "title" || option == "subtitle" { option += "-template" }
      let word = "--\(option)=\(setting.value)"
      if let index = words.firstIndex(where: { $0.name == name }) {
        words[index].words.append(word)
      } else {
        words.append((name, [word]))
      }
    }
    var result: [(name: String, options: ClusterOptions)] = []
    for (name, words) in words {
      do {
        guard let parsed = try SourceClusterCommand.parse(words) else { continue }
        result.append((name, parsed.arguments.options))
      } catch {
        throw .input("--cluster \(name): \(error.message)")
      }
    }
    return result
  }
}

/// The clustering options alone, for reading those of one source.
private struct SourceClusterCommand: ParsableCommand {
  @OptionGroup var arguments: ClusterArguments
  static let configuration = CommandConfiguration(name: "render", abstract: "", usage: "", discussion: "")
  init() {}
  func run() throws -> Int32 { ExitStatus.done }
}
