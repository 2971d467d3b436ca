/// Form of coordinates in a column of texts.
enum PlaceOrder {
  case latitudeFirst, longitudeFirst
  /// Cells by name, standing for their centers.
  case geohash
}
