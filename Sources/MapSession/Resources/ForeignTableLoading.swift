import CellSources
import JSONDocument
import MapClusters
import MapFeatures
import MapScene
import MapSettings

// Tables that libraries of others read: their rows, or what their databases count.
extension TableLoader {
  /// The table that a library of others reads under a resource's name; `nil` for all that is read here.
  ///
  /// - Parameter isOfCells: whether its rows are cells, not points.
  func foreignTable(
    _ resource: Resource, isOfCells: Bool = false
  ) throws(FeatureError) -> (any ForeignTable)? {
    do throws(ResourceError) {
      return try resources.foreignTable(resource, isCancelled: log.isCancelled)
    } catch {
      let address = DatabaseAddress(resource.name, isOfCells: isOfCells)
      throw FeatureError(.unreadable(address?.reason(error) ?? error.reason))
    }
  }

  /// All rows: at their geometries where there are some and no columns are named, else at columns of numbers.
  func table(
    of foreign: any ForeignTable, _ options: ReadingOptions, into sink: (any PointSink)?
  ) throws(FeatureError) -> FeatureTable {
    let areFeatures = foreign.hasGeometry && options.longitudeColumn == nil && options.latitudeColumn == nil
    // Before any row is asked for: columns that are named and not there.
    let names = foreign.columns.map(\.name)
    var places: (longitude: String, latitude: String)?
    if areFeatures {
      try options.checkIdentifier(among: names)
    } else {
      places = try options.placeColumns(among: names).map { (names[$0.longitude], names[$0.latitude]) }
    }
    if areFeatures || places != nil,
      let points = try opening({ () throws(ResourceError) in try foreign.points(at: places) }),
      let table = try FeatureTable.read(points, areFeatures: areFeatures, options: options, into: sink)
    {
      return table
    }
    var options = options
    (options.format, options.areRows) = (areFeatures ? .ndjson : .json, true)
    let stream = try opening { () throws(ResourceError) in try foreign.rows(areFeatures: areFeatures) }
    var count = 0
    do throws(FeatureError) {
      return try .read(options: options, into: sink) { buffer throws(FeatureError) in
        let filled = try opening { () throws(ResourceError) in try stream.fill(buffer) }
        count += filled
        if sink == nil, count > TableLoader.memoryLimit {
          throw FeatureError(
            .unreadable(
              "the table is larger than \(TableLoader.memoryLimit >> 20) MB as text; set a view with --bbox, so that its points are counted, or draw a part of it"
            ))
        }
        return filled
      }
    } catch {
      guard count == 0, case .empty = error.problem else { throw FeatureError(error.problem) }
      throw FeatureError(.unreadable("the table has no row; expected at least one"))
    }
  }

  /// The rows that a statement answers, or all, in memory; without any an empty list.
  private func answer(
    of foreign: any ForeignTable, to statement: String?
  ) throws(FeatureError) -> any ByteSource {
    let bytes = try opening { () throws(ResourceError) in
      guard let statement else { return try foreign.rows(areFeatures: false).rest() }
      return try foreign.answer(to: statement).rest()
    }
    return ByteArray(bytes.isEmpty ? Array("[]".utf8) : bytes)
  }

  func answer(of foreign: any ForeignTable) throws(FeatureError) -> any ByteSource {
    try answer(of: foreign, to: nil)
  }

  private func opening<Value>(
    _ body: () throws(ResourceError) -> Value
  ) throws(FeatureError) -> Value {
    do throws(ResourceError) { return try body() } catch { throw FeatureError(.unreadable(error.reason)) }
  }

  /// The points of a table, counted by its database in the cells of a view.
  ///
  /// - Parameter clustering: the options that hold for the source.
  /// - Returns: `nil` where the table's rows are needed: it cannot be asked in SQL, a weight must be checked or is not
  ///   summed by the statement, or a column has the name of one of the answer.
  func counted(
    _ assignment: SourceAssignment, _ summation: InputSummation, _ clustering: ClusterOptions,
    _ options: ReadingOptions
  ) throws(SessionError) -> Part? {
    let resource = assignment.resource
    do throws(CellTableError) {
      // Points that are never clustered are no cells' own.
      guard summation.clustering.cellLimit == nil,
        let (read, audit, counts) = try readCounts(resource, summation, clustering, options)
      else { return nil }
      for note in read.notes + audit.notes(summation.clustering) { log.warning(note, at: resource.name) }
      if audit.records == 0 { log.warning("the table has no row; nothing is drawn of it", at: resource.name) }
      let table = read.features.with(SkippedRecords(count: audit.skipped, total: audit.records))
      return Part(
        name: assignment.name, table: table, isInput: true, cells: read.cells, databaseCounts: counts)
    } catch {
      throw TableLoader.failure("\(error)", at: nil, in: resource)
    }
  }

  private func readCounts(
    _ resource: Resource, _ summation: InputSummation, _ clustering: ClusterOptions, _ options: ReadingOptions
  ) throws(CellTableError) -> (cells: ReadCells, audit: TableAudit, counts: DatabaseCounts)? {
    let progress = log.progress
    let source: any ByteSource
    let audit: TableAudit
    let counts: DatabaseCounts
    do throws(FeatureError) {
      guard let foreign = try foreignTable(resource), let asked = foreign.query,
        let query = try GridQuery(foreign, asked, summation, clustering, options)
      else { return nil }
      progress?(.reading(name: resource.name))
      defer { progress?(.idle) }
      foreign.holdStill()
      audit = TableAudit(try answer(of: foreign, to: query.shortAudit))
      // The rows show which one it is; what is only too large for the statement is summed from them.
      guard audit.badWeightCount == 0 else { return nil }
      let read = audit.records - audit.skipped
      counts = DatabaseCounts(
        engine: asked.dialect, columns: foreign.columns.map(\.name),
        coordinateColumns: asked.places?.longitude == query.longitude
          ? [] : [query.longitude, query.latitude],
        readCount: read, takenCount: clustering.missingWeight == .skip ? read - audit.weightlessCount : read)
      source = try answer(of: foreign, to: query.sql)
    } catch {
      throw CellTableError(error)
    }
    let read = try CellFile(source).cells(
      for: CellRequest(weight: clustering.weight, identifier: "id", threads: options.threads))
    return (read, audit, counts)
  }
}

/// What a database counts of rows that its cells leave out.
private struct TableAudit {
  private var counts: [String: Int] = [:]

  /// - Parameter answer: one row, see ``GridQuery/shortAudit``.
  init(_ answer: some ByteSource) {
    let text = answer.withBytes { String(decoding: $0, as: UTF8.self) }
    guard let row = try? JSONText(parsing: text).root else { return }
    for name in ["records", "nulls", "outside", "weightless", "bad"] {
      counts[name] = row[name]?.number.flatMap { Int(exactly: $0) } ?? 0
    }
  }

  private subscript(name: String) -> Int { counts[name] ?? 0 }
  var records: Int { self["records"] }
  var weightlessCount: Int { self["weightless"] }
  /// Points whose weights no statement sums.
  var badWeightCount: Int { self["bad"] }
  var skipped: Int { self["nulls"] + self["outside"] }

  /// What a user should know, a line each; as of rows, without the first of them.
  func notes(_ clustering: SourceClustering) -> [String] {
    var notes: [String] = []
    if skipped > 0 {
      let reasons = [
        self["nulls"] > 0 ? "\(self["nulls"]) without longitude or latitude" : nil,
        self["outside"] > 0 ? "\(self["outside"]) beyond -540...540, -90...90" : nil,
      ]
      notes.append(
        "\(skipped) of \(counted(records, "record")) skipped: "
          + reasons.compactMap(\.self).joined(separator: ", "))
    }
    if let weight = clustering.weight, let note = clustering.weightNote(weight, missing: weightlessCount) {
      notes.append(note)
    }
    return notes
  }
}

extension GridQuery {
  /// The statement that counts a table's points in the cells of a view, single points with all their columns; `nil` where
  /// it would not give the picture that the rows give.
  fileprivate init?(
    _ table: any ForeignTable, _ asked: ForeignQuery, _ summation: InputSummation,
    _ clustering: ClusterOptions, _ options: ReadingOptions
  ) throws(FeatureError) {
    guard let dialect = SQLDialect(rawValue: asked.dialect) else { return nil }
    let columns = table.columns
    try options.checkIdentifier(among: columns.map(\.name))
    let isPlaced = asked.places != nil && options.longitudeColumn == nil && options.latitudeColumn == nil
    let found = try isPlaced ? nil : options.placeColumns(among: columns.map(\.name))
    let places: (longitude: String, latitude: String)
    if isPlaced, let own = asked.places {
      places = own
    } else if let found, columns[found.longitude].kind == .number, columns[found.latitude].kind == .number {
      places = (columns[found.longitude].name, columns[found.latitude].name)
    } else {
      return nil
    }
    let window: CellWindow
    do throws(ClusterError) {
      window = try CellWindow(of: summation.view.viewport, settings: summation.view.settings)
    } catch {
      return nil
    }
    self.init(
      dialect, table: "", longitude: places.longitude, latitude: places.latitude,
      cells: .views([View(name: nil, window: window)]))
    (relation, order) = (asked.relation, asked.order)
    marksEmptyViews = false  // the rows of the table were counted already
    if let weight = clustering.weight {
      guard columns.contains(where: { $0.name == weight && $0.kind == .number }) else { return nil }
      switch clustering.missingWeight ?? .count(0) {
      case .count(let number):
        guard number <= GridQuery.largestWeight else { return nil }
        weights = [Weight(weight, missing: .count(number))]
      case .skip: weights = [Weight(weight, missing: .skip)]
      case .error: return nil
      }
    }
    // What cells count of a column beside points is read row by row.
    guard clustering.drawing.aggregate == nil else { return nil }
    let singles = columns.filter { $0.name != places.longitude && $0.name != places.latitude }
    let identifiers = columns.filter { $0.name.lowercased() == "id" }
    switch options.identifierColumn {
    case .name(let name): identifier = columns.first { $0.name == name }?.name
    case .number(let number): identifier = number <= columns.count ? columns[number - 1].name : nil
    case nil: identifier = identifiers.first?.name
    }
    // Single points keep all columns but those of their places.
    let label = clustering.drawing.label
    guard label != places.longitude, label != places.latitude else { return nil }
    guard options.identifierColumn == nil || identifier != nil,
      identifiers.allSatisfy({ $0.name == identifier }),
      singles.allSatisfy({ !GridQuery.isTaken($0.name) })
    else { return nil }
    singleColumns = singles.map(\.name).filter { $0.lowercased() != "id" }
    logicalColumns = Set(singles.filter { $0.kind == .logical }.map(\.name))
  }
}
