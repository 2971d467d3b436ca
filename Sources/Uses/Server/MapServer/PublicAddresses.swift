import JSONDocument

/// The writer of addresses of this server, as clients see them: behind proxies too.
struct PublicAddresses: Sendable {
  /// Scheme, host and prefix of all of them, without a slash at the end.
  let base: String
  private let signature: AddressSignature?
  private let end: String?

  init() { (base, signature, end) = ("", nil, nil) }

  init(
    _ request: ServerRequest, _ address: RequestAddress, _ options: MapServer.Options
  ) throws(ServerError) {
    (signature, end) = (options.signature, address["exp"])
    if let own = options.publicAddress {
      base = own
      return
    }
    let isTrusted = request.client.isEmpty || options.proxies.contains(request.client)
    func forwarded(_ name: String) -> String? {
      isTrusted ? request.header("x-forwarded-" + name)?.split(separator: ",").first.map(String.init) : nil
    }
    let scheme = forwarded("proto")?.lowercased() == "https" ? "https" : "http"
    var prefix = (forwarded("prefix") ?? "")[...]
    while prefix.last == "/" { prefix.removeLast() }
    guard let host = forwarded("host") ?? request.header("host"), !host.isEmpty,
      host.utf8.allSatisfy({ $0.isLetterOrDigit || [0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F].contains($0) }),
      prefix.isEmpty || prefix.first == "/",
      prefix.utf8.allSatisfy({ $0.isLetterOrDigit || [0x2D, 0x2E, 0x2F, 0x5F, 0x7E].contains($0) })
    else { throw ServerError(400, "the host of the request is no name; send a Host header", at: "Host") }
    base = "\(scheme)://\(host)\(prefix)"
  }

  /// A whole address; where addresses are signed, with a signature to the end of the one that was asked for. The path
  /// is percent-encoded, but for the gaps of a template.
  func address(_ path: String, _ query: [RequestAddress.Parameter] = []) -> String {
    var parts = query.filter { !AddressSignature.parameters.contains($0.name) }.map {
      "\(percentEncoded($0.name))=\(percentEncoded($0.value))"
    }
    if signature != nil, let end { parts.append("exp=\(percentEncoded(end))") }
    let target = path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    guard let signature else { return base + target }
    return base + target + (parts.isEmpty ? "?" : "&") + "sig=" + signature.sign(Array(target.utf8))
  }
}
