/// A text without passwords, queries and keys of addresses: `mysql://ann:secret@host/city?a=b` keeps host and
/// path, `password=secret` its name. Web addresses are shown by ``addressForMessage(_:)``.
///
/// All messages use it. `https:` and tile addresses may hold `@` in paths; in others the last one ends the
/// password.
public func withoutSecrets(_ text: String) -> String {
  withoutAssignedSecrets(withoutQueries(withAddressesForMessage(text)))
}

private func withAddressesForMessage(_ text: String) -> String {
  let pathKeepers = ["http", "https", "pmtiles", "mbtiles", "file"]
  var (result, rest) = ("", text[...])
  while let mark = rest.firstRange(of: "://") {
    let scheme = String(rest[..<mark.lowerBound].reversed().prefix(while: isOfScheme).reversed())
    let isWeb = pathKeepers.contains(scheme.lowercased())
    let isQuoted = rest[..<mark.lowerBound].dropLast(scheme.count).last == "\""
    result += rest[..<mark.upperBound]
    rest = rest[mark.upperBound...]
    func wordPrefix() -> Substring {
      rest.prefix { (isQuoted || !$0.isWhitespace) && !"\"`|<>".contains($0) }
    }
    let word = wordPrefix()
    let authority = word.prefix { !"/\\?#".contains($0) }
    var at = (isWeb ? authority : word).lastIndex(of: "@")
    if at == nil, authority.contains(":"), !hasPort(authority) {
      at = word.lastIndex(of: "@")
      if at == nil, !isWeb { at = rest.prefix { !$0.isNewline && $0 != "\"" }.lastIndex(of: "@") }
    }
    if let at { rest = rest[rest.index(after: at)...] }
    var address = wordPrefix()
    // Another one in it, as behind `pmtiles://`, is the next to be found.
    if isWeb, !scheme.lowercased().hasPrefix("http"), address.contains("://") { continue }
    while let last = address.last, ":;,.!?)'".contains(last) { address.removeLast() }
    result += isWeb ? addressForMessage("http://" + address).dropFirst(7) : address.prefix { $0 != "?" }
    rest = rest[address.endIndex...]
  }
  return result + rest
}

private func isOfScheme(_ character: Character) -> Bool {
  character.isASCII && (character.isLetter || character.isNumber || "+.-".contains(character))
}

/// Replaces queries by `…` in addresses without a complete scheme, such as `//h/a.png?key`.
///
/// A word before the question mark is an address if it holds a slash, period, colon or brace.
private func withoutQueries(_ text: String) -> String {
  var (result, rest) = ("", text[...])
  while let mark = rest.firstIndex(of: "?") {
    let word = rest[..<mark].reversed().prefix { !$0.isWhitespace && !isBracket($0) }
    let before = rest[..<mark].dropLast(word.count).last ?? result.last
    let isQuoted = before == "\""
    result += rest[...mark]
    rest = rest[rest.index(after: mark)...]
    var query = rest.prefix { (isQuoted || !$0.isWhitespace) && !isBracket($0) }
    while let last = query.last, ":;,.!?'".contains(last) { query.removeLast() }
    guard query.first?.isWhitespace == false, word.contains(where: { "/.:{".contains($0) }) else { continue }
    result += "…"
    rest = rest[query.endIndex...]
  }
  return result + rest
}

private func isBracket(_ character: Character) -> Bool { "\"`|<>()".contains(character) }

/// Replaces values of names such as `password`, and of query parameters, by `…`.
private func withoutAssignedSecrets(_ text: String) -> String {
  var (result, rest) = ("", text[...])
  while let equals = rest.firstIndex(of: "=") {
    let before = rest[..<equals]
    let trimmed = before.reversed().drop { $0 == " " }
    let name = String(trimmed.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.reversed())
      .lowercased()
    let mark = trimmed.dropFirst(name.count).first
    let isInQuery = !name.isEmpty && (mark == "?" || mark == "&")
    let isSecret =
      isInQuery || ["passw", "pwd", "secret"].contains(where: name.contains)
      || mark == ";" && ["pass", "key", "token"].contains(where: name.contains)
    result += rest[...equals]
    rest = rest[rest.index(after: equals)...]
    guard isSecret else { continue }
    let value = rest.drop { $0 == " " }
    let quote = value.first.flatMap { "'\"".contains($0) ? $0 : nil }
    var end =
      quote.map { quote in
        value.dropFirst().firstIndex(of: quote).map(value.index(after:)) ?? value.endIndex
      } ?? value.firstIndex { $0.isWhitespace || "&;,|'\")".contains($0) } ?? value.endIndex
    if value.startIndex < end { result += "…" }
    if value[..<end].last == ":" { end = value.index(before: end) }
    rest = rest[end...]
  }
  return result + rest
}
