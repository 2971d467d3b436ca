import MapGeometry
import Testing

@Suite struct `Map projections` {
  /// Points of PROJ 9.5.1 with `+R=1`: the projection, longitude and latitude, x and y in radii. The parameters are those of
  /// `sheet(_:)`; of cylinders and the like `+lon_0=10`.
  private static let points: [(name: String, longitude: Double, latitude: Double, x: Double, y: Double)] = [
    ("equirectangular", 10.0, 0, 0.000000000000, 0.000000000000),
    ("equirectangular", -170, 60.5, -3.141592653590, 1.055924197457),
    ("equirectangular", 75.25, -42.5, 1.138827336926, -0.741764932098),
    ("equirectangular", -100, 89, -1.919862177194, 1.553343034275),
    ("equirectangular", -20, -75, -0.523598775598, -1.308996938996),
    ("equal-earth", 10.0, 0, 0.000000000000, 0.000000000000),
    ("equal-earth", -170, 60.5, -2.028907079613, 1.094989159606),
    ("equal-earth", 75.25, -42.5, 0.855619716069, -0.817923049508),
    ("equal-earth", -100, 89, -0.980398985741, 1.317064443708),
    ("equal-earth", -20, -75, -0.290849590242, -1.253482973134),
    ("natural-earth", 10.0, 0, 0.000000000000, 0.000000000000),
    ("natural-earth", -170, 60.5, -2.231495453493, 1.052574942130),
    ("natural-earth", 75.25, -42.5, 0.904303983422, -0.749528052540),
    ("natural-earth", -100, 89, -0.950332871846, 1.419298541821),
    ("natural-earth", -20, -75, -0.326737849657, -1.270834487485),
    ("robinson", 10.0, 0, 0.000000000000, -0.000000000000),
    ("robinson", -170, 60.5, -2.119180327303, 1.001063117221),
    ("robinson", 75.25, -42.5, 0.878886175967, -0.712026766907),
    ("robinson", -100, 89, -0.878642643501, 1.347425810574),
    ("robinson", -20, -75, -0.299155463669, -1.208415262461),
    ("winkel-tripel", 10.0, 0, 0.000000000000, 0.000000000000),
    ("winkel-tripel", -170, 60.5, -1.773492388892, 1.211537863822),
    ("winkel-tripel", 75.25, -42.5, 0.819320460526, -0.759094899173),
    ("winkel-tripel", -100, 89, -0.633422605289, 1.556984691738),
    ("winkel-tripel", -20, -75, -0.257858663069, -1.311977338806),
    ("mollweide", 10.0, 0, 0.000000000000, 0.000000000000),
    ("mollweide", -170, 60.5, -1.812593888662, 1.085645360464),
    ("mollweide", 75.25, -42.5, 0.848252295778, -0.794413362279),
    ("mollweide", -100, 89, -0.122768590583, 1.410641837758),
    ("mollweide", -20, -75, -0.199479144583, -1.281355781150),
    ("albers", -96.0, 0, 0.000000000000, -0.624987582382),
    ("albers", -170, 60.5, -0.640041640076, 0.654446287764),
    ("albers", 75.25, -42.5, 2.376363656232, 1.862201843883),
    ("albers", -100, 89, -0.026643117363, 0.670572007648),
    ("albers", -20, -75, 1.886771595490, -0.530542730654),
    ("lambert-conformal", 140, -30, 0.000000000000, 0.000000000000),
    ("lambert-conformal", 100, -10, -0.703835923740, 0.226034654924),
    ("lambert-conformal", 175.5, -47.25, 0.427653827883, -0.368289140433),
    ("lambert-conformal", -60, -80, 0.648203110206, -1.587478316520),
    ("lambert-conformal", 120, 15, -0.445917453861, 0.818722734069),
    ("lambert-azimuthal", 10.0, 0, 0.000000000000, -0.876742293578),
    ("lambert-azimuthal", -170, 60.5, -0.000000000000, 1.111140466039),
    ("lambert-azimuthal", 75.25, -42.5, 1.167611996309, -1.149502725829),
    ("lambert-azimuthal", -100, 89, -0.017363306896, 0.656709146090),
    ("lambert-azimuthal", -20, -75, -0.298129241779, -1.776920184711),
    ("stereographic", 10, -90, 0.000000000000, 0.000000000000),
    ("stereographic", -170, -60, -0.000000000000, -0.535898384862),
    ("stereographic", 75.25, -12.5, 1.457723908922, 0.672019926705),
    ("stereographic", 100, -89, 0.017453735582, 0.000000000000),
    ("stereographic", -20, 0, -1.000000000000, 1.732050807569),
    ("orthographic", 10, 40, 0.000000000000, 0.000000000000),
    ("orthographic", -20, 5, -0.498097349046, -0.487786927876),
    ("orthographic", 55, 65, 0.298836238730, 0.502183812434),
    ("orthographic", 12, 80, 0.006060234004, 0.642855604903),
    ("orthographic", 40, 20, 0.469846310393, -0.261096436134),
    ("vertical-perspective", 10, 40, 0.000000000000, 0.000000000000),
    ("vertical-perspective", -20, 5, -0.419018052396, -0.410344541874),
    ("vertical-perspective", 55, 65, 0.265472575663, 0.446117347447),
    ("vertical-perspective", 12, 80, 0.005242306337, 0.556091729943),
    ("vertical-perspective", 40, 20, 0.425393151976, -0.236393547166),
  ]

  private func sheet(_ name: String) throws -> Sheet {
    let projection = try #require(Projection(rawValue: name))
    let (center, parallels): (Coordinate, (Double, Double)?) =
      switch projection {
      case .albers: (Coordinate(latitude: 37.5, longitude: -96), (29.5, 45.5))
      case .lambertConformal: (Coordinate(latitude: -30, longitude: 140), (-40, -20))
      case .lambertAzimuthal: (Coordinate(latitude: 52, longitude: 10), nil)
      case .stereographic: (Coordinate(latitude: -1, longitude: 10), nil)
      default: (Coordinate(latitude: 40, longitude: 10), nil)
      }
    return try Sheet(projection, center: center, parallels: parallels, distance: 2.5)
  }

  @Test(arguments: points)
  func `are those of PROJ to a billionth of a radius`(
    name: String, longitude: Double, latitude: Double, x: Double, y: Double
  ) throws {
    let point = try #require(
      try sheet(name).worldPoint(Coordinate(latitude: latitude, longitude: longitude)))
    #expect(abs((point.x - 0.5) * 2 * .pi - x) < 1e-9)
    #expect(abs((0.5 - point.y) * 2 * .pi - y) < 1e-9)
  }

  @Test(arguments: points)
  func `find back to a billionth of a degree`(
    name: String, longitude: Double, latitude: Double, x: Double, y: Double
  ) throws {
    let sheet = try sheet(name)
    let point = WorldPoint(x: 0.5 + x / (2 * Double.pi), y: 0.5 - y / (2 * Double.pi))
    let back = try #require(sheet.coordinate(point))
    #expect(abs(back.latitude - latitude) < 2e-9)
    // A degree of longitude shrinks toward the pole.
    guard abs(latitude) < 89.5 else { return }
    let reach = 2e-9 / (1 - abs(latitude) / 90)
    #expect(abs(Coordinate.wrappedLongitude(back.longitude - longitude)) < reach)
  }
}
