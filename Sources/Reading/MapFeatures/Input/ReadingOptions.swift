import JSONDocument
import MapGeometry

/// The kinds of input that are read.
public enum InputFormat: String, CaseIterable, Hashable, Sendable {
  /// Separated values: comma, semicolon, tab or pipe; RFC 4180 quotes.
  case csv
  /// One GeoJSON document (RFC 7946).
  case geojson
  /// GeoJSON objects one after the other: a line each, or with the record separators of RFC 8142.
  case ndjson
  /// Rows of a table: an array of objects or of arrays, or objects, a line each.
  case json
}

/// Expectations of an input, and choices for reading it.
public struct ReadingOptions: Sendable {
  /// The kind of input; `nil` to see it from the content.
  public var format: InputFormat?
  /// Columns of longitudes and latitudes; `nil` to find them by name.
  public var longitudeColumn, latitudeColumn: ColumnName?
  /// Column of coordinates in one field each, such as geometries; `nil` to find it by its name or content.
  public var geometryColumn: ColumnName?
  /// The line with the names of columns in separated values, from 1; `nil` for the first one whose columns fit coordinates.
  public var headerLine: Int?
  /// The column in a table that names the points; `nil` for the column `id`, where there is one.
  public var identifierColumn: ColumnName?
  /// Decimal mark; `nil` for a point, or a comma if a semicolon or tab separates and coordinates need it.
  public var decimal: DecimalMark?
  /// The words that stand for missing values; `nil` for ``MissingWords/usual``.
  public var missing: MissingWords?
  /// The points that lines and areas are drawn as; `nil` where they stay as they are.
  public var shapePoints: ShapePoints?
  /// The way between the positions of lines and areas.
  public var edges = LineEdges.straight
  /// True for tracks, as of GPX and KML: lines that go on across the antimeridian where that is shorter, straight or not.
  public var areTracks = false
  /// The number of threads, at least 1; the result does not depend on it.
  public var threads: Int
  /// Called every few megabytes with the bytes and records read so far; never by two threads at once.
  public var progress: (@Sendable (_ bytesRead: Int, _ rows: Int) -> Void)?
  /// The depth to which JSON may nest, limited to `1...512`.
  public var depthLimit: Int { didSet { depthLimit = min(JSONText.deepestLimit, max(1, depthLimit)) } }
  /// True if properties can be read. Else a stream's bytes are not kept, and identifiers are record numbers.
  public var keepsProperties: Bool
  /// Properties read along with points, such as weights. Repeated names count once. See
  /// ``FeatureTable/column(_:)``.
  public var columns: [String]

  /// Options; the defaults read any well-formed input on one thread.
  public init(
    format: InputFormat? = nil, longitudeColumn: ColumnName? = nil, latitudeColumn: ColumnName? = nil,
    identifierColumn: ColumnName? = nil, threads: Int = 1,
    progress: (@Sendable (_ bytesRead: Int, _ rows: Int) -> Void)? = nil, depthLimit: Int = 64,
    keepsProperties: Bool = true, columns: [String] = []
  ) {
    self.format = format
    self.longitudeColumn = longitudeColumn
    self.latitudeColumn = latitudeColumn
    self.identifierColumn = identifierColumn
    self.threads = threads
    self.progress = progress
    self.depthLimit = min(JSONText.deepestLimit, max(1, depthLimit))
    (self.keepsProperties, self.columns) = (keepsProperties, columns)
  }

  /// Limit of points and vertices; `nil` for ``usualPointLimit``, which does not count points of a sink.
  public var pointLimit: Int?

  /// True if records are rows of a database, even where they come as lines of text: messages name rows then.
  public var areRows = false

  /// True if a last row of separated values that ends too early is an error: a pipe that breaks off has sent no whole table.
  public var mustEndWhole = false

  /// 50 million points: 1.5 GB. Half a megabyte of compressed rows can hold more than twice as many.
  public static let usualPointLimit = 50_000_000

  /// Bytes of a stream from where records are dropped, with all undeclared properties; `nil` for no limit.
  public var recordByteLimit: Int?

  /// True if identifiers stay, in memory, where the records of a stream are given up: for who looks for points by name.
  public var keepsIdentifiers = false

  /// Note on a stream beyond ``recordByteLimit``: only these columns were kept.
  func note(onRecordsGivenUpBut columns: [String]) -> String {
    let kept = listForMessage(columns)
    let words =
      switch (kept.isEmpty, keepsIdentifiers) {
      case (true, true): "their ids, but no properties"
      case (true, false): "no properties and no ids"
      case (false, true): "their ids and \(kept), but no other properties"
      case (false, false): "\(kept), but no other properties and no ids"
      }
    return "more than \((recordByteLimit ?? 0) >> 20) MB: points, single or in clusters, keep \(words)"
  }

  var mostPoints: Int { pointLimit ?? ReadingOptions.usualPointLimit }

  var distinctColumns: [String] { columns.distinct(by: \.self) }
}
