import CSQLite
import DatabaseTables
import JSONDocument
import MapFeatures
import MapGeometry

/// A foreign SQLite database, opened read-only and as immutable.
///
/// Only tables and views of one SELECT over tables are read: nested views can grow without limit while a
/// statement is prepared, when SQLite cannot be interrupted.
final class MBTilesDatabase {
  let name: String
  private let file: ForeignDatabase
  private var handle: OpaquePointer? { file.handle }
  private var tileQuery, metadataQuery: OpaquePointer?

  private static let schemaLimit = 10_000

  init(path: String, name: String, during load: TileLoad) throws(TileError) {
    self.name = name
    // The statement over a view of a join has some fifty instructions.
    file = try rethrowing(
      ForeignDatabase(path, longestValue: TileLimits.storedBytes, longestProgram: 1000)
    ) { (error: ResourceError) in TileError.database(name: name, reason: "\(error)") }
    guard file.isOpen else { throw failure(load) }
    begin(load)
    let schema = try schema(load)
    try check("tiles", in: schema)
    tileQuery = try prepared(
      "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3", load)
    // A file without metadata is poor, but its tiles can be read.
    if schema["metadata"] != nil {
      try check("metadata", in: schema)
      metadataQuery = try prepared("SELECT value FROM metadata WHERE name = ?1 LIMIT 1", load)
    }
  }

  deinit {
    sqlite3_finalize(tileQuery)
    sqlite3_finalize(metadataQuery)
  }

  func bytes(_ tile: TileID, during load: TileLoad) throws(TileError) -> [UInt8]? {
    begin(load)
    defer { sqlite3_reset(tileQuery) }
    sqlite3_bind_int(tileQuery, 1, Int32(tile.zoom))
    sqlite3_bind_int(tileQuery, 2, Int32(tile.column))
    sqlite3_bind_int(tileQuery, 3, Int32(tile.flippedRow))
    switch sqlite3_step(tileQuery) {
    case SQLITE_ROW:
      // Text that stands for bytes is taken as it is.
      let blob = sqlite3_column_blob(tileQuery, 0)
      let count = Int(sqlite3_column_bytes(tileQuery, 0))
      guard let blob, count > 0 else { return nil }
      return [UInt8](UnsafeRawBufferPointer(start: blob, count: count))
    case SQLITE_DONE: return nil
    default: throw failure(load, tile: tile)
    }
  }

  /// - Parameter limit: in bytes; more are an error.
  func metadata(_ key: String, limit: Int, during load: TileLoad) throws(TileError) -> String? {
    guard let query = metadataQuery else { return nil }
    begin(load)
    defer {
      sqlite3_reset(query)
      sqlite3_clear_bindings(query)
    }
    let status = key.withCString { text in
      sqlite3_bind_text(query, 1, text, -1, nil)
      return sqlite3_step(query)
    }
    switch status {
    case SQLITE_ROW:
      guard let text = sqlite3_column_text(query, 0) else { return nil }
      let count = Int(sqlite3_column_bytes(query, 0))
      guard count <= limit else {
        throw .database(
          name: name,
          reason: "the value \"\(key)\" of its metadata is larger than \(limit >> 10) kB; shorten it")
      }
      return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    case SQLITE_DONE: return nil
    default: throw failure(load)
    }
  }

  private func prepared(_ text: String, _ load: TileLoad) throws(TileError) -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else { throw failure(load) }
    return statement
  }

  /// First number of an answer; `nil` after the time limit.
  func number(_ query: String, during load: TileLoad) -> Int? {
    begin(load)
    guard let statement = try? prepared(query, load) else { return nil }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW, sqlite3_column_type(statement, 0) == SQLITE_INTEGER else {
      return nil
    }
    return Int(sqlite3_column_int64(statement, 0))
  }

  private struct SchemaObject {
    var isView = false
    /// True for virtual tables, whose modules run their own code.
    var isVirtual = false
    var text = ""
  }

  /// Objects by lowercase name.
  ///
  /// Statements decide what an object is, since SQLite parses nothing else: a forged type changes nothing.
  private func schema(_ load: TileLoad) throws(TileError) -> [String: SchemaObject] {
    let statement = try prepared("SELECT name, sql FROM sqlite_master", load)
    defer { sqlite3_finalize(statement) }
    func column(_ index: Int32) -> String {
      sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
    }
    var schema: [String: SchemaObject] = [:]
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let text = column(1)
        let words = SQLWords(text).words
        let isView = words.prefix(3).contains("view")
        let isVirtual = words.dropFirst().first == "virtual"
        for name in [column(0).lowercased()] + MBTilesDatabase.viewNames(words) {
          // Names that Swift holds for equal and SQLite does not: the worst of them counts.
          let former = schema[name]
          schema[name] = SchemaObject(
            isView: isView || former?.isView ?? false, isVirtual: isVirtual || former?.isVirtual ?? false,
            text: text)
        }
        guard schema.count <= MBTilesDatabase.schemaLimit else {
          throw .database(name: name, reason: "it has more than \(MBTilesDatabase.schemaLimit) tables")
        }
      case SQLITE_DONE: return schema
      default: throw failure(load)
      }
    }
  }

  private static func viewNames(_ words: [String]) -> [String] {
    guard let view = words.prefix(3).firstIndex(of: "view") else { return [] }
    let names = words[(view + 1)...].drop { ["if", "not", "exists"].contains($0) }
    return Array(names.prefix(["main", "temp"].contains(names.first) ? 2 : 1))
  }

  /// Refuses all but tables and plain views.
  private func check(_ table: String, in schema: [String: SchemaObject]) throws(TileError) {
    func fault(_ reason: String) -> TileError { .database(name: name, reason: reason) }
    guard let object = schema[table], !object.text.isEmpty else { throw fault("no such table: \(table)") }
    if object.isVirtual { throw fault("its table \"\(table)\" is a virtual one; write it as a plain table") }
    guard object.isView else { return }
    let words = SQLWords(object.text).words
    // CREATE VIEW tiles AS SELECT …: the view's own name stands once, before the SELECT.
    guard let select = words.firstIndex(of: "select") else {
      throw fault("its view \"\(table)\" has no SELECT")
    }
    let body = words[(select + 1)...]
    let compound: Set = ["select", "union", "intersect", "except", "with", "values"]
    if words[..<select].contains("with") || body.contains(where: compound.contains) {
      throw fault("its view \"\(table)\" is more than one SELECT over tables; write it as a table")
    }
    if let other = body.first(where: { schema[$0].map { $0.isView || $0.isVirtual } ?? false }) {
      throw fault("its view \"\(table)\" uses \"\(other)\", which is not a plain table; write it as a table")
    }
  }

  private func begin(_ load: TileLoad) {
    let deadline = load.tileDeadline()
    file.isOver = { load.isCancelled() || load.clock.seconds > deadline }
  }

  private func failure(_ load: TileLoad, tile: TileID? = nil) -> TileError {
    let name = tile.map { "\(self.name), tile \($0.path)" } ?? self.name
    switch file.failure {
    case .stopped where load.isCancelled(): return .cancelled(name: name)
    case .stopped:
      return .database(
        name: name,
        reason:
          "a look into it takes more than \(Int(load.secondsPerTile.rounded(.up))) seconds; write the file anew"
      )
    case .tooLong: return .tooLarge(name: name, limit: TileLimits.storedBytes)
    case .function(let function):
      return .database(name: name, reason: ResourceError.function(function).description)
    case .other(let reason): return .database(name: name, reason: escapedForMessage(reason))
    }
  }
}

/// Lowercase words of a statement: keywords, numbers and unquoted names, without signs and comments.
/// Single-quoted text counts, because SQLite accepts it as a name.
struct SQLWords {
  private(set) var words: [String] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var index = 0
    func isWord(_ byte: UInt8) -> Bool {
      byte.isLetterOrDigit || byte == 0x5F || byte == 0x24 || byte >= 0x80
    }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x2D where bytes[(index + 1)...].first == 0x2D:
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      case 0x2F where bytes[(index + 1)...].first == 0x2A:
        index += 2
        while index + 1 < bytes.count, bytes[index] != 0x2A || bytes[index + 1] != 0x2F { index += 1 }
        index += 2
      case 0x22, 0x27, 0x60, 0x5B:
        let close = byte == 0x5B ? 0x5D : byte
        let begin = index + 1
        var content: [UInt8] = []
        index = begin
        while index < bytes.count {
          if bytes[index] == close {
            guard close != 0x5D, bytes[(index + 1)...].first == close else { break }
            index += 1
          }
          content.append(bytes[index])
          index += 1
        }
        index += 1
        words.append(String(decoding: content, as: UTF8.self).lowercased())
      case _ where isWord(byte):
        let begin = index
        while index < bytes.count, isWord(bytes[index]) { index += 1 }
        words.append(String(decoding: bytes[begin..<index], as: UTF8.self).lowercased())
      default: index += 1
      }
    }
  }
}
