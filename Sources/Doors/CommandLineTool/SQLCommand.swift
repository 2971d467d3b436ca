import CommandParts
import Arguments
import CellSources
import JSONDocument
import MapClusters
import MapFeatures
import MapContent
import MapSession
import MapSettings

extension SQLDialect: ExpressibleByArgument {}

struct SQLCommand: ParsableCommand {
  @Option() var dialect: SQLDialect?
  @Option() var table: String?
  @Option() var longitude: String?
  @Option() var latitude: String?
  @Option() var geometry: String?
  @Option() var id: String?
  @Option() var columns: String?
  @Option() var orderBy: String?
  @Option() var `where`: String?
  @Option(within: 0...29) var pyramid: Int?
  @Flag var audit: Bool
  @Option() var request: String?
  @Option(short: "-o") var output: String?
  @SettingOptions(ViewOptions.table.entries, "View") var view: ViewOptions
  @SettingOptions(ClusterOptions.table.entries, "Clustering") var clustering: ClusterOptions
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("sql")

  func run() throws -> Int32 {
    guard let dialect else {
      throw Failure.input(
        "--dialect is missing; choose one of \(SQLDialect.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let table, !table.isEmpty else {
      throw Failure.input("--table is missing; name the table of points")
    }
    guard SQLDialect.parts(ofTable: table) != nil else {
      throw Failure.input(
        "--table \(escapedForMessage(table)) is no name: parts between dots must not be empty; put one that holds dots into quotes, and double quotes in it"
      )
    }
    if pyramid != nil && (request != nil || view.setsView) {
      throw Failure.input("--pyramid is of the whole world; leave out --request, --bbox and --center")
    }
    let document = try request.map { path throws(Failure) in try read(path) }
    var query = try query(dialect, of: table, document)
    query.identifier = try id ?? column(document?.identifier, "id")
    (query.order, query.condition) = (orderBy, `where`)
    if let `where`, let fault = dialect.fault(inCondition: `where`) {
      throw Failure.input("--where \(escapedForMessage(`where`)) \(fault)")
    }
    for name in columns?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [] {
      guard !name.isEmpty else {
        throw Failure.input("--columns \(escapedForMessage(columns ?? "")) has an empty name; leave it out")
      }
      if !query.singleColumns.contains(name) { query.singleColumns.append(name) }
    }
    let options = try clusterOptions(document)
    if let weight = options.weight {
      switch options.missingWeight ?? .count(0) {
      case .count(let number) where number > GridQuery.largestWeight:
        throw Failure.input(
          "--missing-weight \(javaScriptText(of: number)) is more than the 1e12 that a statement sums")
      case .count(let number): query.weights = [.init(weight, missing: .count(number))]
      case .skip: query.weights = [.init(weight, missing: .skip)]
      case .error:
        throw Failure.input("--missing-weight error cannot be checked by the statement; set a number or skip")
      }
    }
    var setting = "--columns"
    if let label = options.labelBy, label != query.identifier, !query.singleColumns.contains(label) {
      // The others are those of --columns.
      try checkColumns(of: query, from: setting)
      query.singleColumns.append(label)
      setting = clustering.labelBy == nil ? "labelBy" : "--label-by"
    }
    if let aggregate = options.aggregate,
      let rule = GridQuery.Aggregate.Rule(rawValue: aggregate.rule.rawValue)
    {
      query.aggregates = [.init(rule, of: aggregate.column)]
    }
    try checkColumns(of: query, from: setting)
    var merged: [ViewOptions] = []
    if !audit && pyramid == nil {
      let found = try views(of: document, options)
      query.cells = .views(found.map(\.view))
      merged = found.map(\.options)
    }
    let log = common.messages.log(Progress(isQuiet: common.quiet))
    if document != nil { log.readsDocument() }
    log.report(
      advice(
        ofStatement: clustering, merged: options, view: view, views: merged,
        request: document,
        at: request))
    try log.endIfStrict()
    let text = audit ? query.audit : query.sql
    try OutputFile(path: output ?? "-").write(Array(text.utf8))
    return ExitStatus.done
  }

  private func query(
    _ dialect: SQLDialect, of table: String, _ document: SnapshotRequest?
  ) throws -> GridQuery {
    let cells = GridQuery.Cells.pyramid(zoom: pyramid ?? 0)
    guard let geometry else {
      return GridQuery(
        dialect, table: table,
        longitude: try longitude ?? column(document?.longitude, "longitude") ?? "longitude",
        latitude: try latitude ?? column(document?.latitude, "latitude") ?? "latitude", cells: cells)
    }
    if longitude != nil || latitude != nil {
      throw Failure.input("--geometry holds the places; leave out --longitude and --latitude")
    }
    guard let query = GridQuery(dialect, table: table, geometry: geometry, cells: cells) else {
      throw Failure.input(
        "--geometry: \(dialect.rawValue) has no functions for points; set --longitude and --latitude, or render the file itself"
      )
    }
    return query
  }

  /// Refuses what no engine can answer, or no picture be drawn of, before a warehouse is asked. `setting` sets the
  /// last of the columns.
  private func checkColumns(of query: GridQuery, from setting: String) throws(Failure) {
    let words = [
      ("longitude", longitude), ("latitude", latitude), ("geometry", geometry), ("id", id),
      ("order-by", orderBy),
      ("columns", columns),
      ("where", `where`),
    ]
    if let (option, _) = words.first(where: { $0.1?.allSatisfy(\.isWhitespace) == true }) {
      throw .input("--\(option) is empty; set it, or leave it out")
    }
    if query.longitude == query.latitude {
      throw .input(
        "--longitude and --latitude are both \(escapedForMessage(query.longitude)); name two columns")
    }
    let isIdentifier = { (name: String) in query.identifier != nil && name.lowercased() == "id" }
    let numbers = Set(query.aggregates.flatMap(\.names).map { $0.lowercased() })
    if let name = query.singleColumns.first(where: {
      GridQuery.isTaken($0) || isIdentifier($0) || numbers.contains($0.lowercased())
    }) {
      throw .input(
        "\(setting): the answer has a column \(escapedForMessage(name)) of its own; leave it out, or rename it in a view of the table"
      )
    }
  }

  private func column(_ column: ColumnName?, _ member: String) throws(Failure) -> String? {
    switch column {
    case .name(let name): return name
    case .number(let number):
      throw .input(
        "\(member): a statement names columns, and \(number) is a column's number; set --\(member)",
        at: request)
    case nil: return nil
    }
  }

  private func read(_ path: String) throws(Failure) -> SnapshotRequest {
    let resource = Resource(path: path, isFromDocument: false)
    let (request, diagnostics) = SnapshotRequest.parse(try MapSession.ofCommand().json(of: resource))
    let name = path == "-" ? "standard input" : path
    guard !common.messages.report(diagnostics, of: name), let request else { throw .reported }
    return request
  }

  private func clusterOptions(_ request: SnapshotRequest?) throws(Failure) -> ClusterOptions {
    var options = request?.clustering ?? ClusterOptions()
    let own = request?.clusteringBySource ?? []
    guard own.count < 2 else {
      throw .input(
        "the request clusters \(own.map(\.name).joined(separator: ", ")) in their own ways, and a statement is of one table; write a request for each",
        at: self.request)
    }
    if let own = own.first { options = own.options.over(options) }
    options = clustering.over(options)
    // The cells that a view draws are a grid's.
    let drawsCells = request?.views.contains { $0.output.debugGrid?.isShown == true } ?? false
    if drawsCells, !options.setsMethod, options.settings.method == .peaks { options.method = .grid }
    let tileSize = view.tileSize ?? request?.tileSize ?? 512
    options = options.countingFrom512(tileSize, method: options.settings.method)
    try check(PointNeed.all(of: options, SourceClustering(nil, options: options)))
    return options
  }

  private func check(_ needs: [PointNeed]) throws(Failure) {
    // A statement groups points by cells whatever clusters them.
    guard let need = needs.first(where: { !$0.isServed(by: .statement) }) else { return }
    throw .input("\(need.refusalOfStatement.spelled(SettingSpelling(.options)))")
  }

  private func views(
    of request: SnapshotRequest?, _ clustering: ClusterOptions
  ) throws(Failure) -> [(view: GridQuery.View, options: ViewOptions)] {
    let own = try view.checked()
    var views: [(view: GridQuery.View, options: ViewOptions)] = []
    for (index, asked) in (request?.views.map { ($0.name, $0.view) } ?? [(nil, ViewOptions())]).enumerated() {
      let options = own.over(asked.1)
      guard options.center != nil || options.box != nil else {
        throw .input(
          "a statement needs a view\(request == nil ? "" : ", and view \(asked.0 ?? "\(index)") of the request has none"); set --center LON,LAT with --zoom Z, or --bbox W,S,E,N"
        )
      }
      try check(PointNeed.all(of: options))
      guard options.pitch ?? 0 == 0 else {
        throw .input("--pitch: statements count the cells of views from straight above; leave it out")
      }
      let shrunk = options.shrunk(by: options.growth)
      let viewport = try rethrowing(shrunk.viewport { _ in nil }) { (error: SnapshotError) in
        error.inSession(spelling: SettingSpelling(.options))
      }
      let zoom = options.wholeZoom(of: viewport)
      try check(PointNeed.all(of: clustering, SourceClustering(nil, options: clustering), zoom: zoom))
      let window = try rethrowing(CellWindow(of: viewport, settings: clustering.settings)) {
        (error: ClusterError) in Failure.input("\(error)")
      }
      views.append((.init(name: asked.0 ?? (request == nil ? nil : "\(index)"), window: window), options))
    }
    return views
  }
}
