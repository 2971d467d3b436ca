import JSONDocument
import Parallel

/// Reads a stream block by block, while it delivers.
struct StreamReader {
  typealias Refill = (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int

  private let options: ReadingOptions
  /// `nil` where the table keeps the points.
  private let sink: (any PointSink)?
  private var blocks: StreamBlocks
  private var builder: TableBuilder
  /// How many bytes of a block are worth a thread.
  private let pieceSize: Int
  /// Whether identifiers are kept as a column, because their records may be given up.
  private let keepsIdentifiers: Bool
  /// The line of the first skipped record, found as soon as it is met: its bytes may be gone later.
  private var firstSkippedLine = 0
  /// Where the first fault among the skipped records is, found as early.
  private var firstFaultPosition: TextPosition?
  private var newline: UInt8 = 0x0A
  private var reported = 0

  /// - Parameters:
  ///   - blockSize: bytes of a block; records longer than that make larger ones. `nil` for 1 MB, and 2 MB a thread where a sink
  ///     takes the points.
  ///   - pieceSize: how many bytes of a block are worth a thread.
  init(
    options: ReadingOptions, sink: (any PointSink)? = nil, blockSize: Int? = nil, pieceSize: Int = 1 << 18
  ) {
    (self.options, self.sink, self.pieceSize) = (options, sink, pieceSize)
    let threads = sink == nil ? 1 : min(options.threads, StreamReader.mostThreads)
    let blockSize = blockSize ?? (threads > 1 ? threads << 21 : 1 << 20)
    blocks = StreamBlocks(
      keepsBytes: options.keepsProperties && sink == nil, mostKept: options.recordByteLimit ?? .max,
      blockSize: blockSize)
    keepsIdentifiers = options.keepsIdentifiers && options.recordByteLimit != nil && sink == nil
    builder = TableBuilder(
      options, keepsPoints: sink == nil, expectedBytes: 0, keepsIdentifiers: keepsIdentifiers)
  }

  /// More threads read no faster than a pipe delivers, and need memory each.
  private static let mostThreads = 4

  mutating func table(_ refill: Refill) throws(FeatureError) -> FeatureTable {
    while blocks.count < ContentSniffer.length, !blocks.isComplete {
      try blocks.fill(newline: newline, refill)
    }
    switch ContentSniffer.finding(blocks.bytes) {
    case .empty where blocks.isComplete:
      throw FeatureError(.empty)
    case .empty:
      throw FeatureError(.foreignContent(.binary))  // 64 kB of blanks
    case .foreign(let content, let place):
      throw error(.foreignContent(content), at: place)
    case .format(let format, let start):
      blocks.front = start
      switch options.format ?? format {
      case .csv: return try csv(refill)
      case .geojson: return try document(refill)
      case .ndjson: return try records(.ndjson, isSequence: nil, refill)
      case .json: return try rows(refill)
      }
    }
  }

  private mutating func csv(_ refill: Refill) throws(FeatureError) -> FeatureTable {
    var found = try layout(refill)
    found.mustEndWhole = options.mustEndWhole
    let layout = found
    newline = layout.newline
    blocks.front = layout.dataStart
    let outcome = try scan(.csv, refill, { CSVScanner(layout: layout) }) { .csv($0, layout) }
    if case .failed(let problem, let place) = outcome { throw error(problem, at: place) }
    try checkFault(firstRecordCounts: false)
    builder.addNotes(on: layout)
    return try table(
      .csv, keepsBytes ? .csv(.blocks(blocks.kept()), layout) : .none, columnNames: layout.names,
      places: layout.coordinateColumns)
  }

  private mutating func layout(_ refill: Refill) throws(FeatureError) -> CSVLayout {
    while true {
      do throws(CSVHeader.Failure) {
        return try CSVHeader(bytes: blocks.bytes, options: options)
          .layout(from: blocks.front, isFinal: blocks.isComplete)
      } catch {
        switch error {
        case .problem(let problem, let place): throw self.error(problem, at: place ?? blocks.front)
        case .incomplete where blocks.isComplete: throw FeatureError(.unreadableHeader)
        case .incomplete: try blocks.fillTwofold(newline: newline, refill)
        }
      }
    }
  }

  private mutating func document(_ refill: Refill) throws(FeatureError) -> FeatureTable {
    var step = try walk(refill) { (document, start) in document.head(from: start, type: nil) }
    if case .features(let first, nil) = step, case .rows = try rowFinding(from: first, refill) {
      let whole = try walk(refill) { $0.head(from: $1, type: nil, stopsAtFeatures: false) }
      if case .end(_, let type) = whole, type != "FeatureCollection" { step = whole }
    }
    switch step {
    case .features(let start, let type):
      let documentStart = blocks.position(of: blocks.front, newline: newline)
      blocks.front = start
      return try collection(type, documentStart, refill)
    case .end(let behind, let type):
      let isAlone = try isAlone(behind: behind, refill)
      guard isAlone || options.format != .geojson else { throw error(.json(.trailingContent), at: behind) }
      if !isAlone { return try records(.ndjson, isSequence: nil, refill) }
      switch JSONRows.document(in: blocks.bytes, objectAt: blocks.front, type: type, options: options) {
      case .array(let first, let rows):
        blocks.front = first
        try elements(.json, rows, refill)
        return try table(.json, records(rows), places: rows?.coordinateColumns ?? [])
      case .row(.rows(let rows)): return try records(.json, isSequence: true, rows: rows, refill)
      case .row(.problem(let problem)) where type == nil && problem.isOfRow:
        throw error(problem, at: blocks.front)
      default: break
      }
      guard type.map({ GeoJSONKind($0).isGeometry || $0 == "Feature" }) == true else {
        throw error(
          type == "FeatureCollection" ? .featuresNotArray : .notGeoJSON(type: type), at: blocks.front)
      }
      return try records(.geojson, isSequence: true, refill)
    case .failed(let problem, let place): throw error(problem, at: place)
    case .incomplete: throw error(.json(.unexpectedEnd), at: blocks.count)
    }
  }

  /// A collection whose first feature stands at the front.
  private mutating func collection(
    _ type: String?, _ documentStart: TextPosition, _ refill: Refill
  ) throws(FeatureError) -> FeatureTable {
    try elements(.geojson, nil, refill)
    switch try walk(refill, { (document, start) in document.tail(from: start + 1, type: type) }) {
    case .end(let behind, "FeatureCollection"):
      if try !isAlone(behind: behind, refill) { return try reread(.trailingContent, at: behind, refill) }
    case .end(let behind, .some):
      return try reread(.trailingContent, at: behind, refill)  // `features` was a foreign member
    case .end(_, nil):
      throw FeatureError(.notGeoJSON(type: nil), at: documentStart)
    case .failed(let problem, let place):
      throw error(problem, at: place)
    case .features, .incomplete:
      throw error(.json(.unexpectedEnd), at: blocks.count)
    }
    return try table(.geojson, records(nil))
  }

  /// An array of rows or features, or rows one after the other.
  private mutating func rows(_ refill: Refill) throws(FeatureError) -> FeatureTable {
    let opening = blocks.bytes[blocks.front...].firstIndex { $0 > 0x20 } ?? blocks.front
    guard blocks.bytes[opening] == 0x5B else { return try document(refill) }
    var rows: JSONRows?
    switch try rowFinding(from: opening + 1, refill) {
    case .rows(let found): rows = found
    case .problem(let problem): throw error(problem, at: opening + 1)
    case .features, .unknown: break
    }
    blocks.front = opening + 1
    try elements(.json, rows, refill)
    if try !isAlone(behind: blocks.front + 1, refill) {
      throw error(.json(.trailingContent), at: blocks.front + 1)
    }
    return try table(.json, records(rows), places: rows?.coordinateColumns ?? [])
  }

  /// Reads the elements of an array of rows or features; the front is at the first one, then at the end.
  private mutating func elements(
    _ format: InputFormat, _ rows: JSONRows?, _ refill: Refill
  ) throws(FeatureError) {
    if let note = rows?.note { builder.hints.append(note) }
    let (depthLimit, found) = (options.depthLimit, rows)
    let outcome = try scan(format, isInPieces: false, refill) {
      FeatureArrayScanner(depthLimit: depthLimit, joint: .unknown, rows: found)
    } store: {
      RecordStore($0, found)
    }
    switch outcome {
    case .failed(let problem, let place): throw error(problem, at: place)
    case .arrayEnd: break
    case .complete, .incomplete, .abandoned: throw error(.json(.unexpectedEnd), at: blocks.count)
    }
  }

  /// How rows are written, found in the first records, with more and more of the stream until one of them is there.
  private mutating func rowFinding(
    from start: Int, _ refill: Refill
  ) throws(FeatureError) -> JSONRows.Finding {
    let distance = start - blocks.front
    while true {
      let finding = JSONRows.find(in: blocks.bytes, from: blocks.front + distance, options: options)
      guard case .unknown = finding, !blocks.isComplete, blocks.count < 1 << 26 else { return finding }
      try blocks.fillTwofold(newline: newline, refill)
    }
  }

  /// Where properties are read from.
  private func records(_ rows: JSONRows?) -> RecordStore {
    keepsBytes ? RecordStore(.blocks(blocks.kept()), rows) : .none
  }

  private mutating func records(
    _ format: InputFormat, isSequence: Bool?, rows: JSONRows? = nil, _ refill: Refill
  ) throws(FeatureError) -> FeatureTable {
    let hasSeparator = blocks.bytes[blocks.front...].first { $0 > 0x20 || $0 == 0x1E } == 0x1E
    var (format, rows) = (format, rows)
    if rows == nil, isSequence == nil, !hasSeparator, options.format != .ndjson,
      case .rows(let found) = try rowFinding(from: blocks.front, refill)
    {
      (format, rows) = (.json, found)
    }
    if let note = rows?.note { builder.hints.append(note) }
    let (depthLimit, isSeparated, found) = (options.depthLimit, isSequence ?? hasSeparator, rows)
    let outcome = try scan(format, refill) {
      LineScanner(depthLimit: depthLimit, isSequence: isSeparated, rows: found)
    } store: {
      RecordStore($0, found)
    }
    if case .failed(let problem, let place) = outcome { throw error(problem, at: place) }
    try checkFault(firstRecordCounts: true)
    return try table(format, records(rows), places: rows?.coordinateColumns ?? [])
  }

  private func checkFault(firstRecordCounts: Bool) throws(FeatureError) {
    if let fault = builder.fault(firstRecordCounts: firstRecordCounts) {
      throw FeatureError(fault.problem, at: firstFaultPosition)
    }
  }

  /// Reads records up to the end of the stream, or of the array they stand in.
  ///
  /// - Parameters:
  ///   - isInPieces: whether the beginning of a record can be seen anywhere, so that threads read pieces of a block.
  ///   - store: how properties are read from bytes.
  private mutating func scan<Scanner: RecordScanner>(
    _ format: InputFormat, isInPieces: Bool = true, _ refill: Refill,
    _ makeScanner: () -> Scanner, store: (RecordBytes) -> RecordStore
  ) throws(FeatureError) -> Chunk.Outcome {
    let threads = isInPieces && sink != nil ? min(options.threads, StreamReader.mostThreads) : 1
    let readers = (0..<max(1, threads)).map { _ in
      PieceReader(
        makeScanner(), Chunk(options, keepsIdentifiers: keepsIdentifiers))
    }
    defer { for reader in readers { reader.close() } }
    while true {
      // One thread reads what is there, while it is in the cache; several are worth a whole block.
      if readers.count > 1 {
        while !blocks.isFull, !blocks.isComplete { try blocks.fill(newline: newline, refill) }
      }
      let start = blocks.front
      let ahead = readers.count > 1 && blocks.isFull && !blocks.isComplete ? blocks.next() : nil
      var outcome = Chunk.Outcome.complete
      // Who writes goes on meanwhile, and readers find the next block there.
      eachInParallel(ahead == nil ? 1 : 2) { part in
        if part == 0 { outcome = scanBlock(readers, format, store) } else { ahead?.fill(refill) }
      }
      report()
      if givesUpRecords { builder.forgetPlaces() }
      if let excess = builder.excess {
        return .failed(.tooManyPoints(limit: options.mostPoints), place: excess - blocks.block.offset)
      }
      switch outcome {
      case .complete, .incomplete:
        if blocks.isComplete { return outcome }
        // A record that did not move is tried again only with twice as much of it.
        if blocks.front == start, start < blocks.count {
          try blocks.fillTwofold(newline: newline, refill)
        } else {
          try blocks.fill(newline: newline, refill)
        }
      case .arrayEnd, .failed, .abandoned:
        return outcome
      }
    }
  }

  /// Reads the records of the block at hand, a piece a reader, and takes them over in order; as in ``ChunkReader`` a piece whose
  /// beginning was guessed wrong is read again.
  private mutating func scanBlock<Scanner: RecordScanner>(
    _ readers: [PieceReader<Scanner>], _ format: InputFormat, _ store: (RecordBytes) -> RecordStore
  ) -> Chunk.Outcome {
    let (bytes, start, isFinal) = (blocks.bytes, blocks.front, blocks.isComplete)
    let length = blocks.count - start
    let count = max(1, min(readers.count, length / pieceSize))
    let stops = (1...count).map { start + length * $0 / count }
    for reader in readers { reader.chunk.origin = blocks.block.offset }
    eachInParallel(count) { piece in
      if piece == 0 {
        readers[0].read(bytes, from: start, to: stops[0], isFinal: isFinal)
      } else {
        readers[piece].readPiece(bytes, near: stops[piece - 1], to: stops[piece], isFinal: isFinal)
      }
    }
    var taken: [(reader: Int, points: Int, records: Int)] = []
    var outcome = Chunk.Outcome.complete
    for (piece, stop) in stops.enumerated() where piece == 0 || blocks.front < stop {
      let chunk = readers[piece].chunk
      if chunk.start != blocks.front || chunk.isAbandoned {
        readers[piece].read(bytes, from: blocks.front, to: stop, isFinal: isFinal)
      }
      taken.append((piece, builder.pointCount, builder.recordCount))
      take(chunk)
      if options.recordByteLimit != nil { builder.noteNames(of: chunk, store(.blocks(blocks.current))) }
      outcome = chunk.outcome
      guard case .complete = outcome, builder.excess == nil else { break }
    }
    if sink != nil {
      // The block is overwritten later: its records are read before.
      let records = options.keepsProperties ? store(.blocks(blocks.current)) : .none
      let batches = PointBatches(sink, format, records)
      eachInParallel(taken.count) { part in
        let (reader, points, records) = taken[part]
        batches?.deliver(readers[reader].chunk, after: points, records, by: reader)
      }
    }
    return outcome
  }

  /// Takes over what was read from the front on.
  private mutating func take(_ chunk: Chunk) {
    let (hadSkipped, hadFault) = (builder.firstSkip != nil, builder.firstFault != nil)
    builder.append(chunk)
    blocks.countBesides = builder.byteCount
    if !hadFault, let fault = chunk.firstFault {
      firstFaultPosition = blocks.position(of: fault.place, newline: newline)
    }
    if !hadSkipped, let skip = chunk.firstSkip {
      firstSkippedLine = blocks.position(of: skip.place, newline: newline).line
    }
    blocks.front = chunk.end
  }

  /// Walks through the document from the front, with more and more of it until the walk ends.
  private mutating func walk(
    _ refill: Refill, _ body: (GeoJSONDocument, Int) -> GeoJSONDocument.Step
  ) throws(FeatureError) -> GeoJSONDocument.Step {
    while true {
      let document = GeoJSONDocument(
        bytes: blocks.bytes, depthLimit: options.depthLimit, isFinal: blocks.isComplete)
      let step = body(document, blocks.front)
      guard case .incomplete = step, !blocks.isComplete else { return step }
      try blocks.fillTwofold(newline: newline, refill)
    }
  }

  /// Whether only blanks stand behind the document that ends before `behind`; else an object does.
  private mutating func isAlone(behind: Int, _ refill: Refill) throws(FeatureError) -> Bool {
    let distance = behind - blocks.front
    while true {
      let document = GeoJSONDocument(bytes: blocks.bytes, depthLimit: options.depthLimit, isFinal: true)
      if let rest = document.rest(behind: blocks.front + distance) {
        guard blocks.bytes[rest] == 0x7B else { throw error(.json(.trailingContent), at: rest) }
        return false
      }
      if blocks.isComplete { return true }
      try blocks.fill(newline: newline, refill)
    }
  }

  /// Starts over with all bytes of the stream, if they were kept: it was not what its beginning promised.
  private mutating func reread(
    _ fault: FeatureProblem.JSONFault, at place: Int, _ refill: Refill
  ) throws(FeatureError) -> FeatureTable {
    guard keepsBytes else { throw error(.json(fault), at: place) }
    while !blocks.isComplete { try blocks.fill(newline: newline, refill) }
    return try SourceReader(source: ByteArray(blocks.kept().joined()), options: options).table()
  }

  /// Whether the bytes of the stream stay in memory: a sink keeps what it needs of them.
  private var keepsBytes: Bool { blocks.keepsBytes }
  /// Whether there were too many bytes to keep them all.
  private var givesUpRecords: Bool { options.keepsProperties && sink == nil && !blocks.keepsBytes }

  private mutating func report() {
    let place = blocks.block.offset + blocks.front
    guard place - reported >= 1 << 22 else { return }
    reported = place
    options.progress?(place, builder.recordCount)
  }

  /// - Parameter places: the columns that coordinates were read from; what a sink takes has no other record of them.
  private mutating func table(
    _ format: InputFormat, _ records: RecordStore, columnNames: [String] = [], places: [String] = []
  ) throws(FeatureError) -> FeatureTable {
    let whole = builder
    builder = TableBuilder()  // one owner: pieces of columns are given back while they are joined
    var table = try (consume whole).table(
      format: format, records: records, columnNames: columnNames, line: { _ in firstSkippedLine })
    table.coordinateColumns = places
    if givesUpRecords { table.notes.append(options.note(onRecordsGivenUpBut: table.filledColumns)) }
    return table
  }

  private func error(_ problem: FeatureProblem, at place: Int) -> FeatureError {
    FeatureError(problem, at: blocks.position(of: place, newline: newline))
  }
}
