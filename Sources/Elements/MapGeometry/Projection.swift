/// A map projection of the sphere, by its name in settings.
public enum Projection: String, Hashable, Sendable {
  /// Web Mercator: the plane of ``WorldPoint``.
  case mercator
  /// Degrees as they are, true along the equator.
  case equirectangular
  /// Equal Earth, which keeps areas.
  ///
  /// - SeeAlso: B. Šavrič, T. Patterson and B. Jenny, "The Equal Earth map projection" (2018).
  case equalEarth = "equal-earth"
  /// Natural Earth I.
  case naturalEarth = "natural-earth"
  /// Robinson, by the table of PROJ.
  case robinson
  /// Winkel Tripel with the parallel 50.46°.
  case winkelTripel = "winkel-tripel"
  /// Mollweide, which keeps areas.
  case mollweide
  /// Albers' cone, which keeps areas.
  case albers
  /// Lambert's cone, which keeps angles.
  case lambertConformal = "lambert-conformal"
  /// Lambert's azimuthal projection, which keeps areas.
  case lambertAzimuthal = "lambert-azimuthal"
  /// The stereographic projection about a pole.
  case stereographic
  /// The globe from infinitely far away.
  case orthographic
  /// The globe from a finite distance.
  case verticalPerspective = "vertical-perspective"
  /// A ``PlanarSystem``; not a name of settings.
  case system

  /// Those with names.
  public static let allCases: [Projection] = [
    .mercator, .equirectangular, .equalEarth, .naturalEarth, .robinson, .winkelTripel, .mollweide, .albers,
    .lambertConformal, .lambertAzimuthal, .stereographic, .orthographic, .verticalPerspective,
  ]

  /// The longitude in the middle of maps of the world: half a turn from Bering Strait, so that their edge cuts no land.
  public static let worldMeridian = 11.0

  /// True if the projection is one onto a cone, which touches or cuts the globe in parallels.
  public var isConic: Bool { self == .albers || self == .lambertConformal }

  /// True if the sheet is a disc about a center.
  public var isAzimuthal: Bool {
    switch self {
    case .lambertAzimuthal, .stereographic, .orthographic, .verticalPerspective: true
    default: false
    }
  }

  /// Latitude of Winkel Tripel's standard parallel, in degrees.
  static let winkelParallel = 50.46
}
