import JSONDocument
import MapFeatures

enum DriverError: Error, Hashable {
  /// No library of the driver.
  case absent(DriverLibrary)
  /// The file that a variable of the environment names is not there.
  case missing(path: String, variable: String)
  /// The library is for another kind of processor.
  case foreign(path: String)
  /// The library cannot be loaded, in the loader's words.
  case unloadable(path: String, String)
  /// The library has not the entry point or the functions of a driver.
  case noDriver(path: String)
  case refused(String)
  /// A file cannot be read, in the library's words.
  case unreadable(String)
  /// The driver's result is not valid.
  case damaged(String)
  /// Fewer rows than the file counts in its header.
  case cutShort(rows: Int, of: Int)
  /// No table of the name; those there are.
  case noTable(String, among: [String])
  /// More than one table, and none is named.
  case severalTables([String])
  case empty
  /// Places in another reference system than longitude and latitude of WGS 84.
  case referenceSystem(String)
  /// A file that belongs to the one that is read leads out of the root.
  case outside(path: String)
  /// A file that belongs to the one that is read is no regular one.
  case irregular(path: String)
  case noMemory
  case cancelled

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

  /// The words of a driver in one line: what it is about, without the statement, which nobody wrote.
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
