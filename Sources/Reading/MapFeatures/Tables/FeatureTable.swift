public import JSONDocument
public import MapGeometry

/// The records of an input: points as columns, lines and areas, properties on demand.
///
/// A point costs 20 bytes: two coordinates and its record's offset. Properties are read from the source on
/// demand, except for declared ``ReadingOptions/columns``.
///
/// CSV fields are text, but plain decimal numbers (`3`, `-1.0`, `1e3`, neither `00501` nor `+5`, no integer
/// from 2^53 on) are numbers, `true` and `false` Booleans, and empty unquoted fields null. Integers keep all
/// digits, and are rounded only when used as numbers.
public struct FeatureTable: Sendable {
  /// The kind of input.
  public let format: InputFormat
  /// The points in input order, degrees as read, longitudes wrapped into `-180..<180`.
  public let points: CoordinateTable
  /// The lines and areas in input order.
  public private(set) var shapes: [ShapeFeature] = []
  /// The records that could not be placed.
  public package(set) var skipped: SkippedRecords
  /// Notes on faults that stop nothing, one line each: a cut last row, an assumed encoding.
  public internal(set) var notes: [String] = []
  /// Choices among columns that were there, one line each: nothing was assumed about what is wrong.
  public internal(set) var hints: [SettingText] = []
  /// The names of the columns of a CSV file or of a database's table in order; empty for other formats.
  public package(set) var columnNames: [String] = []
  /// Columns or members that coordinates were read from: longitude and latitude, or one; elements of arrays
  /// are numbered from 1. Empty for other formats.
  public internal(set) var coordinateColumns: [String] = []

  private(set) var columns: [PropertyColumn] = []
  private(set) var offsets = RecordOffsets()
  private(set) var numbers = RecordNumbers()
  private(set) var records = RecordStore.none
  /// Offsets of features and rows without coordinates; these count in cluster ids.
  var unplaced: [Int] = []
  /// Property names of the first point, if records are not kept.
  var knownNames: [String] = []
  var identifiers: PropertyColumn?
  /// Upper bound of a batch's last record, for a ``PointSink``.
  var recordsEnd = 0
  /// Columns that are no properties, see ``ColumnTable``.
  var withheld: Set<String> = []
  package internal(set) var missing = MissingWords.usual

  /// The source file, if it was written to since it was opened.
  public func changedFile() -> String? { records.changedFile() }

  /// The number of records, skipped ones included.
  public var recordCount: Int { skipped.total }

  /// The record's own identifier, else its number.
  public func identifier(ofPoint index: Int) -> PropertyValue {
    ownIdentifier(ofPoint: index) ?? .number(Double(recordNumber(ofPoint: index)))
  }

  package var unplacedCount: Int { unplaced.count }

  package func property(_ name: String, ofUnplaced index: Int) -> PropertyValue? {
    withheld.contains(name) || records.isEmpty
      ? nil : missing.applied(to: records.property(name, at: unplaced[index]))
  }

  package func properties(ofUnplaced index: Int) -> [(name: String, value: PropertyValue)] {
    records.isEmpty ? [] : shown(records.properties(at: unplaced[index]))
  }

  /// Properties of a record, without withheld columns and with null for missing words.
  private func shown(
    _ properties: [(name: String, value: PropertyValue)]
  ) -> [(name: String, value: PropertyValue)] {
    guard missing.areOfTexts || !withheld.isEmpty else { return properties }
    return properties.filter { !withheld.contains($0.name) }
      .map { ($0.name, missing.applied(to: $0.value) ?? .null) }
  }

  /// The feature's `id` or the field of the id column, if any.
  public func ownIdentifier(ofPoint index: Int) -> PropertyValue? {
    let own =
      records.isEmpty
      ? identifiers?[index] : records.hasIdentifiers ? records.identifier(at: offsets[index]) : nil
    let identifier = missing.applied(to: own)
    return identifier == .null ? nil : identifier
  }

  /// Properties in input order, read on demand; of repeated names in GeoJSON the last one counts.
  public func properties(ofPoint index: Int) -> [(name: String, value: PropertyValue)] {
    guard !records.isEmpty else { return [] }
    return shown(records.properties(at: offsets[index]))
  }

  /// CSV column names; for other formats those of the first point, as an example.
  package var propertyNames: [String] {
    guard columnNames.isEmpty, points.count > 0 else { return columnNames }
    return records.isEmpty ? knownNames : properties(ofPoint: 0).map(\.name)
  }

  /// True if no point can have a property, without a search.
  package func lacks(_ name: String) -> Bool { !columnNames.isEmpty && !columnNames.contains(name) }

  /// True if any point has a property, even null.
  package func hasProperty(_ name: String) -> Bool {
    guard columnNames.isEmpty else { return columnNames.contains(name) }
    // Asking every row for what no row has would take seconds.
    if case .numbered(let table, _) = records, !table.columnNames.contains(name) { return false }
    return (0..<points.count).contains { property(name, ofPoint: $0) != nil }
  }

  /// Property by name (the first of equal CSV columns), in O(1) for those of ``column(_:)``.
  public func property(_ name: String, ofPoint index: Int) -> PropertyValue? {
    if let column = column(name) { return missing.applied(to: column[index]) }
    if withheld.contains(name) { return nil }
    return records.isEmpty ? nil : missing.applied(to: records.property(name, at: offsets[index]))
  }

  /// Text of a number as written, see ``PropertyColumn/readTexts(_:_:)``; `nil` for other values.
  package func writtenNumber(_ name: String, ofPoint index: Int) -> String? {
    guard let number = column(name)?.numbers[index], !number.isNaN, !records.isEmpty,
      case .string(let text)? = missing.applied(to: records.property(name, at: offsets[index]))
    else { return nil }
    return text
  }

  /// Values of a property in ``ReadingOptions/columns``; `nil` for others, and if the header lacks it.
  public func column(_ name: String) -> PropertyColumn? {
    columns.isEmpty ? nil : columns.first { $0.name == name }
  }

  var filledColumns: [String] { columns.filter { !$0.isEmpty }.map(\.name) }

  /// The number of columns that were read along with the points, 8 bytes a point each.
  public var readColumnCount: Int { columns.count }

  /// Number of a point's record, from 1: the nonblank row below the header, or the feature.
  public func recordNumber(ofPoint index: Int) -> Int {
    precondition(index >= 0 && index < points.count, "point index out of range")
    return numbers[index]
  }

  /// Points of each record with several, in order.
  package var pointsOfOneRecord: [Range<Int>] {
    numbers.runs.indices.filter { numbers.runs[$0].repeats }.map { index in
      let end = index + 1 < numbers.runs.count ? numbers.runs[index + 1].firstPoint : points.count
      return numbers.runs[index].firstPoint..<end
    }
  }

  /// Record in messages: its number, and its line if that differs, as `record 4, in line 6`.
  package func recordName(ofPoint index: Int) -> String {
    let number = recordNumber(ofPoint: index)
    guard !records.isEmpty, let line = records.line(at: offsets[index]), line != number else {
      return "record \(number)"
    }
    return "record \(number), in line \(line)"
  }
}

extension FeatureTable {
  /// A table of bare points, numbered from 1, without properties.
  public init(points: CoordinateTable) {
    self.init(format: .csv, points: points, skipped: SkippedRecords(total: points.count))
  }
}
