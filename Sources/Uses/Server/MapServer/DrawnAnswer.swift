import JSONDocument
import MapFeatures
import MapSession
import TileSources

// The drawing of answers.
extension MapServer {
  func fault(_ error: SessionError, status: Int) -> ServerError {
    if error.kind == .cancelled { return ServerError(503, "the drawing was ended; repeat the request") }
    // The address of a database is for the log alone.
    if let place = error.place, Resource.isDatabase(place) {
      options.warn(folderText(error.description))
      return ServerError(
        503, "a database of the folder cannot be asked at present; the server's log has the reason",
        retryAfter: 60)
    }
    // A style or an archive that cannot be used is no fault of who asks.
    let files = state.withLock { Array($0.folder.styles.values) + Array($0.folder.tiles.values) }
    let place = error.place ?? error.notes.first { $0.severity == .error }?.place
    let isOurs = place.map { place in files.contains { place.hasPrefix($0) } } ?? false
    return ServerError(
      error.kind == .output || isOurs ? 500 : status, folderText(error.message ?? error.description),
      at: error.place.map(folderText))
  }

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
      return finish(error.answer)
    }
    let seconds = options.seconds
    let task = Task.detached { [self] in
      let limit = Task {
        try await Task.sleep(for: .seconds(seconds))
        // Whoever waits is answered, even where the work does not notice for a while that it has ended.
        end(begins, pending, with: late.answer)
        begins.end()
      }
      let answer = await draw(pending)
      limit.cancel()
      end(begins, pending, with: answer)
    }
    begins.hold(task)
  }

  private func end(_ drawing: Drawing, _ pending: PendingAnswer, with answer: ServerAnswer) {
    let waiters = state.withLock { state in
      if state.drawings[pending.key] === drawing { state.drawings[pending.key] = nil }
      return drawing.close()
    }
    for waiter in waiters { waiter.finish(answer) }
  }

  func leave(_ pending: PendingAnswer) {
    state.withLock { $0.drawings[pending.key] }?.leave(ObjectIdentifier(pending))
  }

  private func draw(_ pending: PendingAnswer) async -> ServerAnswer {
    do throws(ServerError) {
      var picture: EntityTag?
      if case .picture = pending.work { picture = pending.terms?.tag }
      if let picture, let stored = store?.answer(picture) {
        state.withLock { $0.figures.cached += 1 }
        return keep(stored, pending)
      }
      var (answer, drawn) = try await made(pending)
      if let state = drawn.state, drawn.terms?.tag != nil, !state.isCurrent(resources) {
        // A file changed meanwhile: what was drawn may be of either state, so that nobody keeps it.
        answer = try await made(pending).answer
        answer.headers.append(("Cache-Control", "no-store"))
        return answer
      }
      if case .picture = drawn.work, let tag = drawn.terms?.tag { store?.keep(answer, tag) }
      return keep(answer, drawn)
    } catch {
      return error.answer
    }
  }

  func keep(_ answer: ServerAnswer, _ pending: PendingAnswer) -> ServerAnswer {
    var answer = answer
    answer.headers += pending.terms?.headers ?? []
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

  /// Draws; once more where a file of data turns out to be broken, by what was read of it last.
  private func made(
    _ pending: PendingAnswer
  ) async throws(ServerError) -> (answer: ServerAnswer, pending: PendingAnswer) {
    var status = 400
    if pending.names.map != nil { status = 500 }
    do throws(SessionError) {
      return (try await drawn(pending), pending)
    } catch {
      guard let name = await brokenName(error) else { throw fault(error, status: status) }
      let folder = look(state.withLock { $0.folder }, from: .now)
      let again = pending.of(folder)
      do throws(SessionError) {
        return (try await drawn(again), again)
      } catch {
        if error.unreadInput == nil { throw fault(error, status: status) }
        throw ServerError(
          503, "the data of \(name) cannot be read at present; the server's log has the reason",
          retryAfter: 60)
      }
    }
  }

  private var late: ServerError {
    ServerError(
      503,
      "the drawing took longer than \(decimalText(of: options.seconds, decimals: 1)) s; ask for less, or later",
      retryAfter: 10)
  }

  private func drawn(_ pending: PendingAnswer) async throws(SessionError) -> ServerAnswer {
    state.withLock { $0.figures.drawn += 1 }
    switch pending.work {
    case .picture(let picture): return try await session.answer(of: picture, encoding: pending.key.encoding)
    case .content(let content): return try await content.answer(session, pending.key.encoding)
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
  }
}
