/// A set of properties, a bit for each.
struct PropertySet: Sendable {
  /// Bits of the numbers of properties, 64 to a word.
  private var words = SIMD4<UInt64>()

  init(_ ids: some Sequence<PropertyID>) {
    for id in ids { words[Int(id.rawValue / 64)] |= 1 << UInt64(id.rawValue % 64) }
  }

  func contains(_ id: PropertyID) -> Bool {
    words[Int(id.rawValue / 64)] >> UInt64(id.rawValue % 64) & 1 == 1
  }
}
