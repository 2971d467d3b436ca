/// Why a scene cannot be written as SVG.
public enum SVGError: Error, Equatable, CustomStringConvertible {
  /// The picture's sides are no positive, finite numbers of points.
  case badSize(width: Double, height: Double)
  /// A mark holds a number that is infinite, no number at all, or beyond a thousand million.
  /// Layers go by id, marks count from 0.
  case badNumber(Double, layer: String, mark: Int)
  /// A mark holds pixels, and ``SVGOptions/encodePNG`` is missing.
  case noImageEncoder(layer: String, mark: Int)
  /// Pixels could not be encoded; the reason is the encoder's.
  case imageNotEncoded(layer: String, mark: Int, reason: String)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .badSize(let width, let height):
      "a picture of \(width) × \(height) points cannot be written as SVG; give it two positive sides"
    case .badNumber(let number, let layer, let mark):
      "layer \"\(layer)\", mark \(mark): \(number) cannot be written as SVG; expected a finite number within ±1e9"
    case .noImageEncoder(let layer, let mark):
      "layer \"\(layer)\", mark \(mark): pixels need a PNG encoder; pass one in the options"
    case .imageNotEncoded(let layer, let mark, let reason):
      "layer \"\(layer)\", mark \(mark): pixels cannot be encoded as PNG: \(reason)"
    }
  }
}
