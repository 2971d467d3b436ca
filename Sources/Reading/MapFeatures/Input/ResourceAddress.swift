import JSONDocument

// Names of resources that are addresses.

extension Resource {
  /// True if a name is an address of the web.
  package static func isWebAddress(_ name: String) -> Bool {
    ["http://", "https://"].contains(where: name.lowercased().hasPrefix)
  }

  /// The schemes that addresses of databases on servers begin with.
  package static let databaseSchemes = ["postgresql://", "postgres://", "clickhouse://"]

  /// True if a name is the address of a database on a server.
  package static func isDatabase(_ name: String) -> Bool {
    databaseSchemes.contains(where: name.lowercased().hasPrefix)
  }
}

/// The address of a database without user, password and query, with the table behind it.
///
/// A password may hold anything that somebody forgot to escape: the last @ ends it.
func databaseForMessage(_ name: String) -> String {
  let table = name.firstRange(of: "|")?.lowerBound ?? name.endIndex
  guard let colon = name.firstRange(of: "://"), colon.upperBound <= table else {
    return escapedForMessage(name)
  }
  var host = name[colon.upperBound..<table]
  if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
  return escapedForMessage(name[..<colon.upperBound] + host.prefix { $0 != "?" } + name[table...])
}
