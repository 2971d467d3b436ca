import DatabaseTables
public import MapFeatures
import TableDrivers
import TileSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Tables that libraries of others read: of databases, and of files in formats that are not read here.
extension FileLoader {
  /// A table of a database or of a Parquet file through a driver, a file's layer through GDAL; `nil` for everything else.
  ///
  /// Servers are asked where the network is open and no root is set; a document may name them where it may name servers of
  /// private networks. Files lie below the root, and with one nothing else is read for them.
  ///
  /// - Throws: ``ResourceError`` for a driver that is not there, an address or a file that may not be read, and what the
  ///   driver reports.
  public func foreignTable(
    _ resource: Resource, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)? {
    guard case .path(let name) = resource.location, !resource.isStandardInput else { return nil }
    if let path = SpatialTable.path(name) { return try spatialTable(name, at: path) }
    guard let address = DriverAddress(name) else { return nil }
    if let file = address.file {
      try checkFile(file)
    } else {
      guard root == nil, let network, !resource.isFromDocument || network.requestsMayAllowPrivateNetworks
      else {
        throw ResourceError(.outside, "databases on servers are not asked here; name a file")
      }
    }
    return try DriverTable(address, isConfined: root != nil, isCancelled: isCancelled)
  }

  /// A layer of a file that GDAL reads; `nil` where GDAL is not installed: readers of text then name what they found.
  private func spatialTable(_ name: String, at path: String) throws(ResourceError) -> (any ForeignTable)? {
    try checkPlace(of: path)
    guard access(path, R_OK) == 0 else { throw .lastFailure() }
    guard kind(of: path, followingLinks: true) != .other else { return nil }
    do throws(ResourceError) {
      return try SpatialTable(name)
    } catch {
      if error.kind == .unsupported { return nil }
      throw error
    }
  }

  /// An input with the name of a table behind it, unless one stands there already.
  ///
  /// - Parameter input: a path or an address, maybe with a name before it: `NAME=FILE`.
  public static func naming(table: String, of input: String) -> String {
    input == "-" || DatabaseTable.split(input).table != nil ? input : input + DatabaseTable.separator + table
  }

  /// Whether a name is an address that a driver opens, and no file's.
  func isAddress(_ name: String) -> Bool {
    DriverAddress(name).map { $0.file == nil || !name.hasPrefix($0.place) } ?? false
  }

  /// Refuses what is no regular file in its place: a library would make one, or wait for a pipe.
  private func checkFile(_ path: String) throws(ResourceError) {
    try checkPlace(of: path)
    guard access(path, R_OK) == 0 else { throw .lastFailure() }
    switch kind(of: path, followingLinks: true) {
    case .file: return
    case .folder: throw ResourceError(.folder, "this is a folder; name a file")
    case .missing, .other: throw ResourceError(.notRegular, "this is no regular file; name one")
    }
  }
}
