/// Typed rows of a table, for one thread. A value is present, ``PropertyValue/null``, or missing (`nil`).
public protocol TableRows: AnyObject {
  /// Columns read, without the geometry.
  var columnNames: [String] { get }

  /// Advances to the next row, whose values are valid until the following; false at the end.
  ///
  /// - Throws: ``ResourceError``.
  func next() throws(ResourceError) -> Bool

  /// Value by index among ``columnNames``.
  func value(_ column: Int) -> PropertyValue?

  /// Number; NaN for null, `nil` for anything else.
  func number(_ column: Int) -> Double?

  var identifier: PropertyValue? { get }

  /// Well-known binary, valid until the next row; `nil` for none.
  ///
  /// - Throws: ``ResourceError``.
  func geometry() throws(ResourceError) -> UnsafeRawBufferPointer?

  /// Projects a geometry's position to longitude and latitude.
  func degrees(_ position: SIMD2<Double>) -> SIMD2<Double>?

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
  var number: Int { get }

  func restart(at numbers: ClosedRange<Int>)
}

extension NumberedRows {
  /// Identifier and properties of a row; `nil` if it cannot be read.
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
  /// Range of row numbers, with gaps; at least 0, below 2^40.
  var numbers: ClosedRange<Int> { get }
  var columnNames: [String] { get }
  var byteCount: Int { get }

  /// Rows for one thread.
  ///
  /// - Parameter columns: names of columns to read; some may not exist.
  /// - Throws: ``ResourceError``.
  func rows(of columns: [String]) throws(ResourceError) -> any NumberedRows

  /// Identifier and properties of a row; nothing if it is unreadable.
  func record(_ number: Int) -> (identifier: PropertyValue?, properties: [PropertyMember])

  var isOutdated: Bool { get }

  /// The file, if it was written to since it was opened and not replaced; see ``ByteSource/changedFile()``.
  func changedFile() -> String?
}
