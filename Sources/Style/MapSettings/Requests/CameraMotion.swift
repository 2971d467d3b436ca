/// The movement of a film's camera between two views, before markers change.
public struct CameraMotion: Hashable, Documented {
  package static var section: String { "camera" }
  /// The speed over the time of the movement.
  public enum Easing: String, CaseIterable, Hashable, Sendable {
    /// Constant speed.
    case linear
    /// Slow at the end, as interactive maps move: cubic Bézier (0.25, 0.1, 0.25, 1).
    case ease
    /// Slow at both ends: cubic Bézier (0.42, 0, 0.58, 1).
    case easeInOut = "ease-in-out"
  }

  /// Seconds, ``FilmSettings/seconds``; at 0 the view changes at once.
  public var duration: Double
  /// The speed over the time.
  public var easing: Easing

  /// The view changes at once.
  public static let none = CameraMotion(duration: 0)

  /// A movement of 0.4 seconds, slow at both ends, unless more is set.
  public init(duration: Double = 0.4, easing: Easing = .easeInOut) {
    (self.duration, self.easing) = (duration, easing)
  }

  /// Reads `none`, seconds, an easing, or both with a comma; `nil` for anything else.
  public init?(_ text: String) {
    self.init()
    if text == "none" { duration = 0 }
    guard text != "none" else { return }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= 2 else { return nil }
    for (index, word) in words.enumerated() {
      if let easing = Easing(rawValue: String(word)), index == words.count - 1 {
        self.easing = easing
      } else if index == 0, let number = decimal(word), FilmSettings.seconds.contains(number) {
        duration = number
      } else {
        return nil
      }
    }
  }
}

extension SettingType where Value == CameraMotion {
  static var camera: SettingType {
    let easing = SettingType<CameraMotion.Easing>.name()
    let seconds = SettingType<Double>.number(FilmSettings.seconds)
    let table = SettingTable<CameraMotion>(
      "a camera", wanted: "{\"duration\": seconds, \"easing\": name} or \"none\"",
      [
        .init("duration", schema: seconds.schema) { reader, node, motion in
          motion.duration = seconds.json(&reader, node) ?? motion.duration
        },
        .init("easing", schema: easing.schema) { reader, node, motion in
          motion.easing = easing.json(&reader, node) ?? motion.easing
        },
      ])
    return SettingType(schema: .either([table.schema, .oneOf(["none"])])) { reader, node in
      if node.value.string == "none" { return CameraMotion.none }
      var motion = CameraMotion()
      return table.readWhole(node, into: &motion, in: &reader) ? motion : nil
    } word: { word throws(SettingError) in
      guard let motion = CameraMotion(word) else {
        throw .malformed(word, fault: "is no movement of a camera; write none, seconds, or 0.4,ease-in-out")
      }
      return motion
    } fault: { motion in
      seconds.fault(motion.duration)
    }
  }
}
