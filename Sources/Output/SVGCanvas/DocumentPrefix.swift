/// A prefix of ids and classes that no other document has: it is made of the document's own bytes.
///
/// While a document is written, its bytes are not known. A blank as long as the prefix is written, of a control character
/// that XML forbids, so that nothing else of the document can be taken for it.
enum DocumentPrefix {
  private static let filler: UInt8 = 1
  private static let digits = 8
  static let blank = "m" + String(repeating: "\u{1}", count: digits) + "-"

  static func filled(in document: [UInt8]) -> [UInt8] {
    var document = document
    let hash = SharedPaths.hash(document[...])
    let text = String((hash ^ hash >> 32) & 0xFFFF_FFFF, radix: 16)
    let prefix = Array((String(repeating: "0", count: digits - text.count) + text).utf8)
    var position = 0
    for index in document.indices where document[index] == filler {
      document[index] = prefix[position]
      position = (position + 1) % digits
    }
    return document
  }
}
