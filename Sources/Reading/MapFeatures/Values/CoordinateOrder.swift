/// Form of coordinates in a column of texts.
enum CoordinateOrder {
  case latitudeFirst, longitudeFirst, geohash
}
