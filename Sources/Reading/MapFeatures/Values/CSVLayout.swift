import JSONDocument

/// The layout of the rows of one CSV file, found in its first lines.
struct CSVLayout: Sendable {
  /// The byte between fields: comma, semicolon, tab or pipe.
  var separator: UInt8
  /// The byte that ends a row: line feed, or carriage return in legacy files.
  var newline: UInt8
  var names: [String] = []
  var longitude = 0
  var latitude = 0
  /// True if both are the same column, which holds texts: see ``PlaceText``.
  var hasPlaceTexts = false
  /// The form of such texts.
  var placeOrder = PlaceOrder.latitudeFirst
  /// The columns whose names are those of earlier ones, from 0.
  var repeated: [Int] = []
  /// The number of lines above the header, blank ones included.
  var titleCount = 0
  var note: SettingText?
  var decimal = DecimalMark.point
  var identifier: Int?
  /// True if a last row that ends too early is an error.
  var mustEndWhole = false
  var dataStart: Int
  /// True if text that is not UTF-8 is Windows-1252 (and Latin-1).
  var isWindows1252: Bool

  /// The first row that begins at a byte or behind it, if line ends in quotes are none; `nil` where that is beyond a limit.
  func boundary(_ bytes: UnsafeRawBufferPointer, near start: Int, before limit: Int) -> Int? {
    var position = start
    while position < limit, bytes[position - 1] != newline { position += 1 }
    return position < limit ? position : nil
  }

  var coordinateColumns: [String] {
    (hasPlaceTexts ? [longitude] : [longitude, latitude]).compactMap { column in
      names.indices.contains(column) ? names[column] : nil
    }
  }
}
