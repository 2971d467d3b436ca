public import MapClusters
public import MapGeometry
public import MapSettings
import MapStyle

/// The change of a marker from one picture to the next.
public enum MarkerChange: Hashable, Sendable {
  /// It was there and is there; be it with other members or, to make room, in another place. Its partner is what it was.
  case kept
  /// It is new.
  ///
  /// - Parameters:
  ///   - comesFrom: whether it has a partner, an old marker that its members came out of.
  ///   - isSuccession: whether the partner goes and has this one for its own partner: one takes the other's place.
  case inserted(comesFrom: Bool, isSuccession: Bool)
  /// It goes.
  ///
  /// - Parameters:
  ///   - goesInto: whether it has a partner, a new marker that its members went into.
  ///   - isSuccession: whether the partner is new and has this one for its own partner: one takes the other's place.
  case removed(goesInto: Bool, isSuccession: Bool)
}

/// Decides how markers are drawn in the course of a transition. Adopt it for a transition of your own.
///
/// A marker that is kept, or that takes an old one's place, has its partner's look by the share of ``MarkerPose/travel``; while
/// that is above 0 the old one is not drawn on its own. So a transition begins with the old picture where kept markers begin
/// with a travel of 1, and ends with the new one where all end at rest and all that go invisible. Texts of markers on their way out
/// of another one, or into it, are not seen while they lie over markers that stay.
public protocol MarkerAnimator: Sendable {
  /// Seconds from the old picture to the new one, `0...60`; a film of others is refused.
  var duration: Double { get }
  /// The pose of a marker by its change.
  ///
  /// - Parameters:
  ///   - time: the share of the duration that is over, `0..<1`. At 1 the new picture is drawn as it is, and nobody is asked.
  func pose(of change: MarkerChange, at time: Double) -> MarkerPose
  /// The pose of a marker, where it depends on more than what becomes of the marker; by default that of its change.
  func pose(of marker: AnimatedMarker, at time: Double) -> MarkerPose
}

extension MarkerAnimator {
  /// The pose of the marker's change.
  public func pose(of marker: AnimatedMarker, at time: Double) -> MarkerPose {
    pose(of: marker.change, at: time)
  }
}

/// A marker in a transition: one of the old picture that goes, or one of the new picture.
public struct AnimatedMarker: Hashable, Sendable {
  /// The change of the marker.
  public let change: MarkerChange
  /// The source that its points come from.
  public let source: String
  /// The marker's identity, the same as long as it stays; given once by its manager.
  public let identity: Int
  /// The number of members.
  public let count: Int
  /// True for a cluster; false for a single point.
  public let isCluster: Bool
  /// Its index among all markers of its picture in the order of drawing, from 0.
  public let index: Int
  /// The coordinate at which it stands in its picture.
  public let position: Coordinate
}

/// The progress of a change: slow at both ends, cubic Bézier (0.42, 0, 0.58, 1).
///
/// - Parameter time: `0...1`.
public func easeInOut(_ time: Double) -> Double {
  if time <= 0 { return 0 }
  if time >= 1 { return 1 }
  return easing.y(atX: time)
}

private let easing = UnitBezier(0.42, 0, 0.58, 1)

/// New markers appear, old ones vanish, gradually.
public struct FadeAnimator: MarkerAnimator {
  /// The duration of a transition, seconds.
  public let duration: Double
  /// True if old markers vanish gradually; otherwise at once.
  public let fadesOut: Bool

  /// A fade of 0.2 seconds, as most systems have it.
  public init(duration: Double = 0.2, fadesOut: Bool = true) {
    self.duration = duration
    self.fadesOut = fadesOut
  }

  /// Kept 1 − e(t) of the way back to where they were, inserted with an opacity of e(t), removed of 1 − e(t), or 0.
  public func pose(of change: MarkerChange, at time: Double) -> MarkerPose {
    switch change {
    case .kept: MarkerPose(travel: 1 - easeInOut(time))
    case .inserted: MarkerPose(opacity: easeInOut(time))
    case .removed: MarkerPose(opacity: fadesOut ? 1 - easeInOut(time) : 0)
    }
  }
}

/// Markers slide into those that take their members, and out of those that give them.
///
/// A marker whose members came from nowhere, or went nowhere, fades. Where one marker takes another's place there is one that
/// slides and changes its looks; others come into sight on the first fifth of their way, and vanish on the last.
public struct MoveAnimator: MarkerAnimator {
  /// The duration of a transition, seconds.
  public let duration: Double

  /// A slide of 0.5 seconds.
  public init(duration: Double = 0.5) { self.duration = duration }

  /// Kept and inserted 1 − e(t) of the way back to their partners, removed e(t) of the way to theirs.
  public func pose(of change: MarkerChange, at time: Double) -> MarkerPose {
    let share = easeInOut(time)
    switch change {
    case .kept, .inserted(comesFrom: _, isSuccession: true): return MarkerPose(travel: 1 - share)
    case .inserted(let comesFrom, isSuccession: false):
      return comesFrom
        ? MarkerPose(opacity: min(1, 5 * share), travel: 1 - share) : MarkerPose(opacity: share)
    case .removed(goesInto: _, isSuccession: true): return MarkerPose(opacity: 0)
    case .removed(let goesInto, isSuccession: false):
      return goesInto
        ? MarkerPose(opacity: min(1, 5 * (1 - share)), travel: share) : MarkerPose(opacity: 1 - share)
    }
  }
}

/// New markers jump up; old ones vanish at once.
public struct BounceAnimator: MarkerAnimator {
  /// The sizes between which a third of the time is eased each.
  private static let sizes = [0.05, 1.1, 0.9, 1]

  /// The duration of a transition, seconds.
  public let duration: Double

  /// A bounce of 0.6 seconds.
  public init(duration: Double = 0.6) { self.duration = duration }

  /// Inserted at a scale of 0.05, 1.1, 0.9, 1 at 0, ⅓, ⅔, 1.
  public func pose(of change: MarkerChange, at time: Double) -> MarkerPose {
    switch change {
    case .kept: return MarkerPose(travel: 1 - easeInOut(time))
    case .removed: return MarkerPose(opacity: 0)
    case .inserted:
      let progress = min(3, max(0, time * 3))
      let segment = progress >= 2 ? 2 : progress >= 1 ? 1 : 0
      let (from, to) = (BounceAnimator.sizes[segment], BounceAnimator.sizes[segment + 1])
      return MarkerPose(scale: from + (to - from) * easeInOut(progress - Double(segment)))
    }
  }
}

/// The new picture at once.
public struct CutAnimator: MarkerAnimator {
  /// No time at all.
  public let duration = 0.0

  /// A transition that changes at once.
  public init() {}

  /// All new markers at rest, all old ones gone.
  public func pose(of change: MarkerChange, at time: Double) -> MarkerPose {
    if case .removed = change { return MarkerPose(opacity: 0) }
    return .rest
  }
}

extension AnimatorName {
  /// The transition of the name.
  ///
  /// - Parameters:
  ///   - duration: seconds; `nil` for its usual time.
  ///   - preset: the system whose fade it is.
  public func animator(duration: Double? = nil, preset: ClusterPreset? = nil) -> any MarkerAnimator {
    let traits = preset?.traits ?? PresetTraits()
    return switch self {
    case .fade: FadeAnimator(duration: duration ?? traits.fadeSeconds, fadesOut: traits.fadesOut)
    case .move: MoveAnimator(duration: duration ?? 0.5)
    case .bounce: BounceAnimator(duration: duration ?? 0.6)
    case .none: CutAnimator()
    }
  }

  /// The transition that a system is known by.
  public init(of preset: ClusterPreset) {
    switch preset.traits.transition {
    case .move: self = .move
    case .bounce: self = .bounce
    case .fade: self = .fade
    }
  }
}
