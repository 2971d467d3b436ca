import JSONDocument
public import MapFeatures

/// Counted points whose places no column of a table of cells holds: features of GeoJSON, geometries, coordinates under other
/// names.
///
/// A record without a count stands for one point, as single ones among clusters of supercluster do; one at least must have
/// one.
public struct CountedPoints: CellSource {
  private static let countNames = ["point_count", "count", "doc_count"]
  private static let placeNames: Set<String> = ["longitude", "lon", "lng", "latitude", "lat"]
  private static let boxNames = ["west", "south", "east", "north"]

  private let table: FeatureTable

  /// Counted points that were read as points.
  public init(_ table: FeatureTable) {
    self.table = table
  }

  /// All of the points, whatever view is asked for.
  ///
  /// - Throws: ``CellTableError`` for a table without counts, and for records that are no points.
  /// - Complexity: O(*bytes* + *n* log *n*), and memory for the text of all records.
  public func cells(for request: CellRequest) throws(CellTableError) -> ReadCells {
    let rows = try rows(identifier: request.identifier)
    do throws(CellTableError) {
      return try ReadCells(
        reading: ByteArray(rows), weight: request.weight, identifier: request.identifier,
        hasNumbers: request.hasNumbers, threads: request.threads)
    } catch {
      throw error.ofRecords()
    }
  }

  /// The records as rows of a table of cells: JSON objects, a line each.
  private func rows(identifier: String?) throws(CellTableError) -> [UInt8] {
    var names: [String] = []
    var known: Set<String> = []
    for row in 0..<table.points.count {
      for property in table.properties(ofPoint: row) where known.insert(property.name).inserted {
        names.append(property.name)
      }
    }
    guard let count = names.first(where: { CountedPoints.countNames.contains($0.lowercased()) }) else {
      throw CellTableError(.noPlace(names: names))
    }
    guard table.skipped.count == 0, table.shapes.isEmpty else {
      throw CellTableError(
        .notPoints(table.skipped.count > 0 ? "\(table.skipped)" : "there are lines or areas among them"))
    }
    names.removeAll { CountedPoints.placeNames.contains($0.lowercased()) }
    let hasBox = known.contains("bbox") && known.isDisjoint(with: CountedPoints.boxNames)
    let namesPoints = !names.contains { $0.lowercased() == "id" || $0 == identifier }
    var writer = JSONWriter()
    var rows: [UInt8] = []
    for row in 0..<table.points.count {
      let place = table.points[row]
      writer.object { writer in
        writer.key("longitude")
        writer.number(place.longitude)
        writer.key("latitude")
        writer.number(place.latitude)
        if namesPoints, let own = table.ownIdentifier(ofPoint: row) {
          writer.key("id")
          writer.scalar(own)
        }
        if hasBox { writer.box(table.property("bbox", ofPoint: row), CountedPoints.boxNames) }
        for name in names {
          let value = table.property(name, ofPoint: row)
          writer.key(name)
          writer.scalar(value ?? (name == count ? .number(1) : .null))
        }
      }
      rows += writer.takeBytes()
      rows.append(0x0A)
    }
    return rows
  }
}

extension JSONWriter {
  /// Writes a value that is neither array nor object; `null` for these.
  fileprivate mutating func scalar(_ value: PropertyValue) {
    switch value {
    case .bool(let bool): self.bool(bool)
    case .number(let number): self.number(number)
    case .wholeNumber(let digits): raw(digits)
    case .string(let text): string(text)
    case .null, .array, .object: null()
    }
  }

  /// Writes the edges of a box of GeoJSON under their names.
  fileprivate mutating func box(_ value: PropertyValue?, _ names: [String]) {
    guard case .array(let edges)? = value, edges.count == names.count else { return }
    for (name, edge) in zip(names, edges) {
      key(name)
      scalar(edge)
    }
  }
}
