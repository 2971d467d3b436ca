import JSONDocument
import Parallel

/// Reads inputs piece by piece, on several threads.
package struct InputReader {
  private let options: ReadingOptions
  private let sink: (any PointSink)?
  private var blocks: InputBlocks
  private var builder: TableBuilder
  private let threads, pieceSize: Int
  /// True if identifiers are stored as a column, because records may be dropped.
  private let keepsIdentifiers: Bool
  /// Found at once: its bytes may be gone later.
  private var firstSkippedLine = 0
  private var firstFaultPosition: TextPosition?
  private var reported = 0

  /// More threads read no faster than a pipe delivers, and need memory each.
  private static let mostThreads = 4
  package static let usualPieceSize = 1 << 18

  private init(
    _ blocks: InputBlocks, _ options: ReadingOptions, _ sink: (any PointSink)?, threads: Int, pieceSize: Int,
    keepsIdentifiers: Bool = false
  ) {
    (self.blocks, self.options, self.sink, self.threads) = (blocks, options, sink, threads)
    (self.pieceSize, self.keepsIdentifiers) = (pieceSize, keepsIdentifiers)
    builder = TableBuilder(options, keepsPoints: sink == nil, keepsIdentifiers: keepsIdentifiers)
  }

  /// Reads an input whole.
  package static func table(
    of source: any ByteSource, _ options: ReadingOptions, into sink: (any PointSink)? = nil,
    pieceSize: Int = usualPieceSize, from start: Int = 0,
    _ read: (inout InputReader) throws(FeatureError) -> FeatureTable = { reader throws(FeatureError) in
      try reader.table()
    }
  ) throws(FeatureError) -> FeatureTable {
    try source.lending { bytes throws(FeatureError) in
      let blocks = InputBlocks(bytes, of: source, keepsBytes: options.keepsProperties)
      var reader = InputReader(blocks, options, sink, threads: options.threads, pieceSize: pieceSize)
      reader.blocks.front = start
      return try read(&reader)
    }
  }

  /// Reads a stream, block by block.
  package static func table(
    _ options: ReadingOptions, into sink: (any PointSink)? = nil, blockSize: Int? = nil,
    pieceSize: Int = usualPieceSize,
    refill: (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int
  ) throws(FeatureError) -> FeatureTable {
    try withoutActuallyEscaping(refill) { refill throws(FeatureError) in
      let threads = sink == nil ? 1 : min(options.threads, mostThreads)
      let blocks = InputBlocks(
        keepsBytes: options.keepsProperties && sink == nil, mostKept: options.recordByteLimit ?? .max,
        blockSize: blockSize ?? (threads > 1 ? threads << 21 : 1 << 20), refill: refill)
      var reader = InputReader(
        blocks, options, sink, threads: threads, pieceSize: pieceSize,
        keepsIdentifiers: options.keepsIdentifiers && options.recordByteLimit != nil && sink == nil)
      return try reader.table()
    }
  }

  // MARK: Formats

  private mutating func table() throws(FeatureError) -> FeatureTable {
    while blocks.count < ContentSniffer.length, !blocks.isComplete { try blocks.fill() }
    switch ContentSniffer.finding(blocks.bytes) {
    case .empty where blocks.isComplete: throw FeatureError(.empty)
    case .empty:
      throw FeatureError(.foreignContent(.binary))  // 64 kB of blanks
    case .foreign(.utf16, _):
      guard let source = try blocks.whole() else { throw error(.foreignContent(.utf16), at: 0) }
      return try InputReader.table(
        of: ByteArray(source.withBytes(UTF16Text.utf8)), options, into: sink, pieceSize: pieceSize)
    case .foreign(let content, let offset): throw error(.foreignContent(content), at: offset)
    case .format(let format, let start):
      blocks.front = start
      switch options.format ?? format {
      case .csv: return try csv()
      case .geojson: return try document()
      case .ndjson: return try records(.ndjson, isSequence: nil)
      case .json: return try rows()
      }
    }
  }

  private mutating func csv() throws(FeatureError) -> FeatureTable {
    var found = try layout()
    found.mustEndWhole = options.mustEndWhole && blocks.source == nil
    let layout = found
    (blocks.newline, blocks.front) = (layout.newline, layout.dataStart)
    let outcome = try scan(.csv, .csv(.blocks([]), layout)) { CSVScanner(layout: layout) }
    if case .failed(let problem, let offset) = outcome { throw error(problem, at: offset) }
    try checkFault(firstRecordCounts: false)
    builder.addNotes(on: layout)
    builder.decimal = layout.decimal
    return try table(
      .csv, blocks.keepsBytes ? .csv(blocks.kept(), layout) : .none, columnNames: layout.names,
      coordinates: layout.coordinateColumns)
  }

  private mutating func layout() throws(FeatureError) -> CSVLayout {
    while true {
      do throws(CSVHeader.Failure) {
        return try CSVHeader(bytes: blocks.bytes, options: options)
          .layout(from: blocks.front, isFinal: blocks.isComplete)
      } catch {
        switch error {
        case .problem(let problem, let offset): throw self.error(problem, at: offset ?? blocks.front)
        case .incomplete where blocks.isComplete: throw FeatureError(.unreadableHeader)
        case .incomplete: try blocks.fillTwofold()
        }
      }
    }
  }

  private mutating func document(type: String? = nil) throws(FeatureError) -> FeatureTable {
    var step = try blocks.walk(options) { $0.head(from: $1, type: type) }
    if case .features(let first, nil) = step {
      let distance = first - blocks.front
      // Rows may be called features.
      if case .rows = try blocks.rowFinding(from: first, options),
        case .end(let behind, let type) = try blocks.walk(
          options, { $0.head(from: $1, type: nil, stopsAtFeatures: false) }),
        type != "FeatureCollection"
      {
        step = .end(behind: behind, type: type)
      } else {
        step = .features(start: blocks.front + distance, type: nil)
      }
    }
    switch step {
    case .features(let first, let type): return try collection(from: first, type)
    case .end(let behind, let type):
      if let rest = try blocks.rest(behind: behind) {
        // Another object makes it a sequence.
        guard options.format != .geojson, blocks.bytes[rest] == 0x7B else {
          throw error(.json(.trailingContent), at: rest)
        }
        return try records(.ndjson, isSequence: nil)
      }
      if type == "Topology", let source = try blocks.whole(),
        let document = source.withBytes({ TopoJSON.geoJSON(of: $0[blocks.front...]) })
      {
        return try InputReader.table(of: ByteArray(document), options, into: sink, pieceSize: pieceSize)
      }
      switch JSONRows.document(in: blocks.bytes, objectAt: blocks.front, type: type, options: options) {
      case .array(let first, let rows):
        blocks.front = first
        try elements(.json, rows)
        return try table(.json, rows)
      case .row(.rows(let rows)): return try records(.json, isSequence: true, rows: rows)
      case .row(.problem(let problem)) where type == nil && problem.isOfRow:
        throw error(problem, at: blocks.front)
      default: break
      }
      guard type.map({ GeoJSONKind($0).isGeometry || $0 == "Feature" }) == true else {
        throw error(
          type == "FeatureCollection" ? .featuresNotArray : .notGeoJSON(type: type), at: blocks.front)
      }
      return try records(.geojson, isSequence: true)
    case .failed(let problem, let offset): throw error(problem, at: offset)
    case .incomplete: throw error(.json(.unexpectedEnd), at: blocks.count)
    }
  }

  private mutating func collection(from first: Int, _ type: String?) throws(FeatureError) -> FeatureTable {
    let start = (offset: blocks.block.offset + blocks.front, position: blocks.position(of: blocks.front))
    blocks.front = first
    try elements(.geojson, nil)
    switch try blocks.walk(options, { $0.tail(from: $1 + 1, type: type) }) {
    case .end(let behind, "FeatureCollection"):
      guard let rest = try blocks.rest(behind: behind) else { return try table(.geojson, nil) }
      guard options.format != .geojson, blocks.bytes[rest] == 0x7B else {
        throw error(.json(.trailingContent), at: rest)
      }
      return try reread(from: start.offset, at: rest) { reader throws(FeatureError) in
        try reader.records(.ndjson, isSequence: nil)
      }
    case .end(let behind, let type?):
      // `features` was a foreign member.
      return try reread(from: start.offset, at: behind) { reader throws(FeatureError) in
        try reader.document(type: type)
      }
    case .end(_, nil): throw FeatureError(.notGeoJSON(type: nil), at: start.position)
    case .failed(let problem, let offset): throw error(problem, at: offset)
    case .features, .incomplete: throw error(.json(.unexpectedEnd), at: blocks.count)
    }
  }

  /// Rereads the document with another format after its beginning misled, if all bytes are kept.
  private mutating func reread(
    from start: Int, at offset: Int, _ read: (inout InputReader) throws(FeatureError) -> FeatureTable
  ) throws(FeatureError) -> FeatureTable {
    let fault = blocks.position(of: offset)
    guard let source = try blocks.whole() else { throw FeatureError(.json(.trailingContent), at: fault) }
    return try InputReader.table(of: source, options, into: sink, pieceSize: pieceSize, from: start, read)
  }

  private mutating func rows() throws(FeatureError) -> FeatureTable {
    let opening = blocks.bytes[blocks.front...].firstIndex { $0 > 0x20 } ?? blocks.front
    guard blocks.bytes[opening] == 0x5B else { return try document() }
    var rows: JSONRows?
    blocks.front = opening
    let finding = try blocks.rowFinding(from: opening + 1, options)
    blocks.front = blocks.bytes[(blocks.front + 1)...].firstIndex { $0 > 0x20 } ?? blocks.count
    switch finding {
    case .rows(let found): rows = found
    case .problem(let problem): throw error(problem, at: blocks.front)
    case .features, .unknown: break
    }
    try elements(.json, rows)
    if let rest = try blocks.rest(behind: blocks.front + 1) { throw error(.json(.trailingContent), at: rest) }
    return try table(.json, rows)
  }

  private mutating func elements(_ format: InputFormat, _ rows: JSONRows?) throws(FeatureError) {
    if let note = rows?.note { builder.hints.append(note) }
    let (depthLimit, start) = (options.depthLimit, blocks.front)
    let joint = threads > 1 ? FeatureJoint(blocks.bytes, from: start, depthLimit: depthLimit) : .unknown
    // Without a joint every guess would fail, and the work be done by one thread after all.
    let threads = joint.isUnknown ? 1 : threads
    let outcome = try scan(format, RecordStore(.blocks([]), rows), threads: threads) {
      FeatureArrayScanner(depthLimit: depthLimit, joint: joint, rows: rows)
    }
    switch outcome {
    case .failed(let problem, let offset): throw error(problem, at: offset)
    case .arrayEnd: break
    case .complete, .incomplete, .abandoned: throw error(.json(.unexpectedEnd), at: blocks.count)
    }
  }

  /// Reads consecutive GeoJSON objects or rows.
  ///
  /// - Parameter isSequence: true if objects may span lines; `nil` to detect that from the first byte.
  private mutating func records(
    _ format: InputFormat, isSequence: Bool?, rows: JSONRows? = nil
  ) throws(FeatureError) -> FeatureTable {
    let hasSeparator = blocks.bytes[blocks.front...].first { $0 > 0x20 || $0 == 0x1E } == 0x1E
    var (format, found) = (format, rows)
    if rows == nil, isSequence == nil, !hasSeparator, options.format != .ndjson,
      case .rows(let rows) = try blocks.rowFinding(from: blocks.front, options)
    {
      (format, found) = (.json, rows)
    }
    let rows = found
    if let note = rows?.note { builder.hints.append(note) }
    let (depthLimit, isSeparated) = (options.depthLimit, isSequence ?? hasSeparator)
    let outcome = try scan(format, RecordStore(.blocks([]), rows)) {
      LineScanner(depthLimit: depthLimit, isSequence: isSeparated, rows: rows)
    }
    if case .failed(let problem, let offset) = outcome { throw error(problem, at: offset) }
    try checkFault(firstRecordCounts: true)
    return try table(format, rows)
  }

  // MARK: Records

  private mutating func scan<Scanner: RecordScanner>(
    _ format: InputFormat, _ store: RecordStore, threads: Int? = nil,
    _ makeScanner: @escaping @Sendable () -> Scanner
  ) throws(FeatureError) -> Chunk.Outcome {
    sink?.restart()
    if blocks.source != nil { builder.expectedBytes = blocks.count - blocks.front }
    let threads = threads ?? self.threads
    let reader = ChunkReader(options, keepsIdentifiers: keepsIdentifiers, makeScanner)
    while true {
      // One thread reads what is there, while it is in the cache; several are worth a whole block.
      if threads > 1 {
        while !blocks.isFull, !blocks.isComplete { try blocks.fill() }
      }
      let start = blocks.front
      let fillNext = threads > 1 && blocks.isFull && !blocks.isComplete ? blocks.fillingNext() : nil
      var outcome = Chunk.Outcome.complete
      // Who writes goes on meanwhile, and readers find the next block there.
      eachInParallel(fillNext == nil ? 1 : 2) { part in
        if part == 0 { outcome = scanBlock(reader, threads, format, store) } else { fillNext?() }
      }
      if givesUpRecords { builder.forgetOffsets() }
      switch outcome {
      case .complete, .incomplete:
        if blocks.isComplete { return outcome }
        // A record that did not move is tried again only with twice as much of it.
        if blocks.front == start, start < blocks.count {
          try blocks.fillTwofold()
        } else {
          try blocks.fill()
        }
      case .arrayEnd, .failed, .abandoned: return outcome
      }
    }
  }

  private mutating func scanBlock<Scanner: RecordScanner>(
    _ reader: ChunkReader<Scanner>, _ threads: Int, _ format: InputFormat,
    _ store: RecordStore
  ) -> Chunk.Outcome {
    let pieces = PieceReader(
      range: blocks.front..<blocks.count, pieceSize: pieceSize,
      threads: min(threads, (blocks.count - blocks.front) / (4 * pieceSize)))
    // A block of a stream is overwritten later: its records are read before.
    let records = store.reading(blocks.current)
    let batches = PointBatches(sink, format, options.keepsProperties ? records : .none, options)
    return reader.read(
      blocks.bytes, pieces, origin: blocks.block.offset, isFinal: blocks.isComplete, to: batches
    ) { chunk in
      let taken = take(chunk)
      if blocks.source == nil, options.recordByteLimit != nil { builder.noteNames(of: chunk, records) }
      return taken
    }
  }

  private mutating func take(_ chunk: Chunk) -> TableBuilder.Taken {
    let (hadSkipped, hadFault) = (builder.skips.first != nil, builder.skips.firstFault != nil)
    let taken = builder.append(chunk)
    blocks.countBesides = builder.byteCount
    if !hadFault, let fault = chunk.skips.firstFault {
      firstFaultPosition = blocks.position(of: fault.offset)
    }
    if !hadSkipped, let skip = chunk.skips.first { firstSkippedLine = blocks.position(of: skip.offset).line }
    blocks.front = chunk.end
    report()
    return taken
  }

  private func checkFault(firstRecordCounts: Bool) throws(FeatureError) {
    if let fault = builder.fault(firstRecordCounts: firstRecordCounts) {
      throw FeatureError(fault.problem, at: firstFaultPosition)
    }
  }

  /// Reports progress every 4 MB, and releases consumed bytes.
  private mutating func report() {
    let front = blocks.block.offset + blocks.front
    guard front - reported >= 1 << 22 else { return }
    blocks.source?.release(reported..<front)
    reported = front
    options.progress?(front, builder.recordCount)
  }

  // MARK: Results

  private var givesUpRecords: Bool { options.keepsProperties && sink == nil && !blocks.keepsBytes }

  private mutating func table(_ format: InputFormat, _ rows: JSONRows?) throws(FeatureError) -> FeatureTable {
    let records = blocks.keepsBytes ? RecordStore(blocks.kept(), rows) : .none
    return try table(format, records, coordinates: rows?.coordinateColumns ?? [])
  }

  private mutating func table(
    _ format: InputFormat, _ records: RecordStore, columnNames: [String] = [], coordinates: [String]
  ) throws(FeatureError) -> FeatureTable {
    let whole = builder
    // One owner: pieces of columns are given back while they are joined.
    builder = TableBuilder(options, keepsPoints: false)
    var table = try (consume whole).table(
      format: format, records: records, columnNames: columnNames, coordinateColumns: coordinates,
      firstLine: firstSkippedLine)
    if givesUpRecords { table.notes.append(options.note(onRecordsGivenUpBut: table.filledColumns)) }
    return table
  }

  private func error(_ problem: FeatureProblem, at offset: Int) -> FeatureError {
    FeatureError(problem, at: blocks.position(of: offset))
  }
}
