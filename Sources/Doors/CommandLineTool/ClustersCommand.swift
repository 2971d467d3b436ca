import CommandParts
import Arguments
import JSONDocument
import MapContent
import MapSession

extension MarkerDocument.Format: ExpressibleByArgument {}

struct ClustersCommand: ParsableCommand {
  @OptionGroup var map: MapArguments
  @Option(short: "-o") var output: String?
  @Option() var format: MarkerDocument.Format?
  @Flag var members: Bool
  @Flag var csvSafe: Bool
  @Option() var grid: String?
  @OptionGroup("Hierarchy") var hierarchy: HierarchyArguments

  static let configuration = CommandConfiguration("clusters")

  func run() throws -> Int32 {
    var clock = StageClock()
    let messages = map.common.messages
    let progress = Progress(isQuiet: map.common.quiet)
    if map.isEmpty {
      throw Failure.input(
        "there is nothing to cluster; name an input, such as clustersnap clusters points.csv")
    }
    let question = try hierarchy.question()
    let root = try map.confinement.folder()
    let target = try ClustersCommand.target(output ?? "-", format: format, option: "-o", root: root)
    if csvSafe && target.format != .csv {
      throw Failure.input("--csv-safe belongs to CSV; add --format csv, or name a .csv file")
    }
    let gridFile = grid.map { OutputFile(path: $0, root: root) }
    try gridFile?.check()
    if gridFile != nil, let question {
      throw Failure.input("--grid describes a view, \(question.optionName) has none; set one of them")
    }
    var specification = try map.specification()
    if members { specification.output.members = true }
    specification.needsMembers = question != nil || gridFile != nil
    specification.asksForViews = question == nil
    specification.prefersGrid = gridFile != nil
    let log = messages.log(progress)
    let loaded = try MapSession.ofCommand(root: root).load(specification, log: log)
    clock.mark("read")
    let outputs = [target.file] + (gridFile.map { [$0] } ?? [])
    try OutputFile.checkDistinct(outputs, from: loaded.inputPaths)
    if map.confinement.dryRun {
      try log.endIfStrict()
      progress.clear()
      let plans = try loaded.views.indices.map { number throws(Failure) in
        let plan = try loaded.plan(of: number)
        try loaded.checkCells(of: plan)
        return plan
      }
      return try ConfinementArguments.print(
        loaded.sourceLines + plans.flatMap(\.lines) + outputs.map { "output: \($0.name)" })
    }
    let stage = OutputStage()
    var report = PictureReport(log: log, styleName: loaded.styleName)
    try progress.during("clustering") { () throws(Failure) in
      if let question {
        let lists = loaded.views.contains { $0.output.members == true }
        let answer = try question.answer(in: loaded, format: target.format, listsMembers: lists)
        try stage.add(csvSafe ? withoutFormulas(answer) : answer, to: target.file)
        try loaded.checkInputs()
      } else {
        report = try stageMarkers(of: loaded, to: stage, target, gridFile, progress, log)
      }
    }
    clock.mark("cluster")
    try stage.commit()
    clock.mark("write")
    messages.info("\(loaded.snapshotter.readText), \(report.markerText) written; \(clock.text)")
    return ExitStatus.done
  }

  private func stageMarkers(
    of loaded: LoadedMap, to stage: OutputStage, _ target: (file: OutputFile, format: MarkerDocument.Format),
    _ gridFile: OutputFile?, _ progress: Progress, _ log: SessionLog
  ) throws(Failure) -> PictureReport {
    guard loaded.views.count == 1 else {
      throw .input(
        "the request has \(loaded.views.count) views, but clusters writes one; give each its own request",
        at: loaded.requestName)
    }
    return try loaded.findMarkers(log: log) {
      progress.enter($0.text(of: target.file.name))
    } take: { _, groups, document throws(Failure) in
      progress.clear()
      let bytes = document.bytes(target.format)
      try stage.add(csvSafe ? withoutFormulas(bytes) : bytes, to: target.file)
      guard let gridFile else { return }
      let cells = try rethrowing(GridDocument(groups: groups).bytes()) { (error: SnapshotError) in
        error.inSession(spelling: loaded.spelling)
      }
      try stage.add(cells, to: gridFile)
    }
  }

  static func target(
    _ path: String, format: MarkerDocument.Format?, option: String, root: String? = nil
  ) throws(Failure) -> (file: OutputFile, format: MarkerDocument.Format) {
    let file = OutputFile(path: path, root: root)
    try file.check()
    let seen = file.isStandardOutput ? .geojson : MarkerDocument.Format(rawValue: file.pathExtension)
    guard let format = format ?? seen else {
      throw .input(
        "\(option): \(path) ends in no known format; name a .geojson, .csv or .json file\(option == "-o" ? ", or use --format" : "")"
      )
    }
    return (file, format)
  }
}
