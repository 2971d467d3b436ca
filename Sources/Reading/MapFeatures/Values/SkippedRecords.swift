public import JSONDocument

/// The records that could not be placed: how many, and the first of them.
public struct SkippedRecords: Hashable, Sendable, CustomStringConvertible {
  /// A record that could not be placed.
  public struct Example: Hashable, Sendable {
    /// The line in which the record begins, from 1; of a database the row in the order they are read in.
    public let line: Int
    /// Why it could not be placed.
    public let reason: SkipReason

    /// A record in a line.
    public init(line: Int, reason: SkipReason) { (self.line, self.reason) = (line, reason) }
  }

  /// Numbers of skipped records, and of all.
  public let count, total: Int
  /// The first skipped record; `nil` where none was.
  public let first: Example?
  /// True if the records are rows of a database, which stand in no line.
  public var areRows = false

  /// A summary; `count` is at most `total`.
  public init(count: Int = 0, total: Int = 0, first: Example? = nil) {
    (self.count, self.total, self.first) = (count, total, first)
  }

  /// `3 of 60 records skipped, the first in line 6: latitude is no number`; of a database `in row 6`.
  public var description: String { text.description }

  /// The description with its settings named and not spelled.
  public var text: SettingText {
    let summary = "\(count) of \(total) \(total == 1 ? "record" : "records") skipped"
    guard let first else { return SettingText(summary) }
    let location = "\(count == 1 ? "in" : "the first in") \(areRows ? "row" : "line") \(first.line)"
    return "\(summary), \(location): \(first.reason.text)"
  }
}

/// Why a record is not on the map.
public enum SkipReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// One of the two numbers of a coordinate.
  public enum Axis: String, Hashable, Sendable {
    case longitude, latitude
  }

  case missing(Axis)
  case notNumber(Axis)
  case tooLarge(Axis)
  /// `swapped`: the longitude would be a valid latitude.
  case latitudeOutOfRange(Double, swapped: Bool)
  case longitudeOutOfRange(Double)
  /// Probably projected coordinates.
  case metres(Double, Double)
  case surplusFields(found: Int, expected: Int)
  case cutOff(found: Int, expected: Int)
  case nullGeometry, emptyGeometry
  case notFeature(String?)
  case unknownGeometry(String?)
  /// Coordinates missing, or not of the type's shape.
  case badCoordinates(of: String)

  /// A geometry of another kind, in a column of texts.
  case notPoint(String)
  case notCoordinate
  case referenceSystem(Int)
  case notRow
  /// A fault that is fatal if no other record can be read.
  indirect case broken(FeatureProblem)

  var text: SettingText {
    if case .broken(let problem) = self { problem.text } else { SettingText(description) }
  }

  /// The reason in some words.
  public var description: String {
    switch self {
    case .missing(let axis): "\(axis.rawValue) is missing"
    case .notNumber(let axis): "\(axis.rawValue) is no number"
    case .tooLarge(let axis): "\(axis.rawValue) is too large a number"
    case .latitudeOutOfRange(let latitude, let swapped):
      "latitude \(latitude) is outside -90...90" + (swapped ? "; are longitude and latitude swapped?" : "")
    case .longitudeOutOfRange(let longitude): "longitude \(longitude) is outside -540...540"
    case .metres(let x, let y):
      "\(x), \(y) look like meters, not degrees; convert the file to longitude and latitude (WGS 84)"
    case .surplusFields(let found, let expected):
      "\(found) fields where there are \(expected) columns; quote fields that hold the separator"
    case .cutOff(let found, let expected):
      "the last row is cut off after \(found) of \(expected) fields; is the file complete?"
    case .nullGeometry: "the feature has no geometry"
    case .emptyGeometry: "the geometry is empty"
    case .notFeature(let type):
      type.map { "an object of type \"\($0.forMessage)\" is no feature" }
        ?? "an object without type is no feature"
    case .unknownGeometry(let type):
      type.map { "\"\($0.forMessage)\" is no kind of geometry" } ?? "the geometry has no type"
    case .notPoint(let kind): "\(kind.forMessage) is no point; of a column of geometries only points are read"
    case .notCoordinate: "the text is no place; expected POINT(longitude latitude) or (latitude, longitude)"
    case .referenceSystem(let number): "the place is in EPSG:\(number); transform it to EPSG:4326"
    case .notRow: "this is no row of the kind of the first; expected an object or an array like it"
    case .broken(let problem): problem.description
    case .badCoordinates(let type): "the coordinates are not those of a \(type)"
    }
  }
}
