package import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server on this machine that also misbehaves: what it does with a request, the test sets.
///
/// All its state is behind one lock. Its socket is shut down when the last reference goes, and closed by the thread that
/// accepts: no number of a socket is used after it may belong to another.
package final class LoopbackServer: @unchecked Sendable {
  /// What is done with a request.
  package enum Reaction {
    case answer(Int, [UInt8] = [], headers: [String: String] = [:])
    /// The answer begins, and goes on when the semaphore is signaled.
    case stall([UInt8], until: DispatchSemaphore)
    /// More is promised than is sent.
    case cut(promised: Int, [UInt8])
    /// Bytes without end.
    case endless(Int)
    /// The connection is closed without a word.
    case hangUp
  }

  /// What is requested.
  package struct Request: Sendable {
    package let path: String
    /// From 1: how often the path was requested.
    package let time: Int
    /// By names in lowercase.
    package let headers: [String: String]

    /// The bytes that `Range` requests of a file; `nil` where it requests the whole.
    package func range(of count: Int) -> Range<Int>? {
      guard let text = headers["range"], text.hasPrefix("bytes=") else { return nil }
      let ends = text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
      guard ends.count == 2, ends[0] < count else { return nil }
      return ends[0]..<min(count, ends[1] + 1)
    }
  }

  private let listener: Int32
  package let port: UInt16
  private let lock = NSLock()
  private var asked: [String: Int] = [:]
  private var agents: Set<String> = []
  private var open = 0
  private var mostOpen = 0
  private let react: @Sendable (Request) -> Reaction

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameter react: what to do with a path asked for the n-th time, from 1.
  package convenience init(_ react: @escaping @Sendable (_ path: String, _ time: Int) -> Reaction) throws {
    try self.init(requests: { react($0.path, $0.time) })
  }

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameter react: what to do with a request.
  package init(requests react: @escaping @Sendable (Request) -> Reaction) throws {
    self.react = react
    guard let (socket, port) = LoopbackServer.listeningSocket() else { throw POSIXError(.EADDRNOTAVAIL) }
    (listener, self.port) = (socket, port)
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread { [weak self] in
      defer { close(socket) }
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// A socket on a free port, and the port.
  private static func listeningSocket() -> (Int32, UInt16)? {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    return isBound ? (listener, UInt16(bigEndian: address.sin_port)) : nil
  }

  deinit {
    shutdown(listener, Int32(2))
  }

  /// The address of a path.
  package func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// How often each path was asked for.
  package var counts: [String: Int] { lock.withLock { asked } }
  /// Who asked.
  package var userAgents: Set<String> { lock.withLock { agents } }
  /// The most requests that waited for their answer at one time.
  package var mostAtOnce: Int { lock.withLock { mostOpen } }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var head = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !head.contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return }
      head += String(decoding: buffer[..<count], as: UTF8.self)
    }
    let lines = head.split(separator: "\r\n")
    let path = String(lines.first?.split(separator: " ").dropFirst().first ?? "")
    let time = lock.withLock {
      asked[path, default: 0] += 1
      for line in lines where line.lowercased().hasPrefix("user-agent: ") {
        agents.insert(String(line.dropFirst(12)))
      }
      open += 1
      mostOpen = max(mostOpen, open)
      return asked[path] ?? 1
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let reaction = react(Request(path: path, time: time, headers: headers))
    // Before the answer: whoever has it may ask again before this thread goes on.
    lock.withLock { open -= 1 }
    switch reaction {
    case .hangUp: return
    case .answer(let status, let body, let headers):
      let extra = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
      send(
        "HTTP/1.1 \(status) X\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\(extra)\r\n",
        connection)
      send(body, connection)
    case .endless(let status):
      send("HTTP/1.1 \(status) X\r\nConnection: close\r\n\r\n", connection)
      while send([UInt8](repeating: 7, count: 1 << 16), connection) {}
    case .cut(let promised, let body):
      send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(promised)\r\n\r\n", connection)
      send(body, connection)
    case .stall(let body, let continues):
      send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n", connection)
      send(Array(body.prefix(1)), connection)
      continues.wait()
      // Whoever stalls after it goes on, too.
      continues.signal()
      send(Array(body.dropFirst()), connection)
    }
  }

  private func send(_ text: String, _ connection: Int32) { _ = send(Array(text.utf8), connection) }

  @discardableResult
  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(connection, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }
}
