import MapGeometry

/// Points, lines and areas of a range of the input: the scanners' unit of work.
///
/// `@unchecked Sendable`: used by one thread at a time, and handed over through a `Mutex`.
final class Chunk: @unchecked Sendable {
  enum Outcome {
    /// At a record's start at or after the stop, or at the end of the input.
    case complete
    case incomplete
    /// At the bracket that closes the array of features.
    case arrayEnd
    case abandoned
    case failed(FeatureProblem, offset: Int)
  }

  /// Lines or areas of a record, as ranges of ``pathEnds``.
  struct Shape {
    var kind: ShapeFeature.Kind
    var record, offset: Int
    var propertiesOffset: Int?
    var paths: Range<Int>
  }

  var start = 0
  var end = 0
  var outcome = Outcome.complete

  /// Frequently written members, outside of the class to avoid exclusivity checks.
  private struct Columns {
    var longitudes, latitudes: UnsafeMutablePointer<Double>
    var offsets: UnsafeMutablePointer<UInt32>
    var capacity: Int
    var count = 0
    var recordCount = 0
    var firstOffset = 0
    var lastOffset = 0
    var vertexLongitudes, vertexLatitudes: UnsafeMutablePointer<Double>
    var vertexCapacity: Int
    var vertexCount = 0
    var origin = 0
  }

  private let columns: UnsafeMutablePointer<Columns>

  var longitudes: UnsafeBufferPointer<Double> { .init(start: columns.pointee.longitudes, count: count) }
  var latitudes: UnsafeBufferPointer<Double> { .init(start: columns.pointee.latitudes, count: count) }
  var offsets: UnsafeBufferPointer<UInt32> { .init(start: columns.pointee.offsets, count: count) }
  var count: Int {
    get { columns.pointee.count }
    set { columns.pointee.count = newValue }
  }
  var firstOffset: Int { columns.pointee.firstOffset }
  var lastOffset: Int { columns.pointee.lastOffset }
  /// Offset in the input that others are relative to.
  var origin: Int {
    get { columns.pointee.origin }
    set { columns.pointee.origin = newValue }
  }
  var recordCount: Int { columns.pointee.recordCount }

  var vertexLongitudes: UnsafeBufferPointer<Double> {
    .init(start: columns.pointee.vertexLongitudes, count: vertexCount)
  }
  var vertexLatitudes: UnsafeBufferPointer<Double> {
    .init(start: columns.pointee.vertexLatitudes, count: vertexCount)
  }
  var vertexCount: Int {
    get { columns.pointee.vertexCount }
    set { columns.pointee.vertexCount = newValue }
  }

  var runs: [RecordNumbers.Run] = []
  var skips = RecordSkips()

  var pathEnds: [Int] = []
  var pathIsHole: [Bool] = []
  var shapes: [Shape] = []

  /// Declared properties of points; a scanner may leave trailing ones out.
  let properties: PropertyScan?

  /// Points that represent shapes; `nil` to keep shapes.
  let shapePoints: ShapePoints?

  init(_ options: ReadingOptions, keepsIdentifiers: Bool) {
    shapePoints = options.shapePoints
    properties = PropertyScan(options.distinctColumns, keepsIdentifiers: keepsIdentifiers)
    let capacity = 8192
    columns = .allocate(capacity: 1)
    columns.initialize(
      to: Columns(
        longitudes: .allocate(capacity: capacity), latitudes: .allocate(capacity: capacity),
        offsets: .allocate(capacity: capacity), capacity: capacity, vertexLongitudes: .allocate(capacity: 64),
        vertexLatitudes: .allocate(capacity: 64), vertexCapacity: 64))
  }

  deinit {
    for column in [longitudes, latitudes, vertexLongitudes, vertexLatitudes] { column.deallocate() }
    offsets.deallocate()
    columns.deallocate()
  }

  func reset(start: Int) {
    self.start = start
    end = start
    outcome = .complete
    count = 0
    columns.pointee.recordCount = 0
    runs.removeAll(keepingCapacity: true)
    skips = RecordSkips()
    vertexCount = 0
    pathEnds.removeAll(keepingCapacity: true)
    pathIsHole.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    properties?.reset()
  }

  @inline(__always) func reserve(_ more: Int) {
    if columns.pointee.count &+ more > columns.pointee.capacity { grow(by: more) }
  }

  @inline(never) private func grow(by more: Int) {
    let capacity = max(count + more, 2 * columns.pointee.capacity)
    Chunk.grow(&columns.pointee.longitudes, count, capacity)
    Chunk.grow(&columns.pointee.latitudes, count, capacity)
    Chunk.grow(&columns.pointee.offsets, count, capacity)
    columns.pointee.capacity = capacity
  }

  private static func grow<T>(_ column: inout UnsafeMutablePointer<T>, _ count: Int, _ capacity: Int) {
    let larger = UnsafeMutablePointer<T>.allocate(capacity: capacity)
    larger.moveInitialize(from: column, count: count)
    column.deallocate()
    column = larger
  }

  @inline(__always) func appendReserved(longitude: Double, latitude: Double, offset: Int) {
    let columns = columns
    let count = columns.pointee.count
    columns.pointee.longitudes[count] = longitude
    columns.pointee.latitudes[count] = latitude
    columns.pointee.offsets[count] = UInt32(truncatingIfNeeded: columns.pointee.origin &+ offset)
    columns.pointee.count = count &+ 1
  }

  @inline(__always) func appendVertex(longitude: Double, latitude: Double) {
    let columns = columns
    let count = columns.pointee.vertexCount
    if count == columns.pointee.vertexCapacity { growVertices() }
    columns.pointee.vertexLongitudes[count] = longitude
    columns.pointee.vertexLatitudes[count] = latitude
    columns.pointee.vertexCount = count &+ 1
  }

  @inline(never) private func growVertices() {
    let capacity = max(2 * columns.pointee.vertexCapacity, 8192)
    Chunk.grow(&columns.pointee.vertexLongitudes, vertexCount, capacity)
    Chunk.grow(&columns.pointee.vertexLatitudes, vertexCount, capacity)
    columns.pointee.vertexCapacity = capacity
  }

  /// Ends a record at `offset` that made the last `points` points.
  @inline(__always) func endRecord(offset: Int, points: Int) {
    if points != 0 {
      if columns.pointee.count == points { columns.pointee.firstOffset = offset }
      columns.pointee.lastOffset = offset
    }
    if points != 1 { noteRun(points: points) }
    columns.pointee.recordCount &+= 1
  }

  @inline(never) private func noteRun(points: Int) {
    if points > 1 {
      appendRun(.init(firstPoint: count - points, firstRecord: recordCount, repeats: true))
    }
    appendRun(.init(firstPoint: count, firstRecord: recordCount + 1, repeats: false))
  }

  private func appendRun(_ run: RecordNumbers.Run) {
    if let last = runs.last, last.firstPoint == run.firstPoint { runs.removeLast() }
    runs.append(run)
  }

  func offsetOfRecord(beyond limit: Int, countsPoints: Bool) -> Int {
    let points = countsPoints ? count : 0
    let first = UInt32(truncatingIfNeeded: origin &+ firstOffset)
    var (point, shape, vertices) = (0, 0, 0)
    while true {
      let pointOffset = point < points ? firstOffset + Int(offsets[point] &- first) : .max
      let shapeOffset = shape < shapes.count ? shapes[shape].offset : .max
      let offset = min(pointOffset, shapeOffset)
      if offset == .max { return end }
      if pointOffset <= shapeOffset {
        point += 1
      } else {
        vertices = pathEnds[shapes[shape].paths.upperBound - 1]
        shape += 1
      }
      if point + vertices > limit { return offset }
    }
  }

  @inline(never) func skip(offset: Int, _ reason: SkipReason) {
    skips.add(offset: offset, record: recordCount, reason)
    endRecord(offset: offset, points: 0)
  }

  func skip(offset: Int, _ problem: FeatureProblem, at fault: Int) {
    if skips.firstFault == nil { skips.firstFault = (problem, fault, recordCount) }
    skip(offset: offset, .broken(problem))
  }
}

/// Skipped records and notes of a chunk or an input.
struct RecordSkips {
  private(set) var count = 0
  private(set) var metresCount = 0
  private(set) var first: (offset: Int, record: Int, reason: SkipReason)?
  var firstFault: (problem: FeatureProblem, offset: Int, record: Int)?
  /// Offsets of features and rows without coordinates.
  var unplaced: [Int] = []
  var notes: [String] = []

  mutating func add(offset: Int, record: Int, _ reason: SkipReason) {
    if first == nil { first = (offset, record, reason) }
    count += 1
    if case .metres = reason { metresCount += 1 }
    switch reason {
    case .notFeature, .notRow, .broken: break
    default: unplaced.append(offset)
    }
  }

  mutating func append(_ chunk: Chunk, behind records: Int, keepsOffsets: Bool) {
    let (other, origin) = (chunk.skips, chunk.origin)
    first = first ?? other.first.map { (origin + $0.offset, records + $0.record, $0.reason) }
    firstFault = firstFault ?? other.firstFault.map { ($0.problem, origin + $0.offset, records + $0.record) }
    if keepsOffsets { unplaced += other.unplaced.lazy.map { origin + $0 } }
    count += other.count
    metresCount += other.metresCount
    notes += other.notes
  }
}

/// Checks degrees: wraps longitudes of neighboring turns, refuses others and wrong latitudes.
enum CoordinateCheck {
  @inline(__always) static func refusal(_ longitude: inout Double, latitude: Double) -> SkipReason? {
    if longitude >= -180, longitude < 180, abs(latitude) <= 90 { return nil }
    return unusualRefusal(&longitude, latitude)
  }

  @inline(never)
  private static func unusualRefusal(_ longitude: inout Double, _ latitude: Double) -> SkipReason? {
    guard longitude.isFinite else { return .tooLarge(.longitude) }
    guard latitude.isFinite else { return .tooLarge(.latitude) }
    if abs(longitude) > 1000 || abs(latitude) > 1000 { return .metres(longitude, latitude) }
    guard abs(latitude) <= 90 else { return .latitudeOutOfRange(latitude, swapped: abs(longitude) <= 90) }
    guard abs(longitude) <= 540 else { return .longitudeOutOfRange(longitude) }
    // Of a whole turn to the west no sign of zero is left.
    longitude = Coordinate.wrappedLongitude(longitude) + 0
    return nil
  }
}
