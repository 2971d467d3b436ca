/// Why numbers do not make a coordinate, a box or a view.
public enum GeometryError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFinite(Double)
  /// `swapped`: the longitude would be a valid latitude.
  case latitudeOutOfRange(Double, swapped: Bool)
  case southAboveNorth(south: Double, north: Double)
  case emptySize(width: Double, height: Double)
  case scaleOutOfRange(Double)
  case zoomOutOfRange(Double)
  case pitchOutOfRange(Double)
  case paddingTooLarge
  /// Parallels that make no cone: opposite, in the wrong order, or at the poles.
  case noCone(south: Double, north: Double)
  case centerAtPole(String)
  /// No part of the Earth can be projected and back.
  case beyondSystem(String)
  /// The projection is torn or oblique.
  case tornSystem(String)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .notFinite(let number): "expected a finite number, got \(number)"
    case .latitudeOutOfRange(let latitude, let swapped):
      "latitude \(latitude) is outside -90...90"
        + (swapped ? "; are longitude and latitude swapped?" : "; write degrees north of the equator")
    case .southAboveNorth(let south, let north):
      "the south edge \(south) lies north of the north edge \(north); write west,south,east,north"
    case .emptySize(let width, let height):
      "a picture of \(width)x\(height) points is empty; write a width and a height above 0"
    case .scaleOutOfRange(let scale): "scale \(scale) is outside 0.5...10; write pixels per point, such as 2"
    case .zoomOutOfRange(let zoom):
      "zoom \(GeometryError.text(of: zoom)) is outside -2 to 24; zoom 0 shows the world 512 points wide"
    case .pitchOutOfRange(let pitch):
      "pitch \(GeometryError.text(of: pitch)) is outside 0 to 60; 0 looks straight down"
    case .paddingTooLarge: "the padding leaves no room in the picture; make it smaller than half the size"
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

  private static func text(of number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

package func shortenedName(_ name: String) -> String {
  let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return words.count > 48 ? words.prefix(47) + "…" : words
}
