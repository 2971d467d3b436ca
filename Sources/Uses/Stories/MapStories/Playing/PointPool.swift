import JSONDocument
public import MapFeatures
import MapGeometry

/// All points that a scenario ever shows of one group: those of its source, then those that its steps bring.
///
/// The style draws one table a source; where points come from several places they are written into one.
public struct PointPool {
  /// The added tables in order.
  private var tables: [FeatureTable] = []

  /// A pool without points.
  public init() {}

  /// The number of points in it.
  public var count: Int { tables.reduce(0) { $0 + $1.points.count } }

  /// Adds the points of a file.
  public mutating func append(_ table: FeatureTable) { tables.append(table) }

  /// Adds points that the scenario itself brings.
  ///
  /// - Throws: what reading them as GeoJSON throws.
  public mutating func append(_ points: [Scenario.InlinePoint]) throws(FeatureError) {
    guard !points.isEmpty else { return }
    let table = try PointPool.read { json in
      for point in points {
        PointPool.writeFeature(at: point.coordinate, to: &json) { json in
          json.string(point.id)
        } properties: { json in
          for member in point.properties { json.member(member.key, member.value) }
        }
      }
    }
    tables.append(table)
  }

  /// The points as one table, in the order in which they were added; points without an id of their own get one that no
  /// other point has.
  ///
  /// - Parameter columns: the properties that are read of every point; one table keeps its own.
  /// - Throws: what reading them as GeoJSON throws.
  /// - Complexity: O(1) where there is one table, else O(*bytes of all records*).
  public func table(columns: [String] = []) throws(FeatureError) -> FeatureTable {
    if tables.count == 1, let table = tables.first { return table }
    guard count > 0 else { return FeatureTable(points: CoordinateTable()) }
    var named = PointIdentifiers()
    for table in tables {
      for index in 0..<table.points.count { named.append(table, row: index) }
    }
    var identifiers = named.identifiers().makeIterator()
    return try PointPool.read(columns: columns) { json in
      for table in tables {
        for index in 0..<table.points.count {
          let identifier = identifiers.next()
          PointPool.writeFeature(at: table.points[index], to: &json) { json in
            guard let identifier, identifier.isMade else {
              return table.identifier(ofPoint: index).write(to: &json)
            }
            // The number of a record stays a number.
            if let number = Int(identifier.text) {
              json.number(number)
            } else {
              json.string(identifier.text)
            }
          } properties: { json in
            for property in table.properties(ofPoint: index) {
              json.key(property.name)
              property.value.write(to: &json)
            }
          }
        }
      }
    }
  }

  /// Reads a document of features.
  private static func read(
    columns: [String] = [], _ writeFeatures: (inout JSONWriter) -> Void
  ) throws(FeatureError) -> FeatureTable {
    var json = JSONWriter()
    json.featureCollection(writeFeatures)
    return try .read(ByteArray(json.takeBytes()), options: ReadingOptions(format: .geojson, columns: columns))
  }

  private static func writeFeature(
    at place: Coordinate, to json: inout JSONWriter, identifier: (inout JSONWriter) -> Void,
    properties: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("type", "Feature")
      json.key("id")
      identifier(&json)
      json.geometry("Point", key: "geometry") { $0.numbers([place.longitude, place.latitude]) }
      json.object("properties", properties)
    }
  }
}

/// The names of points of several tables in steps: by their own ids, which may repeat, and those without one by their record's
/// number. Where another point is called so already, `.2`, `.3` and so on follows, so that no point is left out for an id
/// that nobody gave it.
struct PointIdentifiers {
  /// The own ids of all points, `nil` for points without one, and the numbers of their records.
  private var points: [(own: String?, record: Int)] = []

  mutating func append(_ table: FeatureTable, row: Int) {
    points.append((table.ownIdentifier(ofPoint: row)?.text, table.recordNumber(ofPoint: row)))
  }

  /// The ids in order; `isMade` of those that are not the points' own.
  ///
  /// - Complexity: O(*n*) on the average.
  func identifiers() -> [(text: String, isMade: Bool)] {
    var taken = Set(points.compactMap(\.own))
    // How many ids were made of a record's number; looked up, never iterated.
    var used: [Int: Int] = [:]
    return points.map { own, record in
      if let own { return (own, false) }
      while true {
        let number = used[record, default: 0] + 1
        used[record] = number
        let text = number == 1 ? "\(record)" : "\(record).\(number)"
        if taken.insert(text).inserted { return (text, true) }
      }
    }
  }
}
