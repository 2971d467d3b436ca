/// The path of a camera between two views.
///
/// Short paths are straight. On long ones the camera rises and sinks, so that the picture moves at a constant
/// speed.
///
/// - SeeAlso: J. J. van Wijk, W. A. A. Nuij, "Smooth and efficient zooming and panning" (2003).
public struct CameraPath: Sendable {
  /// The views that the path begins and ends with.
  public let start, end: Viewport
  /// Distance between the centers in worlds, the short way around.
  private let east, south: Double
  /// Change of the bearing in degrees, the short way around.
  private let turn: Double
  private let flight: Flight?

  /// The path between two views; the size and the scale of the picture are those of `end`.
  public init(from start: Viewport, to end: Viewport) {
    (self.start, self.end) = (start, end)
    let (from, to) = (WorldPoint(start.center), WorldPoint(end.center))
    (east, south) = end.way(from: from, to: to)
    let degrees = (end.bearing - start.bearing) / 360
    turn = 360 * (degrees - degrees.rounded())
    let distance = (east * east + south * south).squareRoot()
    let side = max(end.size.width, end.size.height)
    let isShort = distance * min(start.worldSize, end.worldSize) <= side
    flight =
      isShort ? nil : Flight(from: side / start.worldSize, to: side / end.worldSize, distance: distance)
  }

  /// The view at a share of the way; at 0 the first, from 1 on the last.
  public func viewport(at share: Double) -> Viewport {
    guard share > 0 else { return start }
    guard share < 1 else { return end }
    var zoom = start.zoom + (end.zoom - start.zoom) * share
    var progress = share
    if let flight {
      let moment = flight.moment(at: share)
      (zoom, progress) = (start.zoom - binaryLogarithm(moment.widening), moment.progress)
    } else if abs(end.zoom - start.zoom) > 1e-9 {
      progress = (1 - powerOfTwo(start.zoom - zoom)) / (1 - powerOfTwo(start.zoom - end.zoom))
    }
    let from = WorldPoint(start.center)
    let center = WorldPoint(x: from.x + east * progress, y: from.y + south * progress).coordinate.wrapped
    let zooms = Viewport.zooms
    let view = try? Viewport(
      center: center, zoom: min(zooms.upperBound, max(zooms.lowerBound, zoom)), size: end.size,
      scale: end.scale, bearing: start.bearing + turn * share,
      pitch: start.pitch + (end.pitch - start.pitch) * share)
    return view?.on(end.sheet) ?? end
  }
}

/// The optimal path of van Wijk and Nuij between two windows on a plane.
private struct Flight {
  /// Curvature as in interactive maps; a higher one makes the camera rise more.
  private static let curvature = 1.42

  private let startWidth, distance: Double
  private let first, last: Double

  init(from startWidth: Double, to endWidth: Double, distance: Double) {
    (self.startWidth, self.distance) = (startWidth, distance)
    let curve = Flight.curvature * Flight.curvature
    let widths = endWidth * endWidth - startWidth * startWidth
    let rise = curve * curve * distance * distance
    func parameter(_ width: Double, _ sign: Double) -> Double {
      -inverseHyperbolicSine((widths + sign * rise) / (2 * width * curve * distance))
    }
    (first, last) = (parameter(startWidth, 1), parameter(endWidth, -1))
  }

  /// Share of the distance, and the window's width relative to the start.
  func moment(at share: Double) -> (progress: Double, widening: Double) {
    let now = first + (last - first) * share
    let (begun, reached) = (hyperbolicCosine(first), hyperbolicCosine(now))
    let travel = begun * hyperbolicSine(now) / reached - hyperbolicSine(first)
    return (startWidth * travel / (Flight.curvature * Flight.curvature * distance), begun / reached)
  }
}

private func hyperbolicCosine(_ value: Double) -> Double {
  (1 + hyperbolicSine(value) * hyperbolicSine(value)).squareRoot()
}

private func inverseHyperbolicSine(_ value: Double) -> Double {
  let size = naturalLogarithm(abs(value) + (value * value + 1).squareRoot())
  return value < 0 ? -size : size
}
