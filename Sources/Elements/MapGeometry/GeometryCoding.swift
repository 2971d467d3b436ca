// Places and boxes as they are saved. Numbers stay what they are to the last bit; what comes back is checked.

extension Coordinate: Codable {
  /// Reads `[longitude, latitude]`.
  ///
  /// - Throws: `DecodingError` for an invalid coordinate.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let (longitude, latitude) = (try values.decode(Double.self), try values.decode(Double.self))
    do throws(GeometryError) {
      try self.init(checkedLatitude: latitude, longitude: longitude)
    } catch {
      throw DecodingError.dataCorruptedError(in: values, debugDescription: error.description)
    }
  }

  /// Writes `[longitude, latitude]`.
  ///
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(longitude)
    try values.encode(latitude)
  }
}

extension BoundingBox: Codable {
  /// Reads `[west, south, width, north]`, which can describe the whole world.
  ///
  /// - Throws: `DecodingError` for an invalid box.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let (west, south) = (try values.decode(Double.self), try values.decode(Double.self))
    let (width, north) = (try values.decode(Double.self), try values.decode(Double.self))
    let latitudes = -90.0...90.0
    guard west.isFinite, (0...360).contains(width), latitudes.contains(south), latitudes.contains(north),
      south <= north
    else {
      throw DecodingError.dataCorruptedError(
        in: values, debugDescription: "expected [west, south, width, north] in degrees")
    }
    self.init(south: south, north: north, longitudes: LongitudeSpan(west: west, width: width))
  }

  /// Writes `[west, south, width, north]`.
  ///
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for number in [longitudes.west, south, longitudes.width, north] { try values.encode(number) }
  }
}
