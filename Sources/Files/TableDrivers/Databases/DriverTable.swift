import JSONDocument
package import MapFeatures

package final class DriverTable: ForeignTable {
  package let columns: [ForeignColumn]
  package var hasGeometry: Bool { geometry != nil }
  package let query: ForeignQuery?

  private let session: DriverSession
  /// Integer column that orders rows, quoted.
  private let order: String?
  private let secrets: Redaction
  private let engine: DriverEngine
  private let relation: String
  private let written: [ArrowColumn]
  private let geometry: ArrowColumn?

  package init(
    _ address: DriverAddress, isConfined: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) {
    secrets = address.secrets
    do throws(DriverError) {
      session = try DriverSession(address, isConfined: isConfined, isCancelled: isCancelled)
      engine = DriverEngine(address, session)
      try engine.prepare()
      relation = try engine.relation(of: address)
      let all = try engine.columns(of: relation, named: address.table)
      let column = try engine.geometry(among: all, in: address)
      geometry = column.map { all[$0] }
      written = all.indices.filter { $0 != column && all[$0].hasText }
        .flatMap { all[$0].members.isEmpty ? [all[$0]] : all[$0].members.filter(\.hasText) }
      columns = written.map { ForeignColumn($0.name, $0.kind, isDecimal: $0.isDecimal) }
      order = engine.order(of: relation, all)
      query = engine.query(of: relation, written, geometry: geometry, order: order)
    } catch {
      throw secrets.failure(error)
    }
  }

  package func rows(areFeatures: Bool) throws(ResourceError) -> any TableRows {
    let geometry = areFeatures ? geometry : nil
    var selected = written.map { engine.selection($0) }
    if let geometry { selected.append(engine.selection(ofGeometry: geometry)) }
    let statement = "SELECT \(selected.joined(separator: ", ")) FROM \(relation)" + engine.ordering(by: order)
    return try answered(statement, geometry: geometry == nil ? nil : selected.count - 1)
  }

  package func answer(to statement: String) throws(ResourceError) -> any TableRows {
    // Drivers put a statement into another one, where a semicolon ends it too early.
    var statement = statement
    while let last = statement.last, last.isWhitespace || last == ";" { statement.removeLast() }
    return try answered(statement, geometry: nil)
  }

  package func holdStill() { engine.beginSnapshot() }

  private func answered(_ statement: String, geometry: Int?) throws(ResourceError) -> any TableRows {
    let rows = try rethrowing(try session.run(statement), as: secrets.failure)
    return ArrowTableRows(rows, geometry: geometry) { [secrets] in secrets.failure($0) }
  }
}

extension ArrowColumn {
  /// True if the database can write the values as text: identifiers, lists, intervals; not bytes and
  /// geometries.
  var hasText: Bool {
    switch form {
    case .binary, .binaryView: !isGeometry && !["", "bytea", "blob"].contains(meaning.lowercased())
    default: true
    }
  }

  var isDecimal: Bool { if case .scaled = form { true } else { false } }

  var kind: ForeignColumn.Kind { isNumber ? .number : valueForm == .boolean ? .logical : .text }
}
