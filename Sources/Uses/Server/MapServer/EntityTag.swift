import TileSources

/// A strong entity tag of RFC 9110, with its quotation marks: equal tags have equal bytes.
struct EntityTag: Hashable, Sendable {
  let text: String

  init(of address: [UInt8], state: String, encoding: ContentEncoding) {
    let digest = SHA256.hexadecimal(state + "\n" + String(decoding: address, as: UTF8.self))
    text = "\"\(digest.prefix(32))\(encoding == .plain ? "" : "-" + encoding.rawValue)\""
  }

  /// True if a list of `If-None-Match` has the tag, compared weakly as RFC 9110 has it; `*` matches whatever is there.
  func isIn(_ list: String) -> Bool {
    var rest = Substring(list)
    while let start = rest.firstIndex(of: "\"") {
      let after = rest.index(after: start)
      guard let end = rest[after...].firstIndex(of: "\"") else { return false }
      if rest[start...end] == text { return true }
      rest = rest[rest.index(after: end)...]
    }
    return false
  }
}

struct CachePolicy: Sendable {
  /// `nil` where the answer depends on something without a version.
  let tag: EntityTag?
  private let modified: String?
  let seconds: Int

  init(
    of address: [UInt8], _ state: AnswerState?, _ names: AnswerNames, _ options: MapServer.Options,
    encoding: ContentEncoding
  ) {
    let known = state.flatMap { $0.isKnown ? $0 : nil }
    // What the options change of a picture is a part of its address.
    let settings = "\(options.version)\n\(options.style)\n\(options.tileSize)\n"
    tag = known.map { EntityTag(of: address, state: settings + $0.text, encoding: encoding) }
    modified = known?.lastModified
    seconds = names.all.map { options.maxAges[$0] ?? options.maxAge }.min() ?? options.maxAge
  }

  /// True for a request of who has the answer already. Dates are compared as equal or not: a file may be replaced by an
  /// older one.
  func isHeld(by request: ServerRequest) -> Bool {
    guard let tag else { return false }
    if let list = request.header("if-none-match") { return tag.isIn(list) }
    return modified != nil && request.header("if-modified-since") == modified
  }

  var headers: [(name: String, value: String)] {
    var headers = [("Vary", "Accept-Encoding")]
    if let tag { headers.append(("ETag", tag.text)) }
    if let modified { headers.append(("Last-Modified", modified)) }
    headers.append(("Cache-Control", seconds > 0 ? "public, max-age=\(seconds)" : "no-cache"))
    return headers
  }
}

enum ContentEncoding: String, Hashable, Sendable {
  case plain = "identity"
  case gzip

  /// The coding for a client: gzip where `Accept-Encoding` has it and does not refuse it.
  init(accepted list: String?) {
    self = .plain
    for part in (list ?? "").split(separator: ",") {
      let words = part.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = words.first, name == "gzip" || name == "x-gzip" || name == "*" else { continue }
      let quality = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if name != "*" || self == .plain { self = quality > 0 ? .gzip : .plain }
      if name != "*" { return }
    }
  }
}
