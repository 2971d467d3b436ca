/// A set of properties, a bit for each.
struct PropertySet: Sendable {
  /// Bits of the numbers of properties, 64 to a word.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(_ ids: some Sequence<PropertyID>) {
    for id in ids {
      let bit: UInt64 = 1 << (UInt64(id.rawValue) % 64)
      switch id.rawValue / 64 {
      case 0: words.0 |= bit
      case 1: words.1 |= bit
      case 2: words.2 |= bit
      default: words.3 |= bit
      }
    }
  }

  func contains(_ id: PropertyID) -> Bool {
    let word =
      switch id.rawValue / 64 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> (UInt64(id.rawValue) % 64) & 1 == 1
  }
}
