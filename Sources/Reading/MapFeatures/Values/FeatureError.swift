public import JSONDocument

/// Why an input gives no table: what is wrong, where, and what to do.
public struct FeatureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault of the input.
  public let problem: FeatureProblem
  /// Its line and column, from 1; `nil` where the input as a whole is meant.
  public let position: TextPosition?

  /// A problem at a position.
  public init(_ problem: FeatureProblem, at position: TextPosition? = nil) {
    (self.problem, self.position) = (problem, position)
  }

  /// The fault and its remedy, in one line, without the position.
  public var description: String { problem.description }

  /// The fault and what to do, its settings named and not spelled.
  public var text: SettingText { problem.text }
}

/// A fault of an input as a whole.
public enum FeatureProblem: Hashable, Sendable, CustomStringConvertible {
  case empty
  case foreignContent(FileSignature)
  case unusable(SettingText)
  case headerOnly
  case nothingUsable(SkippedRecords)
  /// More numbers look like metres than like degrees.
  case metres(SkippedRecords)
  case columnNotFound(SkipReason.Axis, header: [String])
  case noSuchColumn(ColumnName, option: SettingName, header: [String])
  case ambiguousColumn(String, option: SettingName, columns: [Int])
  /// The first row is data, and these columns are coordinates in either order.
  case noHeader(columns: [Int])
  case sameColumn(Int)
  case decimalMark(String, expected: DecimalMark)
  case tooManyPoints(limit: Int)
  case unclosedQuote, unreadableHeader
  case noHeaderLine(Int)
  case longHeader(limit: Int)
  case badField(column: String, text: String, ColumnKind)
  case rowLength(found: Int, expected: Int)
  case cutOff(found: Int, expected: Int)
  case json(JSONFault)
  case tooDeep(limit: Int)
  case notGeoJSON(type: String?)
  case featuresNotArray
  case foreignReferenceSystem(String?)

  /// Faults of a JSON text.
  public enum JSONFault: Hashable, Sendable {
    case unexpectedEnd
    case unexpected(UInt8, expected: String)
    case badNumber
    /// A raw control character or an unknown escape in a string.
    case badString
    case trailingContent
  }

  /// Bytes that could not be fetched; the caller's words.
  public static func unreadable(_ reason: SettingText) -> FeatureProblem { .unusable(reason) }

  /// The fault and its remedy, in one line.
  public var description: String { text.description }

  /// The fault and its remedy, its settings named and not spelled.
  public var text: SettingText {
    switch self {
    case .unusable(let reason): reason
    case .columnNotFound(let axis, let header):
      "no \(axis.rawValue) column in the header \(FeatureProblem.list(header)); name it with \(setting: SettingName(axis.rawValue), of: "COLUMN") (a name or a number)\(header.contains { $0.lowercased() == "point_count" } ? "; \(FeatureProblem.cellsAdvice)" : "" as SettingText)\(header.contains { $0.lowercased().hasPrefix("h3") } ? "; of cells of H3 add the middles, h3_cell_to_lng and h3_cell_to_lat in a database" : "")"
    case .noSuchColumn(.name(let name), let option, let header):
      "no column \"\(name.forMessage)\" in the header \(FeatureProblem.list(header)); \(didYouMean(name, among: header).map { "did you mean \"\($0.forMessage)\"?" } ?? "name one of these with \(setting: option)" as SettingText)"
    case .noSuchColumn(.number(let number), let option, let header):
      "no column \(number), the first row has \(header.count); give \(setting: option) a number up to that"
    case .ambiguousColumn(let name, let option, let columns):
      "columns \(columns.map(String.init).joined(separator: " and ")) are both \"\(name.forMessage)\"; choose one by number, such as \(setting: option, to: "\(columns.first ?? 1)")"
    case .noHeader(let columns):
      "the first row is no header, and columns \(columns.map(String.init).joined(separator: " and ")) may be longitude and latitude in either order; choose with \(setting: "longitude", to: "\(columns.first ?? 1)") and \(setting: "latitude", to: "\(columns.last ?? 2)"), or the other way round"
    case .sameColumn(let number):
      "column \(number) cannot be both longitude and latitude; choose with \(setting: "longitude") and \(setting: "latitude")"
    case .decimalMark(let text, .point):
      "\"\(text.forMessage)\" has a decimal comma; set \(setting: "decimal", to: "comma"), or write numbers with a decimal point"
    case .decimalMark(let text, .comma):
      "\"\(text.forMessage)\" has a decimal point among decimal commas; write a comma, or set \(setting: "decimal", to: "point")"
    case .nothingUsable(let skipped) where skipped.total > 0:
      "no usable record; \(skipped.text)\(skipped.first?.reason == .notFeature(nil) ? ", and without members such as longitude and latitude no row" : "")"
    case .metres(let skipped): "the coordinates are not degrees; \(skipped.text)"
    case .tooManyPoints(let limit):
      "there are more than \(limit) points and vertices; raise \(setting: "maxPoints"), or bring fewer"
    case .empty: "the input is empty; expected CSV or GeoJSON"
    case .foreignContent(let content):
      "expected CSV or GeoJSON, found \(content.nameAmongTables); \(content.advice)"
    case .headerOnly: "there is a header but no row below it; add rows"
    case .nothingUsable: "there is no record in it; expected at least one"
    case .unclosedQuote:
      "the quote that opens here is never closed; close it, or double quotes that belong to the text"
    case .unreadableHeader:
      "the first line is no header and no row of numbers; expected names such as longitude,latitude"
    case .noHeaderLine(let line):
      "there is no line \(line); name the line of the header with \(setting: "headerLine")"
    case .longHeader(let limit):
      "the first line does not end within \(limit >> 20) MB; end the header with a line end, or close its quote"
    case .cutOff(let found, let expected):
      "the last row is cut off after \(found) of \(expected) fields; has the program before the pipe failed?"
    case .json(let fault): SettingText(fault.message)
    case .tooDeep(let limit): "JSON nested deeper than \(limit) levels; flatten it"
    case .notGeoJSON(let type):
      switch type {
      case "Topology": "this is TopoJSON, not GeoJSON; convert it to GeoJSON"
      case let type?:
        "an object of type \"\(type.forMessage)\" is no GeoJSON; expected a FeatureCollection, Feature or geometry"
      case nil:
        "a JSON object without type is no GeoJSON; expected a FeatureCollection, Feature or geometry, or rows with members such as longitude and latitude"
      }
    case .badField(let column, let text, let kind):
      "column \"\(column.forMessage)\": \"\(text.forMessage)\" is no \(kind == .whole ? "whole number" : "number"); correct the row"
    case .rowLength(let found, let expected):
      "\(found) \(found == 1 ? "field" : "fields") where the header has \(expected); is the row whole?"
    case .featuresNotArray: "a FeatureCollection needs an array of features; write \"features\": […]"
    case .foreignReferenceSystem(let name):
      "the coordinates are in \(name.map { "\"\($0.forMessage)\"" } ?? "an unnamed reference system"); convert the file to WGS 84 longitude and latitude (CRS84)"
    }
  }

  /// True for columns of a row, rather than members of GeoJSON.
  var isOfRow: Bool {
    switch self {
    case .columnNotFound(_, let header):
      !header.isEmpty
        && Set(header).isDisjoint(with: ["features", "geometry", "properties", "coordinates", "geometries"])
    case .noSuchColumn: true
    default: false
    }
  }

  static let cellsAdvice: SettingText = "a table of cells is drawn with \(setting: "cells", of: "FILE")"

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "\"\($0.forMessage)\"" }.joined(separator: ", ")
    return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }
}

// What ``JSONDocument`` sees of files, in the words of readers of coordinates.
extension FileSignature {
  fileprivate var nameAmongTables: String {
    switch self {
    case .zip: "a zip archive (or a spreadsheet)"
    case .gzip: "a gzip archive"
    case .bzip2, .xz, .zstandard, .sevenZip, .rar: "an archive"
    case .utf16, .utf32: "UTF-16 text"
    case .xml: "an XML file"
    case .sqlite: "an SQLite database (such as GeoPackage or MBTiles)"
    default: name
    }
  }

  fileprivate var advice: String {
    switch self {
    case .gitConflict, .gitPointer, .zip, .gzip, .bzip2, .xz, .zstandard, .sevenZip, .rar: remedy
    case .html: "was this an error page of the download?"
    case .utf16, .utf32: "convert it to UTF-8"
    case .zeros: "copy or download it again"
    case .parquet:
      #"pipe its points in, with the package duckdb: duckdb -csv -c "FROM 'FILE'" | clustersnap render -"#
    case .xml, .binary:
      "export the points as CSV or GeoJSON; for GPX, KML, Shapefile, FlatGeobuf and others pipe them in, with the package gdal-bin: ogr2ogr -f CSV -lco GEOMETRY=AS_XY /vsistdout/ FILE | clustersnap render -"
    case .sqlite:
      "tiles hold no list of points, and tables are read from a file that is named and not packed: unpack or save it, and name FILE.gpkg"
    case .png, .jpeg, .gif, .tiff, .bmp, .webp, .pdf: "export the points as CSV or GeoJSON"
    }
  }
}

extension FeatureProblem.JSONFault {
  fileprivate var message: String {
    switch self {
    case .unexpectedEnd: "the JSON text ends in the middle; is the file complete?"
    case .unexpected(let byte, let expected):
      "expected \(expected), found \(FeatureProblem.JSONFault.name(byte)); correct the JSON here"
    case .badNumber: "this is no JSON number; write digits such as -13.5"
    case .badString:
      "this string holds a raw control character or an unknown escape; escape it as \\u and four digits"
    case .trailingContent: "something follows the end of the JSON document; remove it"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20: "a blank"
    case 0x0A, 0x0D: "the end of the line"
    default: "byte 0x" + String(byte, radix: 16)
    }
  }
}

extension String {
  /// One line, at most 40 characters, control characters escaped.
  package var forMessage: String {
    let shown = unicodeScalars.prefix(40)
    return escapedForMessage(String(shown)) + (shown.endIndex < endIndex ? "…" : "")
  }
}
