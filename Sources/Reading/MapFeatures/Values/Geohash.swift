/// Cell of a geohash: five bits a character, longitude first.
///
/// - SeeAlso: G. Niemeyer, geohash.org (2008).
package struct Geohash {
  package private(set) var west = -180.0, east = 180.0, south = -90.0, north = 90.0
  /// Bits of the name after a leading one, unique per cell.
  package private(set) var name: UInt128 = 1

  /// Name in any case, at most 22 characters.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 22 else { return nil }
    let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
    var isLongitude = true
    for character in text.lowercased().utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      name = name << 5 | UInt128(value)
      for bit in stride(from: 4, through: 0, by: -1) {
        let isUpper = value >> bit & 1 == 1
        if isLongitude {
          if isUpper { west = (west + east) / 2 } else { east = (west + east) / 2 }
        } else if isUpper {
          south = (south + north) / 2
        } else {
          north = (south + north) / 2
        }
        isLongitude.toggle()
      }
    }
  }
}
