/// Why numbers do not make a place, a box or a view.
public enum GeometryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number that must be finite is infinite or not a number.
  case notFinite(Double)
  /// A latitude beyond the poles; `swapped` means that the longitude would fit as a latitude.
  case latitudeOutOfRange(Double, swapped: Bool)
  /// The southern edge of a box lies north of its northern edge.
  case southAboveNorth(south: Double, north: Double)
  /// A picture of no or negative size.
  case emptySize(width: Double, height: Double)
  /// A scale outside ``Viewport/scales``.
  case scaleOutOfRange(Double)
  /// A zoom outside ``Viewport/zooms``.
  case zoomOutOfRange(Double)
  /// A pitch outside ``Camera/pitches``.
  case pitchOutOfRange(Double)
  /// Padding that leaves nothing of the picture free.
  case paddingTooLarge
  /// Parallels that make no cone: they lie as far from the equator on both sides, in the wrong order, or at the poles.
  case noCone(south: Double, north: Double)
  /// A projection's center lies at a pole, where it has none.
  case centerAtPole(String)
  /// A system of coordinates takes no part of the Earth to a plane and back.
  case beyondSystem(String)
  /// A system of coordinates is torn or oblique, so that no cap and no box of it shows most of the Earth.
  case tornSystem(String)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .notFinite(let number):
      "expected a finite number, got \(number)"
    case .latitudeOutOfRange(let latitude, let swapped):
      "latitude \(latitude) is outside -90...90"
        + (swapped ? "; are longitude and latitude swapped?" : "; write degrees north of the equator")
    case .southAboveNorth(let south, let north):
      "the south edge \(south) lies north of the north edge \(north); write west,south,east,north"
    case .emptySize(let width, let height):
      "a picture of \(width)x\(height) points is empty; write a width and a height above 0"
    case .scaleOutOfRange(let scale):
      "scale \(scale) is outside 0.5...10; write pixels per point, such as 2"
    case .zoomOutOfRange(let zoom):
      "zoom \(GeometryError.text(of: zoom)) is outside -2 to 24; zoom 0 shows the world 512 points wide"
    case .pitchOutOfRange(let pitch):
      "pitch \(GeometryError.text(of: pitch)) is outside 0 to 60; 0 looks straight down"
    case .paddingTooLarge:
      "the padding leaves no room in the picture; make it smaller than half the size"
    case .noCone(let south, let north):
      "the parallels \(GeometryError.text(of: south)) and \(GeometryError.text(of: north)) make no cone; write two latitudes of one hemisphere, south first"
    case .beyondSystem(let definition):
      "PROJ takes no part of the Earth to the plane of \(shortenedName(definition)) and back; write another system, or one of ours such as equal-earth"
    case .tornSystem(let definition):
      "\(shortenedName(definition)) is torn or oblique, and no sheet holds most of it; write a whole one such as +proj=goode, or one of ours such as equal-earth"
    case .centerAtPole(let name):
      "\(name) has no center at a pole; write a latitude within 85°, or use stereographic, lambert-azimuthal or orthographic"
    }
  }

  /// A number without the zero that ends whole ones.
  private static func text(of number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A name in one line as messages have it; long strings of PROJ are cut.
package func shortenedName(_ name: String) -> String {
  let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return words.count > 48 ? words.prefix(47) + "…" : words
}
