import MapGeometry

/// The points a manager holds: columns in the order of adding, with gaps where points were removed.
///
/// A point has a number that is not given again until ``UInt32`` runs out of numbers; then all points are numbered anew
/// from 0. Numbers ascend with rows. Gaps are closed when they outnumber the points, so that adding and removing cost
/// what the batch costs, on the average.
struct PointStore {
  /// A removed point's row is marked by a latitude that is not a number.
  private(set) var coordinates = CoordinateTable()
  private(set) var weights: [Double]?
  private var unclusteredRows: PointSet?
  private var points: [ClusterPoint?] = []
  private(set) var numbering: Numbering = []
  private var nextNumber: UInt32 = 0
  private var rowOf: [String: Int] = [:]  // looked up, never iterated
  /// The coordinates of co-located points on their rings; `nil` without rings.
  private var ring: KeptRing?
  private var ringRadius: RingRadius?
  /// Another number whenever points come or go.
  private(set) var revision = 0
  /// Another number whenever rows mean other points.
  private(set) var rowRevision = 0

  init(ringRadius: RingRadius? = nil) {
    self.ringRadius = ringRadius
    ring = ringRadius.map(KeptRing.init)
  }

  /// Clusters points that share a coordinate by another rule from now on.
  mutating func setRing(_ radius: RingRadius?) {
    guard radius != ringRadius else { return }
    ringRadius = radius
    closeAllGaps()
  }

  var count: Int { rowOf.count }

  var all: [ClusterPoint] { points.compactMap { $0 } }

  func row(of id: String) -> Int? { rowOf[id] }

  func point(_ number: UInt32) -> ClusterPoint? { numbering.row(number).flatMap { points[$0] } }

  var input: ClusterInput { input(at: coordinates) }

  /// The points where they are clustered in a view: those that share a coordinate on their ring.
  mutating func placedInput(for viewport: Viewport) -> ClusterInput {
    ring?.settle(for: viewport)
    var input = input(at: ring?.placed ?? coordinates)
    input.isPlaced = true
    return input
  }

  private func input(at coordinates: CoordinateTable) -> ClusterInput {
    var input = ClusterInput(coordinates, unclusteredRows: unclusteredRows, weights: weights)
    input.absentCount = points.count - count
    return input
  }

  /// Numbers all points anew from 0, if there are too few numbers left for as many points more.
  ///
  /// - Returns: the numbers until now, by the row that is the number from now on; `nil` where nothing changed.
  /// - Complexity: O(*n*), once in 2³² points added.
  mutating func renumber(before more: Int) -> Numbering? {
    guard more > Int(UInt32.max - nextNumber) else { return nil }
    closeAllGaps()
    let former = numbering
    numbering = numbering.indices.map { UInt32(truncatingIfNeeded: $0) }
    nextNumber = UInt32(truncatingIfNeeded: numbering.count)
    rowRevision += 1
    return former
  }

  /// Goes on numbering at a later number: what remains of 2³² can then be used up in a test.
  mutating func skipNumbers(to number: UInt32) { nextNumber = max(nextNumber, number) }

  /// Adds the points whose ids are new; returns how many they were, and the ids of the others.
  ///
  /// ``renumber(before:)`` must have made sure that there are numbers for them.
  ///
  /// - Throws: ``ClusterError`` for a coordinate or a weight that cannot be; then nothing is added.
  mutating func add(_ batch: [ClusterPoint]) throws(ClusterError) -> AddedPoints {
    for (index, point) in batch.enumerated() {
      let coordinate = point.coordinate
      guard (-90...90).contains(coordinate.latitude), coordinate.longitude.isFinite else {
        throw .badCoordinate(index: index, longitude: coordinate.longitude, latitude: coordinate.latitude)
      }
      guard point.weight >= 0, point.weight.isFinite else {
        throw .badWeight(index: index, weight: point.weight)
      }
    }
    let before = count
    var repeated: [String] = []
    for point in batch {
      guard rowOf[point.id] == nil else {
        repeated.append(point.id)
        continue
      }
      let row = points.count
      rowOf[point.id] = row
      points.append(point)
      numbering.append(nextNumber)
      nextNumber += 1
      coordinates.latitudes.append(point.coordinate.latitude)
      coordinates.longitudes.append(Coordinate.wrappedLongitude(point.coordinate.longitude))
      ring?.append(coordinates[row])
      if point.weight != 1 && weights == nil { weights = Array(repeating: 1, count: row) }
      weights?.append(point.weight)
      if point.isUnclustered {
        if unclusteredRows == nil { unclusteredRows = PointSet() }
        unclusteredRows?.insert(row)
      }
    }
    if count != before { revision += 1 }
    return AddedPoints(count: count - before, repeatedIDs: repeated)
  }

  mutating func remove(_ ids: [String]) throws(ClusterError) {
    for id in ids where rowOf[id] == nil { throw .unknownID(id) }
    for id in ids {
      guard let row = rowOf.removeValue(forKey: id) else { continue }
      points[row] = nil
      ring?.remove(row, at: coordinates[row])
      coordinates.latitudes[row] = .nan
      weights?[row] = 0
      unclusteredRows?.remove(row)
      revision += 1
    }
  }

  /// Removes all points. Numbers are not given again.
  mutating func removeAll() { replace(with: empty) }

  private var empty: PointStore { PointStore(ringRadius: ringRadius) }

  private mutating func replace(with other: PointStore) {
    let (next, revision, rowRevision) = (nextNumber, revision, rowRevision)
    self = other
    nextNumber = next
    self.revision = revision + 1
    self.rowRevision = rowRevision + 1
  }

  mutating func closeGaps() { if points.count > 2 * count + 1024 { closeAllGaps() } }

  private mutating func closeAllGaps() {
    var kept = empty
    kept.rowOf.reserveCapacity(count)
    for (row, point) in points.enumerated() {
      guard let point else { continue }
      kept.nextNumber = numbering[row]
      // What was held once can be held again.
      _ = try? kept.add([point])
    }
    replace(with: kept)
  }
}

/// The number of each row's point, ascending.
typealias Numbering = [UInt32]

extension Numbering {
  func numbers(ofRows rows: [UInt32]) -> [UInt32] {
    // Until a gap was closed rows are numbers: ascending from 0, the last shows it for all.
    if let last, Int(last) == count - 1 { return rows }
    return rows.map { self[Int($0)] }
  }

  func row(_ number: UInt32) -> Int? {
    let row = partitioningIndex { $0 >= number }
    return row < count && self[row] == number ? row : nil
  }
}
