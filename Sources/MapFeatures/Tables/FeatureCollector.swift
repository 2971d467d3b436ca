public import MapGeometry

/// Puts a table together out of features that come from no document: those of a program or of map tiles.
///
/// ```swift
/// var collector = FeatureCollector()
/// collector.addPoint(oslo, properties: [.init(name: "name", value: .string("Oslo"))])
/// let table = collector.table()
/// ```
public struct FeatureCollector {
  private var points = CoordinateTable()
  private var places = RecordPlaces()
  private var numbers = RecordNumbers()
  private var records: [CollectedRecord] = []
  private var shapes: [(kind: ShapeFeature.Kind, record: Int, paths: Range<Int>)] = []
  private var longitudes: [Double] = []
  private var latitudes: [Double] = []
  private var pathEnds: [Int] = []
  private var pathIsHole: [Bool] = []

  /// A collector without records.
  public init() {}

  /// Adds a feature that is one point.
  ///
  /// - Parameters:
  ///   - coordinate: where it is.
  ///   - properties: its properties, each name once.
  ///   - identifier: its id; `nil` where it has none.
  public mutating func addPoint(
    _ coordinate: Coordinate, properties: [PropertyMember] = [], identifier: PropertyValue? = nil
  ) {
    let record = add(properties, identifier)
    if numbers[points.count] != record + 1 {
      numbers.append(.init(firstPoint: points.count, firstRecord: record + 1, repeats: false))
    }
    points.longitudes.append(Coordinate.wrappedLongitude(coordinate.longitude))
    points.latitudes.append(coordinate.latitude)
    places.lows.append(UInt32(truncatingIfNeeded: record))
  }

  /// Adds a feature that is one or more lines or areas.
  ///
  /// - Parameters:
  ///   - kind: what the paths are drawn as.
  ///   - longitudes: degrees east of all paths, `-540...540`, not wrapped.
  ///   - latitudes: degrees north of all paths.
  ///   - pathEnds: where each path ends in the two columns, ascending, the last at their end. A ring's last position
  ///     repeats its first.
  ///   - isHole: of areas, whether each ring is a hole in the last one before it that is none.
  ///   - properties: its properties, each name once.
  ///   - identifier: its id; `nil` where it has none.
  /// - Precondition: the columns are equally long, `pathEnds` and `isHole` too.
  public mutating func addShape(
    _ kind: ShapeFeature.Kind, longitudes: [Double], latitudes: [Double], pathEnds: [Int], isHole: [Bool],
    properties: [PropertyMember] = [], identifier: PropertyValue? = nil
  ) {
    precondition(longitudes.count == latitudes.count && pathEnds.last ?? 0 == longitudes.count)
    precondition(pathEnds.count == isHole.count)
    let record = add(properties, identifier)
    let (vertices, paths) = (self.longitudes.count, self.pathEnds.count)
    self.longitudes += longitudes
    self.latitudes += latitudes
    self.pathEnds += pathEnds.lazy.map { $0 + vertices }
    pathIsHole += isHole
    shapes.append((kind, record, paths..<self.pathEnds.count))
  }

  private mutating func add(_ properties: [PropertyMember], _ identifier: PropertyValue?) -> Int {
    records.append(CollectedRecord(identifier: identifier, properties: properties))
    return records.count - 1
  }

  /// The features added so far.
  public func table() -> FeatureTable {
    let store = ShapeStore(
      longitudes: longitudes, latitudes: latitudes, pathEnds: pathEnds, pathIsHole: pathIsHole)
    let records = RecordStore.collected(records)
    return FeatureTable(
      format: .geojson, points: points,
      shapes: shapes.map { shape in
        ShapeFeature(
          kind: shape.kind, recordNumber: shape.record + 1, place: shape.record, propertiesPlace: nil,
          pathRange: shape.paths, shapes: store, records: records)
      },
      skipped: SkippedRecords(total: self.records.count), notes: [], columnNames: [], columns: [],
      places: places, numbers: numbers, records: records)
  }
}

struct CollectedRecord: Sendable {
  let identifier: PropertyValue?
  let properties: [PropertyMember]
}
