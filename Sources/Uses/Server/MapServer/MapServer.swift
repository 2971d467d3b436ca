import CPosix
import JSONDocument
public import MapFeatures
public import MapSession
import MapSettings
import Parallel
import TileSources

/// Answers requests for maps of a folder: requests of HTTP in, answers out, without a socket.
///
/// - A picture has a strong entity tag that is known before anything is drawn: of its address, of the state of the files that
///   it depends on, and of the program. A client that has it gets 304, and nothing is drawn.
/// - Finished pictures are kept up to a budget of bytes; equal requests in flight are drawn once.
/// - Pictures that were begun while a file changed are drawn again.
public final class MapServer: Sendable {
  /// The options of the server.
  public let options: Options
  let root: String
  private let resources: any ResourceLoader
  let session: MapSession
  let state: Mutex<State>
  private let levels: LevelCache
  private let store: FileStore?

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
    let names: AnswerNames
    /// The text of the state that it depends on.
    let state: String
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
    store = try options.store.map { path throws(ServerError) in
      try rethrowing(FileStore(folder: path, budget: options.storeBytes)) { (error: TileError) in
        ServerError(500, "pictures cannot be kept there: \(error); name another folder", at: path)
      }
    }
    let served = try ServedFolder(folder, resources)
    let known = served.maps.keys.sorted() + served.sources.keys.sorted()
    if let name = options.maxAges.keys.sorted().first(where: { !known.contains($0) }) {
      throw ServerError(
        404,
        "there is no map and no source \(quotedForMessage(name)) to be kept; \(nameAdvice(name, among: known))"
      )
    }
    state = Mutex(State(folder: served, nextLook: .now + .milliseconds(100)))
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
      try request.checkLength()
      let address = try RequestAddress(request.target)
      let found = try Route(address)
      route = found.name
      guard found.methods.contains(request.method) else {
        throw ServerError(
          405, "the address has no method \(quotedForMessage(request.method)); use \(found.methods[0])",
          methods: found.methods)
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
    let names = AnswerNames(route, address, style: options.style)
    let files = folder.state(of: names)
    let terms = isPost ? nil : AnswerTerms(of: key.target, files, names, options, encoding: encoding)
    let condition = isPost ? nil : request.header("if-none-match")
    let isUnlessPresent =
      condition.map { $0.contains("*") && $0.allSatisfy { $0 == "*" || $0 == " " } } ?? false
    if let terms, let tag = terms.tag {
      if terms.isHeld(by: request) {
        state.withLock { $0.figures.unchanged += 1 }
        var answer = ServerAnswer(304, "", [])
        answer.headers = terms.headers
        return done(answer, route.name)
      }
      let kept = state.withLock { state -> ServerAnswer? in
        guard let kept = state.kept.use(key), kept.tag == tag else { return nil }
        state.figures.cached += 1
        return kept.answer
      }
      if let kept { return done(isUnlessPresent ? kept.notModified : kept, route.name) }
    }
    let pending = PendingAnswer(
      server: self, key: key, route: route, work: try work(of: route, address, request, folder),
      names: names, terms: terms, state: files, isUnlessPresent: isUnlessPresent)
    if case .tile(let tile) = pending.work, let text = pending.levelState,
      let level = levels.known(tile.key(text))
    {
      state.withLock { $0.figures.drawn += 1 }
      let answer = keep(tile.answer(of: level, encoding: encoding), pending)
      return .done(isUnlessPresent ? answer.notModified : answer)
    }
    return .waiting(pending)
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
    let found = Result { () throws(ServerError) in try ServedFolder(root, resources, after: old) }
    let end = ContinuousClock.now
    // A twentieth of the time at most.
    let pause = max(.milliseconds(100), (end - start) * 20)
    let (folder, removed) = state.withLock { state -> (ServedFolder, [KeptAnswer?]) in
      (state.isLooking, state.nextLook) = (false, end + pause)
      var removed: [KeptAnswer?] = []
      switch found {
      case .success(let folder):
        // Nobody asks for answers of a former state again.
        if folder.digest != state.folder.digest {
          let former = state.kept.all.filter { folder.state(of: $0.value.names)?.text != $0.value.state }
          removed = former.map(\.key).map { state.kept.remove($0) }
        }
        (state.folder, state.fault) = (folder, nil)
      case .failure(let error): state.fault = error
      }
      return (state.folder, removed)
    }
    if folder.digest != old.digest { levels.keep(states: folder.sourceStates) }
    _ = removed
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
      state.kept.use(key).flatMap { $0.tag == pending.terms?.tag ? $0.answer : nil }
    }
    if let kept { return finish(kept) }
    let begins = state.withLock { state -> Drawing? in
      let text = pending.state?.text ?? ""
      if let running = state.drawings[key], running.state == text, running.join(waiter) {
        return nil
      }
      guard state.drawings.count < options.mostDrawings else { return Drawing(state: "") }
      let drawing = Drawing(state: text)
      _ = drawing.join(waiter)
      state.drawings[key] = drawing
      return drawing
    }
    guard let begins else { return }
    guard begins.hasWaiters else {
      let error = ServerError(
        503, "\(options.mostDrawings) drawings wait already; repeat the request later", retryAfter: 1)
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
      var picture: EntityTag?
      if case .picture = pending.work { picture = pending.terms?.tag }
      if let picture, let stored = store?.answer(picture) {
        state.withLock { $0.figures.cached += 1 }
        return keep(stored, pending)
      }
      var answer = try await made(pending, drawing, status)
      if let state = pending.state, pending.terms?.tag != nil, !state.isCurrent(resources) {
        // A file changed meanwhile: what was drawn may be of either state, so that nobody keeps it.
        answer = try await made(pending, drawing, status)
        answer.headers.append(("Cache-Control", "no-store"))
        return finished(answer, pending.route.name)
      }
      if let picture { store?.keep(answer, picture) }
      return keep(answer, pending)
    } catch {
      return finished(error.answer, pending.route.name)
    }
  }

  /// Finishes an answer, and keeps it for the next request where it has a tag.
  private func keep(_ answer: ServerAnswer, _ pending: PendingAnswer) -> ServerAnswer {
    var answer = answer
    answer.headers += pending.terms?.headers ?? []
    answer = finished(answer, pending.route.name)
    guard let tag = pending.terms?.tag, let text = pending.state?.text else { return answer }
    let kept = KeptAnswer(tag: tag, names: pending.names, state: text, answer: answer)
    let (size, budget) = (answer.body.bytes.count + 1024, options.cacheBytes)
    _ = state.withLock { state -> [KeptAnswer] in
      // A file may have changed since the request was looked at.
      guard size <= budget / 4, state.folder.state(of: pending.names)?.text == text else { return [] }
      state.kept.update(pending.key, default: kept) { ($0, $1) = (kept, size) }
      return state.kept.cost > budget ? state.kept.trim(cost: budget - budget / 16) : []
    }
    return answer
  }

  private func made(_ pending: PendingAnswer, _ drawing: Drawing, _ status: Int) async throws(ServerError)
    -> ServerAnswer
  {
    state.withLock { $0.figures.drawn += 1 }
    do throws(SessionError) {
      switch pending.work {
      case .picture(let picture): return try await session.answer(of: picture, encoding: pending.key.encoding)
      case .tile(let tile):
        if let counted = try await session.countedTile(
          tile.tile, of: tile.specification, buffer: tile.buffer, columns: tile.columns)
        {
          return tile.answer(of: counted, encoding: pending.key.encoding)
        }
        let find = { @Sendable [session] () async throws(SessionError) in
          try await session.clusterLevel(of: tile.specification, zoom: tile.tile.zoom, columns: tile.columns)
        }
        let text = pending.levelState
        let level = if let text { try await levels.level(tile.key(text), find) } else { try await find() }
        return tile.answer(of: level, encoding: pending.key.encoding)
      }
    } catch {
      if drawing.isLate {
        throw ServerError(
          503,
          "the drawing took longer than \(decimalText(of: options.seconds, decimals: 1)) s; ask for less, or later",
          retryAfter: 10)
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
