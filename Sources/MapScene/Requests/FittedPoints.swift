import MapClusters
import MapGeometry

/// What a view is fitted to: points, and cells by the boxes of theirs.
struct FittedPoints {
  /// Points, and where those of cells lie in the mean.
  private var places: CoordinateTable
  /// How many points each place stands for; `nil` where there are no cells.
  private var counts: [Int]?
  /// The boxes of each place's points, west, south, east and north; not numbers where they are not known; `nil` where there
  /// are no cells.
  private var boxes: [SIMD4<Double>]?

  /// The points and cells of some sources.
  init(_ inputs: [ClusterInput]) {
    let tables = inputs.map(\.coordinates)
    places = tables[0]
    if tables.count > 1 {
      places = CoordinateTable(
        longitudes: tables.flatMap(\.longitudes), latitudes: tables.flatMap(\.latitudes))
    }
    guard inputs.contains(where: { $0.cells != nil }) else { return }
    let none = SIMD4<Double>(repeating: .nan)
    counts = inputs.flatMap { input in
      input.coordinates.latitudes.indices.map { input.cells?.count(ofRow: $0) ?? 1 }
    }
    boxes = inputs.flatMap { input in
      input.coordinates.latitudes.indices.map { row in
        input.cells?.box(ofRow: row).map { SIMD4($0.west, $0.south, $0.east, $0.north) } ?? none
      }
    }
  }

  /// How many points there are.
  var count: Int { counts?.reduce(0, +) ?? places.count }

  /// The dense regions of the points; those of a cell lie in their mean.
  var regions: DenseRegions { DenseRegions(of: places, counts: counts) }

  /// The smallest box that holds all points.
  var box: BoundingBox? {
    boxes == nil ? BoundingBox(holding: places) : box(ofRows: places.latitudes.indices)
  }

  /// The smallest box that holds the points of dense regions.
  func box(of regions: DenseRegions) -> BoundingBox? {
    if let rows = regions.rows { box(ofRows: rows) } else { regions.box }
  }

  private func box(ofRows rows: some Sequence<Int>) -> BoundingBox? {
    var corners = CoordinateTable()
    func add(_ longitude: Double, _ latitude: Double) {
      corners.longitudes.append(Coordinate.wrappedLongitude(longitude))
      corners.latitudes.append(latitude)
    }
    for row in rows {
      guard let box = boxes?[row], !box.x.isNaN else {
        add(places.longitudes[row], places.latitudes[row])
        continue
      }
      add(box.x, box.y)
      add(box.z, box.w)
    }
    return BoundingBox(holding: corners)
  }

  /// Every so many of the places, at most `count` and one more.
  func sample(of count: Int) -> FittedPoints {
    guard places.count > count else { return self }
    let step = (places.count + count - 1) / count
    let rows = stride(from: 0, to: places.count, by: step)
    var sample = self
    sample.places = CoordinateTable(
      longitudes: rows.map { places.longitudes[$0] }, latitudes: rows.map { places.latitudes[$0] })
    sample.counts = counts.map { counts in rows.map { counts[$0] } }
    sample.boxes = boxes.map { boxes in rows.map { boxes[$0] } }
    return sample
  }
}
