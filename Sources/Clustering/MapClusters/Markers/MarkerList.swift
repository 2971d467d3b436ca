import MapGeometry

/// Markers in draw order.
///
/// A crowd is of single points, of which all but coordinate and row follows: such a one takes 28 bytes, where a ``Marker`` takes
/// 120.
public struct MarkerList: RandomAccessCollection, Hashable, Sendable {
  /// By marker, the row of a point that is all by itself; `.max` for every other marker.
  private var rows: [UInt32] = []
  private var numbers: [UInt32] = []
  private var positions: [Coordinate] = []
  private var places: [UInt32] = []
  private var others: [Marker] = []

  /// A list of no marker.
  public init() {}

  /// The markers in their order.
  public init(_ markers: some Sequence<Marker>) { for marker in markers { append(marker) } }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of markers.
  public var endIndex: Int { rows.count }
  package var isOfPoints: Bool { others.isEmpty }

  /// A marker by its index in draw order.
  public subscript(index: Int) -> Marker {
    let number = Int(numbers[index])
    guard rows[index] != .max else { return others[number] }
    let (position, member) = (positions[number], Int(places[number]))
    return Marker(
      id: .point(Int(rows[index])), position: position, count: 1, weight: 1, members: member..<member + 1,
      isCluster: false, isUniqueLocation: true, cell: nil, bounds: BoundingBox(at: position))
  }

  /// Makes room for points to come, where they are more than all before: arrays that double hold theirs twice meanwhile.
  mutating func reserve(points count: Int) {
    guard count > rows.count else { return }
    rows.reserveCapacity(rows.count + count)
    numbers.reserveCapacity(rows.count + count)
    positions.reserveCapacity(positions.count + count)
    places.reserveCapacity(positions.count + count)
  }

  mutating func append(_ marker: Marker) {
    let member = marker.members.lowerBound
    guard !marker.isCluster, marker.isUniqueLocation, marker.weight == 1, marker.count == 1,
      marker.cell == nil, marker.members.count == 1, member < UInt32.max, marker.id.rawValue < UInt32.max,
      marker.bounds == BoundingBox(at: marker.position)
    else {
      rows.append(.max)
      numbers.append(UInt32(truncatingIfNeeded: others.count))
      others.append(marker)
      return
    }
    rows.append(UInt32(truncatingIfNeeded: marker.id.rawValue))
    numbers.append(UInt32(truncatingIfNeeded: positions.count))
    positions.append(marker.position)
    places.append(UInt32(truncatingIfNeeded: member))
  }
}
