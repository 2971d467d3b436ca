import BuiltIns
public import JSONDocument
public import MapFeatures
package import MapGeometry
public import MapStyle

/// Draws maps for a server, a test or a command: requests in, pictures and data out; what they read is kept for the next.
///
/// ```swift
/// let session = MapSession(resources: FileLoader(root: "maps"))
/// let answer = try await session.pictures(of: MapSpecification(json: body, name: "maps/request.json"))
/// ```
///
/// Rules:
/// - Any number of requests may run at once, from any tasks and threads. Of the asynchronous methods
///   ``Options/requestsAtOnce`` run at the same time, the others wait in order. They run on threads of
///   the session's own, never on those of Swift's tasks or of Dispatch.
/// - Kept between requests are parsed styles, tables, sources with the indexes and outlines their views have built, fonts and what
///   sets text in them, sprites and icons, and decoded tiles of archives, up to ``Options/budget`` bytes; the least recently used go first.
///   A request keeps what it uses alive until it ends, so that the budget may be exceeded by the requests that run.
/// - What two requests need is built once: the second one waits for that alone, no lock is held meanwhile, and another request
///   takes its turn. An error reaches all who waited, and is not kept.
/// - Before each use the loader is asked for the version of a file; what was made from another version is made anew.
/// - A cancelled task ends with ``SessionError/cancelled`` at once, whether it waits for its turn or is being answered. Its work
///   ends before its next stage: reading, building, each tile, each view. What it began to build is finished, because others may
///   wait for it; its place among ``Options/requestsAtOnce`` goes to the next request at once.
/// - The same request gives the same bytes, whatever ran before or beside it.
/// - Nothing of the process is changed: the host's fontconfig configuration, signal handlers and environment stay.
public final class MapSession: Sendable {
  /// The settings of a session.
  public struct Options: Hashable, Sendable {
    /// The bytes that may be kept between requests.
    public var budget = 512 << 20
    /// The number of threads of one request, at least 1; the result is the same.
    public var threads = 1
    /// The number of requests of the asynchronous methods that run at once, at least 1.
    public var requestsAtOnce = 4
    /// The spelling of settings in notes and errors.
    public var spelling = SettingSpelling.Form.arguments

    /// A budget of 512 MB, one thread a request, four requests at once.
    public init() {}
  }

  /// The settings of the session.
  public let options: Options
  let resources: any ResourceLoader
  /// The collation of `collator` expressions in its styles and filters.
  let collation: (any TextCollation)?
  let cache: SessionCache
  let audits: TableAudits
  let shapers: ShaperPool
  let queue: WorkQueue

  /// A session that has read nothing.
  ///
  /// - Parameters:
  ///   - resources: opens what requests name, and decides what may be opened.
  ///   - collation: what `collator` expressions compare by; `nil` for a table of Latin letters.
  public init(
    resources: any ResourceLoader, options: Options = Options(),
    collation: (any TextCollation)? = SystemCollation()
  ) {
    self.resources = resources
    self.options = options
    self.collation = collation
    cache = SessionCache(budget: options.budget)
    queue = WorkQueue(width: options.requestsAtOnce)
    (shapers, audits) = (ShaperPool(), TableAudits())
  }

  /// Draws with other resources than another session, and keeps what it reads with that one.
  package init(sharing other: MapSession, resources: any ResourceLoader) {
    (self.resources, options, collation) = (resources, other.options, other.collation)
    (cache, queue, shapers, audits) = (other.cache, other.queue, other.shapers, other.audits)
  }

  /// The bytes that are kept, as they are counted.
  public var keptBytes: Int { cache.bytes }

  /// The number of styles, tables, sources and tiles built so far; what is kept is not built again.
  public var buildCount: Int { cache.builds }

  /// Forgets everything that is kept.
  public func removeAll() { cache.removeAll() }

  /// Keeps the tables of a file that can no longer be read, whatever the budget, until ``release(_:)``.
  ///
  /// - Parameter broken: the version of the file that cannot be read.
  /// - Returns: the newest other version of which a table is kept; `nil` for none.
  package func hold(_ broken: ResourceVersion) -> ResourceVersion? {
    cache.hold(broken.identity, but: broken)
  }

  /// Keeps the tables of a file no longer than those of others.
  package func release(_ broken: ResourceVersion) { cache.release(broken.identity) }

  /// Reads what a specification names, and draws nothing.
  ///
  /// - Returns: the box of its points and shapes; `nil` where nobody knows it.
  /// - Throws: ``SessionError`` for what is missing or cannot be used.
  @discardableResult
  package func read(_ specification: MapSpecification) async throws(SessionError) -> BoundingBox? {
    try await answer(isStrict: false, progress: nil) { log throws(SessionError) in
      try self.load(specification, log: log).snapshotter.bounds(.all)
    }.value
  }

  /// Reads something by the session's loader on its threads.
  ///
  /// - Parameter name: what is read, for messages.
  /// - Throws: ``SessionError`` with the name.
  package func reading<Value: Sendable>(
    _ name: String, _ read: @escaping @Sendable (any ResourceLoader) throws(ResourceError) -> Value
  ) async throws(SessionError) -> Value {
    try await answer(isStrict: false, progress: nil) { _ throws(SessionError) in
      try rethrowing(read(self.resources), as: unread(name))
    }.value
  }

  func threads(of specification: MapSpecification) -> Int { max(1, specification.threads ?? options.threads) }

  // MARK: Stages

  /// Reads a request as JSON. Blocks the calling thread.
  ///
  /// - Throws: ``SessionError`` for what is missing, and with the place of what is no JSON.
  public func json(of resource: Resource) throws(SessionError) -> JSONText {
    let bytes = try resources.document(resource)
    return try rethrowing(JSONText(parsing: bytes), as: SessionError.notJSON(in: resource.name))
  }

  /// A style in a file, read or kept from an earlier request.
  func style(in resource: Resource, _ version: ResourceVersion?) throws(SessionError) -> StyleParsing {
    try cache.value(of: version, { .style(identity: $0) }, size: { 4096 + 24 * $1 }) {
      () throws(SessionError) in
      Style.parseWithSettings(try resources.document(resource), collation: collation)
    }
  }

  func builtInStyle(_ name: String) -> StyleParsing {
    cache.value(.style(identity: name), [], size: { _ in 1 << 20 }) {
      Style.parseWithSettings(BuiltInStyles.style(named: name) ?? [], collation: collation)
    }
  }

  /// Runs work on the session's threads; its error carries what was reported before.
  ///
  /// - Throws: ``SessionError``, with the notes reported before it.
  package func answer<Value: Sendable>(
    isStrict: Bool, progress: (@Sendable (SessionProgress) -> Void)?,
    _ work: @escaping @Sendable (SessionLog) throws(SessionError) -> Value
  ) async throws(SessionError) -> (value: Value, notes: [SessionNote]) {
    try await queue.run { cancellation throws(SessionError) in
      // Views may have built indexes.
      defer { self.cache.recount() }
      let log = SessionLog(isStrict: isStrict, spelling: self.options.spelling, progress: progress)
      log.cancellation = cancellation
      return try rethrowing((try work(log), log.notes)) { (error: SessionError) in error.after(log.notes) }
    }
  }
}

extension ResourceLoader {
  /// Reads a whole small document: a style, a request; at most 64 MB.
  ///
  /// - Throws: `SessionError` with the document's name.
  public func document(_ resource: Resource) throws(SessionError) -> [UInt8] {
    try rethrowing(bytes(of: resource, in: nil, limit: 64 << 20), as: unread(resource.name))
  }
}
