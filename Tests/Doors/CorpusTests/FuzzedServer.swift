import Dispatch
import FileResources
import Foundation
import JSONDocument
import MapServer
import MapSession

/// A server of a small folder with secrets in it and beside it, which no answer may hold.
///
/// An input is `METHOD TARGET`, headers a line each, and behind an empty line the body. What has a body is drawn. Or it is the type
/// of a body and behind the first line the body, which is drawn.
struct FuzzedServer {
  static let all = FuzzedServer()
  private static let secrets = ["11.223344", "hidden-word"]
  private let server: MapServer?

  private init() {
    let folder = NSTemporaryDirectory() + "/clustersnap-served-\(getpid())"
    for (path, text) in [
      ("secret.csv", "lon,lat\n\(FuzzedServer.secrets[0]),\(FuzzedServer.secrets[0])\n"),
      ("site/.env", "KEY=hidden-word\n"), ("site/server.key", "hidden-word\n"),
      ("site/versions/held.sql", "SELECT 'hidden-word'"),
      ("site/maps/held.json", #"{"sources": {"held": "postgresql://joe:hidden-word@db.invalid/city"}}"#),
      ("site/towns.csv", "lon,lat,kind\n13.4,52.5,a\n13.41,52.51,b\n"),
      ("site/maps/europe.json", #"{"sources": {"towns": "../towns.csv"}, "size": [64, 48]}"#),
    ] {
      let url = URL(filePath: folder).appending(path: path)
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data(text.utf8).write(to: url)
    }
    var options = MapServer.Options()
    (options.mostPixels, options.mostPoints, options.seconds) = (1 << 16, 1000, 5)
    server = try? MapServer(
      folder: folder + "/site", resources: FileLoader(root: folder + "/site", mapsFiles: false),
      session: MapSession.Options(), options: options)
  }

  /// Answers an input.
  ///
  /// - Returns: whether it is answered with what it asks for.
  func read(_ bytes: [UInt8]) -> Bool {
    FuzzedServer.request(bytes).map(answers) ?? false
  }

  /// Answers a body.
  ///
  /// - Returns: whether it is drawn.
  func read(body bytes: [UInt8]) -> Bool {
    let type = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let body = Array(bytes.dropFirst(type.count + 1))
    let isRequest = type.elementsEqual("application/json".utf8)
    let target = isRequest ? "/render?format=svg" : "/render?format=svg&size=64x48&basemap=none"
    return answers(
      ServerRequest(
        "POST", Array(target.utf8), headers: [("Content-Type", String(decoding: type, as: UTF8.self))],
        body: body.isEmpty ? [0] : body))
  }

  private func answers(_ request: ServerRequest) -> Bool {
    guard let server else { return false }
    let answer: ServerAnswer
    switch server.begin(request) {
    case .done(let known): answer = known
    case .waiting(let pending):
      if request.body.isEmpty { return true }
      let (drawn, isDone) = (Held(), DispatchSemaphore(value: 0))
      pending.start {
        drawn.answer = $0
        isDone.signal()
      }
      isDone.wait()
      answer = drawn.answer ?? ServerError(500, "nothing was answered").answer
    }
    if answer.status >= 400 {
      let problem = try? JSONText(parsing: answer.body.bytes).root
      precondition(problem?["detail"]?.string?.isEmpty == false, "an error is no problem document")
    }
    precondition(answer.status != 500 || answer.route == "maps", "a request has an error of the server")
    for secret in FuzzedServer.secrets {
      let found = answer.body.bytes.firstRange(of: Array(secret.utf8))
      // A body may have the word itself.
      precondition(
        found == nil || request.body.firstRange(of: Array(secret.utf8)) != nil, "an answer has a secret")
    }
    return answer.status < 400
  }

  private final class Held: Sendable {
    /// Set once, before whoever waits goes on.
    nonisolated(unsafe) var answer: ServerAnswer?
  }

  private static func request(_ bytes: [UInt8]) -> ServerRequest? {
    let newline = UInt8(ascii: "\n")
    var rest = bytes[...]
    func line() -> ArraySlice<UInt8> {
      let line = rest.prefix { $0 != newline }
      rest = rest.dropFirst(line.count + 1)
      return line
    }
    let first = line().split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard first.count == 2 else { return nil }
    var headers: [(name: String, value: String)] = []
    while case let text = line(), !text.isEmpty {
      let parts = String(decoding: text, as: UTF8.self).split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers.append((String(parts[0]), String(parts[1].drop { $0 == " " }))) }
    }
    return ServerRequest(
      String(decoding: first[0], as: UTF8.self), Array(first[1]), headers: headers, body: Array(rest))
  }
}
