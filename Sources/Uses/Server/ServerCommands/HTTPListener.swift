import CommandParts
import CHTTP
import MapServer
import Parallel

/// The socket of `serve`: requests of libmicrohttpd become those of ``MapServer``, and its answers go back.
final class HTTPListener: Sendable {
  private let server: MapServer
  private let log: AccessLog
  /// The requests that are not answered yet, each with its exchange once the connection is put aside.
  private let open = Mutex<[ObjectIdentifier: Exchange?]>([:])
  private nonisolated(unsafe) var handle: OpaquePointer?

  init(_ server: MapServer, _ log: AccessLog) { (self.server, self.log) = (server, log) }

  func start(
    on address: ListenAddress, threads: Int, bodyLimit: Int, bodiesLimit: Int, seconds: Int
  ) throws(Failure) -> Int {
    var options = http_options()
    options.port = address.port
    options.threads = UInt32(threads)
    // The rest is for files and the threads' own.
    let connections = changeOpenFiles { $0.rlim_cur = min($0.rlim_max, 8192) }.map { max(16, $0 - 128) }
    options.connection_limit = UInt32(connections ?? 256)
    (options.body_limit, options.bodies_limit) = (bodyLimit, bodiesLimit)
    options.seconds = UInt32(seconds)
    // The listener lives as long as the process listens.
    options.context = Unmanaged.passUnretained(self).toOpaque()
    options.keeps_body = { context, request in
      guard let listener = HTTPListener.of(context), let request else { return false }
      return listener.server.readsBody(of: ServerRequest(of: request))
    }
    options.received = { context, request, refused in
      guard let listener = HTTPListener.of(context), let request else { return false }
      return listener.received(request, refused)
    }
    options.suspended = { context, request in
      guard let listener = HTTPListener.of(context), let request,
        let exchange = Exchange.of(http_owner(request))
      else { return }
      listener.open.withLock { $0[ObjectIdentifier(exchange)] = exchange }
      exchange.pending?.start { listener.send($0, exchange) }
    }
    options.ended = { context, owner, wasSent, nanoseconds in
      guard let owner else { return }
      let exchange = Unmanaged<Exchange>.fromOpaque(owner).takeRetainedValue()
      HTTPListener.of(context)?.ended(exchange, wasSent: wasSent, seconds: Double(nanoseconds) / 1e9)
    }
    options.left = { context, owner in
      guard let listener = HTTPListener.of(context), let exchange = Exchange.of(owner) else { return }
      // The server's lock is held here.
      _ = startThread { listener.leave(exchange, "the client has left; nothing is sent") }
    }
    let outcome = address.host.withCString { host in
      options.address = host
      return http_start(&options, &handle)
    }
    switch outcome {
    case http_started: return Int(http_port(handle))
    case http_no_library:
      throw .output("serve needs libmicrohttpd; install it (Debian: apt install libmicrohttpd12)")
    case http_in_use:
      throw .output(
        "\(address.isFile ? address.host : "port \(address.port)") is in use; end what listens there, or set another with --listen"
      )
    case http_no_address:
      throw .input(
        "--listen: \(address.isFile ? address.host : "\(address.host):\(address.port)") cannot be listened on; write 127.0.0.1:8080, [::1]:8080 or unix:PATH"
      )
    default: throw .output("the server cannot be started; see the limits of memory and threads")
    }
  }

  /// Accepts no more, waits for what is in flight, answers what is left, and ends.
  func finish(within seconds: Double) {
    http_quiesce(handle)
    let end = monotonicSeconds() + seconds
    while case let open = open.withLock({ $0 }), !open.isEmpty {
      // Whoever has not read the answer by then never does.
      guard monotonicSeconds() < end + 1 else { break }
      if monotonicSeconds() > end {
        // The library ends the process where a connection is aside.
        for case let exchange? in open.values { leave(exchange, "the server is ended; repeat the request") }
      }
      usleep(20_000)
    }
    http_stop(handle)
  }

  private func leave(_ exchange: Exchange, _ reason: String) {
    exchange.pending?.cancel()
    send(server.answer(of: ServerError(503, reason)), exchange)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPListener? {
    context.map { Unmanaged<HTTPListener>.fromOpaque($0).takeUnretainedValue() }
  }

  private func received(_ request: OpaquePointer, _ refused: http_refusal) -> Bool {
    let own = ServerRequest(of: request)
    let exchange = Exchange(request, own, client: own.client(trusting: server.options.proxies))
    _ = open.withLock { $0.updateValue(nil, forKey: ObjectIdentifier(exchange)) }
    http_set_owner(request, Unmanaged.passRetained(exchange).toOpaque())
    if let error = Self.error(of: refused) {
      send(server.answer(of: error), exchange)
      return true
    }
    switch server.begin(own) {
    case .done(let answer):
      send(answer, exchange)
      return true
    case .waiting(let pending):
      exchange.pending = pending
      return false
    }
  }

  private static func error(of refused: http_refusal) -> ServerError? {
    switch refused {
    case http_not_one_host: ServerError(400, "there is not one Host header; send one")
    case http_too_large: ServerError(413, "the body is too large; send less")
    case http_full:
      ServerError(503, "bodies of other requests fill the room for them; repeat the request", retryAfter: 1)
    case http_ending: ServerError(503, "the server is ended; repeat the request", retryAfter: 1)
    default: nil
    }
  }

  /// Answers once; a client that has left may have been answered before.
  private func send(_ answer: ServerAnswer, _ exchange: Exchange) {
    guard exchange.take(answer) else { return }
    var texts: [UnsafeMutablePointer<CChar>?] = []
    var fields: [http_field] = []
    for (name, value) in answer.headers {
      texts += [strdup(name), strdup(value)]
      fields.append(http_field(name: texts[texts.count - 2], value: texts[texts.count - 1]))
    }
    defer { for text in texts { free(text) } }
    let owner = Unmanaged.passRetained(answer.body)
    answer.body.bytes.withUnsafeBytes { bytes in
      // The array has storage of its own, which the body keeps in place; an empty one has none.
      http_answer(
        exchange.request, Int32(answer.status), fields, fields.count, bytes.baseAddress, bytes.count,
        { owner in if let owner { Unmanaged<AnswerBody>.fromOpaque(owner).release() } }, owner.toOpaque())
    }
  }

  private func ended(_ exchange: Exchange, wasSent: Bool, seconds: Double) {
    _ = open.withLock { $0.removeValue(forKey: ObjectIdentifier(exchange)) }
    guard let answer = exchange.answer else { return }
    server.count(answer, seconds: seconds)
    log.write(exchange, answer, wasSent: wasSent, seconds: seconds)
  }
}

final class Exchange: Sendable {
  let method, path, client: String
  let agent, number: String?
  nonisolated(unsafe) let request: OpaquePointer
  /// Set before the connection is put aside, and not changed after.
  nonisolated(unsafe) var pending: PendingAnswer?
  private let given = Mutex<ServerAnswer?>(nil)

  var answer: ServerAnswer? { given.withLock { $0 } }

  init(_ request: OpaquePointer, _ own: ServerRequest, client: String) {
    (self.request, self.client, method) = (request, client, own.method)
    (agent, number) = (own.header("user-agent"), own.header("x-request-id"))
    // Queries may hold keys.
    path = String(decoding: own.target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
  }

  static func of(_ owner: UnsafeMutableRawPointer?) -> Exchange? {
    owner.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  func take(_ answer: ServerAnswer) -> Bool {
    given.withLock { given in
      guard given == nil else { return false }
      given = answer
      return true
    }
  }
}

extension ServerRequest {
  fileprivate init(of request: OpaquePointer) {
    var headers: [(name: String, value: String)] = []
    var name, value: UnsafePointer<CChar>?
    while http_header(request, headers.count, &name, &value), let name, let value {
      headers.append((String(cString: name), String(cString: value)))
    }
    var count = 0
    let body = http_body(request, &count)
    let target = http_target(request)
    self.init(
      http_method(request).map { String(cString: $0) } ?? "",
      target.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? [],
      headers: headers, body: body.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [])
    var room = [CChar](repeating: 0, count: 46)
    http_client(request, &room)
    client = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
