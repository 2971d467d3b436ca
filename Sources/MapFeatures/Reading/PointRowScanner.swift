import Parallel

extension FeatureTable {
  /// Reads all rows of a table that lie at points.
  ///
  /// - Parameters:
  ///   - rows: the table.
  ///   - areFeatures: whether rows are features at their geometries; else their places are in columns of numbers.
  ///   - options: what to expect, and how to read it.
  ///   - sink: what takes the points as they are read; the table then holds none. `nil` for a table of all points.
  /// - Returns: `nil` where a row lies at something else than a point, or the file was replaced while it was read: the text of
  ///   the rows is to be read then.
  /// - Throws: ``FeatureError``, as ``read(_:options:into:)`` does for the text.
  public static func read(
    _ rows: any PointRows, areFeatures: Bool, options: ReadingOptions = ReadingOptions(),
    into sink: (any PointSink)? = nil
  ) throws(FeatureError) -> FeatureTable? {
    var options = options
    options.areRows = true
    let numbers = rows.numbers
    let layout = areFeatures ? nil : try JSONRows(columns: rows.columnNames, options)
    let bytes = RecordBytes.numbered(rows)
    let records: RecordStore =
      options.keepsProperties ? layout.map { .rows(bytes, $0) } ?? .json(bytes) : .none
    let format = areFeatures ? InputFormat.ndjson : .json
    var builder = TableBuilder(options, keepsPoints: sink == nil)
    builder.expectedBytes = numbers.count
    if let note = layout?.note { builder.hints.append(note) }
    let (oddities, columns) = (Oddities(), options.distinctColumns)
    let reader = ChunkReader(options) {
      PointRowScanner(rows: rows, columns: columns, first: numbers.lowerBound, oddities: oddities)
    }
    // Few enough numbers for their points to stay in the second cache, and not too many pieces where most are missing.
    let pieceSize = min(1 << 17, max(1 << 13, numbers.count >> 16))
    let pieces = PieceReader(
      range: 0..<numbers.count, pieceSize: pieceSize,
      threads: min(options.threads, numbers.count / (4 * pieceSize)))
    sink?.restart()
    var reported = 0
    let outcome = reader.read(
      UnsafeRawBufferPointer(start: nil, count: 0), pieces, to: PointBatches(sink, format, records)
    ) { chunk in
      let taken = builder.append(chunk)
      if chunk.end - reported >= 1 << 22 {
        reported = chunk.end
        let share = Double(rows.byteCount) / Double(numbers.count)
        options.progress?(Int(Double(reported) * share), builder.recordCount)
      }
      return taken
    }
    guard !oddities.isOdd, !rows.isOutdated else {
      sink?.restart()
      return nil
    }
    if case .failed(let problem, _) = outcome { throw FeatureError(problem) }
    // As lines of text the rows are numbered from 1.
    let firstSkipped = (builder.firstSkip?.record ?? 0) + 1
    return try builder.table(format: format, records: records, columnNames: []) { _ in firstSkipped }
  }
}

/// True if a row was met that is no point; set by any thread.
private final class Oddities: Sendable {
  private let found = Mutex(false)
  var isOdd: Bool { found.withLock { $0 } }
  func note() { found.withLock { $0 = true } }
}

/// Reads numbered rows where other scanners read bytes.
private struct PointRowScanner: RecordScanner {
  let rows: any PointRows
  let columns: [String]
  /// The smallest number.
  let first: Int
  let oddities: Oddities
  /// Opened with the first chunk.
  private var reader: (any PointRowReader)?

  init(rows: any PointRows, columns: [String], first: Int, oddities: Oddities) {
    (self.rows, self.columns, self.first, self.oddities) = (rows, columns, first, oddities)
  }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk
  ) {
    chunk.reset(start: start)
    chunk.end = stop
    guard start < stop else { return }
    do throws(ResourceError) {
      let reader: any PointRowReader
      if let open = self.reader { reader = open } else { reader = try rows.reader(of: columns) }
      self.reader = reader
      let arePoints = try reader.read(first + start...first + stop - 1, into: chunk)
      if arePoints { return }
      oddities.note()
      chunk.outcome = .failed(.unreadable("a row is no point"), place: start)
    } catch {
      chunk.outcome = .failed(.unreadable(error.reason), place: start)
    }
  }

  /// Any number begins a row.
  func boundary(_ bytes: UnsafeRawBufferPointer, near place: Int, before limit: Int) -> Int? { place }
}
