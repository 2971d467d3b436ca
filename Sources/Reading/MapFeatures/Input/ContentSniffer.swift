import JSONDocument

struct ContentSniffer {
  enum Finding: Hashable {
    case format(InputFormat, start: Int)
    case foreign(FileSignature, offset: Int)
    case empty
  }

  static let length = 65_536

  static func finding(_ bytes: UnsafeRawBufferPointer) -> Finding {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(length))
    if let content = signature(head) { return .foreign(content, offset: 0) }
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = head[start...].firstIndex(where: { !$0.isBlank }) else { return .empty }
    if let zero = head.prefix(4096).firstIndex(of: 0) { return .foreign(zeros(head), offset: zero) }
    if ConflictMark.begins(in: head, at: first) { return .foreign(.gitConflict, offset: first) }
    switch head[first] {
    case 0x7B: return .format(.geojson, start: start)
    case 0x5B: return .format(.json, start: start)
    case 0x1E: return .format(.ndjson, start: start)
    case 0x3C: return .foreign(isHTML(head[first...]) ? .html : .xml, offset: first)
    default: return .format(.csv, start: start)
    }
  }

  private static func isHTML(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let head = String(decoding: text.prefix(1024), as: UTF8.self).lowercased()
    return head.hasPrefix("<!doctype html") || head.contains("<html") || head.contains("<body")
      || head.contains("<head")
  }

  private static func signature(_ head: UnsafeRawBufferPointer) -> FileSignature? {
    guard let signature = FileSignature(of: head), signature != .bmp, signature != .webp else { return nil }
    return signature
  }

  /// UTF-16 without a mark has a zero byte beside each letter.
  private static func zeros(_ head: UnsafeRawBufferPointer) -> FileSignature {
    if head.allSatisfy({ $0 == 0 }) { return .zeros }
    let sample = head.prefix(256)
    let even = sample.enumerated().filter { $0.offset % 2 == 0 && $0.element == 0 }.count
    let odd = sample.filter { $0 == 0 }.count - even
    let pairs = sample.count / 2
    let isWide = (even == 0 && odd * 2 >= pairs) || (odd == 0 && even * 2 >= pairs)
    return isWide && pairs > 0 ? .utf16 : .binary
  }
}
