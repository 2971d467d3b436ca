import CTransfer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Fetches tiles and documents over HTTP: within time, within size, again after a passing fault, from the cache where it
/// is fresh.
struct TileServer: Sendable {
  let options: TileOptions
  private let cache: TileCache?

  init(_ options: TileOptions) {
    self.options = options
    cache = options.cacheFolder.map(TileCache.init(folder:))
  }

  /// What is at an address; `nil` where there is nothing (404, 410, 204).
  ///
  /// - Parameter check: refuses an answer; what it refuses is not kept.
  func bytes<Answer>(
    _ address: String, check: ([UInt8]) throws(TileError) -> Answer
  ) throws(TileError) -> Answer? {
    let kept = cache?.entry(for: address)
    if let kept, kept.age < options.freshSeconds, let answer = try? check(kept.bytes) { return answer }
    do throws(TileError) {
      guard let bytes = try fetch(address) else { return nil }
      let answer = try check(bytes)
      cache?.keep(bytes, for: address)
      return answer
    } catch {
      // An old tile is better than none.
      if let kept, error.isPassing, let answer = try? check(kept.bytes) { return answer }
      throw error
    }
  }

  /// Asks the server, up to three times where the fault may pass, within the time allowed in all.
  private func fetch(_ address: String) throws(TileError) -> [UInt8]? {
    let deadline = monotonicSeconds() + options.secondsAllowed
    var pause = options.pause
    var tries = 0
    while true {
      tries += 1
      do throws(TileError) {
        return try fetchOnce(address, milliseconds: Int(max(1, (deadline - monotonicSeconds()) * 1000)))
      } catch {
        let hasTime = monotonicSeconds() + pause < deadline
        guard error.isPassing, error != tooSlow(address), tries < 3, hasTime else { throw error }
        usleep(UInt32(pause * 1_000_000))
        pause *= 4
      }
    }
  }

  private func fetchOnce(_ address: String, milliseconds: Int) throws(TileError) -> [UInt8]? {
    let answer = address.withCString { url in
      options.userAgent.withCString { agent in
        var request = transfer_request(
          url: url, user_agent: agent, byte_limit: TilePicture.byteLimit, milliseconds: milliseconds,
          redirects: 5)
        return transfer_fetch(&request)
      }
    }
    defer { transfer_free(answer.bytes) }
    let name = shown(address)
    switch answer.outcome {
    case transfer_done: break
    case transfer_no_library: throw .noTransfer(name: name)
    case transfer_refused: throw .refused(name: name)
    case transfer_too_large: throw .tooLarge(name: name, limit: TilePicture.byteLimit)
    case transfer_too_slow: throw tooSlow(address)
    case transfer_redirected: throw .redirected(name: name)
    case transfer_cut: throw .noAnswer(name: name, reason: "the answer ends early")
    case transfer_unreachable: throw .noAnswer(name: name, reason: "the server cannot be reached")
    case transfer_no_memory: throw .noAnswer(name: name, reason: "memory is short")
    default: throw .noAnswer(name: name, reason: "the transfer failed (libcurl's number \(answer.code))")
    }
    switch answer.status {
    case 200..<300 where answer.count > 0:
      return Array(UnsafeBufferPointer(start: answer.bytes, count: answer.count))
    case 200..<300, 404, 410: return nil
    default: throw .status(name: name, Int(answer.status))
    }
  }

  private func tooSlow(_ address: String) -> TileError {
    .tooSlow(name: shown(address), seconds: Int(options.secondsAllowed.rounded(.up)))
  }
}

extension TileError {
  /// Whether asking again may help.
  fileprivate var isPassing: Bool {
    switch self {
    case .status(_, let status): status >= 500 || status == 429
    case .noAnswer, .tooSlow: true
    default: false
    }
  }
}
