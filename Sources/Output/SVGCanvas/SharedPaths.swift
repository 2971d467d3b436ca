/// Finds path data that was written before, so that it is written once: an area and the line around it are drawn by
/// different layers, but are mostly the same path, and paths are most of a map.
///
/// The first element that draws a path and sets nothing else of itself lends it: a `<use>` of it takes fill, stroke and
/// all else from the position where it stands. Its id is made of the path data, not counted: where several documents are
/// put into one page, equal ids mean equal paths.
struct SharedPaths {
  private struct Lender {
    let data: Range<Int>
    let idOffset: Int
    var id: String?
  }

  /// Path data shorter than this is not worth an id and a reference.
  private static let shortest = 40

  /// In the order of their positions.
  private var lenders: [Lender] = []
  private var lendersByHash: [UInt64: Int] = [:]  // looked up, never iterated

  /// The id of an element that draws the data at the end of the markup, claimed when a path is borrowed for the first
  /// time; `nil` where there is none.
  mutating func lender(
    of data: Range<Int>, in bytes: [UInt8], claimingFrom identifiers: inout Identifiers
  ) -> String? {
    guard data.count >= Self.shortest else { return nil }
    let hash = Self.hash(bytes[data])
    guard let found = lendersByHash[hash], bytes[lenders[found].data] == bytes[data] else { return nil }
    if let id = lenders[found].id { return id }
    let id = identifiers.claim(Self.name(of: hash), isReference: true)
    lenders[found].id = id
    return id
  }

  mutating func offer(_ data: Range<Int>, idOffset: Int, in bytes: [UInt8]) {
    guard data.count >= Self.shortest else { return }
    let hash = Self.hash(bytes[data])
    guard lendersByHash[hash] == nil else { return }
    lendersByHash[hash] = lenders.count
    lenders.append(Lender(data: data, idOffset: idOffset))
  }

  func write(_ bytes: [UInt8], to document: inout Markup) {
    var start = 0
    for lender in lenders {
      guard let id = lender.id else { continue }
      document.append(bytes[start..<lender.idOffset])
      document.attribute(" id=\"", raw: id)
      start = lender.idOffset
    }
    document.append(bytes[start...])
  }

  /// FNV-1a, the same everywhere.
  static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  private static func name(of hash: UInt64) -> String {
    let text = String((hash ^ hash >> 32) % 78_364_164_096, radix: 36)
    return "p" + String(repeating: "0", count: 7 - text.count) + text
  }
}
