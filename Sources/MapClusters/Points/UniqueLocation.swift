import MapGeometry

/// Places that count as one: those with the same geohash of 9 characters, about 4.8 m square.
///
/// - SeeAlso: G. Niemeyer, geohash.org (2008): 45 bits, 23 of longitude and 22 of latitude.
enum UniqueLocation {
  /// The geohash's bits; its characters interleave the same bits and so are equal exactly when these are.
  static func key(of coordinate: Coordinate) -> UInt64 {
    let column = (Coordinate.wrappedLongitude(coordinate.longitude) + 180) / 360 * 8_388_608
    let row = (min(90, max(-90, coordinate.latitude)) + 90) / 180 * 4_194_304
    return UInt64(min(8_388_607, max(0, column))) << 22 | UInt64(min(4_194_303, max(0, row)))
  }
}
