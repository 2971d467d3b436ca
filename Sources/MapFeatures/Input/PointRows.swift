/// The numbered rows of a table that lie at points: places are read as numbers, without a text in between, and the rest of a
/// row when it is asked for.
///
/// May be used by any number of threads.
public protocol PointRows: AnyObject, Sendable {
  /// No row has a smaller or a larger number; between them numbers may be missing. At least 0, below 2^40.
  var numbers: ClosedRange<Int> { get }
  /// The names of the columns, in order, but that of geometries.
  var columnNames: [String] { get }
  /// The length of the table's file, in bytes.
  var byteCount: Int { get }

  /// What one thread reads rows with.
  ///
  /// - Parameter columns: the names of those whose values are read along with places; some may be no column of the table.
  /// - Throws: ``ResourceError``.
  func reader(of columns: [String]) throws(ResourceError) -> any PointRowReader

  /// Lends a row as JSON, a GeoJSON feature or an object, as ``ForeignTable/rows(areFeatures:)`` has it; an empty object where
  /// it cannot be read any more.
  func withRecord<R>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R

  /// True if the file is another one than when it was opened, or was written to since.
  var isOutdated: Bool { get }

  /// The file, where it was written to since it was opened, and is no other one; see ``ByteSource/changedFile()``.
  func changedFile() -> String?
}

/// Reads numbered rows; used by one thread at a time.
public protocol PointRowReader: AnyObject {
  /// Reads rows in the order of their numbers.
  ///
  /// - Parameters:
  ///   - numbers: which.
  ///   - run: takes what is read.
  /// - Returns: whether all rows lie at points or nowhere; the first that does not ends the reading.
  /// - Throws: ``ResourceError``.
  func read(_ numbers: ClosedRange<Int>, into run: any PointRun) throws(ResourceError) -> Bool
}

/// A value of a row.
public enum RowValue: Hashable, Sendable {
  /// The row has no such value.
  case none
  /// Null.
  case null
  /// True or false.
  case logical(Bool)
  /// A number, finite.
  case number(Double)
  /// A whole number.
  case whole(Int64)
  /// A text.
  case text(String)
}

/// Takes numbered rows that follow one another.
public protocol PointRun: AnyObject {
  /// Adds a row at a place, degrees as read, finite.
  ///
  /// - Returns: whether there is such a place; else the row counts as skipped.
  func append(_ number: Int, longitude: Double, latitude: Double) -> Bool

  /// Counts a row without a place.
  func skip(_ number: Int, _ reason: SkipReason)

  /// Sets the value that the last point has in one of the columns asked for; each column once a point.
  func append(_ value: RowValue, to column: Int)
}
