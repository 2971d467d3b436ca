import CMath
import MapGeometry
import Parallel

/// A line or a ring at one zoom: what is left of it once positions nearer than half a pixel to the one before are left out.
///
/// It depends on the zoom alone, so that every view of the zoom draws the same corners, whatever was drawn before.
final class PreparedPath: Sendable {
  /// World points, in the order of the path, not wrapped.
  let xs: [Double]
  let ys: [Double]
  /// The positions on ±180°.
  let onAntimeridian: [Int]
  /// Truth values, one a position, up to the last that lies where maps of the world are cut: on ±180° or on the flat
  /// world's edges.
  let onWorldEdge: [Bool]

  init(xs: [Double], ys: [Double], onAntimeridian: [Int], onWorldEdge: [Bool]) {
    (self.xs, self.ys, self.onAntimeridian, self.onWorldEdge) = (xs, ys, onAntimeridian, onWorldEdge)
  }

  /// The bytes it takes, its place among others included.
  var byteCount: Int { 192 + 16 * xs.count + onWorldEdge.count + 8 * onAntimeridian.count }
}

struct OutlineZoom: Hashable, Sendable {
  /// The world's width in points.
  let worldSize: Double
  /// Pixels a point.
  let scale: Double
  /// Degrees clockwise from north, of the direction that is up.
  let bearing: Double

  init(_ viewport: Viewport) {
    (worldSize, scale, bearing) = (viewport.worldSize, viewport.scale, viewport.bearing)
  }

  /// True if two world points are less than half a pixel apart in both directions of the picture.
  struct Nearness {
    private let worldSize, nearest, cosine, sine: Double

    init(_ zoom: OutlineZoom) {
      (worldSize, nearest) = (zoom.worldSize, 0.5 / zoom.scale)
      (cosine, sine) = (cos(zoom.bearing * Double.pi / 180), sin(zoom.bearing * Double.pi / 180))
    }

    @inline(__always)
    func holds(_ dx: Double, _ dy: Double) -> Bool {
      let (x, y) = (dx * worldSize, dy * worldSize)
      guard sine != 0 else { return abs(x) < nearest && abs(y) < nearest }
      return abs(x * cosine + y * sine) < nearest && abs(y * cosine - x * sine) < nearest
    }
  }
}

/// The paths of a source that views have prepared, by zoom. A path is prepared by the first view that shows it.
final class PreparedOutlines: Sendable {
  /// The paths of a zoom, by where each begins in the source; looked up, never iterated.
  private typealias Paths = [Int: PreparedPath]

  /// So many zooms are kept, at most so many bytes; of films that zoom each frame has its own.
  private static let mostZooms = 8
  private static let mostBytes = 64 << 20

  private let state = Mutex(RecentValues<OutlineZoom, Paths>())

  var byteCount: Int { state.withLock(\.cost) }

  /// Paths by the ranges of their positions, those that are not at hand made by `prepare`.
  ///
  /// Two views may prepare the same path at the same time: they make the same.
  func paths(
    _ ranges: [Range<Int>], at zoom: OutlineZoom, prepare: (Range<Int>) -> PreparedPath
  ) -> [PreparedPath] {
    var found = state.withLock { zooms -> [PreparedPath?] in
      let known = zooms.use(zoom) ?? [:]
      return ranges.map { known[$0.lowerBound] }
    }
    var made: [(Int, PreparedPath)] = []
    for (index, range) in ranges.enumerated() where found[index] == nil {
      let path = prepare(range)
      found[index] = path
      made.append((range.lowerBound, path))
    }
    if !made.isEmpty { keep(made, at: zoom) }
    return found.compactMap { $0 }
  }

  private func keep(_ made: [(Int, PreparedPath)], at zoom: OutlineZoom) {
    let removed = state.withLock { zooms -> [Paths] in
      zooms.update(zoom, default: [:]) { paths, bytes in
        for (begin, path) in made where paths[begin] == nil {
          paths[begin] = path
          bytes += path.byteCount
        }
      }
      return zooms.trim(toCount: Self.mostZooms, cost: Self.mostBytes)
    }
    // Released outside of the lock.
    _ = removed
  }
}
