import JSONDocument

/// Cairo's SVG with ids counted from 1 in the order they appear, and a title.
///
/// Cairo counts ids on through the whole process (`surface5`, then `surface10`), so that equal scenes would not
/// give equal bytes. It defines an image anew, under the same id, where it is drawn again: that gets another.
///
/// - Complexity: O(*n*).
func renumberedSVG(_ bytes: [UInt8], title: String?, details: String? = nil) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var names: [[UInt8]: [UInt8]] = [:]
  var defined: Set<[UInt8]> = []
  var count = 0
  var copied = 0
  var index = 0
  while index < bytes.count {
    guard let start = identifierStart(in: bytes, at: index) else {
      index += 1
      continue
    }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: ")") { end += 1 }
    let name = Array(bytes[start..<end])
    let isDefinition = bytes[index] == UInt8(ascii: "i")
    if isDefinition, !defined.insert(name).inserted { names[name] = nil }
    if names[name] == nil { count += 1 }
    let number = names[name] ?? Array("i\(count)".utf8)
    names[name] = number
    result += bytes[copied..<start]
    result += number
    copied = end
    index = end
  }
  result += bytes[copied...]
  guard let title else { return result }
  return titled(result, title, details)
}

/// The beginning of an id's name, if the bytes at `index` lead to one: `id="`, `="#` or `url(#`.
private func identifierStart(in bytes: [UInt8], at index: Int) -> Int? {
  let byte = bytes[index]
  let mark: StaticString
  if byte == UInt8(ascii: "i") {
    guard index > 0, bytes[index - 1] == UInt8(ascii: " ") else { return nil }
    mark = "id=\""
  } else if byte == UInt8(ascii: "=") {
    mark = "=\"#"
  } else if byte == UInt8(ascii: "u") {
    mark = "url(#"
  } else {
    return nil
  }
  let end = index + mark.utf8CodeUnitCount
  guard end <= bytes.count else { return nil }
  for offset in 0..<mark.utf8CodeUnitCount where bytes[index + offset] != mark.utf8Start[offset] {
    return nil
  }
  return end
}

private func titled(_ bytes: [UInt8], _ title: String, _ details: String?) -> [UInt8] {
  let tag = Array("<svg".utf8)
  guard
    let open = bytes.indices.first(where: { bytes[$0...].starts(with: tag) }),
    let close = bytes[open...].firstIndex(of: UInt8(ascii: ">"))
  else { return bytes }
  var elements = "\n<title>\(markupText(drawable(title, limit: 1_000), at: .content))</title>"
  if let details {
    elements += "\n<desc>\(markupText(drawable(details, limit: 10_000), at: .content))</desc>"
  }
  return bytes[...close] + Array(elements.utf8) + bytes[(close + 1)...]
}
