import JSONDocument
import TileSources

/// Signed addresses: `sig` is the HMAC-SHA256 (RFC 2104, in hexadecimal digits) of the address without it, and `exp` the
/// second since 1970 at which it ends. The signature of GET is one of HEAD. That of POST is of `POST `, then the address. Tiles,
/// glyphs and sprites may have that of their template, such as `/clusters/NAME/{z}/{x}/{y}.mvt`, with their query.
public struct AddressSignature: Sendable {
  /// The parameters of a signed address.
  static let parameters = ["sig", "exp"]

  private let key: [UInt8]

  /// Signs by a secret key.
  public init(key: [UInt8]) { self.key = key }

  /// The signature of an address, path and query as they are sent, without `sig`; for POST with `POST ` before it.
  public func sign(_ target: [UInt8]) -> String { hexadecimalText(of: Self.code(of: target, key: key)) }

  /// Refuses an address without a signature, with another one, or after its end; `now` is seconds since 1970.
  func check(_ request: ServerRequest, _ address: RequestAddress, _ route: Route, now: Int)
    throws(ServerError)
  {
    guard let signature = address["sig"] else {
      throw ServerError(403, "the address has no signature; add exp and sig", at: "sig")
    }
    // Both are hashed again: neither time nor length of the comparison depends on where they differ.
    let target = (request.method == "POST" ? Array("POST ".utf8) : []) + Self.unsigned(request.target)
    let isSigned = Self.signed(target, route).map { target in
      zip(
        Self.code(of: Array(signature.utf8), key: key), Self.code(of: Array(sign(target).utf8), key: key)
      ).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
    }
    guard isSigned.contains(true) else {
      throw ServerError(403, "the signature is not that of this address; sign it anew", at: "sig")
    }
    guard let end = address["exp"].flatMap({ Int($0) }) else {
      throw ServerError(403, "the signed address has no end; add exp, seconds since 1970", at: "exp")
    }
    guard now < end else {
      throw ServerError(403, "the signature has ended; sign the address anew", at: "exp")
    }
  }

  /// Texts that a signature may sign: the address, and the template by which clients make it.
  private static func signed(_ target: [UInt8], _ route: Route) -> [[UInt8]] {
    let path = target.prefix { $0 != UInt8(ascii: "?") }
    func ending(_ count: Int, with end: String) -> [UInt8] {
      let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast(count)
      return parts.joined(separator: [UInt8(ascii: "/")]) + Array(end.utf8) + target[path.endIndex...]
    }
    if let tile = route.tile {
      return [target]
        + ["", "{ratio}"].map { ending(3, with: "/{z}/{x}/{y}\($0)." + percentEncoded(tile.ending)) }
    }
    switch route {
    case .glyphs: return [target, ending(2, with: "/{fontstack}/{range}.pbf")]
    case .sprite(let file): return [target, ending(1, with: "/" + percentEncoded(Sprite.name(file)))]
    default: return [target]
    }
  }

  static func unsigned(_ target: [UInt8]) -> [UInt8] {
    guard let question = target.firstIndex(of: UInt8(ascii: "?")) else { return target }
    let kept = target[(question + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .filter { !$0.starts(with: "sig=".utf8) }
    let query = kept.joined(separator: [UInt8(ascii: "&")])
    return kept.isEmpty ? Array(target[..<question]) : target[...question] + Array(query)
  }

  /// HMAC-SHA256.
  static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? SHA256.bytes(of: key) : key
    block += [UInt8](repeating: 0, count: 64 - block.count)
    let inner = SHA256.bytes(of: block.map { $0 ^ 0x36 } + message)
    return SHA256.bytes(of: block.map { $0 ^ 0x5C } + inner)
  }
}
