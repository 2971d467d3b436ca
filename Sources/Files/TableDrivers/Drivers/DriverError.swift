import JSONDocument
import MapFeatures

enum DriverError: Error, Hashable {
  case absent(DriverLibrary)
  case missing(path: String, variable: String)
  case foreign(path: String)
  case unloadable(path: String, String)
  case noDriver(path: String)
  case refused(String)
  case unreadable(String)
  case damaged(String)
  case cutShort(rows: Int, of: Int)
  case noTable(String, among: [String])
  case severalTables([String])
  case empty
  case referenceSystem(String)
  /// A companion file leads out of the root.
  case outside(path: String)
  case irregular(path: String)
  case noMemory, cancelled

  func message(_ secrets: Redaction) -> SettingText {
    switch self {
    case .absent(let library):
      "\(library.name) is needed for this, and is neither among the system's libraries nor named by \(library.variable); install \(library.package)"
    case .missing(let path, let variable):
      "the driver \(escapedForMessage(path)), which \(variable) names, is not there; correct it"
    case .foreign(let path):
      "the driver \(escapedForMessage(path)) is for another kind of processor; install the one for this machine"
    case .unloadable(let path, let reason)
    where reason.contains("symbol: Py") || reason.contains("symbol: _Py"):
      "the driver \(escapedForMessage(path)) is a module of Python's, which Python alone can load; name DuckDB's own library, libduckdb.so"
    case .unloadable(let path, let reason):
      "the driver \(escapedForMessage(path)) cannot be loaded: \(oneLine(reason.replacing(path + ": ", with: ""))); install it anew"
    case .noDriver(let path):
      "\(escapedForMessage(path)) is a library, but not the driver that is looked for; name another one"
    case .refused(let reason): "the database refuses: \(oneLine(secrets.removed(from: reason)))"
    case .unreadable(let reason): "it cannot be read: \(oneLine(reason)); write it anew, or name another file"
    case .damaged(let reason): "the rows cannot be read: \(oneLine(secrets.removed(from: reason)))"
    case .cutShort(let rows, let all):
      "it has \(rows) of the \(all) rows that its header counts, as a file that is cut short; write it anew, or copy it again"
    case .noTable(let name, let names):
      "there is no table \(escapedForMessage(name)); \(nameAdvice(name, among: names, else: names.isEmpty ? "there is none at all" : "there \(names.count == 1 ? "is" : "are") \(listForMessage(names))"))"
    case .severalTables(let names):
      "there are the tables \(listForMessage(names)); name one with \(setting: "table"), or behind the address as |layername=\(escapedForMessage(names[0]))"
    case .empty: "there is no table with rows that may be read; name one with \(setting: "table")"
    case .referenceSystem(let name):
      "the places are in \(escapedForMessage(name)), and EPSG:4326 is needed; transform them, for example by ogr2ogr -t_srs EPSG:4326"
    case .outside(let path):
      "its file \(escapedForMessage(path)) lies outside of the folder that may be read; put it there"
    case .irregular(let path): "its file \(escapedForMessage(path)) is no regular file; replace or remove it"
    case .noMemory: "memory is short; close other programs"
    case .cancelled: ResourceError.cancelled.reason
    }
  }

  /// First line of a driver's message, without the statement.
  private func oneLine(_ words: String) -> String {
    var words = words
    for mark in ["\nLINE ", "\nCONTEXT:", " Query: "] {
      if let range = words.firstRange(of: mark) { words = String(words[..<range.lowerBound]) }
    }
    if words.hasPrefix("["), let end = words.firstRange(of: "] ") { words = String(words[end.upperBound...]) }
    let lines = words.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    return escapedForMessage(String(lines.joined(separator: "; ").prefix(600)))
  }
}
