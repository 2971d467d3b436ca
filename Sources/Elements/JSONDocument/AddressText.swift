/// An address for messages: without user, password, query, fragment, and anything in its path that looks like
/// a key.
///
/// Path parameters (`;key=…`), segments `key=…` and segments of 20 and more mixed letters and digits become
/// `…`. Other text, such as a file's name, is returned as it is. The address may follow `pmtiles://` and
/// `mbtiles://`.
public func addressForMessage(_ address: String) -> String {
  for scheme in ["pmtiles://", "mbtiles://"] where hasPrefixIgnoringCase(address, scheme) {
    return scheme + addressForMessage(String(address.dropFirst(scheme.count)))
  }
  guard let colon = address.firstRange(of: "://"), isScheme(address[..<colon.lowerBound]) else {
    return escapedForMessage(address)
  }
  let scheme = address[..<colon.upperBound].lowercased()
  let rest = address[colon.upperBound...].prefix { $0 != "?" && $0 != "#" }
  // A password may hold slashes where somebody forgot to escape them: the last @ before the query ends it, unless
  // the part before the first slash has one of its own.
  let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "\\" } ?? rest.endIndex
  var (authority, path) = (rest[..<authorityEnd], rest[authorityEnd...])
  if let at = authority.lastIndex(of: "@") {
    authority = authority[authority.index(after: at)...]
  } else if authority.contains(":"), !hasPort(authority), let at = rest.lastIndex(of: "@") {
    let host = rest[rest.index(after: at)...]
    let end = host.firstIndex(of: "/") ?? host.endIndex
    (authority, path) = (host[..<end], host[end...])
  }
  let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(segmentForMessage)
  return escapedForMessage(scheme + authority + segments.joined(separator: "/"))
}

/// True if the host ends in a port, or is an IPv6 address.
func hasPort(_ authority: Substring) -> Bool {
  guard let colon = authority.lastIndex(of: ":") else { return false }
  if authority.hasPrefix("[") { return true }
  return authority[authority.index(after: colon)...].utf8.allSatisfy(\.isDigit)
}

private func isScheme(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isLetter) }

private func hasPrefixIgnoringCase(_ text: String, _ prefix: String) -> Bool {
  text.prefix(prefix.count).lowercased() == prefix
}

private func segmentForMessage(_ segment: Substring) -> String {
  // LINZ and others: services;key=…
  let name = segment.prefix { $0 != ";" }
  let kept =
    name.contains("=") ? name.prefix { $0 != "=" } + "=…" : Substring(looksLikeKey(name) ? "…" : name)
  return String(kept) + (name.endIndex < segment.endIndex ? ";…" : "")
}

/// True for long segments that mix letters and digits without separators, as API keys do.
private func looksLikeKey(_ segment: Substring) -> Bool {
  guard segment.utf8.count >= 20, !segment.contains("{") else { return false }
  var changes = 0
  var former: UInt8 = 0
  for byte in segment.utf8 {
    if byte.isDigit && former.isLetter || byte.isLetter && former.isDigit { changes += 1 }
    former = byte
  }
  return changes >= 5
}

package func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte in
    byte.isLetterOrDigit || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }.joined()
}
