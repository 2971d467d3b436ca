import CSystem
import DatabaseTables
import JSONDocument
public import MapFeatures
public import MapGeometry
import TableDrivers

// Tables that libraries of others read: of databases, and of files in formats that are not read here.
extension FileLoader {
  /// A table of a database or a Parquet file by a driver, or a layer by GDAL; `nil` for everything else.
  ///
  /// Servers need the network and no root; documents may name them as servers of private networks. With a
  /// root, files are read below it only.
  ///
  /// - Throws: ``ResourceError`` for missing drivers, refused names, and faults of the driver.
  public func foreignTable(
    _ resource: Resource, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)? {
    guard case .path(let name) = resource.location, !resource.isStandardInput else { return nil }
    if let held = memory[name] {
      guard case .table(let table) = held else { return nil }
      return table
    }
    if let path = SpatialTable.path(name) { return try spatialTable(name, at: path, isCancelled) }
    guard let address = DriverAddress(name) else { return try databaseTable(name, isCancelled) }
    if let file = address.file {
      try checkFile(file)
      if address.engine == .duckdb, let log = irregularCompanion(ofDatabase: file) {
        throw ResourceError.irregular(log)
      }
    } else {
      let isOpen = !resource.isFromDocument || network?.requestsMayAllowPrivateNetworks == true
      guard network != nil, asksDatabases || root == nil && isOpen else {
        throw ResourceError(.outside, "databases on servers are not asked here; name a file")
      }
    }
    return try DriverTable(address, isConfined: root != nil, isCancelled: isCancelled)
  }

  /// Table of an Apache Arrow IPC stream, which is copied.
  ///
  /// - Throws: ``ResourceError``.
  public func table(ofArrow bytes: [UInt8]) throws(ResourceError) -> any ForeignTable {
    try ArrowTable(reading: bytes)
  }

  /// A coordinate system of PROJ.
  ///
  /// - Throws: ``ResourceError`` if PROJ is missing, or does not know it.
  public func planarSystem(_ definition: String) throws(ResourceError) -> any PlanarSystem {
    try ProjSystem(definition)
  }

  /// A layer that GDAL reads; `nil` without GDAL, so that text readers report the format.
  private func spatialTable(
    _ name: String, at path: String, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)? {
    try checkPlace(of: path)
    guard access(path, R_OK) == 0 else { throw .lastFailure() }
    guard kind(of: path, followingLinks: true) != .other else { return nil }
    do throws(ResourceError) {
      return try SpatialTable(name, below: root, isCancelled: isCancelled)
    } catch {
      if error.kind == .unsupported { return nil }
      throw error
    }
  }

  /// Appends a table's name to the inputs that are databases, or to all if none is.
  ///
  /// - Parameter inputs: paths or addresses, perhaps `NAME=FILE`.
  public static func naming(table: String, of inputs: [String]) -> [String] {
    let haveTables = inputs.map { input in
      let word = input.firstIndex(of: "=").map { String(input[input.index(after: $0)...]) }
      return [input, word].compactMap(\.self).contains(where: hasTables)
    }
    return zip(inputs, haveTables).map { input, hasTables in
      let isNamed = input == "-" || DatabaseTable.split(input).table != nil
      return isNamed || !hasTables && haveTables.contains(true)
        ? input : input + DatabaseTable.separator + table
    }
  }

  private static func hasTables(_ name: String) -> Bool {
    if let address = DriverAddress(name) { return address.engine != .parquet }
    return SpatialTable.path(name) != nil || head(ofFile: name).map(isDatabase) == true
  }

  private static let databaseEndings = [".gpkg", ".sqlite", ".sqlite3"]

  private static func isDatabase(_ head: [UInt8]) -> Bool { FileSignature(of: head) == .sqlite }

  private static func head(ofFile path: String) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0, status.isFile else { return nil }
    let descriptor = open_file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: FileSignature.length)
    let count = head.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
    return Array(head.prefix(max(0, count)))
  }

  private func databaseTable(
    _ name: String, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)? {
    let (path, table) = DatabaseTable.split(name)
    var status = stat()
    guard isAllowed(path), !path.utf8.contains(0), stat(path, &status) == 0,
      let head = FileLoader.head(ofFile: path)
    else { return nil }
    guard FileLoader.isDatabase(head) else {
      if head.isEmpty || !FileLoader.databaseEndings.contains(where: path.lowercased().hasSuffix) {
        return nil
      }
      throw ResourceError(
        .unusable,
        "the database cannot be read: a GeoPackage or SQLite database begins with \"SQLite format 3\", and this does not; write it anew, or name another file"
      )
    }
    return try DatabaseTable(path: path, table: table, isCancelled: isCancelled).map {
      DatabaseFile($0, path: path, state: FileState(status))
    }
  }

  func isAddress(_ name: String) -> Bool {
    DriverAddress(name).map { $0.file == nil || !name.hasPrefix($0.location) } ?? false
  }

  /// Refuses irregular files: a library would create one, or block on a pipe.
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
