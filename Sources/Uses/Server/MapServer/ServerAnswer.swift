import Inflate

/// A request as it came: method, target and body untouched.
public struct ServerRequest: Sendable {
  /// The method, in capital letters.
  public var method: String
  /// The target of the request line, raw: path and query.
  public var target: [UInt8]
  /// Names and values of the headers, in order.
  public var headers: [(name: String, value: String)]
  /// The body; empty for none.
  public var body: [UInt8]
  /// The address that it came from; empty for this process.
  public var client = ""

  /// A request.
  public init(
    _ method: String, _ target: [UInt8], headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
  }

  /// Refuses a body with two lengths: a proxy and the server may disagree where the next request begins.
  func checkLength() throws(ServerError) {
    let lengths = headers.count { ["content-length", "transfer-encoding"].contains($0.name.lowercased()) }
    guard lengths > 1 else { return }
    var error = ServerError(400, "the body has \(lengths) lengths; send one Content-Length", at: "body")
    error.endsConnection = true
    throw error
  }

  /// The address of the client, which proxies name.
  public func client(trusting proxies: Set<String>) -> String {
    guard client.isEmpty || proxies.contains(client) else { return client }
    // What stands before the last ones anyone may have written.
    let named = (header("x-forwarded-for") ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    return named.last { !proxies.contains($0) && !$0.isEmpty && $0.utf8.count < 46 } ?? client
  }

  /// The value of a header, by its name in small letters, of several joined by commas; `nil` where it is not there.
  public func header(_ name: String) -> String? {
    let values = headers.lazy.filter { $0.name.lowercased() == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// Bytes that several answers share.
public final class AnswerBody: Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension ServerAnswer {
  init(_ type: String, _ bytes: [UInt8], _ encoding: ContentEncoding) {
    self.init(200, type, encoding == .gzip ? gzipped(bytes) : bytes)
    if encoding == .gzip { headers.append(("Content-Encoding", "gzip")) }
  }
}

/// An answer: status, headers and body.
public struct ServerAnswer: Sendable {
  /// The status of HTTP.
  public var status: Int
  /// Names and values of the headers, without those of the connection.
  public var headers: [(name: String, value: String)]
  /// The body, which answers to HEAD have, too: its length is stated, and it is not sent.
  public var body: AnswerBody
  /// The kind of address, for figures and logs.
  public var route = "other"
  /// The fault in one line, for logs; `nil` for none.
  public var reason: String?

  init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
    (self.status, headers, body) = (status, [("Content-Type", type)], AnswerBody(bytes))
  }

  /// The value of a header; `nil` where it is not there.
  public subscript(header: String) -> String? {
    headers.first { $0.name.lowercased() == header.lowercased() }?.value
  }

  /// The answer to a client that has the bytes already: what identifies them, and no body.
  var notModified: ServerAnswer {
    var answer = self
    (answer.status, answer.body) = (304, ServerAnswer.nothing)
    answer.headers.removeAll { ["Content-Type", "Content-Encoding"].contains($0.name) }
    return answer
  }

  static let nothing = AnswerBody([])
}
