import CSystem
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
/// - Where a file of data can no longer be read, what was read of it last is shown.
public final class MapServer: Sendable {
  /// The options of the server.
  public let options: Options
  let root: String
  let resources: LastGoodLoader
  let session: MapSession
  let fresh: MapSession
  let state: Mutex<State>
  let levels: LevelCache
  let store: FileStore?

  struct State {
    var folder: SiteIndex
    var fault: ServerError?
    var nextLook: ContinuousClock.Instant
    var isLooking = false
    var kept = RecentValues<Key, KeptAnswer>()
    var drawings: [Key: Drawing] = [:]
    var figures = ServerFigures()
  }

  struct Key: Hashable, Sendable {
    let target: [UInt8]
    let encoding: ContentEncoding
    /// Of requests with a body, which are never joined.
    var number = 0
  }

  struct KeptAnswer {
    let tag: EntityTag
    let names: AnswerNames
    let state: String
    let answer: ServerAnswer
  }

  /// A server of a folder; `resources` opens what is in it, and nothing outside.
  ///
  /// - Throws: ``ServerError`` for a folder that cannot be served.
  public init(
    folder: String, resources: any ResourceLoader, session: MapSession.Options, options: Options
  ) throws(ServerError) {
    (root, self.options) = (folder, options)
    self.resources = LastGoodLoader(base: resources, broken: BrokenFiles())
    var session = session
    session.spelling = .members
    self.session = MapSession(resources: self.resources, options: session)
    fresh = MapSession(sharing: self.session, resources: resources)
    levels = LevelCache(budget: options.levelBytes)
    store = try options.store.map { path throws(ServerError) in
      try rethrowing(FileStore(folder: path, budget: options.storeBytes)) { (error: TileError) in
        ServerError(500, "pictures cannot be kept there: \(error); name another folder", at: path)
      }
    }
    let served = try SiteIndex(folder, self.resources, options: options)
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
  public enum Admission: Sendable {
    /// The answer was known.
    case done(ServerAnswer)
    /// It must be drawn.
    case waiting(PendingAnswer)
  }

  /// Answers what needs no drawing, and checks the rest.
  public func begin(_ request: ServerRequest) -> Admission {
    var route = "other"
    do throws(ServerError) {
      let (address, found, entry) = try admitted(request) { route = $0.name }
      if request.method == "OPTIONS" {
        var answer = ServerAnswer(204, "text/plain", [])
        answer.headers = [("Allow", entry.methods.joined(separator: ", "))]
        return done(answer, route)
      }
      if let answer = page(of: found) { return done(answer, route) }
      return try drawn(request, address, found, entry)
    } catch {
      return done(error.answer, route)
    }
  }

  /// True if the body of a request, of which the head is known, has a use.
  public func readsBody(of request: ServerRequest) -> Bool {
    do throws(ServerError) {
      _ = try admitted(request) { _ in }
      return request.method == "POST"
    } catch {
      return false
    }
  }

  private func admitted(
    _ request: ServerRequest, _ found: (RouteEntry) -> Void
  ) throws(ServerError) -> (RequestAddress, Route, RouteEntry) {
    try request.checkLength()
    let address = try RequestAddress(request.target)
    let (route, entry) = try Route.read(address)
    found(entry)
    guard entry.methods.contains(request.method) else {
      throw ServerError(
        405, "the address has no method \(quotedForMessage(request.method)); use \(entry.method)",
        methods: entry.methods)
    }
    if request.method != "OPTIONS", !route.isOfServer, let signature = options.signature {
      try signature.check(request, address, route, now: time(nil))
    }
    return (address, route, entry)
  }

  private func drawn(
    _ request: ServerRequest, _ address: RequestAddress, _ route: Route, _ entry: RouteEntry
  ) throws(ServerError) -> Admission {
    let folder = folder()
    let isPost = request.method == "POST"
    let encoding = ContentEncoding(accepted: request.header("accept-encoding"))
    let addresses = entry.writesAddresses ? try PublicAddresses(request, address, options) : nil
    // Whoever asks by another host gets other addresses.
    let target = AddressSignature.unsigned(request.target) + Array((addresses?.base ?? "").utf8)
    var key = Key(target: target, encoding: encoding)
    if isPost {
      key.number = state.withLock { state in
        state.figures.posted += 1
        return state.figures.posted
      }
    }
    let names = AnswerNames(route, address, style: options.style)
    let files = folder.state(of: names)
    let terms = isPost ? nil : CachePolicy(of: key.target, files, names, options, encoding: encoding)
    let condition = isPost ? nil : request.header("if-none-match")
    let isUnlessPresent =
      condition.map { $0.contains("*") && $0.allSatisfy { $0 == "*" || $0 == " " } } ?? false
    if let terms, let tag = terms.tag {
      if terms.isHeld(by: request) {
        state.withLock { $0.figures.unchanged += 1 }
        var answer = ServerAnswer(304, "", [])
        answer.headers = terms.headers
        return done(answer, entry.name, names)
      }
      let kept = state.withLock { state -> ServerAnswer? in
        guard let kept = state.kept.use(key), kept.tag == tag else { return nil }
        state.figures.cached += 1
        return kept.answer
      }
      if let kept { return done(isUnlessPresent ? kept.notModified : kept, entry.name, names) }
    }
    let pending = PendingAnswer(
      server: self, key: key, route: entry.name,
      work: try work(of: route, address, request, folder, addresses),
      names: names, terms: terms, state: files, isUnlessPresent: isUnlessPresent)
    if case .tile(let tile) = pending.work, let text = pending.levelState,
      let level = levels.known(tile.key(text))
    {
      state.withLock { $0.figures.drawn += 1 }
      let answer = keep(tile.answer(of: level, encoding: encoding), pending)
      return done(isUnlessPresent ? answer.notModified : answer, entry.name, names)
    }
    return .waiting(pending)
  }

  private func done(_ answer: ServerAnswer, _ route: String, _ names: AnswerNames? = nil) -> Admission {
    .done(finished(answer, route, names))
  }

  /// The answer of what the listener itself refuses.
  public func answer(of error: ServerError) -> ServerAnswer { finished(error.answer, "other", nil) }

  /// An answer on its way out, with the headers that all answers have. Answers that are kept are without.
  func finished(_ answer: ServerAnswer, _ route: String, _ names: AnswerNames?) -> ServerAnswer {
    var answer = answer
    answer.route = route
    answer.headers.append(("X-Content-Type-Options", "nosniff"))
    if let names, let age = staleSeconds(names) { answer.headers.append(("X-ClusterSnap-Stale", "\(age)")) }
    if let origin = options.origin {
      answer.headers.append(("Access-Control-Allow-Origin", origin))
      answer.headers.append(
        (
          "Access-Control-Expose-Headers",
          "ETag, X-ClusterSnap-Center, X-ClusterSnap-Zoom, X-ClusterSnap-Bounds, X-ClusterSnap-Alt, X-ClusterSnap-Stale, X-ClusterSnap-Warning"
        ))
      if answer.status == 204, let methods = answer["Allow"] {
        answer.headers.append(("Access-Control-Allow-Methods", methods))
        answer.headers.append(("Access-Control-Allow-Headers", "Content-Type, If-None-Match"))
      }
    }
    return answer
  }

  // MARK: The folder

  /// The folder as it is, or was a tenth of a second ago.
  func folder() -> SiteIndex {
    let now = ContinuousClock.now
    let (folder, looks) = state.withLock { state -> (SiteIndex, Bool) in
      guard now >= state.nextLook, !state.isLooking else { return (state.folder, false) }
      state.isLooking = true
      return (state.folder, true)
    }
    return looks ? look(folder, from: now) : folder
  }

  @discardableResult func look(_ old: SiteIndex, from start: ContinuousClock.Instant) -> SiteIndex {
    let found = Result { () throws(ServerError) in
      try SiteIndex(root, resources, after: old, options: options)
    }
    let end = ContinuousClock.now
    // A twentieth of the time at most.
    let pause = max(.milliseconds(100), (end - start) * 20)
    let (folder, removed) = state.withLock { state -> (SiteIndex, [KeptAnswer?]) in
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
    if folder.digest != old.digest { levels.keep(states: Set(folder.sources.values.map(\.state.text))) }
    _ = removed
    readAgain()
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
