import JSONDocument
import MapGeometry

struct TableBuilder {
  private var longitudes = GrowingColumn<Double>()
  private var latitudes = GrowingColumn<Double>()
  private var offsets = RecordOffsets()
  private var numbers = RecordNumbers()
  private(set) var recordCount = 0
  private(set) var skips = RecordSkips()
  var hints: [SettingText] = []

  private var paths = ShapePaths()
  private var shapes: [Chunk.Shape] = []
  private var columns: [PropertyColumn.Builder]
  var knownNames: [String] = []
  private let keepsIdentifiers: Bool

  private var keepsOffsets: Bool
  private let keepsPoints: Bool
  /// False for a sink, whose points need no memory.
  private let limitsPoints: Bool
  private let limit: Int
  /// Input length, if known, to reserve memory after the first chunk.
  var expectedBytes = 0
  private let areRows: Bool
  private let (edges, areTracks): (LineEdges, Bool)
  private let missing: MissingWords
  var decimal: DecimalMark
  private var isSized = false
  private(set) var pointCount = 0

  init(_ options: ReadingOptions, keepsPoints: Bool, keepsIdentifiers: Bool = false) {
    (self.keepsPoints, self.keepsIdentifiers) = (keepsPoints, keepsIdentifiers)
    let names = options.distinctColumns + (keepsIdentifiers ? [""] : [])
    columns = keepsPoints ? names.map { PropertyColumn.Builder(name: $0, mostCompared: 4096) } : []
    keepsOffsets = options.keepsProperties && keepsPoints
    limitsPoints = keepsPoints || options.pointLimit != nil
    limit = options.mostPoints
    (areRows, edges, areTracks) = (options.areRows, options.edges, options.areTracks)
    (missing, decimal) = (options.missing ?? .usual, options.decimal ?? .point)
  }

  mutating func noteNames(of chunk: Chunk, _ records: RecordStore) {
    guard knownNames.isEmpty, chunk.count > 0 else { return }
    knownNames = records.properties(at: chunk.origin + chunk.firstOffset).map(\.name)
  }

  mutating func forgetOffsets() { (keepsOffsets, offsets, skips.unplaced) = (false, RecordOffsets(), []) }

  var byteCount: Int {
    let columnCount = keepsPoints ? 2 + columns.count : 0
    return pointCount * columnCount * MemoryLayout<Double>.stride
      + offsets.lows.count * MemoryLayout<UInt32>.stride
  }

  var isEmpty: Bool { pointCount == 0 && shapes.isEmpty }

  /// The fault that leaves no table: nothing else could be read, or the first record is broken.
  func fault(firstRecordCounts: Bool) -> (problem: FeatureProblem, offset: Int)? {
    guard let firstFault = skips.firstFault, isEmpty || firstRecordCounts && firstFault.record == 0 else {
      return nil
    }
    return (firstFault.problem, firstFault.offset)
  }

  private var limitedCount: Int { (limitsPoints ? pointCount : 0) + paths.longitudes.count }

  /// Points and records before a chunk, and how reading continues after it.
  struct Taken {
    let points: Int, records: Int
    let outcome: Chunk.Outcome
  }

  mutating func append(_ chunk: Chunk) -> Taken {
    let (points, records) = (pointCount, recordCount)
    var outcome = chunk.outcome
    chunk.properties?.pad(to: chunk.count)
    let room = limit - limitedCount
    if keepsPoints { appendPoints(of: chunk) }
    pointCount += chunk.count
    appendShapes(of: chunk)
    if limitedCount > limit {
      let record = chunk.offsetOfRecord(beyond: room, countsPoints: limitsPoints)
      outcome = .failed(.tooManyPoints(limit: limit), offset: record)
    }
    skips.append(chunk, behind: recordCount, keepsOffsets: keepsOffsets)
    recordCount += chunk.recordCount
    return Taken(points: points, records: records, outcome: outcome)
  }

  private mutating func appendPoints(of chunk: Chunk) {
    size(by: chunk)
    numbers.append(chunk, behind: pointCount, recordCount)
    longitudes.append(contentsOf: chunk.longitudes)
    latitudes.append(contentsOf: chunk.latitudes)
    if keepsOffsets, chunk.count > 0 { offsets.append(chunk) }
    if let properties = chunk.properties {
      for column in columns.indices { columns[column].append(properties.columns[column].column) }
    }
  }

  private mutating func appendShapes(of chunk: Chunk) {
    guard !chunk.shapes.isEmpty else { return }
    let (vertices, first) = (paths.longitudes.count, paths.ends.count)
    paths.longitudes.append(contentsOf: chunk.vertexLongitudes)
    paths.latitudes.append(contentsOf: chunk.vertexLatitudes)
    paths.ends += chunk.pathEnds.lazy.map { $0 + vertices }
    paths.isHole += chunk.pathIsHole
    shapes += chunk.shapes.lazy.map { shape in
      Chunk.Shape(
        kind: shape.kind, record: recordCount + shape.record, offset: chunk.origin + shape.offset,
        propertiesOffset: shape.propertiesOffset.map { chunk.origin + $0 },
        paths: shape.paths.lowerBound + first..<shape.paths.upperBound + first)
    }
  }

  /// Reserves memory for all points, by the first chunk's density plus 3 %. Unused memory is never touched.
  private mutating func size(by chunk: Chunk) {
    let length = chunk.end - chunk.start
    guard !isSized, length > 0, chunk.count + chunk.vertexCount > 0 else { return }
    isSized = true
    let scale = Double(expectedBytes) / Double(length) * 1.03
    let (points, vertices) = (
      Int(min(1e9, scale * Double(chunk.count))), Int(min(1e9, scale * Double(chunk.vertexCount)))
    )
    longitudes.reserve(points)
    latitudes.reserve(points)
    if keepsOffsets { offsets.lows.reserveCapacity(points) }
    for column in columns.indices { columns[column].reserve(points) }
    paths.longitudes.reserveCapacity(vertices)
    paths.latitudes.reserveCapacity(vertices)
  }

  mutating func addNotes(on layout: CSVLayout) {
    if let note = layout.note { hints.append(note) }
    if layout.isWindows1252 { skips.notes.append("the text is not UTF-8 and was read as Windows-1252") }
    for column in layout.repeated {
      skips.notes.append(
        "column \(column + 1) has the name of an earlier one and is called \"\(layout.names[column].forMessage)\""
      )
    }
    if layout.titleCount > 0 {
      hints.append(
        "line \(layout.titleCount + 1) is the header; \(counted(layout.titleCount, "line")) above it \(layout.titleCount == 1 ? "is" : "are") left out"
      )
    }
  }

  private func shapeStore(_ records: RecordStore) throws(FeatureError) -> ShapeStore {
    guard edges == .geodesic || areTracks else { return ShapeStore(paths, records) }
    var curved = ShapePaths(isHole: paths.isHole)
    for shape in shapes {
      for path in shape.paths {
        let isRing = shape.kind == .area
        guard curved.add(path, of: paths, isRing: isRing, isGeodesic: edges == .geodesic, limit: limit) else {
          throw FeatureError(.tooManyPoints(limit: limit))
        }
      }
    }
    return ShapeStore(curved, records)
  }

  consuming func table(
    format: InputFormat, records: RecordStore, columnNames: [String] = [], coordinateColumns: [String],
    firstLine: Int
  ) throws(FeatureError) -> FeatureTable {
    var skipped = SkippedRecords(
      count: skips.count, total: recordCount,
      first: skips.first.map { SkippedRecords.Example(line: firstLine, reason: $0.reason) })
    skipped.areRows = areRows
    if skips.metresCount > recordCount - skips.count { throw FeatureError(.metres(skipped)) }
    if isEmpty {
      throw FeatureError(format == .csv && recordCount == 0 ? .headerOnly : .nothingUsable(skipped))
    }
    let store = try shapeStore(records)
    var properties: [PropertyColumn] = []
    for column in columns.indices { properties.append(columns[column].take()) }
    for column in properties.indices { properties[column].readTexts(missing, decimal) }
    let identifiers = keepsIdentifiers ? properties.popLast() : nil
    for column in properties {
      guard let (count, word) = column.missing else { continue }
      hints.append(
        "\(counted(count, "value")) of \(column.name.forMessage) \(count == 1 ? "is" : "are") missing, written as \(word.forMessage)"
      )
    }
    let points = CoordinateTable(longitudes: longitudes.take(), latitudes: latitudes.take())
    return FeatureTable(
      format: format, points: points,
      shapes: shapes.map {
        ShapeFeature(
          kind: $0.kind, recordNumber: $0.record + 1, offset: $0.offset,
          propertiesOffset: $0.propertiesOffset, pathRange: $0.paths, shapes: store)
      }, skipped: skipped, notes: skips.notes, hints: hints, columnNames: columnNames,
      coordinateColumns: coordinateColumns,
      columns: properties.filter { columnNames.isEmpty || columnNames.contains($0.name) },
      offsets: offsets, numbers: numbers, records: records, unplaced: skips.unplaced, knownNames: knownNames,
      identifiers: identifiers, missing: missing)
  }
}
