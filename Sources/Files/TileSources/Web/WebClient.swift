import CTransfer
import JSONDocument
import Parallel

struct WebRequest: Hashable, Sendable {
  /// Accepted types, undecodable ones last.
  static let tiles =
    "image/png,image/jpeg;q=0.9,image/webp;q=0.8,application/vnd.mapbox-vector-tile,application/json,*/*;q=0.1"

  var address: String
  /// Name for messages; the address if `nil`.
  var name: String?
  var accept = WebRequest.tiles
  var range: Range<Int>?
  /// Required entity tag.
  var version: String?
  var limit = TileLimits.storedBytes
}

struct WebAnswer: Hashable, Sendable {
  var status: Int
  var bytes: [UInt8]
  /// Entity tag with quotation marks, and lowercase content encoding; empty for none.
  var entityTag, encoding: String
  var contentRange: String
}

/// HTTP client with limits of time and size, retries and persistent connections.
final class WebClient: Sendable {
  let options: TileOptions
  let cache: TileCache?
  private let sessions = Mutex<[Session]>([])

  /// A connection, pooled or owned by one request.
  private struct Session: @unchecked Sendable {
    let handle: OpaquePointer
  }

  private static let redirectLimit = 5

  init(_ options: TileOptions) {
    self.options = options
    cache = options.cacheFolder.map(TileCache.init(folder:))
  }

  deinit {
    sessions.withLock { for session in $0 { transfer_close(session.handle) } }
  }

  /// A whole document through the cache; `nil` for 404, 410 and 204.
  ///
  /// - Parameter check: throws for answers that must not be cached.
  func document<Answer>(
    _ address: String, during load: TileLoad, check: ([UInt8]) throws(TileError) -> Answer
  ) throws(TileError) -> Answer? {
    let kept = cache?.entry(for: address)
    if let kept, kept.age < options.freshSeconds, let answer = try? check(kept.bytes) { return answer }
    do throws(TileError) {
      let request = WebRequest(address: address)
      let answer = try self.answer(to: request, during: load)
      let name = addressForMessage(address)
      switch answer.status {
      case 200..<300 where !answer.bytes.isEmpty: break
      case 200..<300, 404, 410: return nil
      default: throw .status(name: name, answer.status)
      }
      if answer.encoding == "br" { throw .unsupported(name: name, format: "packed with Brotli") }
      let checked = try check(answer.bytes)
      cache?.keep(answer.bytes, for: address)
      return checked
    } catch {
      // An old answer is better than none.
      if let kept, error.isPassing, let answer = try? check(kept.bytes) { return answer }
      throw error
    }
  }

  /// Sends a request, retried up to three times on passing faults.
  ///
  /// Statuses from 500 on, and 429, are faults; others are the caller's.
  func answer(to request: WebRequest, during load: TileLoad) throws(TileError) -> WebAnswer {
    let deadline = load.tileDeadline()
    var pause = options.pause
    var tries = 0
    while true {
      tries += 1
      do throws(TileError) {
        let answer = try follow(request, deadline: deadline, load)
        guard answer.status < 500, answer.status != 429 else {
          throw .status(name: request.shownName, answer.status)
        }
        return answer
      } catch {
        if case .tooSlow = error { throw error }
        let hasTime = load.clock.seconds + pause < deadline
        guard error.isPassing, tries < 3, hasTime, !load.isCancelled() else { throw error }
        load.clock.pause(seconds: pause)
        pause *= 4
      }
    }
  }

  /// Sends a request and follows redirects, each checked first.
  private func follow(
    _ request: WebRequest, deadline: Double, _ load: TileLoad
  ) throws(TileError) -> WebAnswer {
    var address = try WebAddress(request.address)
    let scheme = address.scheme
    var isFromPublic = false
    for hop in 0...WebClient.redirectLimit {
      let proxy = options.proxies.proxy(for: address)
      if proxy != nil { try checkBehindProxy(address, request) }
      let isGuarded = hop > 0 && isFromPublic && !options.allowsPrivateNetworks
      let milliseconds = (deadline - load.clock.seconds) * 1000
      guard milliseconds >= 1 else { throw load.timeout(request.shownName) }
      var answer = transfer(
        request, address, proxy: proxy ?? "", milliseconds: Int(min(milliseconds, 1e9)),
        refusesPrivate: isGuarded)
      defer { transfer_free(&answer) }
      try check(answer, request, load, isGuarded: isGuarded)
      guard (300..<400).contains(answer.status), let target = answer.redirect.map({ String(cString: $0) })
      else { return WebAnswer(answer) }
      // Once public, always public: a way back to a private network is what the check is for.
      isFromPublic = isFromPublic || !answer.is_from_private || options.treatsServersAsPublic
      guard let next = try? WebAddress(target), next.scheme == scheme else {
        throw .redirected(name: request.shownName)
      }
      address = next
    }
    throw .redirected(name: request.shownName)
  }

  /// Refuses private hosts behind a proxy, whose connections cannot be checked.
  private func checkBehindProxy(_ address: WebAddress, _ request: WebRequest) throws(TileError) {
    if address.leads(to: { transfer_is_metadata($0, $1) }) { throw .refused(name: request.shownName) }
    guard !options.allowsPrivateNetworks else { return }
    if address.leads(to: { transfer_is_refused($0, $1) }) { throw .refused(name: request.shownName) }
    if address.leads(to: { transfer_is_private($0, $1) }) {
      throw .privateNetwork(name: request.shownName, isBehindProxy: true)
    }
  }

  private func transfer(
    _ request: WebRequest, _ address: WebAddress, proxy: String, milliseconds: Int, refusesPrivate: Bool
  ) -> transfer_answer {
    let session = sessions.withLock { $0.popLast() } ?? transfer_open().map(Session.init)
    defer { if let session { sessions.withLock { $0.append(session) } } }
    // The texts of the question one after the other, each ended by a zero.
    var texts: [CChar] = []
    func begin(of text: String?) -> Int? {
      guard let text else { return nil }
      defer { texts += text.utf8CString }
      return texts.count
    }
    let (url, agent, accept) = (
      begin(of: address.text), begin(of: options.userAgent), begin(of: request.accept)
    )
    let proxy = begin(of: proxy)
    let (bundle, folder) = (begin(of: options.certificates.file), begin(of: options.certificates.folder))
    let range = begin(of: request.range.map { "\($0.lowerBound)-\($0.upperBound - 1)" })
    // Weak tags never match.
    let tag = begin(of: request.version.flatMap { $0.hasPrefix("W/") || $0.isEmpty ? nil : $0 })
    return texts.withUnsafeBufferPointer { texts in
      func pointer(_ begin: Int?) -> UnsafePointer<CChar>? {
        begin.flatMap { texts.baseAddress?.advanced(by: $0) }
      }
      var question = transfer_request(
        url: pointer(url), user_agent: pointer(agent), accept: pointer(accept), range: pointer(range),
        if_match: pointer(tag), proxy: pointer(proxy), bundle: pointer(bundle),
        bundle_folder: pointer(folder), byte_limit: request.limit, milliseconds: milliseconds,
        refuses_private: refusesPrivate, allows_segment: options.allowsPrivateNetworks)
      return transfer_fetch(session?.handle, &question)
    }
  }

  private func check(
    _ answer: transfer_answer, _ request: WebRequest, _ load: TileLoad, isGuarded: Bool
  ) throws(TileError) {
    let name = request.shownName
    switch answer.outcome {
    case transfer_done: return
    case transfer_no_library: throw .noTransfer(name: name)
    case transfer_refused:
      throw isGuarded ? .privateNetwork(name: name, isBehindProxy: false) : .refused(name: name)
    case transfer_not_a_part: throw .noRanges(name: name)
    case transfer_too_large:
      throw request.range == nil ? .tooLarge(name: name, limit: request.limit) : .wrongRange(name: name)
    case transfer_too_slow: throw load.timeout(name)
    case transfer_redirected: throw .redirected(name: name)
    case transfer_cut: throw .noAnswer(name: name, reason: "the answer ends early")
    case transfer_unreachable: throw .noAnswer(name: name, reason: "the server cannot be reached")
    case transfer_untrusted: throw .untrusted(name: name, bundle: options.certificates.name)
    case transfer_no_bundle: throw .noCertificates(name: name, bundle: options.certificates.name)
    case transfer_no_memory: throw .noAnswer(name: name, reason: "memory is short")
    default: throw .noAnswer(name: name, reason: "the transfer failed (libcurl's number \(answer.code))")
    }
  }
}

extension WebRequest {
  fileprivate var shownName: String { name ?? addressForMessage(address) }
}

extension WebAnswer {
  fileprivate init(_ answer: transfer_answer) {
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    self.init(
      status: Int(answer.status), bytes: Array(UnsafeBufferPointer(start: answer.bytes, count: answer.count)),
      entityTag: text(answer.etag), encoding: text(answer.encoding).lowercased(),
      contentRange: text(answer.content_range).lowercased())
  }
}
