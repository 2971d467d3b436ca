import MapClusters
import MapFeatures
import MapGeometry
import MapSnapshot
import MapStyle

/// What every subcommand takes.
struct CommonOptions: ParsableArguments {
  @Flag(short: "-q", help: .init("Say nothing but errors."))
  var quiet: Bool
  @Flag(short: "-v", help: .init("Also tell what is merely good to know, and counts and times at the end."))
  var verbose: Bool
  @Flag(help: .init("Warnings and skipped records become errors."))
  var strict: Bool

  init() {}

  /// Where problems are told.
  var messages: Messages {
    Messages(isQuiet: quiet, isVerbose: verbose, isStrict: strict)
  }
}

/// How inputs are read.
struct InputOptions: ParsableArguments {
  @Option(help: .init("The kind of all inputs; seen from their content otherwise.", valueName: "KIND"))
  var inputFormat: InputFormat?
  @Option(help: .init("CSV: the column of longitudes, by name or number.", valueName: "COLUMN"))
  var longitude: ColumnName?
  @Option(help: .init("CSV: the column of latitudes, by name or number.", valueName: "COLUMN"))
  var latitude: ColumnName?
  @Option(
    help: .init("CSV: the column that names points.", valueName: "COLUMN", default: "id, else the row number")
  )
  var id: ColumnName?

  init() {}

  /// What readers are told.
  var readingOptions: ReadingOptions {
    ReadingOptions(
      format: inputFormat, longitudeColumn: longitude, latitudeColumn: latitude, identifierColumn: id,
      threads: processorCount)
  }
}

/// How many threads are worth starting.
var processorCount: Int {
  max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}

/// What the picture shows of the world.
struct ViewArguments: ParsableArguments {
  @Option(help: .init("Picture size in points.", valueName: "WxH", default: "1024x768"))
  var size: ScreenSize?
  @Option(help: .init("Pixels per point, 0.5 to 4.", valueName: "N", default: "1"))
  var scale: Double?
  @Flag(help: .init("Show all points as close as they fit; the default when nothing else is said."))
  var fit: Bool
  @Option(help: .init("Show this box, degrees; east may be less than west.", valueName: "W,S,E,N"))
  var bbox: BoundingBox?
  @Option(help: .init("The middle of the picture, degrees, longitude first.", valueName: "LON,LAT"))
  var center: Coordinate?
  @Option(
    help: .init(
      "The world is 512 · 2^Z points wide. With --fit or --bbox it keeps their center.", valueName: "Z"))
  var zoom: Double?
  @Option(
    help: .init("Points kept free when fitting: P or T,R,B,L.", valueName: "P", default: "20, with --bbox 0"))
  var padding: Padding?
  @Option(help: .init("Do not fit closer than this zoom.", valueName: "Z", default: "16"))
  var maxZoomFit: Double?
  @Option(
    help: .init(
      "What the zooms of options and requests count from, 512 or 256; never those of styles.", valueName: "N",
      default: "512"))
  var tileSize: Int?

  init() {}

  /// What was said about the view.
  func viewOptions() throws(Failure) -> ViewOptions {
    if let tileSize, tileSize != 256 && tileSize != 512 {
      throw .input("--tile-size: \(tileSize) is neither 512 nor 256")
    }
    if center != nil && bbox != nil {
      throw .input("--center and --bbox exclude each other; say one of them")
    }
    if center != nil && fit { throw .input("--center and --fit exclude each other; say one of them") }
    if bbox != nil && fit { throw .input("--bbox and --fit exclude each other; say one of them") }
    var options = ViewOptions()
    options.center = center
    options.zoom = zoom
    options.box = bbox
    options.fitsPoints = fit ? true : nil
    options.size = size
    options.scale = scale
    options.padding = padding
    options.maximumFitZoom = maxZoomFit
    options.tileSize = tileSize
    return options
  }
}

/// How points come together.
struct ClusterArguments: ParsableArguments {
  @Option(help: .init("Cluster as a known system does.", valueName: "NAME"))
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
    help: .init(
      "Points beyond the picture that take part, as a share of its sides.", valueName: "M", default: "0"))
  var margin: Double?
  @Flag(help: .init("Cells follow the integer zoom, so that they nest."))
  var snapZoom: Bool
  @Option(help: .init("Method radius: reach in 1/512 of a tile.", valueName: "P", default: "40"))
  var radius: Double?
  @Option(help: .init("Method distance: meters, or points (50pt).", valueName: "D", default: "50pt"))
  var distance: DistanceSetting?
  @Option(help: .init("Method kmeans: how many clusters.", valueName: "K", default: "50"))
  var clusters: Int?
  @Option(help: .init("Method dbscan: reach in points.", valueName: "P", default: "40"))
  var eps: Double?
  @Option(
    help: .init(
      "Methods dbscan and radius: points that make a dense place, a cluster.", valueName: "N", default: "2"))
  var minPoints: Int?
  @Option(help: .init("Where a cluster is drawn.", default: "mean"))
  var position: MarkerPosition?
  @Option(help: .init("Fewer points stay single.", valueName: "N", default: "2"))
  var minCount: Int?
  @Option(help: .init("Fewer unique locations stay single.", valueName: "N", default: "1"))
  var minUnique: Int?
  @Option(help: .init("Beyond this zoom all points are single.", valueName: "Z"))
  var clusterMaxZoom: Double?
  @Option(
    help: .init(
      "Points in one place: merge, ring, ring:METERS or ring:Ppt.", valueName: "RULE", default: "merge"))
  var coLocated: CoLocatedSetting?
  @Option(help: .init("A numeric property that weighs points; counts become sums.", valueName: "PROPERTY"))
  var weight: String?
  @Option(
    help: .init(
      "One source's setting: NAME.cell-size=80. Any option of this group, more than once.",
      valueName: "NAME.OPTION=VALUE"))
  var cluster: [NamedValue]

  init() {}

  /// What was said for all sources.
  func clusterOptions(tileSize: Int?) -> ClusterOptions {
    var options = ClusterOptions()
    options.preset = preset
    options.method = method
    options.cellSize = cellSize.map { tileSize == 256 ? $0.shifted(by: -1) : $0 }
    options.alignsToWorld = alignWorld.map { $0 == .yes }
    options.anchor = anchor
    options.margin = margin
    options.snapsZoom = snapZoom ? true : nil
    options.radius = radius
    options.distance = distance
    options.clusterCount = clusters
    options.epsilon = eps
    options.minimumPoints = minPoints
    options.position = position
    options.minimumCount = minCount
    options.minimumUnique = minUnique
    // `supercluster` levels count from a 512-point world whatever the tile size.
    let countsFrom256 = tileSize == 256 && method != .radius && preset != .supercluster
    options.maximumZoom = clusterMaxZoom.map { countsFrom256 ? $0 - 1 : $0 }
    options.coLocated = coLocated
    options.weight = weight
    return options
  }

  /// What was said for single sources, by name: `--cluster NAME.OPTION=VALUE` is the option, read as if alone.
  func perSourceOptions(tileSize: Int?) throws(Failure) -> [(name: String, options: ClusterOptions)] {
    var words: [(name: String, words: [String])] = []
    for setting in cluster {
      guard let dot = setting.name.lastIndex(of: ".") else {
        throw .input(
          "--cluster: “\(setting.name)” names no source; write NAME.OPTION=VALUE, such as pins.cell-size=80")
      }
      let name = String(setting.name[..<dot])
      let option = setting.name[setting.name.index(after: dot)...]
      let word = option == "snap-zoom" ? "--snap-zoom" : "--\(option)=\(setting.value)"
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
        result.append((name, parsed.arguments.clusterOptions(tileSize: tileSize)))
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

extension CellSizeSetting {
  /// The same sizes with the zooms of a table moved.
  func shifted(by zooms: Double) -> CellSizeSetting {
    guard case .byZoom(let sizes) = self else { return self }
    return .byZoom(sizes.map { ZoomSize(zoom: $0.zoom + zooms, points: $0.points) })
  }
}
