import JSONDocument

/// The form of a table's rows in JSON: objects with members for columns, which may be nested, or arrays of values.
struct JSONRows: Sendable {
  enum Place: Sendable {
    case pair(longitude: MemberPath, latitude: MemberPath)
    case geometry(MemberPath)
    /// Places in an array, from 0.
    case elements(longitude: Int, latitude: Int)
    /// A geometry in an array, from 0.
    case element(Int)
  }

  let place: Place
  let identifier: MemberPath?
  let note: SettingText?

  /// The names of the columns of rows that are arrays; empty where these have numbers, and of objects.
  private(set) var names: [String] = []

  /// Rows of which only the column that names them is known.
  init(identifier: String?, names: [String] = []) {
    self.names = names
    place = .elements(longitude: 0, latitude: 0)
    self.identifier = identifier.map { MemberPath([$0]) }
    note = nil
  }

  init(_ place: Place, identifier: MemberPath?, note: SettingText?, names: [String] = []) {
    (self.place, self.identifier, self.note, self.names) = (place, identifier, note, names)
  }

  var decimal = DecimalMark.point

  /// True if places are deeper than in members of a row.
  var isNested: Bool {
    switch place {
    case .pair(let longitude, let latitude): longitude.isNested || latitude.isNested
    case .geometry(let column): column.isNested
    case .elements, .element: false
    }
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

  var coordinateColumns: [String] {
    switch place {
    case .pair(let longitude, let latitude): [longitude.name, latitude.name]
    case .geometry(let column): [column.name]
    case .elements(let longitude, let latitude): [name(ofElement: longitude), name(ofElement: latitude)]
    case .element(let column): [name(ofElement: column)]
    }
  }
}
