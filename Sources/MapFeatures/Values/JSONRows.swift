import JSONDocument

/// How rows of a table are written in JSON: flat objects with members for columns, or arrays of values.
struct JSONRows: Sendable {
  /// A column: a member's name, or a place in an array.
  struct Column: Sendable {
    /// The name; in arrays the number from 1.
    let name: String
    fileprivate let bytes: [UInt8]
    fileprivate let isPlain: Bool

    init(_ name: String) {
      self.name = name
      bytes = Array(name.utf8)
      isPlain = name.utf8.allSatisfy { $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }
    }

    /// Whether a member's name, quotes left out, is this one; escapes can write a name in several ways.
    @inline(__always)
    func matches(_ name: Range<Int>, in json: JSONScanner) -> Bool {
      let text = UnsafeRawBufferPointer(start: json.base + name.lowerBound, count: name.count)
      if isPlain, bytes.count == text.count, bytes.elementsEqual(text) { return true }
      return text.contains { $0 == 0x5C || $0 >= 0x80 } && JSONString.decoded(text) == self.name
    }
  }

  /// The columns that hold a row's place.
  enum Place: Sendable {
    case pair(longitude: Column, latitude: Column)
    case geometry(Column)
    /// Places in an array, from 0.
    case elements(longitude: Int, latitude: Int)
    /// A geometry in an array, from 0.
    case element(Int)
  }

  let place: Place
  let identifier: Column?
  /// What a user should know about the choice of columns.
  let note: String?

  /// The names of the columns of rows that are arrays; empty where these have numbers, and of objects.
  private(set) var names: [String] = []

  /// Rows of which only the column that names them is known.
  ///
  /// - Parameter names: of the columns of rows that are arrays behind a header; empty for others.
  init(identifier: String?, names: [String] = []) {
    self.names = names
    place = .elements(longitude: 0, latitude: 0)
    self.identifier = identifier.map(Column.init)
    note = nil
  }

  init(_ place: Place, identifier: Column?, note: String?, names: [String] = []) {
    (self.place, self.identifier, self.note, self.names) = (place, identifier, note, names)
  }

  /// The name of an array's element, counted from 0.
  func name(ofElement index: Int) -> String {
    names.indices.contains(index) ? names[index] : String(index + 1)
  }

  /// The member, or the number of the element, that a column is in.
  func member(of column: String) -> String {
    names.firstIndex(of: column).map { String($0 + 1) } ?? column
  }

  /// The values of a row under the names of their columns.
  func named(_ members: [(name: String, value: PropertyValue)]) -> [(name: String, value: PropertyValue)] {
    names.isEmpty ? members : zip(names, members).map { ($0, $1.value) }
  }

  /// The names of the columns that places are read from.
  var coordinateColumns: [String] {
    switch place {
    case .pair(let longitude, let latitude): [longitude.name, latitude.name]
    case .geometry(let column): [column.name]
    case .elements(let longitude, let latitude): [name(ofElement: longitude), name(ofElement: latitude)]
    case .element(let column): [name(ofElement: column)]
    }
  }
}
