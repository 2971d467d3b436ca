import CClusterSnap
import Dispatch
import FileResources
import JSONDocument
import MapContent
import MapFeatures
import MapSession
import MapSettings
import Parallel

#if MapStories
  import StoryCommands
#endif

/// A request of the C interface: its tables, the thread that answers it, and what came of it.
///
/// `@unchecked Sendable`: everything that changes is in ``state``.
final class LibraryRequest: @unchecked Sendable {
  enum Answer: Sendable {
    case pictures([MapPicture])
    case markers([MarkerDocument])
    case film([UInt8])
  }

  /// Bytes that C was given.
  ///
  /// `@unchecked Sendable`: they do not change.
  final class Block: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ content: [UInt8]) {
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, content.count), alignment: 16)
      room.copyBytes(from: content)
      bytes = UnsafeRawBufferPointer(start: room.baseAddress, count: content.count)
    }

    deinit { bytes.deallocate() }
  }

  struct State {
    var phase = cs_unstarted
    var memory: [String: MemoryResource] = [:]
    var answer: Answer?
    var error: SessionError?
    var notes: [SessionNote] = []
    var progress: SessionProgress?
    var cancel: (@Sendable () -> Void)?
    var blocks: [String: Block] = [:]
    var reports: [Block] = []
  }

  private let owner: LibrarySession
  private let json: [UInt8]
  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  init(_ json: [UInt8], of owner: LibrarySession) { (self.json, self.owner) = (json, owner) }

  // MARK: Tables

  /// Adds what is read where the JSON names it; a name that is no UTF-8 is an error of the request.
  func add(_ name: UnsafePointer<CChar>, _ make: () throws(ResourceError) -> MemoryResource) -> cs_state {
    guard let name = String(validatingCString: name) else {
      let written = escapedForMessage(String(cString: name))
      state.withLock {
        $0.error = .input("the name of a table is no UTF-8; encode it as UTF-8", at: written)
      }
      return cs_failed
    }
    do throws(ResourceError) {
      let resource = try make()
      return state.withLock { state in
        guard state.phase == cs_unstarted else { return cs_failed }
        state.memory[name] = resource
        return cs_done
      }
    } catch {
      state.withLock { $0.error = .input("\(error.reason)", at: name) }
      return cs_failed
    }
  }

  // MARK: Answering

  func start(_ what: String?, film: String?) -> cs_state {
    let isFirst = state.withLock { state in
      guard state.phase == cs_unstarted, state.error == nil else { return false }
      state.phase = cs_pending
      return true
    }
    guard isFirst else { return cs_failed }
    guard owner.begin(self) else { return end(.failure(.input("the session is closed; open another one"))) }
    let started = startThread { [self] in
      let result = waiting(cancelling: { cancel in hold(cancel) }) { await self.answer(what, film: film) }
      owner.end(self)
      _ = end(result)
    }
    if started { return cs_pending }
    owner.end(self)
    return end(.failure(.output("no thread can be started; end other programs")))
  }

  private func hold(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.phase == cs_cancelled
    }
    if isCancelled { cancel() }
  }

  private func answer(_ what: String?, film: String?) async -> Result<Answer, SessionError> {
    do throws(SessionError) {
      var loader = owner.loader
      loader.memory = state.withLock { $0.memory }
      let session = MapSession(sharing: owner.session, resources: loader)
      let specification = try MapSpecification(json: json)
      let progress: @Sendable (SessionProgress) -> Void = { [weak self] step in
        self?.state.withLock { $0.progress = step }
      }
      switch what {
      #if MapStories
        case "film":
          let answer = try await session.film(of: specification, options: film)
          return keep(answer.notes, .film(answer.bytes))
      #endif
      case "markers":
        let answer = try await session.markerDocuments(of: specification, progress: progress)
        return keep(answer.notes, .markers(answer.documents))
      default:
        // Marks are described for SVG alone.
        let isScene = what == "scene"
        let format = isScene ? .svg : what.flatMap(PictureFormat.init(rawValue:))
        guard what == nil || format != nil else {
          throw .input(
            "\(quotedForMessage(what ?? "")) cannot be made; ask for scene, png, svg, pdf, webp, avif, jpeg, html, markers or film"
          )
        }
        let answer = try await session.pictures(
          of: specification, as: format, isEncoded: !isScene, progress: progress)
        return keep(answer.notes, .pictures(answer.pictures))
      }
    } catch {
      state.withLock { $0.notes = error.notes }
      return .failure(error)
    }
  }

  private func keep(_ notes: [SessionNote], _ answer: Answer) -> Result<Answer, SessionError> {
    state.withLock { $0.notes = notes }
    return .success(answer)
  }

  private func end(_ result: Result<Answer, SessionError>) -> cs_state {
    let phase = state.withLock { state in
      state.cancel = nil
      state.memory = [:]
      guard state.phase == cs_pending else { return state.phase }
      switch result {
      case .success(let answer): (state.phase, state.answer) = (cs_done, answer)
      case .failure(let error) where error.kind == .cancelled: state.phase = cs_cancelled
      case .failure(let error): (state.phase, state.error) = (cs_failed, error)
      }
      return state.phase
    }
    ended.signal()
    return phase
  }

  func wait(milliseconds: Int) -> cs_state {
    func phase() -> cs_state { state.withLock { $0.phase } }
    guard phase() == cs_pending, milliseconds > 0 else { return phase() }
    if ended.wait(timeout: .now() + .milliseconds(milliseconds)) == .success { ended.signal() }
    return phase()
  }

  func cancel() {
    let cancel = state.withLock { state in
      if state.phase == cs_pending || state.phase == cs_unstarted { state.phase = cs_cancelled }
      return state.cancel
    }
    cancel?()
    ended.signal()
  }

  // MARK: Results

  private static let formats = Set(
    PictureFormat.allCases.map(\.rawValue) + MarkerDocument.Format.allCases.map(\.rawValue))

  func bytes(_ number: Int, _ format: String?) -> UnsafeRawBufferPointer? {
    guard format == nil || LibraryRequest.formats.contains(format ?? "") else { return nil }
    let key = "\(number) \(format ?? "")"
    if let block = state.withLock({ $0.blocks[key] }) { return block.bytes }
    guard let block = written(number, format).map(Block.init) else { return nil }
    return state.withLock { state in
      if state.blocks[key] == nil { state.blocks[key] = block }
      return state.blocks[key] ?? block
    }.bytes
  }

  private func written(_ number: Int, _ format: String?) -> [UInt8]? {
    let answer = state.withLock { $0.answer }
    if let markers = format.flatMap(MarkerDocument.Format.init(rawValue:)) {
      return self.markers(number)?.bytes(markers)
    }
    switch (answer, format.flatMap(PictureFormat.init(rawValue:))) {
    case (.pictures(let pictures), let format) where pictures.indices.contains(number):
      let picture = pictures[number]
      return format == nil && !picture.bytes.isEmpty
        ? picture.bytes : try? picture.encoded(as: format ?? picture.format)
    case (.film(let bytes), nil) where number == 0: return bytes
    default: return nil
    }
  }

  func markers(_ number: Int) -> MarkerDocument? {
    switch state.withLock({ $0.answer }) {
    case .pictures(let pictures) where pictures.indices.contains(number):
      try? pictures[number].markerDocument()
    case .markers(let documents) where documents.indices.contains(number): documents[number]
    default: nil
    }
  }

  func report() -> UnsafePointer<CChar>? {
    state.withLock { state in
      let bytes = Array(state.report.utf8) + [0]
      if let last = state.reports.last, last.bytes.elementsEqual(bytes) { return last }
      let block = Block(bytes)
      state.reports.append(block)
      return block
    }.bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
  }
}
