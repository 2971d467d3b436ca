public import MapClusters
public import MapGeometry
public import MapSettings
import MapStyle

/// The course of a film from one snapshot to the next: first the camera moves, then the markers change.
public struct FilmLeg: Sendable {
  /// Seconds from the first picture to the last.
  public let duration: Double
  /// The path of the camera; `nil` where the view changes at once, or not at all.
  private let path: CameraPath?
  private let motion: CameraMotion

  /// The course between two views.
  ///
  /// - Parameters:
  ///   - before: the view it begins with; `nil` begins with the later one.
  ///   - after: the view it ends with.
  ///   - camera: how the camera moves where the views differ.
  ///   - markers: seconds in which the markers change.
  public init(from before: Viewport?, to after: Viewport, camera: CameraMotion, markers: Double) {
    motion = camera
    let moves = before.map { $0 != after } ?? false
    path = moves && camera.duration > 0 ? before.map { CameraPath(from: $0, to: after) } : nil
    duration = markers + (path == nil ? 0 : camera.duration)
  }

  /// The camera's view at a share of the duration; `nil` once the markers change.
  public func viewport(at share: Double) -> Viewport? {
    guard let path, share < 1, share * duration < motion.duration else { return nil }
    return path.viewport(at: motion.progress(at: share * duration / motion.duration))
  }

  /// The share of the markers' change that is over at a share of the duration.
  public func markerTime(at share: Double) -> Double {
    guard path != nil, share < 1 else { return share }
    let rest = duration - motion.duration
    return rest > 0 ? min(1, max(0, (share * duration - motion.duration) / rest)) : 1
  }
}

extension CameraMotion {
  /// The share of the way at a share of the time, both `0...1`.
  public func progress(at time: Double) -> Double {
    switch easing {
    case .linear: min(1, max(0, time))
    case .ease: time <= 0 ? 0 : time >= 1 ? 1 : CameraMotion.ease.y(atX: time)
    case .easeInOut: MapStories.easeInOut(time)
    }
  }

  private static let ease = UnitBezier(0.25, 0.1, 0.25, 1)

  /// The movement of the map that a system is known by.
  ///
  /// The systems of MapKit and AMap animate a region slowly at both ends; Mapbox's `easeTo` takes 0.5 seconds by the curve `ease`.
  public init(of preset: ClusterPreset) {
    if preset.traits.easesTo { self.init(duration: 0.5, easing: .ease) } else { self.init() }
  }
}
