import JSONDocument

extension JSONRows {
  /// How many rows are looked at for columns: members that are null may be missing.
  private static let rowsLookedAt = 100

  /// What the first rows are.
  enum Finding {
    case rows(JSONRows)
    /// Features, not rows.
    case features
    /// No columns that hold places.
    case problem(FeatureProblem)
    /// The first record does not end in these bytes, or is no JSON: reading it finds what is wrong.
    case unknown
  }

  /// Finds out how the rows are written that begin at `start`.
  ///
  /// - Parameter options: the columns asked for, if any.
  static func find(
    in bytes: UnsafeRawBufferPointer, from start: Int, options: ReadingOptions
  ) -> Finding {
    guard let base = bytes.baseAddress else { return .unknown }
    var json = JSONScanner(base: base, end: bytes.count, depthLimit: options.depthLimit)
    var position = skipGap(bytes, from: start)
    var problem: FeatureProblem?
    for _ in 0..<rowsLookedAt where position < bytes.count {
      let end = json.skipValue(position, depth: 1)
      guard end > 0 else { break }
      switch bytes[position] {
      case 0x7B:
        var reader = PropertyReader(
          bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), position: position)
        guard case .object(let members) = reader.value(depth: 0) else { return .unknown }
        if problem == nil, case .string(let type)? = members.first(where: { $0.name == "type" })?.value,
          GeoJSONKind(type).isKnown
        {
          return .features
        }
        do throws(FeatureProblem) {
          return .rows(try JSONRows(members, options))
        } catch {
          problem = problem ?? error
        }
      case 0x5B:
        return arrays(bytes, from: position, to: end, &json, options)
      case let byte where problem == nil:
        problem = .json(.unexpected(byte, expected: "an object or an array of values"))
      default: break
      }
      position = skipGap(bytes, from: end)
    }
    return problem.map { .problem($0) } ?? .unknown
  }

  private static func skipGap(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == 0x2C { position += 1 }
    return position
  }

  /// Rows as objects, by the members of one.
  private init(_ members: [PropertyMember], _ options: ReadingOptions) throws(FeatureProblem) {
    let names = members.map(\.name)
    let found = try ColumnFinder(header: names, options: options) { JSONRows.kind(of: members[$0].value) }
      .find()
    let place: Place =
      switch found.place {
      case .pair(let longitude, let latitude):
        .pair(longitude: Column(names[longitude]), latitude: Column(names[latitude]))
      case .text(let column): .geometry(Column(names[column]))
      }
    self.init(place, identifier: found.identifier.map { Column(names[$0]) }, note: found.note)
  }

  /// Rows as objects with members for all of a table's columns, at columns of numbers.
  init(columns names: [String], _ options: ReadingOptions) throws(FeatureError) {
    do throws(FeatureProblem) {
      try self.init(names.map { PropertyMember(name: $0, value: .null) }, options)
    } catch {
      throw FeatureError(error)
    }
  }

  /// Rows that are arrays, the first of which may be their columns' names.
  private static func arrays(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ json: inout JSONScanner,
    _ options: ReadingOptions
  ) -> Finding {
    func elements(_ place: Int, _ end: Int) -> [PropertyValue] {
      var reader = PropertyReader(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), position: place)
      return if case .array(let values) = reader.value(depth: 0) { values } else { [] }
    }
    let first = elements(start, end)
    let names = first.compactMap { value in
      if case .string(let text) = value, !value.isBlank, value.numericValue == nil {
        ColumnFinder.trimmed(text)
      } else {
        nil as String?
      }
    }
    do throws(FeatureProblem) {
      guard !names.isEmpty, names.count == first.count else {
        return .rows(try JSONRows(options, width: first.count))
      }
      var (rows, position): ([[PropertyValue]], Int) = ([], skipGap(bytes, from: end))
      while rows.count < rowsLookedAt, position < bytes.count, bytes[position] == 0x5B {
        let end = json.skipValue(position, depth: 1)
        guard end > 0 else { break }
        rows.append(elements(position, end))
        position = skipGap(bytes, from: end)
      }
      // What names are is seen in the row behind them.
      if rows.isEmpty, position >= bytes.count || bytes[position] == 0x5B { return .unknown }
      do throws(FeatureProblem) {
        return .rows(try JSONRows(names, rows, options))
      } catch {
        // A row of texts without a place may be one of the data.
        let hasNumbers = rows.first?.contains { $0.number != nil } == true
        let areNames = hasNumbers && Set(names).count == names.count
        guard !areNames, case .columnNotFound = error else { return .problem(error) }
        return .rows(try JSONRows(options, width: first.count))
      }
    } catch {
      return .problem(error)
    }
  }

  /// Rows as arrays behind one of names.
  private init(
    _ names: [String], _ rows: [[PropertyValue]], _ options: ReadingOptions
  ) throws(FeatureProblem) {
    let found = try ColumnFinder(header: names, options: options) { column in
      rows.lazy.compactMap { $0.indices.contains(column) ? JSONRows.kind(of: $0[column]) : nil }.first
    }.find()
    let place: Place =
      switch found.place {
      case .pair(let longitude, let latitude): .elements(longitude: longitude, latitude: latitude)
      case .text(let column): .element(column)
      }
    self.init(place, identifier: found.identifier.map { Column(names[$0]) }, note: found.note, names: names)
  }

  /// What a value makes of its column; `nil` where it is no geometry.
  private static func kind(of value: PropertyValue) -> PlaceText.Kind? {
    switch value {
    case .string(let text): PlaceText.kind(of: text)
    case .object(let members): members.contains { $0.name == "coordinates" } ? .places : nil
    default: nil
    }
  }

  /// Rows as arrays without names: longitude and latitude come first, unless other places are asked for by number.
  ///
  /// - Parameter width: how many elements the first has.
  private init(_ options: ReadingOptions, width: Int) throws(FeatureProblem) {
    let finder = ColumnFinder(header: (0..<width).map { String($0 + 1) }, options: options) { _ in nil }
    for (column, option) in [
      (options.longitudeColumn, "--longitude"), (options.latitudeColumn, "--latitude"),
      (options.identifierColumn, "--id"),
    ] {
      if case .name? = column, let column { _ = try finder.column(column, option) }
    }
    func place(_ column: ColumnName?, or usual: Int) -> Int {
      if case .number(let number)? = column { number - 1 } else { usual }
    }
    var identifier: Column?
    if case .number(let number)? = options.identifierColumn { identifier = Column(String(number)) }
    self.init(
      .elements(
        longitude: place(options.longitudeColumn, or: 0), latitude: place(options.latitudeColumn, or: 1)),
      identifier: identifier, note: nil)
  }
}

extension FeatureParser {
  /// Passes one row of a table.
  mutating func takeRow(_ rows: JSONRows, _ start: Int, depth: Int) -> Int {
    guard depth < json.depthLimit else { return json.fail(.tooDeep(limit: json.depthLimit), at: start) }
    let first = chunk.count
    var (x, y, position) = (-1, -1, 0)
    let (text, properties) = (json, chunk.properties)
    let identifier = properties?.keepsIdentifiers == true ? rows.identifier : nil
    switch (rows.place, json.byte(start)) {
    case (.pair(let longitude, let latitude), 0x7B):
      position = json.takeObject(start, depth: depth) { name, value in
        if longitude.matches(name, in: text) { x = value }
        if latitude.matches(name, in: text) { y = value }
        properties?.note(name, value: value, in: text)
        if identifier?.matches(name, in: text) == true { properties?.note(identifier: value) }
      }
    case (.geometry(let column), 0x7B):
      position = json.takeObject(start, depth: depth) { name, value in
        if column.matches(name, in: text) { x = value }
        properties?.note(name, value: value, in: text)
        if identifier?.matches(name, in: text) == true { properties?.note(identifier: value) }
      }
      if position < 0 { return position }
      takeGeometry(ofRow: x, place: start, depth: depth)
      properties?.take(&json, points: first, to: chunk.count)
      return position
    case (.elements(let longitude, let latitude), 0x5B):
      position = json.takeArray(start, depth: depth) { index, value in
        if index == longitude { x = value }
        if index == latitude { y = value }
        properties?.note(element: index, value: value, in: rows)
        if let identifier, identifier.name == rows.name(ofElement: index) {
          properties?.note(identifier: value)
        }
      }
      if position >= 0, isName(x, ofElement: longitude, in: rows) { return position }
    case (.element(let column), 0x5B):
      position = json.takeArray(start, depth: depth) { index, value in
        if index == column { x = value }
        properties?.note(element: index, value: value, in: rows)
        if let identifier, identifier.name == rows.name(ofElement: index) {
          properties?.note(identifier: value)
        }
      }
      if position < 0 || isName(x, ofElement: column, in: rows) { return position }
      takeGeometry(ofRow: x, place: start, depth: depth)
      properties?.take(&json, points: first, to: chunk.count)
      return position
    default:
      position = json.skipValue(start, depth: depth)
      if position >= 0 { chunk.skip(place: start, .notRow) }
      return position
    }
    if position < 0 { return position }
    takePlace(x, y, place: start)
    properties?.take(&json, points: first, to: chunk.count)
    return position
  }

  /// Whether a value is its own column's name: the row is that of the names, and none of the data.
  private func isName(_ place: Int, ofElement index: Int, in rows: JSONRows) -> Bool {
    guard place >= 0, rows.names.indices.contains(index), json.byte(place) == 0x22 else { return false }
    var reader = PropertyReader(
      bytes: UnsafeRawBufferPointer(start: json.base, count: json.end), position: place)
    guard case .string(let text) = reader.value(depth: 0) else { return false }
    return ColumnFinder.trimmed(text) == rows.names[index]
  }

  private mutating func takePlace(_ x: Int, _ y: Int, place: Int) {
    var (longitude, latitude) = (0.0, 0.0)
    for (axis, value) in [(SkipReason.Axis.longitude, x), (.latitude, y)] {
      switch number(at: value) {
      case .number(let number):
        if axis == .longitude { longitude = number } else { latitude = number }
      case .empty: return chunk.skip(place: place, .missing(axis))
      case .decimalComma, .other: return chunk.skip(place: place, .notNumber(axis))
      }
    }
    add(longitude, latitude, place: place)
  }

  private mutating func add(_ longitude: Double, _ latitude: Double, place: Int) {
    switch PlaceCheck.longitude(longitude, latitude: latitude) {
    case .failure(let refusal): chunk.skip(place: place, refusal.reason)
    case .success(let x):
      chunk.reserve(1)
      chunk.appendReserved(longitude: x, latitude: latitude, place: place)
      chunk.endRecord(place: place, points: 1)
    }
  }

  /// The number at a place, which may stand in a text.
  private mutating func number(at place: Int) -> CSVScanner.CoordinateField {
    guard place >= 0 else { return .empty }
    switch json.byte(place) {
    case 0x22:
      let end = json.skipString(place)
      guard end > 0 else { return .other }
      return CSVScanner.coordinate(
        UnsafeRawBufferPointer(start: json.base, count: json.end), place + 1..<end - 1)
    case 0x6E: return .empty
    default:
      var number = Double.nan
      return json.takeNumber(place, &number) > 0 ? .number(number) : .other
    }
  }

  /// A row's geometry: an object of GeoJSON, or a text.
  private mutating func takeGeometry(ofRow value: Int, place: Int, depth: Int) {
    let mark = mark
    guard value >= 0, json.byte(value) != 0x6E else { return chunk.skip(place: place, .nullGeometry) }
    switch json.byte(value) {
    case 0x7B:
      reason = nil
      // The text was checked on the way over the object.
      _ = takeGeometry(value, depth: depth + 1)
      if let reason {
        goBack(to: mark)
        chunk.skip(place: place, reason)
      } else {
        chunk.endRecord(place: place, points: chunk.count - mark.points)
      }
    case 0x22:
      var reader = PropertyReader(
        bytes: UnsafeRawBufferPointer(start: json.base, count: json.end), position: value)
      guard case .string(let text) = reader.value(depth: 0) else {
        return chunk.skip(place: place, .notPlace)
      }
      do throws(PlaceText.Refusal) {
        let found = try PlaceText.place(in: text)
        add(found.longitude, found.latitude, place: place)
      } catch {
        chunk.skip(place: place, error.reason)
      }
    default: chunk.skip(place: place, .notPlace)
    }
  }
}
