import JSONDocument

/// The form of a table's rows in JSON: objects with members for columns, which may be nested, or arrays of values.
struct JSONRows: Sendable {
  /// The column of longitudes, or of geometries; elements of arrays have numbers from 1.
  let longitude: MemberPath
  /// The column of latitudes; `nil` where the other one holds geometries.
  let latitude: MemberPath?
  /// The form of places in texts.
  var placeOrder = PlaceOrder.latitudeFirst
  let areArrays: Bool
  let identifier: MemberPath?
  let note: SettingText?
  /// The names of the columns of rows that are arrays; empty where these have numbers, and of objects.
  let names: [String]
  let decimal: DecimalMark

  var isNested: Bool { longitude.isNested || latitude?.isNested == true }

  /// True if an array in a column of geometries holds latitude first, as its name shows.
  var isLatitudeFirst: Bool {
    (areArrays ? name(of: longitude) : longitude.lastName).lowercased().hasPrefix("lat")
  }

  /// The name of an array's element, counted from 0.
  func name(ofElement index: Int) -> String {
    names.indices.contains(index) ? names[index] : String(index + 1)
  }

  /// The member, or the number of the element, that a column is in.
  func member(of column: String) -> String {
    names.firstIndex(of: column).map { String($0 + 1) } ?? column
  }

  func named(_ members: [(name: String, value: PropertyValue)]) -> [(name: String, value: PropertyValue)] {
    names.isEmpty ? members : zip(names, members).map { ($0, $1.value) }
  }

  private func name(of column: MemberPath) -> String {
    areArrays ? column.element.map(name(ofElement:)) ?? "" : column.name
  }

  var coordinateColumns: [String] { [longitude, latitude].compactMap(\.self).map(name(of:)) }
}

extension JSONRows {
  /// Rows of which only the column that names them is known.
  init(identifier: String?, names: [String] = []) {
    self.init(
      longitude: MemberPath([]), latitude: nil, areArrays: !names.isEmpty,
      identifier: identifier.map { MemberPath([$0]) }, note: nil, names: names, decimal: .point)
  }
}
