import CommandParts
import Arguments
import JSONDocument
import MapServer
import Parallel
import TileSources

/// The log of requests on standard output, a line each: in JSON, or as Common Log Format has it.
final class AccessLog: Sendable {
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case none, common, json
  }

  private let form: Form
  private let lock = Mutex(())

  init(_ form: Form) { self.form = form }

  func write(_ exchange: Exchange, _ answer: ServerAnswer, wasSent: Bool, seconds: Double) {
    let bytes = exchange.method == "HEAD" ? 0 : answer.body.bytes.count
    let line: String
    switch form {
    case .none: return
    case .common:
      let request = "\(exchange.method) \(exchange.path) HTTP/1.1".replacing("\\", with: "\\\\").replacing(
        "\"", with: "\\\"")
      line =
        "\(exchange.client) - - [\(Self.now(as: "%d/%b/%Y:%H:%M:%S +0000"))] \"\(escapedForMessage(request))\" \(answer.status) \(bytes)"
    case .json:
      var json = JSONWriter()
      json.object { json in
        json.member("time", Self.now(as: "%Y-%m-%dT%H:%M:%SZ"))
        json.member("client", exchange.client)
        json.member("method", exchange.method)
        json.member("path", exchange.path)
        json.member("route", answer.route)
        json.member("status", answer.status)
        json.member("bytes", bytes)
        json.member("seconds", (seconds * 1e6).rounded() / 1e6)
        json.member("sent", wasSent)
        for (key, text) in [
          ("agent", exchange.agent), ("request", exchange.number), ("reason", answer.reason),
        ] {
          if let text { json.member(key, String(text.prefix(500))) }
        }
      }
      line = json.text
    }
    lock.withLock { _ in _ = writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO) }
  }

  private static func now(as form: String) -> String {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    var room = [CChar](repeating: 0, count: 64)
    let count = strftime(&room, room.count, form, &parts)
    return String(decoding: room[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
