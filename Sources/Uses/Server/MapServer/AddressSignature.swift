import TileSources

/// Signed addresses: `sig` is the HMAC-SHA256 (RFC 2104, in hexadecimal digits) of the address without it, and `exp` the
/// second since 1970 at which it ends.
public struct AddressSignature: Sendable {
  private let key: [UInt8]

  /// Signs by a secret key.
  public init(key: [UInt8]) { self.key = key }

  /// The signature of an address, path and query as they are sent, without `sig`.
  public func sign(_ target: [UInt8]) -> String { hexadecimalText(of: Self.code(of: target, key: key)) }

  /// Refuses an address without a signature, with another one, or after its end.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Throws: ``ServerError`` with status 403.
  func check(_ target: [UInt8], _ address: RequestAddress, now: Int) throws(ServerError) {
    guard let signature = address["sig"] else {
      throw ServerError(403, "the address has no signature; add exp and sig", at: "sig")
    }
    // Both are hashed again: neither time nor length of the comparison depends on where they differ.
    let (given, own) = (Array(signature.utf8), Array(sign(Self.unsigned(target)).utf8))
    let difference = zip(Self.code(of: given, key: key), Self.code(of: own, key: key))
      .reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 }
    guard difference == 0 else {
      throw ServerError(403, "the signature is not that of this address; sign it anew", at: "sig")
    }
    guard let end = address["exp"].flatMap({ Int($0) }) else {
      throw ServerError(403, "the signed address has no end; add exp, seconds since 1970", at: "exp")
    }
    guard now < end else {
      throw ServerError(403, "the signature has ended; sign the address anew", at: "exp")
    }
  }

  /// An address without the parameter `sig`.
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
