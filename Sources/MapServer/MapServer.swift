import CPosix
import JSONDocument
public import MapFeatures
public import MapSession
import MapSettings
import Parallel

/// Answers requests for maps of a folder: requests of HTTP in, answers out, without a socket.
///
/// - A picture has a strong entity tag that is known before anything is drawn: of its address, of the state of every file of the
///   folder, and of the program. A client that has it gets 304, and nothing is drawn.
/// - Finished pictures are kept up to a budget of bytes; equal requests in flight are drawn once.
/// - Pictures that were begun while a file changed are drawn again.
public final class MapServer: Sendable {
  /// The options of a server.
  public struct Options: Sendable {
    /// The style where an address names none.
    public var style = "light"
    /// The tile size of zooms in addresses that do not set it: 512 or 256.
    public var tileSize = 512
    /// The most pixels of a picture.
    public var mostPixels = 16_000_000
    /// The most points of a source or a body.
    public var mostPoints: Int?
    /// The bytes of finished pictures that are kept.
    public var cacheBytes = 128 << 20
    /// The bytes of clusters that tiles are written from, kept beside the session's tables.
    public var levelBytes = 256 << 20
    /// The most drawings that run and wait; further requests are answered with 503.
    public var mostDrawings = 64
    /// The seconds that a drawing may wait and run.
    public var seconds = 30.0
    /// The seconds that others may keep an answer without asking again.
    public var maxAge = 0
    /// The origin that pages may read answers from, or `*`; `nil` for none.
    public var origin: String?
    /// The check of signed addresses; `nil` where addresses are open.
    public var signature: AddressSignature?
    /// The program's version: other versions draw other bytes.
    public var version = ""

    /// Options of a server on this machine.
    public init() {}
  }

  /// The options of the server.
  public let options: Options
  let root: String
  private let resources: any ResourceLoader
  let session: MapSession
  let state: Mutex<State>
  private let levels: LevelCache

  struct State {
    var folder: ServedFolder
    var fault: ServerError?
    var nextLook: ContinuousClock.Instant
    var isLooking = false
    var kept = RecentValues<Key, KeptAnswer>()
    var drawings: [Key: Drawing] = [:]
    var figures = ServerFigures()
  }

  /// The key of an answer's bytes within a state of the folder.
  struct Key: Hashable, Sendable {
    let target: [UInt8]
    let encoding: ContentEncoding
    /// Of requests with a body, which are never joined.
    var number = 0
  }

  struct KeptAnswer {
    let tag: EntityTag
    let answer: ServerAnswer
  }

  /// A server of a folder.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - resources: opens what is in it, and nothing outside.
  /// - Throws: ``ServerError`` for a folder that cannot be served.
  public init(
    folder: String, resources: any ResourceLoader, session: MapSession.Options, options: Options
  ) throws(ServerError) {
    (root, self.resources, self.options) = (folder, resources, options)
    self.session = MapSession(resources: resources, options: session)
    levels = LevelCache(budget: options.levelBytes)
    state = Mutex(State(folder: try ServedFolder(folder, resources), nextLook: .now + .milliseconds(100)))
  }

  /// A request that was looked at.
  public enum Begun: Sendable {
    /// The answer was known.
    case done(ServerAnswer)
    /// It must be drawn.
    case waiting(PendingAnswer)
  }

  /// Answers what needs no drawing, and checks the rest.
  public func begin(_ request: ServerRequest) -> Begun {
    var route = "other"
    do throws(ServerError) {
      let address = try RequestAddress(request.target)
      let found = try Route(address)
      route = found.name
      guard found.methods.contains(request.method) else {
        var error = ServerError(
          405, "the address has no method \(quotedForMessage(request.method)); use \(found.methods[0])")
        error.methods = found.methods
        throw error
      }
      if request.method == "OPTIONS" {
        var answer = ServerAnswer(204, "text/plain", [])
        answer.headers = [("Allow", found.methods.joined(separator: ", "))]
        return done(answer, route)
      }
      if !found.isOfServer, let signature = options.signature {
        try signature.check(request.target, address, now: time(nil))
      }
      if let answer = page(of: found) { return done(answer, route) }
      if case .clusterSet(let source) = found {
        return done(try TileSetPage.answer(source, folder(), request), route)
      }
      return try drawn(request, address, found)
    } catch {
      return done(error.answer, route)
    }
  }

  private func drawn(_ request: ServerRequest, _ address: RequestAddress, _ route: Route) throws(ServerError)
    -> Begun
  {
    let folder = folder()
    let isPost = request.method == "POST"
    let encoding = ContentEncoding(accepted: request.header("accept-encoding"))
    let key = Key(
      target: AddressSignature.unsigned(request.target), encoding: encoding, number: isPost ? nextNumber() : 0
    )
    let tag = EntityTag(of: key.target, state: options.version + "\n" + folder.state, encoding: encoding)
    let condition = isPost ? nil : request.header("if-none-match")
    if !isPost {
      if let condition, tag.isIn(condition) {
        state.withLock { $0.figures.unchanged += 1 }
        var answer = ServerAnswer(304, "", [])
        answer.headers = headers(of: tag)
        return done(answer, route.name)
      }
      let kept = state.withLock { state -> ServerAnswer? in
        guard let kept = state.kept.use(key), kept.tag == tag else { return nil }
        state.figures.cached += 1
        return kept.answer
      }
      if let kept {
        return done(condition.map(isEverything) == true ? kept.notModified : kept, route.name)
      }
    }
    let work = try work(of: route, address, request, folder)
    if case .tile(let tile) = work, let level = levels.known(tile.key(folder.state)) {
      state.withLock { $0.figures.drawn += 1 }
      let answer = keep(tile.answer(of: level, encoding: encoding), key, tag, route)
      return .done(condition.map(isEverything) == true ? answer.notModified : answer)
    }
    return .waiting(
      PendingAnswer(
        server: self, key: key, route: route, work: work, tag: isPost ? nil : tag, state: folder.state,
        isUnlessPresent: condition.map(isEverything) == true))
  }

  private func isEverything(_ list: String) -> Bool {
    list.allSatisfy { $0 == "*" || $0 == " " } && list.contains("*")
  }

  private func done(_ answer: ServerAnswer, _ route: String) -> Begun { .done(finished(answer, route)) }

  /// An answer with the headers that all answers have.
  func finished(_ answer: ServerAnswer, _ route: String) -> ServerAnswer {
    var answer = answer
    answer.route = route
    answer.headers.append(("X-Content-Type-Options", "nosniff"))
    if let origin = options.origin {
      answer.headers.append(("Access-Control-Allow-Origin", origin))
      answer.headers.append(
        (
          "Access-Control-Expose-Headers",
          "ETag, X-ClusterSnap-Center, X-ClusterSnap-Zoom, X-ClusterSnap-Bounds, X-ClusterSnap-Alt"
        ))
      if answer.status == 204 {
        answer.headers.append(("Access-Control-Allow-Methods", answer["Allow"] ?? "GET"))
        answer.headers.append(("Access-Control-Allow-Headers", "Content-Type, If-None-Match"))
      }
    }
    return answer
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.figures.posted += 1
      return state.figures.posted
    }
  }

  // MARK: The folder

  /// The folder as it is, or was a tenth of a second ago.
  func folder() -> ServedFolder {
    let now = ContinuousClock.now
    let (folder, looks) = state.withLock { state -> (ServedFolder, Bool) in
      guard now >= state.nextLook, !state.isLooking else { return (state.folder, false) }
      state.isLooking = true
      return (state.folder, true)
    }
    return looks ? look(folder, from: now) : folder
  }

  @discardableResult
  private func look(_ old: ServedFolder, from start: ContinuousClock.Instant) -> ServedFolder {
    let found = Result { () throws(ServerError) in try ServedFolder(root, resources) }
    let end = ContinuousClock.now
    // A twentieth of the time at most.
    let pause = max(.milliseconds(100), (end - start) * 20)
    let (folder, removed) = state.withLock { state -> (ServedFolder, RecentValues<Key, KeptAnswer>?) in
      (state.isLooking, state.nextLook) = (false, end + pause)
      var removed: RecentValues<Key, KeptAnswer>?
      switch found {
      case .success(let folder):
        // Nobody asks for answers of a former state again.
        if folder.state != state.folder.state { (removed, state.kept) = (state.kept, RecentValues()) }
        (state.folder, state.fault) = (folder, nil)
      case .failure(let error): state.fault = error
      }
      return (state.folder, removed)
    }
    if removed != nil { levels.keep(state: folder.state) }
    return folder
  }

  /// Looks at the folder anew.
  ///
  /// - Throws: ``ServerError`` for a folder that cannot be served; the server goes on with what it had.
  public func reload() throws(ServerError) {
    let old = state.withLock { $0.folder }
    look(old, from: .now)
    if let fault = state.withLock({ $0.fault }) { throw fault }
  }

  /// A summary of the server, in words.
  public var summary: String {
    let folder = state.withLock { $0.folder }
    return
      "\(counted(folder.maps.count, "map")), \(counted(folder.styles.count, "style")), \(counted(folder.sources.count, "source"))"
  }

  /// Counts an answer that was sent.
  public func count(_ answer: ServerAnswer, seconds: Double) {
    state.withLock { $0.figures.count(answer, seconds: seconds) }
  }

  // MARK: Drawing

  func fault(_ error: SessionError, status: Int) -> ServerError {
    if error.kind == .cancelled { return ServerError(503, "the drawing was ended; repeat the request") }
    let text = (error.message ?? error.description).replacing(root + "/", with: "")
    return ServerError(
      error.kind == .output ? 500 : status, text, at: error.place?.replacing(root + "/", with: ""))
  }

  /// Joins a drawing that runs, or begins one.
  func start(_ pending: PendingAnswer, _ finish: @escaping @Sendable (ServerAnswer) -> Void) {
    let key = pending.key
    let waiter = Drawing.Waiter(id: ObjectIdentifier(pending), finish: finish)
    let kept = state.withLock { state in
      state.kept.use(key).flatMap { $0.tag == pending.tag ? $0.answer : nil }
    }
    if let kept { return finish(kept) }
    let begins = state.withLock { state -> Drawing? in
      if let running = state.drawings[key], running.state == pending.state, running.join(waiter) {
        return nil
      }
      guard state.drawings.count < options.mostDrawings else { return Drawing(state: "") }
      let drawing = Drawing(state: pending.state)
      _ = drawing.join(waiter)
      state.drawings[key] = drawing
      return drawing
    }
    guard let begins else { return }
    guard begins.hasWaiters else {
      var error = ServerError(503, "\(options.mostDrawings) drawings wait already; repeat the request later")
      error.retryAfter = 1
      return finish(finished(error.answer, pending.route.name))
    }
    let seconds = options.seconds
    let task = Task.detached { [self] in
      let limit = Task {
        try await Task.sleep(for: .seconds(seconds))
        begins.end(isLate: true)
      }
      let answer = await draw(pending, begins)
      limit.cancel()
      let waiters = state.withLock { state in
        if state.drawings[key] === begins { state.drawings[key] = nil }
        return begins.close()
      }
      for waiter in waiters { waiter.finish(answer) }
    }
    begins.hold(task)
  }

  func leave(_ pending: PendingAnswer) {
    state.withLock { $0.drawings[pending.key] }?.leave(ObjectIdentifier(pending))
  }

  private func draw(_ pending: PendingAnswer, _ drawing: Drawing) async -> ServerAnswer {
    var status = 400
    if case .map = pending.route { status = 500 }
    do throws(ServerError) {
      var answer = try await made(pending, drawing, status)
      guard let tag = pending.tag else { return finished(answer, pending.route.name) }
      let folder = try whole { () throws(ServerError) in try ServedFolder(root, resources) }
      guard folder.state == pending.state else {
        // A file changed meanwhile: what was drawn may be of either state, so that nobody keeps it.
        answer = try await made(pending, drawing, status)
        answer.headers.append(("Cache-Control", "no-store"))
        return finished(answer, pending.route.name)
      }
      return keep(answer, pending.key, tag, pending.route)
    } catch {
      return finished(error.answer, pending.route.name)
    }
  }

  /// Keeps an answer for the next request, with its tag.
  private func keep(_ answer: ServerAnswer, _ key: Key, _ tag: EntityTag, _ route: Route) -> ServerAnswer {
    var answer = answer
    answer.headers += headers(of: tag)
    answer = finished(answer, route.name)
    let (kept, budget) = (KeptAnswer(tag: tag, answer: answer), options.cacheBytes)
    let size = answer.body.bytes.count + 1024
    let removed = state.withLock { state -> [KeptAnswer] in
      guard size <= budget / 4 else { return [] }
      state.kept.update(key, default: kept) { ($0, $1) = (kept, size) }
      return state.kept.cost > budget ? state.kept.trim(cost: budget - budget / 16) : []
    }
    _ = removed
    return answer
  }

  private func whole<Value>(_ body: () throws(ServerError) -> Value) throws(ServerError) -> Value {
    try body()
  }

  private func headers(of tag: EntityTag) -> [(name: String, value: String)] {
    [
      ("ETag", tag.text), ("Vary", "Accept-Encoding"),
      ("Cache-Control", options.maxAge > 0 ? "public, max-age=\(options.maxAge)" : "no-cache"),
    ]
  }

  private func made(_ pending: PendingAnswer, _ drawing: Drawing, _ status: Int) async throws(ServerError)
    -> ServerAnswer
  {
    state.withLock { $0.figures.drawn += 1 }
    do throws(SessionError) {
      switch pending.work {
      case .picture(let picture): return try await session.answer(of: picture, encoding: pending.key.encoding)
      case .tile(let tile):
        let level = try await levels.level(tile.key(pending.state)) { [session] () throws(SessionError) in
          try await session.clusterLevel(of: tile.specification, zoom: tile.tile.zoom, columns: tile.columns)
        }
        return tile.answer(of: level, encoding: pending.key.encoding)
      }
    } catch {
      if drawing.isLate {
        var late = ServerError(
          503,
          "the drawing took longer than \(decimalText(of: options.seconds, decimals: 1)) s; ask for less, or later"
        )
        late.retryAfter = 10
        throw late
      }
      throw fault(error, status: status)
    }
  }
}

extension MapServer {
  /// The answer to a request, drawn where need be.
  public func answer(_ request: ServerRequest) async -> ServerAnswer {
    switch begin(request) {
    case .done(let answer): return answer
    case .waiting(let pending):
      return await withCheckedContinuation { continuation in
        pending.start { continuation.resume(returning: $0) }
      }
    }
  }
}
