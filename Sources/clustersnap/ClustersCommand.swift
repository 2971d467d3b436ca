import MapSnapshot

extension MarkerDocument.Format: ExpressibleByArgument {}

/// `clustersnap clusters`: what `render` would draw, as data.
struct ClustersCommand: ParsableCommand {
  @Option(
    short: "-o",
    help: .init("The file; geojson, csv or json by its ending.", valueName: "OUT", default: "standard output")
  )
  var output: String?
  @Option(help: .init("The data's format where the ending does not tell it.", default: "geojson"))
  var format: MarkerDocument.Format?
  @Flag(help: .init("List the ids of each cluster's members, in input order."))
  var members: Bool
  @OptionGroup var map: MapArguments

  static let configuration = CommandConfiguration(
    name: "clusters",
    abstract: "Writes the clusters and single points that render would draw, as data.",
    usage: "clustersnap clusters INPUT… [-o OUT] [options]",
    discussion: """
      Clusters carry cluster, cluster_id, point_count, point_count_abbreviated, bbox, unique_location, source and, for
      grids, cell: [column, row]; single points keep their own id and properties. A marker is listed once, even where
      the picture shows several copies of the world; those outside the picture have "visible": false.

      Example:
        clustersnap clusters Samples/capitals.csv --center 10,50 --zoom 3 --format csv
      """)

  init() {}

  func run() throws -> Int32 {
    var clock = StageClock()
    let progress = Progress(isQuiet: map.common.quiet)
    if map.inputs.isEmpty && map.request == nil && map.source.isEmpty {
      throw Failure.input(
        "there is nothing to cluster; name an input, such as clustersnap clusters points.csv")
    }
    let file = OutputFile(path: output ?? "-")
    try file.check()
    let named = MarkerDocument.Format(rawValue: file.pathExtension)
    guard let format = format ?? named ?? (file.isStandardOutput ? .geojson : nil) else {
      throw Failure.input(
        "-o: \(file.path) ends in no known format; name a .geojson, .csv or .json file, or say --format")
    }
    var loader = MapLoader(map, messages: map.common.messages, progress: progress)
    let loaded = try loader.load()
    clock.mark("read")
    guard loaded.views.count == 1, let view = loaded.views.first else {
      throw Failure.input(
        "the request has \(loaded.views.count) views; clusters writes one, so give each its own request")
    }
    let (viewport, groups, notes) = try MapLoader.snapshotting { () throws(SnapshotError) in
      let viewport = try view.view.viewport { loaded.snapshotter.boundingBox }
      let (groups, notes) = try loaded.snapshotter.markers(in: viewport)
      return (viewport, groups, notes)
    }
    clock.mark("cluster")
    var report = PictureReport(messages: loader.messages, styleName: loaded.styleName)
    report.tell(notes)
    try report.messages.endIfStrict()
    let document = MarkerDocument(
      viewport: viewport, groups: groups, listsMembers: members, tileSize: view.view.tileSize ?? 512)
    try file.write(document.bytes(format), guardedBy: Interrupts())
    clock.mark("write")
    let count = groups.reduce(0) { $0 + $1.markers.markers.count }
    report.messages.info(
      "\(loaded.pointCount) points read, \(loaded.skippedCount) skipped, \(count) markers written; \(clock.text)"
    )
    return ExitStatus.done
  }
}
