import CellSources
import JSONDocument
import MapClusters
import MapFeatures
import MapScene
import MapSettings

/// Why a database does not count the points of a table: its rows are read. In words that a message goes on from.
struct RowsReason: Error {
  let text: SettingText

  init(text: SettingText) { self.text = text }
}

// Tables whose databases count their points in the cells of a view.
extension TableLoader {
  /// What became of a table.
  enum Counted {
    case part(Part)
    /// Its rows are needed; no reason for what is no table of a database.
    case rows(RowsReason?)
  }

  func counted(
    _ assignment: SourceAssignment, _ summation: InputSummation, _ plan: SourcePlan,
    _ options: ReadingOptions
  ) throws(SessionError) -> Counted {
    let clustering = plan.merged
    let resource = assignment.resource
    do throws(CellTableError) {
      let found = try readCounts(resource, summation, plan, options)
      guard case .success((let read, let audit, let counts))? = found else {
        guard case .failure(let reason)? = found else { return .rows(nil) }
        return .rows(reason)
      }
      for note in read.notes + audit.notes(summation.clustering, clustering.drawing) {
        log.warning(SettingText(note), at: resource.name)
      }
      if audit.records == 0 { log.warning("the table has no row; nothing is drawn of it", at: resource.name) }
      let table = read.features.with(SkippedRecords(count: audit.skipped, total: audit.records))
      return .part(
        Part(
          name: assignment.name, table: table, way: .counted(read.cells, counts)))
    } catch {
      throw TableLoader.failure(error.text, at: nil, in: resource)
    }
  }

  private typealias Counts = (cells: ReadCells, audit: TableAudit, counts: DatabaseCounts)

  private func readCounts(
    _ resource: Resource, _ summation: InputSummation, _ plan: SourcePlan, _ options: ReadingOptions
  ) throws(CellTableError) -> Result<Counts, RowsReason>? {
    let clustering = plan.merged
    let progress = log.progress
    let source: RowBatch
    let audit: TableAudit
    let counts: DatabaseCounts
    let query: GridQuery
    do throws(FeatureError) {
      guard options.decimal != .comma, let foreign = try foreignTable(resource), let asked = foreign.query
      else { return nil }
      // Points that are never clustered are no cells' own.
      if let need = plan.needs.first(where: { !$0.isServed(by: .database) }) {
        return .failure(RowsReason(text: need.text))
      }
      // Columns that are named and not there.
      let names = foreign.columns.map(\.name)
      try options.checkIdentifier(among: names)
      let isPlaced =
        foreign.hasGeometry && options.longitudeColumn == nil && options.latitudeColumn == nil
      let found = try isPlaced ? nil : options.placeColumns(among: names).map { ($0.longitude, $0.latitude) }
      do throws(RowsReason) {
        query = try GridQuery(foreign, asked, at: found, summation, clustering, options)
      } catch {
        return .failure(error)
      }
      progress?(.reading(name: resource.name))
      defer { progress?(.idle) }
      foreign.holdStill()
      audit = TableAudit(try answer(of: foreign, to: query.shortAudit), hasGeometry: isPlaced)
      if let reason = audit.reason(query) { return .failure(reason) }
      let read = audit.records - audit.skipped
      counts = DatabaseCounts(
        engine: asked.dialect, columns: names,
        coordinateColumns: isPlaced ? [] : [query.longitude, query.latitude],
        readCount: read, takenCount: clustering.missingWeight == .skip ? read - audit.weightlessCount : read)
      source = try answer(of: foreign, to: query.sql)
    } catch {
      throw CellTableError(error)
    }
    var request = CellRequest(weight: clustering.weight, identifier: "id", threads: options.threads)
    request.isAnswer = true
    return .success((try CellFile(source).cells(for: request), audit, counts))
  }
}

/// What a database counts of rows that its cells leave out.
private struct TableAudit {
  private var counts: [String: Int] = [:]
  private let hasGeometry: Bool

  /// - Parameters:
  ///   - answer: one row, see ``GridQuery/shortAudit``.
  ///   - hasGeometry: whether rows lie at geometries.
  init(_ answer: RowBatch, hasGeometry: Bool) {
    self.hasGeometry = hasGeometry
    for (column, name) in answer.columnNames.enumerated() where answer.count > 0 {
      counts[name] = answer[0, column]?.number.flatMap { Int(exactly: $0) }
    }
  }

  private subscript(name: String) -> Int { counts[name] ?? 0 }
  var records: Int { self["records"] }
  var weightlessCount: Int { self["weightless"] }
  var skipped: Int { self["nulls"] + self["outside"] }

  /// Why rows are needed: what no statement sums, and what is no point. The rows show which one it is, and sum what is only
  /// too large for the statement.
  func reason(_ query: GridQuery) -> RowsReason? {
    if self["others"] > 0 {
      let what = self["others"] == 1 ? "1 geometry is" : "\(self["others"]) geometries are"
      return RowsReason(text: "\(what) no point")
    }
    if self["bad"] > 0, let weight = query.weights.first?.column {
      return RowsReason(text: "column \(escapedForMessage(weight)) has weights below 0 or above 1e12")
    }
    if self["inexact"] > 0, let column = query.numbers?.column {
      return RowsReason(
        text:
          "column \(escapedForMessage(column)) has numbers that a statement does not sum exactly, from 2^62 on or with digits below 2^-104"
      )
    }
    return nil
  }

  /// What a user should know, a line each; as of rows, without the first of them.
  func notes(_ clustering: SourceClustering, _ drawing: ColumnDrawing) -> [String] {
    var notes: [String] = []
    if skipped > 0 {
      let missing = hasGeometry ? "a point" : "longitude or latitude"
      let reasons = [
        self["nulls"] > 0 ? "\(self["nulls"]) without \(missing)" : nil,
        self["outside"] > 0 ? "\(self["outside"]) beyond -540...540, -90...90" : nil,
      ]
      notes.append(
        "\(skipped) of \(counted(records, "record")) skipped: "
          + reasons.compactMap(\.self).joined(separator: ", "))
    }
    if let weight = clustering.weight, let note = clustering.weightNote(weight, missing: weightlessCount) {
      notes.append(note)
    }
    if let note = drawing.sizeNote(missing: self["numberless"]) { notes.append(note) }
    return notes
  }
}

extension GridQuery {
  /// The statement that counts a table's points in the cells of a view, single points with all their columns.
  ///
  /// - Parameter found: the numbers of the columns of degrees; `nil` where the table has geometries.
  /// - Throws: why it would not give the picture that the rows give.
  fileprivate init(
    _ table: any ForeignTable, _ asked: ForeignQuery, at found: (longitude: Int, latitude: Int)?,
    _ summation: InputSummation, _ clustering: ClusterOptions, _ options: ReadingOptions
  ) throws(RowsReason) {
    guard let dialect = SQLDialect(rawValue: asked.dialect) else {
      throw RowsReason(text: "the SQL of \(asked.dialect) is not known")
    }
    let columns = table.columns
    let places: (longitude: String, latitude: String)
    if let found {
      if let text = [found.longitude, found.latitude].first(where: { columns[$0].kind != .number }) {
        throw RowsReason(text: "column \(escapedForMessage(columns[text].name)) is not of numbers")
      }
      places = (columns[found.longitude].name, columns[found.latitude].name)
    } else if let own = asked.places {
      places = (own.longitude, own.latitude)
    } else {
      throw RowsReason(text: "no columns of numbers are its places")
    }
    let window: CellWindow
    window = try rethrowing(CellWindow(of: summation.view.viewport, settings: summation.view.settings)) {
      (error: ClusterError) in
      RowsReason(text: "\(error)")
    }
    self.init(
      dialect, table: "", longitude: places.longitude, latitude: places.latitude,
      cells: .views([View(name: nil, window: window)]))
    (relation, order) = (asked.relation, asked.order)
    others = found == nil ? asked.places?.others : nil
    marksEmptyViews = false  // the rows of the table were counted already
    if let weight = clustering.weight { weights = [try GridQuery.weight(weight, clustering, among: columns)] }
    if let aggregate = clustering.drawing.aggregate {
      let column = columns.first { $0.name == aggregate.column }
      guard let column, column.kind == .number else {
        throw RowsReason(text: "column \(escapedForMessage(aggregate.column)) is not of numbers")
      }
      numbers = NumberField(
        column.name, isSummed: aggregate.rule != .min && aggregate.rule != .max, isDecimal: column.isDecimal)
    }
    let singles = columns.filter { $0.name != places.longitude && $0.name != places.latitude }
    let identifiers = columns.filter { $0.name.lowercased() == "id" }
    identifier = options.identifierColumn.map { $0.name(among: columns) } ?? identifiers.first?.name
    // Single points keep all columns but those of their places.
    let read = [clustering.drawing.label, clustering.drawing.aggregate?.column].compactMap(\.self)
    if let name = read.first(where: { $0 == places.longitude || $0 == places.latitude }) {
      throw RowsReason(text: "column \(escapedForMessage(name)) is a place, which single points do not keep")
    }
    guard options.identifierColumn == nil || identifier != nil,
      identifiers.allSatisfy({ $0.name == identifier })
    else { throw RowsReason(text: "a column id stands beside the one that names points") }
    if let taken = singles.first(where: { GridQuery.isTakenByCells($0.name) }) {
      throw RowsReason(text: "column \(escapedForMessage(taken.name)) has the name of one of the cells'")
    }
    singleColumns = singles.map(\.name).filter { $0.lowercased() != "id" }
    logicalColumns = Set(singles.filter { $0.kind == .logical }.map(\.name))
  }

  private static func weight(
    _ name: String, _ clustering: ClusterOptions, among columns: [ForeignColumn]
  ) throws(RowsReason) -> Weight {
    guard columns.contains(where: { $0.name == name && $0.kind == .number }) else {
      throw RowsReason(text: "column \(escapedForMessage(name)) is not of numbers")
    }
    switch clustering.missingWeight ?? .count(0) {
    case .count(let number) where number <= largestWeight: return Weight(name, missing: .count(number))
    case .count: throw RowsReason(text: "a missing weight counts more than 1e12")
    case .skip: return Weight(name, missing: .skip)
    case .error: throw RowsReason(text: "a missing weight is an error, which the row shows")
    }
  }
}

extension ColumnName {
  /// The name among columns; `nil` where none is meant.
  fileprivate func name(among columns: [ForeignColumn]) -> String? {
    switch self {
    case .name(let name): columns.first { $0.name == name }?.name
    case .number(let number): number <= columns.count ? columns[number - 1].name : nil
    }
  }
}
