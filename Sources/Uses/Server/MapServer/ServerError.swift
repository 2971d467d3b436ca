import JSONDocument
import MapSettings

/// The reason why a request is not answered: what is wrong and what to do, in one line, with the status of HTTP.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status of HTTP, `400...599`.
  public let status: Int
  /// The fault and what to do, in one line.
  public let message: String
  /// The place that it is about: a parameter, a file with line and column; `nil` for the request.
  public var place: String?
  /// The seconds after which the request may be repeated; `nil` where that would not help.
  public var retryAfter: Int?
  /// The methods that the address has, for status 405.
  public var methods: [String] = []
  /// True if nothing behind the request can be read as the next one.
  var endsConnection = false

  /// An error with its status.
  public init(
    _ status: Int, _ message: String, at place: String? = nil, retryAfter: Int? = nil, methods: [String] = []
  ) {
    (self.status, self.message, self.place) = (status, message, place)
    (self.retryAfter, self.methods) = (retryAfter, methods)
  }

  static func unknown(
    _ kind: String, _ name: String, among known: [String], at place: String, status: Int = 404
  ) -> ServerError {
    let advice = known.isEmpty ? "the folder has none" : nameAdvice(name, among: known)
    return ServerError(status, "there is no \(kind) \(quotedForMessage(name)); \(advice)", at: place)
  }

  static func setting(at place: String) -> (SettingError) -> ServerError {
    { ServerError(400, $0.description, at: place) }
  }

  /// The fault with its place.
  public var description: String { place.map { "\($0): \(message)" } ?? message }

  /// The problem document of RFC 9457.
  public var answer: ServerAnswer {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "about:blank")
      json.member("title", Self.title(of: status))
      json.member("status", status)
      json.member("detail", message)
      if let place { json.member("place", place) }
    }
    var answer = ServerAnswer(status, "application/problem+json", json.bytes)
    answer.reason = description
    answer.headers.append(("Cache-Control", "no-store"))
    if endsConnection { answer.headers.append(("Connection", "close")) }
    if let retryAfter { answer.headers.append(("Retry-After", "\(retryAfter)")) }
    if !methods.isEmpty { answer.headers.append(("Allow", methods.joined(separator: ", "))) }
    return answer
  }

  private static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }
}
