/// The form of places in a column of texts.
enum PlaceOrder {
  /// The order of two numbers; other forms have one of their own.
  case latitudeFirst, longitudeFirst
  /// Cells by their names, which are the places of their middles.
  case geohash
}
