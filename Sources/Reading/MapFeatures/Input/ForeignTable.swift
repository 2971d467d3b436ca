/// A table read by another library: of a database, or a foreign file format. Used by one thread at a time.
public protocol ForeignTable: AnyObject {
  /// Columns whose values have a text form.
  var columns: [ForeignColumn] { get }
  var hasGeometry: Bool { get }
  /// Query for SQL; `nil` if unsupported.
  var query: ForeignQuery? { get }

  /// - Parameter areFeatures: true if rows are features at their geometries.
  /// - Throws: ``ResourceError``.
  func rows(areFeatures: Bool) throws(ResourceError) -> any TableRows

  /// Random access by row number.
  ///
  /// - Parameter areFeatures: true if rows are features at their geometries.
  /// - Returns: `nil` if rows have no numbers, or sparse ones.
  /// - Throws: ``ResourceError``.
  func numbered(areFeatures: Bool) throws(ResourceError) -> (any NumberedTable)?

  /// - Throws: ``ResourceError``.
  func answer(to statement: String) throws(ResourceError) -> any TableRows

  /// Begins a snapshot of the database, if it can.
  func holdStill()
}

extension ForeignTable {
  /// None: rows are read one after the other.
  public func numbered(areFeatures: Bool) -> (any NumberedTable)? { nil }

  /// Never called: SQL needs a ``query``.
  ///
  /// - Throws: ``ResourceError``.
  public func answer(to statement: String) throws(ResourceError) -> any TableRows {
    throw ResourceError(.unsupported, "files are not asked in SQL")
  }

  /// Does nothing: the tables of files have no snapshots.
  public func holdStill() {}
}

/// A column of a table that a library of others reads.
public struct ForeignColumn: Hashable, Sendable {
  /// The kind of its values.
  public enum Kind: Hashable, Sendable {
    /// Numbers.
    case number
    /// True or false.
    case logical
    /// Texts, days, times and other values with a text form.
    case text
  }

  /// The column's name in the table.
  public let name: String
  /// The kind of its values.
  public let kind: Kind
  /// True if numbers are decimal ones, which a `Double` holds to the nearest.
  public let isDecimal: Bool

  /// A column by its name.
  public init(_ name: String, _ kind: Kind, isDecimal: Bool = false) {
    (self.name, self.kind, self.isDecimal) = (name, kind, isDecimal)
  }
}

/// The SQL query of a database table.
public struct ForeignQuery: Sendable {
  /// Engine, as in `clustersnap sql --dialect postgresql`, and the relation after FROM with comparable
  /// columns and ``places``.
  public let dialect, relation: String
  /// The columns of the geometries; `nil` where coordinates are in columns of the table's own.
  public let places: Places?
  /// The column of whole numbers that ``relation`` has for the order of rows; `nil` where they have none.
  public let order: String?

  /// Columns that ``ForeignQuery/relation`` has of geometries.
  public struct Places: Hashable, Sendable {
    /// Those of degrees, null where there is no point.
    public let longitude: String, latitude: String
    /// The column that is 1 where a geometry is no point, so that rows are needed; `nil` where all are points.
    public let others: String?

    /// Columns by their names.
    public init(longitude: String, latitude: String, others: String?) {
      (self.longitude, self.latitude, self.others) = (longitude, latitude, others)
    }
  }

  /// Creates the query of a table.
  public init(dialect: String, relation: String, places: Places?, order: String? = nil) {
    (self.dialect, self.relation, self.places, self.order) = (dialect, relation, places, order)
  }
}

extension ResourceLoader {
  /// Unsupported by default.
  ///
  /// - Throws: ``ResourceError``.
  public func table(ofArrow bytes: [UInt8]) throws(ResourceError) -> any ForeignTable {
    throw ResourceError(.unsupported, "tables of Arrow are not read here; send CSV")
  }
}
