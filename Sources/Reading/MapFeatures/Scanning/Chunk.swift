import MapGeometry

/// The points, lines and areas of one stretch of the input: the unit of work of the scanners.
///
/// `@unchecked Sendable`: a chunk has one user at a time; it passes from the thread that fills it to the one that
/// takes it over through a `Mutex`, and nobody keeps a reference behind.
final class Chunk: @unchecked Sendable {
  enum Outcome {
    /// At the start of a record at or behind the stop, or at the end of the input.
    case complete
    /// In front of a record whose end has not arrived.
    case incomplete
    /// At the bracket that closes the array of features.
    case arrayEnd
    /// In a guess that led too far to be right.
    case abandoned
    case failed(FeatureProblem, place: Int)
  }

  /// Lines or areas of a record, as ranges of ``pathEnds``.
  struct Shape {
    var kind: ShapeFeature.Kind
    /// From 0 within the chunk.
    var record: Int
    var place: Int
    /// The offset of the value of its `properties`; `nil` where that is not known.
    var propertiesPlace: Int?
    var paths: Range<Int>
  }

  var start = 0
  var end = 0
  var outcome = Outcome.complete

  /// The members that change with every point, apart from the object: a class's own properties are checked for overlapping
  /// access each time, which is too dear here.
  private struct Columns {
    var longitudes: UnsafeMutablePointer<Double>
    var latitudes: UnsafeMutablePointer<Double>
    var places: UnsafeMutablePointer<UInt32>
    var capacity: Int
    var count = 0
    var recordCount = 0
    var firstPlace = 0
    var lastPlace = 0
    var vertexLongitudes: UnsafeMutablePointer<Double>
    var vertexLatitudes: UnsafeMutablePointer<Double>
    var vertexCapacity: Int
    var vertexCount = 0
    var origin = 0
  }

  private let columns: UnsafeMutablePointer<Columns>

  var longitudes: UnsafeBufferPointer<Double> { .init(start: columns.pointee.longitudes, count: count) }
  var latitudes: UnsafeBufferPointer<Double> { .init(start: columns.pointee.latitudes, count: count) }
  var places: UnsafeBufferPointer<UInt32> { .init(start: columns.pointee.places, count: count) }
  var count: Int {
    get { columns.pointee.count }
    set { columns.pointee.count = newValue }
  }
  var firstPlace: Int { columns.pointee.firstPlace }
  var lastPlace: Int { columns.pointee.lastPlace }
  /// The offset in the input of the bytes that places are counted from.
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

  /// Points and records from 0 within the chunk.
  var runs: [RecordNumbers.Run] = []
  var skips = RecordSkips()

  var pathEnds: [Int] = []
  var pathIsHole: [Bool] = []
  var shapes: [Shape] = []

  /// The declared properties of the points; `nil` where none are declared. A scanner that finds none for a point leaves
  /// it out, also at the end.
  let properties: PropertyScan?

  /// The points that lines and areas become; `nil` where they stay as they are.
  let shapePoints: ShapePoints?

  init(_ options: ReadingOptions, keepsIdentifiers: Bool) {
    shapePoints = options.shapePoints
    properties = PropertyScan(options.distinctColumns, keepsIdentifiers: keepsIdentifiers)
    let capacity = 8192
    columns = .allocate(capacity: 1)
    columns.initialize(
      to: Columns(
        longitudes: .allocate(capacity: capacity), latitudes: .allocate(capacity: capacity),
        places: .allocate(capacity: capacity), capacity: capacity, vertexLongitudes: .allocate(capacity: 64),
        vertexLatitudes: .allocate(capacity: 64), vertexCapacity: 64))
  }

  deinit {
    for column in [longitudes, latitudes, vertexLongitudes, vertexLatitudes] { column.deallocate() }
    places.deallocate()
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

  @inline(__always)
  func reserve(_ more: Int) {
    if columns.pointee.count &+ more > columns.pointee.capacity { grow(by: more) }
  }

  @inline(never)
  private func grow(by more: Int) {
    let capacity = max(count + more, 2 * columns.pointee.capacity)
    Chunk.grow(&columns.pointee.longitudes, count, capacity)
    Chunk.grow(&columns.pointee.latitudes, count, capacity)
    Chunk.grow(&columns.pointee.places, count, capacity)
    columns.pointee.capacity = capacity
  }

  private static func grow<T>(_ column: inout UnsafeMutablePointer<T>, _ count: Int, _ capacity: Int) {
    let larger = UnsafeMutablePointer<T>.allocate(capacity: capacity)
    larger.moveInitialize(from: column, count: count)
    column.deallocate()
    column = larger
  }

  @inline(__always)
  func appendReserved(longitude: Double, latitude: Double, place: Int) {
    let columns = columns
    let count = columns.pointee.count
    columns.pointee.longitudes[count] = longitude
    columns.pointee.latitudes[count] = latitude
    columns.pointee.places[count] = UInt32(truncatingIfNeeded: columns.pointee.origin &+ place)
    columns.pointee.count = count &+ 1
  }

  @inline(__always)
  func appendVertex(longitude: Double, latitude: Double) {
    let columns = columns
    let count = columns.pointee.vertexCount
    if count == columns.pointee.vertexCapacity { growVertices() }
    columns.pointee.vertexLongitudes[count] = longitude
    columns.pointee.vertexLatitudes[count] = latitude
    columns.pointee.vertexCount = count &+ 1
  }

  @inline(never)
  private func growVertices() {
    let capacity = max(2 * columns.pointee.vertexCapacity, 8192)
    Chunk.grow(&columns.pointee.vertexLongitudes, vertexCount, capacity)
    Chunk.grow(&columns.pointee.vertexLatitudes, vertexCount, capacity)
    columns.pointee.vertexCapacity = capacity
  }

  /// Counts a record at `place` that made `points` points, the last ones of the chunk.
  @inline(__always)
  func endRecord(place: Int, points: Int) {
    if points != 0 {
      if columns.pointee.count == points { columns.pointee.firstPlace = place }
      columns.pointee.lastPlace = place
    }
    if points != 1 { noteRun(points: points) }
    columns.pointee.recordCount &+= 1
  }

  @inline(never)
  private func noteRun(points: Int) {
    if points > 1 {
      appendRun(.init(firstPoint: count - points, firstRecord: recordCount, repeats: true))
    }
    appendRun(.init(firstPoint: count, firstRecord: recordCount + 1, repeats: false))
  }

  private func appendRun(_ run: RecordNumbers.Run) {
    if let last = runs.last, last.firstPoint == run.firstPoint { runs.removeLast() }
    runs.append(run)
  }

  /// The offset of the record with which there are more points and vertices than `limit`.
  func placeOfRecord(beyond limit: Int, countsPoints: Bool) -> Int {
    let points = countsPoints ? count : 0
    let first = UInt32(truncatingIfNeeded: origin &+ firstPlace)
    var (point, shape, vertices) = (0, 0, 0)
    while true {
      let pointPlace = point < points ? firstPlace + Int(places[point] &- first) : .max
      let shapePlace = shape < shapes.count ? shapes[shape].place : .max
      let place = min(pointPlace, shapePlace)
      if place == .max { return end }
      if pointPlace <= shapePlace {
        point += 1
      } else {
        vertices = pathEnds[shapes[shape].paths.upperBound - 1]
        shape += 1
      }
      if point + vertices > limit { return place }
    }
  }

  /// Counts a record that cannot be placed.
  @inline(never)
  func skip(place: Int, _ reason: SkipReason) {
    skips.add(place: place, record: recordCount, reason)
    endRecord(place: place, points: 0)
  }

  func skip(place: Int, _ problem: FeatureProblem, at fault: Int) {
    if skips.firstFault == nil { skips.firstFault = (problem, fault, recordCount) }
    skip(place: place, .broken(problem))
  }
}

/// The records of a chunk or of a whole input that cannot be placed, and notes.
struct RecordSkips {
  private(set) var count = 0
  /// Those whose numbers look like metres.
  private(set) var metresCount = 0
  /// The first one, numbered from 0.
  private(set) var first: (place: Int, record: Int, reason: SkipReason)?
  /// The first fault among them, where exactly it is, and the record from 0.
  var firstFault: (problem: FeatureProblem, place: Int, record: Int)?
  /// The places of features and rows.
  var unplaced: [Int] = []
  var notes: [String] = []

  mutating func add(place: Int, record: Int, _ reason: SkipReason) {
    if first == nil { first = (place, record, reason) }
    count += 1
    if case .metres = reason { metresCount += 1 }
    switch reason {
    case .notFeature, .notRow, .broken: break
    default: unplaced.append(place)
    }
  }

  /// Takes over those of a chunk that comes behind so many records.
  mutating func append(_ chunk: Chunk, behind records: Int, keepsPlaces: Bool) {
    let (other, origin) = (chunk.skips, chunk.origin)
    first = first ?? other.first.map { (origin + $0.place, records + $0.record, $0.reason) }
    firstFault = firstFault ?? other.firstFault.map { ($0.problem, origin + $0.place, records + $0.record) }
    if keepsPlaces { unplaced += other.unplaced.lazy.map { origin + $0 } }
    count += other.count
    metresCount += other.metresCount
    notes += other.notes
  }
}

/// Degrees as read, made a place: longitudes of the neighbouring turns wrapped, others and wrong latitudes refused.
enum PlaceCheck {
  /// Wraps a longitude; returns why there is no such place, `nil` where there is one.
  @inline(__always)
  static func refusal(_ longitude: inout Double, latitude: Double) -> SkipReason? {
    if longitude >= -180, longitude < 180, abs(latitude) <= 90 { return nil }
    return unusualRefusal(&longitude, latitude)
  }

  @inline(never)
  private static func unusualRefusal(_ longitude: inout Double, _ latitude: Double) -> SkipReason? {
    guard longitude.isFinite else { return .tooLarge(.longitude) }
    guard latitude.isFinite else { return .tooLarge(.latitude) }
    if abs(longitude) > 1000 || abs(latitude) > 1000 { return .metres(longitude, latitude) }
    guard abs(latitude) <= 90 else {
      return .latitudeOutOfRange(latitude, swapped: abs(longitude) <= 90)
    }
    guard abs(longitude) <= 540 else { return .longitudeOutOfRange(longitude) }
    // Of a whole turn to the west no sign of zero is left.
    longitude = Coordinate.wrappedLongitude(longitude) + 0
    return nil
  }
}
