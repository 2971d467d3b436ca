/// Small inputs.
enum Sample {
  /// Three points, two of them near each other.
  static let places = "id,lon,lat,name\n1,13.4,52.5,Mitte\n2,13.41,52.51,Pankow\n3,2.35,48.85,Paris\n"
}
