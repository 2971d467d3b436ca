import CommandParts
import Arguments
import CairoCanvas
import JSONDocument
import MapSession
import MapSettings
import Parallel

// `render --each`: a picture for each row.
extension RenderCommand {
  /// Draws the request for each row of a table, several at once, and returns the status of the command. A row that
  /// cannot be drawn is reported, and the others are drawn.
  func drawRows(
    of path: String, _ messages: Messages, _ progress: Progress, _ root: String?
  ) throws(Failure) -> Int32 {
    guard let request = map.request, let output else {
      throw .input(
        "--each needs a request and a name for each picture; add --request FILE -o 'maps/{id}.png'")
    }
    guard dump == nil, altText == nil, !map.confinement.dryRun else {
      throw .input("--each draws pictures alone; leave out --dump, --alt-text and --dry-run")
    }
    let session = try MapSession.ofCommand(tileCache: picture.tileCache, root: root)
    var base = try map.specification()
    base.set(picture, decorations, fonts)
    base.streamsLargeInputs = true
    let rows = try RowPictures(rows: path, request: request, session, root: root)
    if let name = rows.unknownName(in: output) {
      let advice = nameAdvice(name, among: rows.names.sorted())
      throw .input("-o: \(escapedForMessage(path)) has no column \(quotedForMessage(name)); \(advice)")
    }
    var faults = rows.skipped.map { [Failure.input("\($0)", at: path)] } ?? []
    var names: Set<String> = []
    var tasks: [(row: Int, target: PictureTarget)] = []
    for row in 0..<rows.count {
      do throws(Failure) {
        let name = try rows.fileName(output, row: row)
        guard names.insert(name).inserted else {
          throw .input(
            "another row has the picture \(escapedForMessage(name)); use a column that differs",
            at: rows.place(of: row))
        }
        let target = try PictureTarget(name, format: format, option: "-o", root: root)
        if skipExisting, fileKind(target.file.path) == S_IFREG { continue }
        tasks.append((row, target))
      } catch {
        faults.append(error)
      }
    }
    var (drawn, former, stage) = (0, OutputStage(), OutputStage())
    let drawing = {
      @Sendable [base] (row: Int, target: PictureTarget, log: SessionLog) throws(Failure) -> [UInt8] in
      let loaded = try session.load(try rows.map(base, row: row), log: log)
      guard loaded.views.count == 1, loaded.themes.isEmpty else {
        throw .input("a row has one picture, but the request has several; leave one view", at: request)
      }
      var bytes: [UInt8] = []
      let plan = try loaded.plan(of: 0, as: target.format, place: target.file.name)
      try loaded.draw([plan], log: log) { picture throws(SessionError) in
        try picture.encoded()
      } take: { _, picture throws(SessionError) in
        bytes = try picture.get()
      }
      return bytes
    }
    try inOrder(tasks.count, threads: map.threads ?? processorCount) { index throws(Failure) in
      let (row, target) = tasks[index]
      let log = SessionLog(isStrict: messages.isStrict, spelling: .options)
      return Result { () throws(Failure) in
        try rethrowing(try drawing(row, target, log)) { (error: Failure) in
          // What a document lacks was noted.
          guard error.message == nil, let note = log.notes.last else { return error }
          return .input("\(note.message)", at: note.place)
        }
      }
    } take: { index, picture throws(Failure) in
      let (row, target) = tasks[index]
      switch picture {
      case .success(let bytes):
        try stage.add(bytes, to: target.file)
        drawn += 1
        // Pictures are in place before the next are: of those before nobody waits for the disk.
        if drawn % 16 == 0 {
          try former.commit()
          (former, stage) = (stage, OutputStage())
        }
      case .failure(let fault):
        let place = fault.place.map { "\(rows.place(of: row)): \($0)" } ?? rows.place(of: row)
        faults.append(Failure.input("\(fault.message ?? "it cannot be drawn")", at: place))
      }
    }
    try former.commit()
    try stage.commit()
    progress.clear()
    for fault in faults { messages.report(fault) }
    messages.notice("\(counted(drawn, "picture")) of \(counted(rows.count, "row"))")
    return faults.isEmpty ? ExitStatus.done : ExitStatus.badInput
  }
}
