/// Form of coordinates in a column of texts.
enum PlaceOrder {
  case latitudeFirst, longitudeFirst, geohash
}
