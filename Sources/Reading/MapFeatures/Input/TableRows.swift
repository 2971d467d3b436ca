/// The rows of a table in types of their own, one after the other; used by one thread at a time.
///
/// A value is there, is ``PropertyValue/null``, or is missing (`nil`). Nothing is written as text to be read again.
public protocol TableRows: AnyObject {
  /// The names of the columns whose values are read, in order; not that of geometries.
  var columnNames: [String] { get }

  /// Goes on to the next row, whose values are valid until the one after it; false behind the last.
  ///
  /// - Throws: ``ResourceError``.
  func next() throws(ResourceError) -> Bool

  /// Returns a value of the row at hand, by its column's place among ``columnNames``.
  func value(_ column: Int) -> PropertyValue?

  /// Returns the number in a column of the row at hand; not a number (`NaN`) for null, `nil` for anything else.
  func number(_ column: Int) -> Double?

  /// The identifier of the row at hand, where rows are features.
  var identifier: PropertyValue? { get }

  /// Returns the geometry of the row at hand as well-known binary, valid until the next row; `nil` for none.
  ///
  /// - Throws: ``ResourceError``.
  func geometry() throws(ResourceError) -> UnsafeRawBufferPointer?

  /// Brings a position of a geometry to longitude and latitude; `nil` where it has none.
  func degrees(_ position: SIMD2<Double>) -> SIMD2<Double>?

  /// Returns the error of a geometry that is damaged.
  func damagedGeometry(_ reason: String) -> ResourceError
}

extension TableRows {
  /// None: the rows have no geometries.
  public func geometry() -> UnsafeRawBufferPointer? { nil }

  /// Positions are longitude and latitude as they are.
  public func degrees(_ position: SIMD2<Double>) -> SIMD2<Double>? { position }

  /// The fault and its remedy, in one line.
  public func damagedGeometry(_ reason: String) -> ResourceError {
    ResourceError(.unusable, "a geometry cannot be read: \(reason); write the file anew")
  }

  /// Returns the number in a column, as ``value(_:)`` has it.
  public func number(_ column: Int) -> Double? { value(column).typedNumber }
}

/// Rows that are read by their numbers.
public protocol NumberedRows: TableRows {
  /// The number of the row at hand.
  var number: Int { get }

  /// Begins with the rows of some numbers.
  func restart(at numbers: ClosedRange<Int>)
}

extension NumberedRows {
  /// Returns the identifier and the properties of a row; `nil` where it cannot be read.
  package func record(_ number: Int) -> (identifier: PropertyValue?, properties: [PropertyMember])? {
    restart(at: number...number)
    guard (try? next()) == true else { return nil }
    let properties = columnNames.enumerated().compactMap { column, name in
      value(column).map { PropertyMember(name: name, value: $0) }
    }
    return (identifier, properties)
  }
}

/// A table whose rows are found by their numbers, at any time and by any number of threads.
public protocol NumberedTable: AnyObject, Sendable {
  /// No row has a smaller or a larger number; between them numbers may be missing. At least 0, below 2^40.
  var numbers: ClosedRange<Int> { get }
  /// The names of the columns, in order, but that of geometries.
  var columnNames: [String] { get }
  /// The length of the table's file, in bytes.
  var byteCount: Int { get }

  /// Opens the rows for one thread.
  ///
  /// - Parameter columns: the names of those whose values are read; some may be no column of the table.
  /// - Throws: ``ResourceError``.
  func rows(of columns: [String]) throws(ResourceError) -> any NumberedRows

  /// Returns the identifier and the properties of a row; nothing where it cannot be read any more.
  func record(_ number: Int) -> (identifier: PropertyValue?, properties: [PropertyMember])

  /// True if the file is another one than when it was opened, or was written to since.
  var isOutdated: Bool { get }

  /// The file, where it was written to since it was opened, and is no other one; see ``ByteSource/changedFile()``.
  func changedFile() -> String?
}
