import JSONDocument
import MapGeometry

extension JSONRows {
  static let rowsLookedAt = 100

  enum Finding {
    case rows(JSONRows)
    case features
    case problem(FeatureProblem)
    /// The first record is incomplete or invalid; reading it reports that.
    case unknown
  }

  static func find(in bytes: UnsafeRawBufferPointer, from start: Int, options: ReadingOptions) -> Finding {
    guard var json = JSONScanner(bytes, depthLimit: options.depthLimit) else { return .unknown }
    var position = skipGap(bytes, from: start)
    var problem: FeatureProblem?
    for _ in 0..<rowsLookedAt where position < bytes.count {
      let end = json.skipValue(position, depth: 1)
      guard end > 0 else { break }
      switch bytes[position] {
      case 0x7B:
        let row = RowMembers(json, objectAt: position)
        if problem == nil, let type = row.type, GeoJSONKind(type).isKnown { return .features }
        do throws(FeatureProblem) {
          return .rows(try JSONRows(row, options))
        } catch {
          problem = problem ?? error
        }
      case 0x5B: return arrays(bytes, from: position, to: end, &json, options)
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

  /// Rows as objects; members of nested objects count if its own hold no coordinates.
  private init(_ row: RowMembers, _ options: ReadingOptions) throws(FeatureProblem) {
    let own = row.members.filter { $0.path.count == 1 }
    do throws(FeatureProblem) {
      let found = try JSONRows(own.map(\.path), options) { row.kind(of: own[$0]) }
      guard let latitude = found.latitude,
        own.contains(where: { $0.holdsOthers && [found.longitude.name, latitude.name].contains($0.path[0]) })
      else {
        self = found
        return
      }
    } catch {
      guard row.members.count > own.count || own.contains(where: \.holdsOthers) else { throw error }
    }
    let all = row.members.filter { !$0.holdsOthers || row.kind(of: $0) != nil }
    self = try JSONRows(all.map(\.path), options) { row.kind(of: all[$0]) }
    guard let latitude else { return }
    for (path, option): (MemberPath, SettingName) in [(longitude, "longitude"), (latitude, "latitude")]
    where all.contains(where: { $0.holdsOthers && MemberPath($0.path).name == path.name }) {
      let numbers = all.filter { !$0.holdsOthers }.map { MemberPath($0.path).name }
      throw .noSuchColumn(.name(path.name), option: option, header: numbers)
    }
  }

  private init(
    _ columns: [[String]], _ options: ReadingOptions, kind: @escaping (Int) -> CoordinateText.Kind?
  ) throws(FeatureProblem) {
    let paths = columns.map(MemberPath.init)
    let found = try ColumnFinder(header: paths.map(\.name), options: options, kind: kind).find()
    self.init(found, options, identifier: found.identifier.map { paths[$0] }, names: nil) { paths[$0] }
  }

  private static func arrays(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ json: inout JSONScanner,
    _ options: ReadingOptions
  ) -> Finding {
    func elements(_ offset: Int) -> [PropertyValue] {
      if case .array(let values) = json.value(at: offset) { values } else { [] }
    }
    let first = elements(start)
    let names = first.compactMap { value in
      if case .string(let text) = value, !value.isBlank, value.numericValue == nil {
        text.trimmed
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
        rows.append(elements(position))
        position = skipGap(bytes, from: end)
      }
      // What names are is seen in the row behind them.
      if rows.isEmpty, position >= bytes.count || bytes[position] == 0x5B { return .unknown }
      do throws(FeatureProblem) {
        return .rows(try JSONRows(names, rows, options))
      } catch {
        // A row of texts without coordinates may be one of the data.
        let hasNumbers = rows.first?.contains { $0.number != nil } == true
        let areNames = hasNumbers && Set(names).count == names.count
        guard !areNames, case .columnNotFound = error else { return .problem(error) }
        return .rows(try JSONRows(options, width: first.count))
      }
    } catch {
      return .problem(error)
    }
  }

  init(_ names: [String], _ rows: [[PropertyValue]], _ options: ReadingOptions) throws(FeatureProblem) {
    let found = try ColumnFinder(header: names, options: options) { column in
      rows.lazy.compactMap { $0.indices.contains(column) ? JSONRows.kind(of: $0[column]) : nil }.first
    }.find()
    var unique = names
    _ = unique.numberRepeats()
    self.init(
      found, options, identifier: found.identifier.map { MemberPath([unique[$0]]) }, names: unique,
      path: MemberPath.init(element:))
  }

  fileprivate static func kind(of value: PropertyValue) -> CoordinateText.Kind? {
    switch value {
    case .string(let text): CoordinateText.kind(of: CollectionOfOne(text))
    case .object(let members): members.contains { $0.name == "coordinates" } ? .geometries : nil
    case .array(let elements):
      (2...4).contains(elements.count) && elements.allSatisfy { $0.numericValue != nil } ? .coordinates : nil
    default: nil
    }
  }

  /// Rows as unnamed arrays: longitude and latitude first, unless requested by number.
  private init(_ options: ReadingOptions, width: Int) throws(FeatureProblem) {
    let finder = ColumnFinder(header: (0..<width).map { String($0 + 1) }, options: options) { _ in nil }
    for (column, option): (ColumnName?, SettingName) in [
      (options.longitudeColumn, "longitude"), (options.latitudeColumn, "latitude"),
      (options.identifierColumn, "id"),
    ] {
      if case .name? = column, let column { _ = try finder.column(column, option) }
    }
    func number(_ column: ColumnName?, or usual: Int) -> Int {
      if case .number(let number)? = column { number - 1 } else { usual }
    }
    var identifier: MemberPath?
    if case .number(let number)? = options.identifierColumn { identifier = MemberPath([String(number)]) }
    let found = CoordinateColumns(
      longitude: number(options.longitudeColumn, or: 0), latitude: number(options.latitudeColumn, or: 1),
      identifier: nil, note: nil)
    self.init(found, options, identifier: identifier, names: [], path: MemberPath.init(element:))
  }
}

private struct RowMembers {
  struct Member {
    let path: [String]
    let offset: Int
    let holdsOthers: Bool
  }

  private var found = OrderedValues<[String], Member>()
  private let json: JSONScanner

  private static let deepest = 8
  private static let most = 1 << 16

  init(_ json: JSONScanner, objectAt start: Int) {
    self.json = json
    take(start, below: [])
  }

  var type: String? {
    guard let type = found[["type"]], case .string(let text) = json.value(at: type.offset) else { return nil }
    return text
  }

  var members: [Member] { found.values }

  func kind(of member: Member) -> CoordinateText.Kind? {
    json.byte(member.offset) == 0x7B
      ? isGeometry(member) ? .geometries : nil : JSONRows.kind(of: json.value(at: member.offset))
  }

  /// True for a GeoJSON geometry with `type`; without, members such as `coordinates.latitude` are possible.
  private func isGeometry(_ member: Member) -> Bool {
    guard found[member.path + ["coordinates"]] != nil, let type = found[member.path + ["type"]],
      case .string(let name) = json.value(at: type.offset)
    else { return false }
    return GeoJSONKind(name).isGeometry
  }

  private mutating func take(_ start: Int, below path: [String]) {
    var json = json
    var direct: [(name: String, offset: Int)] = []
    _ = json.takeObject(start, depth: 0) { direct.append((self.json.text($0), $1)) }
    for (name, offset) in direct where path.isEmpty || members.count < Self.most {
      let own = path + [name]
      add(own, offset)
      guard own.count < Self.deepest else { continue }
      if json.byte(offset) == 0x7B {
        take(offset, below: own)
      } else if json.byte(offset) == 0x5B, isPosition(offset) {
        var elements: [Int] = []
        _ = json.takeArray(offset, depth: 0) { elements.append($1) }
        for (index, element) in elements.enumerated() { add(own + [String(index + 1)], element) }
      }
    }
  }

  private mutating func add(_ path: [String], _ offset: Int) {
    let member = Member(
      path: path, offset: offset, holdsOthers: json.byte(offset) == 0x7B || json.byte(offset) == 0x5B)
    found.add(member, for: path) { $0 = member }
  }

  /// True for arrays of two to four numbers, which may be texts.
  private func isPosition(_ offset: Int) -> Bool {
    var (json, elements) = (json, [Int]())
    _ = json.takeArray(offset, depth: 0) { index, element in
      if index <= 4 { elements.append(element) }
    }
    return (2...4).contains(elements.count) && elements.allSatisfy { json.value(at: $0).numericValue != nil }
  }
}

extension JSONRows {
  /// - Parameters:
  ///   - identifier: column that names rows.
  ///   - names: columns of arrays; `nil` for objects.
  ///   - path: path of a column by index.
  init(
    _ found: CoordinateColumns, _ options: ReadingOptions, identifier: MemberPath?, names: [String]?,
    path: (Int) -> MemberPath
  ) {
    self.init(
      longitude: path(found.longitude), latitude: found.latitude.map(path),
      coordinateOrder: found.coordinateOrder, areArrays: names != nil,
      identifier: identifier, note: found.note, names: names ?? [], decimal: options.decimal ?? .point,
      unit: found.unit)
  }
}
