import CSystem
import DatabaseTables
import Inflate
import JSONDocument
public import MapFeatures
public import TileSources

/// Something in memory that is read under a name.
public enum MemoryResource: Sendable {
  case bytes([UInt8])
  case table(any ForeignTable & Sendable)
}

/// Opens files, standard input, and tiles and documents on the network.
///
/// - A document may name regular files only.
/// - With a ``root``, nothing outside of that folder is opened; links are resolved first.
/// - gzip and Zstandard are decompressed, up to a limit.
/// - Tables of SQLite databases are foreign tables; `FILE|layername=TABLE` names one of several.
public struct FileLoader: ResourceLoader {
  var rules: AccessRules
  /// The folder that everything must lie below; `nil` for no such rule.
  public var root: String? { rules.root }
  /// Files outside of the root that may be read as well, links resolved.
  public var others: Set<String> {
    get { rules.others }
    set { rules.others = newValue }
  }
  /// True if `-` is standard input.
  public let readsStandardInput: Bool
  /// True if large files are mapped, not copied. If a mapped file is cut short, the process gets SIGBUS.
  public let mapsFiles: Bool
  /// The fetching of tiles and documents; `nil` refuses the network.
  public var network: TileOptions? { rules.network }
  /// The seconds that a pipe may take for its first byte, above 0; `nil` for no limit. One that has begun may pause.
  public var firstByteLimit: Double?
  /// True if databases on servers are asked in spite of a root, whoever names them.
  public var asksDatabases = false
  /// Tables that are read under a name instead of a file; nothing of it is kept between requests.
  public var memory: [String: MemoryResource] = [:]
  private(set) var load: TileLoad?

  /// A loader below a root, if there is one, with a limit in seconds for a pipe's first byte.
  public init(
    root: String? = nil, readsStandardInput: Bool = false, mapsFiles: Bool = true,
    network: TileOptions? = nil,
    firstByteLimit: Double? = 60
  ) {
    rules = AccessRules(root: root, network: network)
    self.readsStandardInput = readsStandardInput
    self.mapsFiles = mapsFiles
    self.firstByteLimit = firstByteLimit
  }

  func limited(_ network: TileOptions, _ load: TileLoad) -> FileLoader {
    var other = self
    (other.rules.network, other.load) = (network, load)
    return other
  }

  /// The state of a regular file below the root; `nil` for everything else.
  public func version(of resource: Resource) -> ResourceVersion? {
    guard case .path(let name) = resource.location, !resource.isStandardInput else { return nil }
    let (path, table) = DatabaseTable.split(name)
    guard memory[name] == nil, isAllowed(path) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.isFile else { return nil }
    let state = FileState(status)
    // Of a SQLite database rows may be committed that stand in its log only.
    let log = foreignDatabaseLog(path).flatMap { stat($0, &status) == 0 ? FileState(status) : nil }
    return ResourceVersion(
      identity: canonicalPath(path) + (table.map { DatabaseTable.separator + $0 } ?? ""),
      size: state.size + (log?.size ?? 0), modified: max(state.modified, log?.modified ?? 0),
      serial: state.inode)
  }

  /// Returns the kind of resource at a path; `missing` for paths outside of the root.
  public func kind(of path: String, followingLinks: Bool) -> ResourceKind {
    if memory[path] != nil { return .file }
    if isAddress(path) { return .other }
    let (path, _) = DatabaseTable.split(path)
    var status = stat()
    guard isAllowed(path), (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      return .missing
    }
    return status.isFile ? .file : status.isFolder ? .folder : .other
  }

  /// A file or a stream, decompressed.
  ///
  /// - Throws: `ResourceError`.
  public func content(of resource: Resource, limit: Int) throws(ResourceError) -> ResourceContent {
    try content(of: resource, limit, isReadOnce: false)
  }

  /// A file to be read once, decompressed while it is read.
  ///
  /// - Throws: `ResourceError`.
  public func passing(_ resource: Resource) throws(ResourceError) -> ResourceContent {
    try content(of: resource, .max, isReadOnce: true)
  }

  private func content(
    of resource: Resource, _ limit: Int, isReadOnce: Bool
  ) throws(ResourceError) -> ResourceContent {
    let name: String
    switch resource.location {
    case .url(let address): return try fetched(address, limit: limit)
    case .path(let path): name = path
    }
    if case .bytes(let bytes) = memory[name] {
      return try content(of: ByteArray(bytes), limit, table: nil, isReadOnce: isReadOnce)
    }
    let (path, table) = DatabaseTable.split(name)
    if resource.isStandardInput {
      try checkStandardInput()
      let stream = FileStream(descriptor: STDIN_FILENO, closes: false, limit: limit)
      return try content(of: stream, limit, isReadOnce: isReadOnce)
    }
    let (descriptor, status) = try opened(path, isFromDocument: resource.isFromDocument)
    var isKept = false
    defer { if !isKept { close(descriptor) } }
    let state = FileState(status)
    // The files of /proc and the like report a size of 0 and deliver all the same.
    if !status.isFile || status.st_size == 0 {
      isKept = true
      let stream = FileStream(descriptor: descriptor, closes: true, limit: limit)
      return try content(of: stream, limit, isReadOnce: isReadOnce)
    }
    guard mapsFiles else {
      isKept = true
      // A file is no stream: it may be as long as it likes.
      let stream = FileStream(descriptor: descriptor, closes: true, limit: .max)
      let bytes = ByteArray(try stream.rest())
      if state.isOutdated(descriptor) { throw .changed }
      return try content(of: bytes, limit, table: table, isReadOnce: isReadOnce)
    }
    guard let file = MappedFile(descriptor: descriptor, path: path, state: state) else {
      throw .lastFailure()
    }
    let content = try content(of: file, limit, table: table, isReadOnce: isReadOnce)
    // What was unpacked was read whole.
    if state.isOutdated(descriptor) { throw .changed }
    return content
  }

  private func content(
    of source: any ByteSource, _ limit: Int, table: String?, isReadOnce: Bool
  ) throws(ResourceError) -> ResourceContent {
    let head = source.withBytes { Array($0.prefix(FileSignature.length)) }
    if table != nil, FileSignature(of: head) != .sqlite {
      throw ResourceError(
        .unusable, "this is no database, and has no tables; leave \(DatabaseTable.separator)… out")
    }
    if FileSignature(of: head) == .zip { return .bytes(try onlyTable(of: source, limit) ?? source) }
    guard FileLoader.isCompressed(head) else { return .bytes(source) }
    return isReadOnce ? .stream(try UnpackedStream(source, head: head)) : .bytes(try inflated(source, limit))
  }

  /// True for gzip or Zstandard; two bytes of zlib may begin a text as well.
  private static func isCompressed(_ head: [UInt8]) -> Bool {
    [.gzip, .zstd].contains(Compression(of: head))
  }

  /// Streams are read as they arrive; compressed ones are read whole unless read once.
  private func content(
    of stream: FileStream, _ limit: Int, isReadOnce: Bool
  ) throws(ResourceError) -> ResourceContent {
    let head = try stream.head()
    if FileSignature(of: head) == .zip {
      let archive = ByteArray(try stream.rest())
      return .bytes(try onlyTable(of: archive, limit) ?? archive)
    }
    guard FileLoader.isCompressed(head) else { return .stream(stream) }
    if isReadOnce { return .stream(try UnpackedStream(stream, head: head)) }
    return .bytes(try inflated(ByteArray(try stream.rest()), limit))
  }

  private static let tableEndings = [".csv", ".tsv", ".geojson", ".geojsonl", ".ndjson", ".topojson"]

  /// The only table of a zip archive, unpacked; `nil` for none or several.
  private func onlyTable(of source: any ByteSource, _ limit: Int) throws(ResourceError) -> ByteArray? {
    let result: Result<[UInt8]?, ZipError> = source.withBytes { bytes in
      Result { () throws(ZipError) in
        guard let directory = try? ZipDirectory(bytes) else { return nil }
        // Macs add a folder of their own.
        let tables = directory.names.filter { name in
          !name.hasPrefix("__MACOSX/") && FileLoader.tableEndings.contains(where: name.lowercased().hasSuffix)
        }
        return tables.count == 1 ? try directory.content(of: tables[0], in: bytes, limit: limit) : nil
      }
    }
    return try rethrowing(
      try result.get(), as: { (error: ZipError) in ResourceError(.unusable, "\(error.rawValue)") }
    ).map { ByteArray($0) }
  }

  private func inflated(_ source: any ByteSource, _ limit: Int) throws(ResourceError) -> ByteArray {
    let result = source.withBytes { bytes in
      Result { () throws(InflateError) in try Inflate.inflated(bytes, limit: limit) }
    }
    return try rethrowing(
      ByteArray(try result.get()), as: { (error: InflateError) in ResourceError(.unusable, "\(error)") })
  }

  /// A small file or a part of it, or a document on the network.
  ///
  /// - Throws: `ResourceError`.
  public func bytes(
    of resource: Resource, in range: Range<Int>?, limit: Int
  ) throws(ResourceError) -> [UInt8] {
    let path: String
    switch resource.location {
    case .path(let name): path = name
    case .url(let address):
      guard case .bytes(let source) = try fetched(address, limit: limit) else { return [] }
      return source.withBytes { Array($0[(range ?? 0..<$0.count).clamped(to: 0..<$0.count)]) }
    }
    if case .bytes(let bytes) = memory[path] {
      return Array(bytes[(range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)])
    }
    if resource.isStandardInput {
      try checkStandardInput()
      return try bytes(behind: STDIN_FILENO, in: range, limit: limit)
    }
    let (descriptor, status) = try opened(path, isFromDocument: resource.isFromDocument)
    defer { close(descriptor) }
    guard status.isFile else { return try bytes(behind: descriptor, in: range, limit: limit) }
    let isSought = range.map { $0.lowerBound > 0 && lseek(descriptor, off_t($0.lowerBound), SEEK_SET) >= 0 }
    let rest = isSought == true ? range.map { 0..<$0.count } : range
    let bytes = try bytes(behind: descriptor, in: rest, limit: limit)
    if FileState(status).isOutdated(descriptor) { throw .changed }
    return bytes
  }

  private func bytes(
    behind descriptor: Int32, in range: Range<Int>?, limit: Int
  ) throws(ResourceError) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = range?.upperBound ?? .max
    var block = [UInt8](repeating: 0, count: min(end, 1 << 16))
    while true {
      let count = block.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && last_error() == EINTR { continue }
      guard count >= 0 else { throw .lastFailure() }
      bytes += block[..<count]
      if count == 0 || bytes.count >= end {
        guard let range else { return bytes }
        return Array(bytes[range.clamped(to: 0..<bytes.count)])
      }
      guard bytes.count <= limit else {
        throw ResourceError(.tooLarge, "the file is larger than \(limit >> 20) MB; name a style or request")
      }
    }
  }

  /// Sorted names in a folder, without hidden ones.
  ///
  /// - Throws: `ResourceError`.
  public func names(in folder: String, limit: Int) throws(ResourceError) -> [String] {
    try checkPlace(of: folder)
    guard let handle = opendir(folder) else { throw .lastFailure() }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      names.append(name)
      guard names.count <= limit else {
        throw ResourceError(.tooLarge, "the folder has more than \(limit) files; name one with fewer")
      }
    }
    // Folders list in any order.
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A path below a folder, checked with resolved links.
  ///
  /// - Throws: `ResourceError` outside of the folder.
  public func path(of name: String, below folder: String) throws(ResourceError) -> String {
    let full = (folder.isEmpty ? "./" : folder) + name
    guard let base = realpath(folder.isEmpty ? "." : folder, nil) else { throw .lastFailure() }
    defer { free(base) }
    guard let resolved = realpath(full, nil) else { throw .lastFailure() }
    defer { free(resolved) }
    guard FileLoader.lies(String(cString: resolved), below: String(cString: base)) else {
      throw ResourceError(.outside, "this leads out of the folder \(folder); put the file below it")
    }
    try checkPlace(of: full)
    return full
  }

  /// The path, where the file may be opened.
  public func localPath(of resource: Resource) -> String? {
    guard case .path(let path) = resource.location, !resource.isStandardInput, memory[path] == nil,
      isAllowed(path)
    else { return nil }
    return path
  }

  // MARK: Rules

  /// Opens a file, but no folder; only a regular file if a document names it.
  private func opened(
    _ path: String, isFromDocument: Bool
  ) throws(ResourceError) -> (descriptor: Int32, status: stat) {
    try checkPlace(of: path)
    // A pipe that nobody writes to is opened all the same.
    let descriptor = open_file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .lastFailure() }
    do throws(ResourceError) {
      var status = stat()
      if !isFromDocument { try waitForFirstByte(of: descriptor) }
      guard fstat(descriptor, &status) == 0 else { throw .lastFailure() }
      if status.isFolder { throw ResourceError(.folder, "this is a folder; name a file") }
      guard status.isFile || !isFromDocument else {
        throw ResourceError(.notRegular, "this is no regular file; name one")
      }
      if !isFromDocument { _ = block_reads(descriptor) }
      return (descriptor, status)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private func waitForFirstByte(of descriptor: Int32) throws(ResourceError) {
    var status = stat()
    guard let limit = firstByteLimit, fstat(descriptor, &status) == 0, status.isPipe else { return }
    let begin = ContinuousClock.now
    while true {
      let left = Duration.seconds(limit) - begin.duration(to: .now)
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&state, 1, Int32(max(0, min(1e9, (left / .milliseconds(1)).rounded(.up)))))
      if count > 0 || count < 0 && last_error() != EINTR { return }
      guard left > .zero else {
        throw ResourceError(
          .unreadable,
          "nothing has come in \(decimalText(of: limit, decimals: 2)) s; is the program running that writes it? \(FileLoader.firstByteVariable)=SECONDS sets another limit"
        )
      }
    }
  }

  /// The variable of the environment that sets ``firstByteLimit`` for the command.
  public static let firstByteVariable = "CLUSTERSNAP_INPUT_TIMEOUT"

  private func checkStandardInput() throws(ResourceError) {
    guard readsStandardInput else {
      throw ResourceError(.unsupported, "standard input is not read here; name a file")
    }
    try waitForFirstByte(of: STDIN_FILENO)
  }

  func checkPlace(of path: String) throws(ResourceError) {
    // The C library would open the part before it.
    guard !path.utf8.contains(0) else {
      throw ResourceError(.unreadable, "the name holds a zero byte; correct it")
    }
    guard isAllowed(path) else {
      throw ResourceError(.outside, "this lies outside of the folder that may be read; put the file below it")
    }
  }

  func isAllowed(_ path: String) -> Bool { rules.allows(path) }

  private static func lies(_ path: String, below folder: String) -> Bool {
    path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
