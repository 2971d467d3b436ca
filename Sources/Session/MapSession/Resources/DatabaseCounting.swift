import CellSources
import JSONDocument
import MapContent
import MapFeatures
import MapSettings
import Parallel

// Tables whose databases count their points in the cells of a view.
extension TableLoader {
  /// The cells that a database counts, or the reason for which its rows are needed; `nil` for what is no table of a database.
  func counted(
    _ assignment: SourceAssignment, _ summation: InputSummation, _ plan: SourcePlan,
    _ options: ReadingOptions
  ) throws(SessionError) -> Result<Part, RowsReason>? {
    let (clustering, resource) = (plan.merged, assignment.resource)
    let fault = { (error: CellTableError) in TableLoader.failure(error.text, at: nil, in: resource) }
    let answer = try rethrowing(counts(resource, summation, plan, options)) { (error: FeatureError) in
      fault(CellTableError(error))
    }
    switch answer {
    case nil: return nil
    case .failure(let reason)?: return .failure(reason)
    case .success(let (rows, audit, counts))?:
      var request = CellRequest(weight: clustering.weight, identifier: "id", threads: options.threads)
      request.isAnswer = true
      let read = try rethrowing(CellFile(rows).cells(for: request), as: fault)
      for note in read.notes
        + audit.notes(
          summation.clustering, clustering.aggregate, hasGeometry: counts.coordinateColumns.isEmpty)
      {
        log.warning(SettingText(note), at: resource.name)
      }
      if audit.records == 0 { log.warning("the table has no row; nothing is drawn of it", at: resource.name) }
      var table = read.features
      table.skipped = SkippedRecords(count: audit.skipped, total: audit.records)
      return .success(Part(table: table, way: .counted(read.cells, counts)))
    }
  }

  private func counts(
    _ resource: Resource, _ summation: InputSummation, _ plan: SourcePlan, _ options: ReadingOptions
  ) throws(FeatureError) -> Result<(RowBatch, TableAudit, DatabaseCounts), RowsReason>? {
    let (clustering, progress) = (plan.merged, log.progress)
    guard options.decimal != .comma, let foreign = try foreignTable(resource), let asked = foreign.query
    else { return nil }
    // Points that are never clustered are no cells' own.
    if let need = plan.needs.first(where: { !$0.isServed(by: .database) }) {
      return .failure(RowsReason(text: need.text))
    }
    // Columns that are named and not there.
    let names = foreign.columns.map(\.name)
    try options.checkIdentifier(among: names)
    let isPlaced = foreign.hasGeometry && options.longitudeColumn == nil && options.latitudeColumn == nil
    let found = try isPlaced ? nil : options.placeColumns(among: names).map { ($0.longitude, $0.latitude) }
    let query: GridQuery
    do throws(RowsReason) {
      query = try GridQuery(
        foreign, asked, at: found, in: summation.view, weight: clustering.weight,
        missing: GridQuery.MissingWeight(clustering.missingWeight),
        numbers: clustering.aggregate.map { ($0.column, $0.rule != .min && $0.rule != .max) },
        label: clustering.labelBy, identifier: options.identifierColumn)
    } catch {
      return .failure(error)
    }
    progress?(.reading(name: resource.name))
    defer { progress?(.idle) }
    foreign.holdStill()
    let ask = { () throws(FeatureError) in TableAudit(try answer(of: foreign, to: query.shortAudit)) }
    let key = resource.name + "\n" + query.shortAudit
    let audit = if let audits { try audits.audit(key, ask) } else { try ask() }
    if let reason = audit.reason(query) { return .failure(reason) }
    let read = audit.records - audit.skipped
    let counts = DatabaseCounts(
      engine: asked.dialect, columns: names,
      coordinateColumns: isPlaced ? [] : [query.longitude, query.latitude],
      readCount: read, takenCount: clustering.missingWeight == .skip ? read - audit["weightless"] : read)
    return .success((try answer(of: foreign, to: query.sql), audit, counts))
  }
}

extension GridQuery.MissingWeight {
  /// `nil` where every point must have a weight.
  fileprivate init?(_ setting: MissingWeight?) {
    switch setting ?? .count(0) {
    case .count(let number): self = .count(number)
    case .skip: self = .skip
    case .error: return nil
    }
  }
}

extension TableAudit {
  /// The notes, a line each; as of rows, without the first of them.
  fileprivate func notes(
    _ clustering: SourceClustering, _ aggregate: ColumnAggregate?, hasGeometry: Bool
  ) -> [String] {
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
    if let note = clustering.weightNote(MissingPoints(count: self["weightless"])) {
      notes.append(note)
    }
    let numberless = MissingPoints(count: self["numberless"])
    if let note = aggregate.flatMap({ numberless.sizeNote($0.column) }) { notes.append(note) }
    return notes
  }
}
