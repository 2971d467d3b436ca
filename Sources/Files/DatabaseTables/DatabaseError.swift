import JSONDocument
package import MapFeatures

/// Reasons why a database's table cannot be read.
public enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite refused, in its own words.
  case damaged(String)
  /// A file that belongs to the database is no regular one.
  case irregular(String)
  /// No table of the name; those there are.
  case noTable(String, among: [String])
  /// More than one table, and none is named.
  case severalTables([String])
  /// There is no table.
  case empty
  /// A table whose rows a module of SQLite makes up.
  case virtual(String)
  /// A computed column or a view calls a function that is not run.
  case function(String)
  /// A value is too long beside computed columns.
  case longBesideComputed
  /// One row takes too long.
  case tooSlow
  /// The caller was cancelled.
  case cancelled
  /// A view: a statement that is not run.
  case view(String)
  /// Places in another reference system than longitude and latitude of WGS 84.
  case referenceSystem(String, table: String)
  /// A geometry that is none.
  case geometry(String)

  static let secondsPerRow = 10

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .damaged(let reason): "the database cannot be read: \(escapedForMessage(reason)); write it anew"
    case .irregular(let path):
      "its file \(escapedForMessage(path)) is no regular file in its place; replace or remove it"
    case .noTable(let name, let names):
      "there is no table \(escapedForMessage(name)); \(nameAdvice(name, among: names, else: "there \(names.count == 1 ? "is" : "are") \(listForMessage(names))"))"
    case .severalTables(let names):
      "the database has the tables \(listForMessage(names)); name one as FILE\(DatabaseTable.separator)\(escapedForMessage(names[0]))"
    case .empty: "the database has no table"
    case .virtual(let name): "\(escapedForMessage(name)) is a virtual table; write it as a plain one"
    case .function(let name):
      "a computed column or view calls the function \(escapedForMessage(name)), which is not run in files; write its values into a plain column"
    case .longBesideComputed:
      "beside computed columns a value is longer than \(Database.longestBesideComputed >> 20) MB; write the computed ones into plain columns"
    case .tooSlow:
      "one row takes more than \(DatabaseError.secondsPerRow) seconds; write the values of computed columns into plain ones"
    case .cancelled: "the task was cancelled"
    case .view(let name):
      "\(escapedForMessage(name)) is a view, and views of files are not run; write its rows into a table, or pipe them in: "
        + "sqlite3 -csv -header FILE 'SELECT * FROM \"\(escapedForMessage(name))\"' | clustersnap render -"
    case .referenceSystem(let system, let table):
      "the places of \(escapedForMessage(table)) are in \(escapedForMessage(system)), and EPSG:4326 is needed; "
        + "transform them, for example by ogr2ogr -t_srs EPSG:4326"
    case .geometry(let reason): "a geometry cannot be read: \(reason); write the file anew"
    }
  }
}

extension ResourceError {
  package init(_ error: DatabaseError) {
    self = error == .cancelled ? .cancelled : ResourceError(.unusable, "\(error)")
  }
}
