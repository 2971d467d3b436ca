import JSONDocument

/// The layout of the rows of one CSV file, found in its first lines.
struct CSVLayout: Sendable {
  /// Comma, semicolon, tab or pipe; and line feed, or carriage return in legacy files.
  var separator, newline: UInt8
  var names: [String] = []
  var longitude = 0
  var latitude = 0
  /// True if one column holds texts for both: see ``CoordinateText``.
  var hasCoordinateTexts = false
  var coordinateOrder = CoordinateOrder.latitudeFirst
  /// Degrees of a number in the columns.
  var unit = 1.0
  /// Columns with names of earlier ones, from 0.
  var repeated: [Int] = []
  var titleCount = 0
  var note: SettingText?
  var decimal = DecimalMark.point
  var identifier: Int?
  var mustEndWhole = false
  var dataStart: Int
  /// True for Windows-1252 (and Latin-1).
  var isWindows1252: Bool

  /// First row at or after an offset, if no quotes hold line ends; `nil` beyond a limit.
  func boundary(_ bytes: UnsafeRawBufferPointer, near start: Int, before limit: Int) -> Int? {
    var position = start
    while position < limit, bytes[position - 1] != newline { position += 1 }
    return position < limit ? position : nil
  }

  var coordinateColumns: [String] {
    (hasCoordinateTexts ? [longitude] : [longitude, latitude]).compactMap { column in
      names.indices.contains(column) ? names[column] : nil
    }
  }
}
