import JSONDocument

// Names of resources that are addresses.

extension Resource {
  package static func isWebAddress(_ name: String) -> Bool {
    ["http://", "https://"].contains(where: name.lowercased().hasPrefix)
  }

  package static let databaseSchemes = ["postgresql://", "postgres://", "clickhouse://"]

  package static func isDatabase(_ name: String) -> Bool {
    databaseSchemes.contains(where: name.lowercased().hasPrefix)
  }
}

/// Database address without user, password and query, with the table.
///
/// An unescaped password may hold anything; the last @ ends it.
func databaseForMessage(_ name: String) -> String {
  let table = name.firstRange(of: "|")?.lowerBound ?? name.endIndex
  guard let colon = name.firstRange(of: "://"), colon.upperBound <= table else {
    return escapedForMessage(name)
  }
  var host = name[colon.upperBound..<table]
  if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
  return escapedForMessage(name[..<colon.upperBound] + host.prefix { $0 != "?" } + name[table...])
}
