import MapClusters
public import MapFeatures
import MapGeometry

/// Counted points whose places no column of a table of cells holds: features of GeoJSON, geometries, coordinates under other
/// names.
///
/// A feature without a count stands for one point, as single ones among clusters of supercluster do. Other records have a
/// count each.
public struct CountedPoints: CellSource {
  private static let placeNames: Set<String> = ["longitude", "lon", "lng", "latitude", "lat"]
  private static let boxNames = ["west", "south", "east", "north"]
  /// Degrees by which a place may lie outside of its box: both may be rounded.
  private static let slack = 1e-6

  private let table: FeatureTable
  private let areFeatures: Bool

  /// Counted points that were read as points.
  ///
  /// - Parameter areFeatures: whether they are features of GeoJSON, of which those without a count are one point.
  public init(_ table: FeatureTable, areFeatures: Bool = false) {
    (self.table, self.areFeatures) = (table, areFeatures)
  }

  /// All of the points, whatever view is asked for.
  ///
  /// - Throws: ``CellTableError`` for a table without counts, and for records that are no points.
  /// - Complexity: O(*bytes* + *n* log *n*), and memory for the text of all records.
  public func cells(for request: CellRequest) throws(CellTableError) -> ReadCells {
    try checkPoints()
    guard table.points.count > 0 else {
      return ReadCells(cells: CellTable(), features: FeatureTable(points: .init()))
    }
    let rows = try rows()
    do throws(CellTableError) {
      return try ReadCells(reading: .rows(rows), request, arePoints: true)
    } catch {
      throw error.ofRecords()
    }
  }

  private func checkPoints() throws(CellTableError) {
    if table.skipped.count > 0 { throw CellTableError(.notPoints("\(table.skipped)")) }
    if !table.shapes.isEmpty { throw CellTableError(.notPoints("there are lines or areas among them")) }
    for row in 0..<table.points.count where row > 0 {
      let number = table.recordNumber(ofPoint: row)
      if number == table.recordNumber(ofPoint: row - 1) {
        throw CellTableError(.notPoints("record \(number) has several places"))
      }
    }
  }

  private func rows() throws(CellTableError) -> RowBatch {
    var names: [String] = []
    var known: Set<String> = []
    var haveIdentifiers = false
    for row in 0..<table.points.count {
      for property in table.properties(ofPoint: row) where known.insert(property.name).inserted {
        names.append(property.name)
      }
      haveIdentifiers = haveIdentifiers || table.ownIdentifier(ofPoint: row) != nil
    }
    let found = CellColumns.countName(among: names)
    guard found != nil || areFeatures else { throw CellTableError(.noPlace(names: names)) }
    let count = found ?? "point_count"
    // Of single features the box is known in any case.
    let hasBox = (areFeatures || known.contains("bbox")) && known.isDisjoint(with: CountedPoints.boxNames)
    let own = names.first { $0.lowercased() == "id" }
    names.removeAll { name in
      CountedPoints.placeNames.contains(name.lowercased()) || name == count || hasBox && name == "bbox"
        || haveIdentifiers && name == own
    }
    let boxNames = hasBox ? CountedPoints.boxNames : []
    var rows = RowBatch(
      columns: ["longitude", "latitude"] + boxNames + [count] + (haveIdentifiers ? ["id"] : []) + names)
    for row in 0..<table.points.count {
      let place = table.points[row]
      let values = Dictionary(table.properties(ofPoint: row).map { ($0.name, $0.value) }) { first, _ in first
      }
      let isSingle = areFeatures && values[count] ?? .null == .null
      let box = hasBox ? try box(values["bbox"], ofPoint: row, isSingle: isSingle) : []
      let identifier =
        haveIdentifiers ? [table.ownIdentifier(ofPoint: row) ?? own.flatMap { values[$0] }] : []
      rows.append(
        ([place.longitude, place.latitude] + box).map { $0.isNaN ? .null : .number($0) }
          + [isSingle ? .number(1) : values[count]] + identifier + names.map { values[$0] })
    }
    return rows
  }

  /// The edges of a record's box: west, south, east and north; numbers that are none where it has no box.
  private func box(
    _ value: PropertyValue?, ofPoint row: Int, isSingle: Bool
  ) throws(CellTableError) -> [Double] {
    let place = table.points[row]
    let (longitude, latitude) = (Coordinate.wrappedLongitude(place.longitude), place.latitude)
    guard let value, value != .null else {
      return isSingle ? [longitude, latitude, longitude, latitude] : [Double](repeating: .nan, count: 4)
    }
    let record = table.recordNumber(ofPoint: row)
    guard case .array(let numbers) = value, [4, 6].contains(numbers.count) else {
      throw CellTableError(.badBox, row: record, of: "record")
    }
    // With heights there are six.
    var edges = numbers.compactMap(\.number)
    if edges.count == 6 { edges = [edges[0], edges[1], edges[3], edges[4]] }
    guard edges.count == 4, edges[1] <= edges[3] else {
      throw CellTableError(.badBox, row: record, of: "record")
    }
    if edges[0] > edges[2] {
      // Over the antimeridian: the part on the side of the place.
      if longitude < 0 { edges[0] = -180 } else { edges[2] = 180 }
    }
    let slack = CountedPoints.slack
    guard (edges[0] - slack...max(edges[0], edges[2]) + slack).contains(longitude),
      (edges[1] - slack...edges[3] + slack).contains(latitude)
    else { throw CellTableError(.boxBeside, row: record, of: "record") }
    return edges
  }
}
