import JSONDocument

/// Form of JSON rows: objects, perhaps nested, or arrays.
struct JSONRows: Sendable {
  /// Column of longitudes or geometries; elements of arrays are numbered from 1.
  let longitude: MemberPath
  /// `nil` if one column holds geometries.
  let latitude: MemberPath?
  var coordinateOrder = CoordinateOrder.latitudeFirst
  let areArrays: Bool
  let identifier: MemberPath?
  let note: SettingText?
  /// Column names of arrays; empty if numbered, and for objects.
  let names: [String]
  let decimal: DecimalMark
  /// The degrees of a number.
  var unit = 1.0

  var isNested: Bool { longitude.isNested || latitude?.isNested == true }

  /// True if arrays hold latitude first, as the column's name shows.
  var isLatitudeFirst: Bool {
    (areArrays ? name(of: longitude) : longitude.lastName).lowercased().hasPrefix("lat")
  }

  func name(ofElement index: Int) -> String {
    names.indices.contains(index) ? names[index] : String(index + 1)
  }

  func member(of column: String) -> String { names.firstIndex(of: column).map { String($0 + 1) } ?? column }

  func named(_ members: [(name: String, value: PropertyValue)]) -> [(name: String, value: PropertyValue)] {
    names.isEmpty ? members : zip(names, members).map { ($0, $1.value) }
  }

  private func name(of column: MemberPath) -> String {
    areArrays ? column.element.map(name(ofElement:)) ?? "" : column.name
  }

  var coordinateColumns: [String] { [longitude, latitude].compactMap(\.self).map(name(of:)) }
}

extension JSONRows {
  init(identifier: String?, names: [String] = []) {
    self.init(
      longitude: MemberPath([]), latitude: nil, areArrays: !names.isEmpty,
      identifier: identifier.map { MemberPath([$0]) }, note: nil, names: names, decimal: .point)
  }
}
