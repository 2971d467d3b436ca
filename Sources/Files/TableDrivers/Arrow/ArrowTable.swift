import CDrivers
import JSONDocument
package import MapFeatures
import MapGeometry

/// An in-memory table, read by any number of threads.
///
/// `@unchecked Sendable`: the batches are immutable.
package final class ArrowTable: ForeignTable, @unchecked Sendable {
  package let columns: [ForeignColumn]
  package var hasGeometry: Bool { geometry != nil }
  package var query: ForeignQuery? { nil }
  package let rowCount: Int

  fileprivate let all: [ArrowColumn]
  fileprivate let geometry: Int?
  fileprivate let isMercator: Bool
  fileprivate let batches: Batches
  fileprivate let starts: [Int]

  fileprivate final class Batches {
    private(set) var all: [UnsafeMutablePointer<ArrowArray>] = []

    func read(_ stream: UnsafeMutablePointer<ArrowArrayStream>, _ columns: [ArrowColumn]) throws(DriverError)
    {
      while true {
        let batch = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
        batch.initialize(to: ArrowArray())
        all.append(batch)
        guard arrow_next(stream, batch) else { throw ArrowRows.failure(of: stream) }
        if batch.pointee.release == nil { return }
        try ArrowRows.check(batch.pointee, columns)
      }
    }

    deinit {
      for batch in all {
        arrow_release_batch(batch)
        batch.deallocate()
      }
    }
  }

  /// Reads a stream to its end, and releases it.
  ///
  /// - Parameter pointer: a stream of the Arrow C data interface.
  /// - Throws: ``ResourceError`` for failing streams and unknown reference systems.
  package init(taking pointer: UnsafeMutableRawPointer) throws(ResourceError) {
    let stream = pointer.assumingMemoryBound(to: ArrowArrayStream.self)
    defer { arrow_release_stream(stream) }
    guard stream.pointee.release != nil else {
      throw ResourceError(.unusable, "the stream was released already; hand over one that was not read")
    }
    let batches = Batches()
    do throws(DriverError) {
      let columns = try ArrowRows.columns(of: stream)
      try batches.read(stream, columns)
      all = columns.withMembers
    } catch {
      let reason = if case .refused(let words) = error { words } else { error.message(.none).description }
      throw ResourceError(
        .unusable,
        "the table cannot be read: \(escapedForMessage(String(reason.prefix(600)))); correct what delivers it"
      )
    }
    self.batches = batches
    starts = batches.all.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int($1.pointee.length)) }
    rowCount = starts.last ?? 0
    geometry = all.firstIndex(where: \.isGeometry)
    isMercator = if let geometry { try ArrowTable.isMercator(all[geometry]) } else { false }
    columns = all.filter(\.isWritten).map { ForeignColumn($0.name, $0.kind) }
  }

  package convenience init(reading bytes: [UInt8]) throws(ResourceError) {
    let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    let isRead = arrow_import(bytes, bytes.count, stream)
    guard isRead else { throw ResourceError(.unusable, "there is no memory for the table") }
    try self.init(taking: stream)
  }

  /// True for metres of Web Mercator, false for degrees of WGS 84.
  private static func isMercator(_ column: ArrowColumn) throws(ResourceError) -> Bool {
    guard let system = column.referenceSystem else { return false }
    switch system.uppercased() {
    case "EPSG:4326", "OGC:CRS84", "EPSG:4979": return false
    case "EPSG:3857": return true
    default:
      throw ResourceError(
        .unusable,
        "the places are in \(escapedForMessage(system)), and EPSG:4326 or EPSG:3857 is needed; transform them, for example by to_crs(4326)"
      )
    }
  }

  package func rows(areFeatures: Bool) -> any TableRows {
    HeldRows(self, columns.map(\.name), areFeatures: areFeatures)
  }

  package func numbered(areFeatures: Bool) -> (any NumberedTable)? {
    rowCount == 0 ? nil : HeldTable(self, areFeatures: areFeatures)
  }
}

extension ArrowColumn {
  /// Reference system of geometries, such as `EPSG:4326`.
  fileprivate var referenceSystem: String? {
    guard !parameters.isEmpty, let crs = (try? JSONText(parsing: parameters))?.root["crs"] else { return nil }
    let named = crs.string.flatMap { (try? JSONText(parsing: $0))?.root } ?? crs
    if let id = named["id"], let authority = id["authority"]?.string {
      return id["code"].flatMap { $0.string ?? $0.number.map { "\(authority):\(Int($0))" } }.map {
        $0.contains(":") ? $0 : "\(authority):\($0)"
      }
    }
    if named.kindName == "null" { return nil }
    let text = named.string ?? named["name"]?.string ?? "a system without a name"
    // WKT names itself at its end: ID["EPSG",4326]], or AUTHORITY["EPSG","4326"]].
    guard let mark = text.ranges(of: "ID[\"").last ?? text.ranges(of: "AUTHORITY[\"").last else {
      return text
    }
    let words = text[mark.upperBound...].split { !$0.isLetter && !$0.isNumber }
    return words.count >= 2 ? "\(words[0]):\(words[1])" : text
  }
}

private final class HeldTable: NumberedTable {
  let numbers: ClosedRange<Int>
  var columnNames: [String] { table.columns.map(\.name) }
  let byteCount = 0
  let isOutdated = false
  private let table: ArrowTable
  private let areFeatures: Bool

  init(_ table: ArrowTable, areFeatures: Bool) {
    (self.table, self.areFeatures) = (table, areFeatures)
    numbers = 0...table.rowCount - 1
  }

  func rows(of columns: [String]) throws(ResourceError) -> any NumberedRows {
    HeldRows(table, columns, areFeatures: areFeatures)
  }

  func record(_ number: Int) -> (identifier: PropertyValue?, properties: [PropertyMember]) {
    HeldRows(table, columnNames, areFeatures: areFeatures).record(number) ?? (nil, [])
  }

  func changedFile() -> String? { nil }
}

private final class HeldRows: ArrowRowValues, NumberedRows {
  private(set) var number = -1
  private let table: ArrowTable
  private var end: Int
  private var batch = 0

  init(_ table: ArrowTable, _ columns: [String], areFeatures: Bool) {
    (self.table, end) = (table, table.rowCount)
    let indices = columns.map { name in table.all.firstIndex { $0.name == name && $0.isWritten } }
    super.init(
      of: table.all, columns, indices, geometry: areFeatures ? table.geometry : nil,
      move: table.isMercator ? { HeldRows.fromMercator($0) } : nil)
  }

  func restart(at numbers: ClosedRange<Int>) {
    (number, end) = (numbers.lowerBound - 1, min(table.rowCount, numbers.upperBound + 1))
    batch = 0
  }

  func next() -> Bool {
    number += 1
    guard number < end else { return false }
    while number >= table.starts[batch + 1] { batch += 1 }
    let array = table.batches.all[batch].pointee
    row = ArrowRows.Row(children: array.children, row: number - table.starts[batch] + Int(array.offset))
    return true
  }

  /// Longitude and latitude of metres in Web Mercator; `nil` for NaN.
  private static func fromMercator(_ position: SIMD2<Double>) -> SIMD2<Double>? {
    // Half the equator of the sphere that Web Mercator is on, in metres.
    let half = 20_037_508.342789244
    guard position.x.isFinite, position.y.isFinite else { return nil }
    let coordinate = WorldPoint(x: (position.x / half + 1) / 2, y: (1 - position.y / half) / 2).coordinate
    return SIMD2(coordinate.longitude, coordinate.latitude)
  }

  func damagedGeometry(_ reason: String) -> ResourceError {
    ResourceError(.unusable, "a geometry cannot be read: \(reason); correct what delivers it")
  }
}
