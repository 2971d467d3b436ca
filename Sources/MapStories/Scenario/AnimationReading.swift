import JSONDocument
import MapSettings

extension ScenarioReader {
  /// How the film plays.
  mutating func animation(_ root: JSONValue) -> Scenario.Animation {
    var animation = Scenario.Animation()
    if let value = root["animator"] {
      let path = JSONPath([.key("animator")])
      let names = AnimatorName.allCases.map(\.rawValue)
      animation.animator = value.string.flatMap(AnimatorName.init)
      if animation.animator == nil {
        let guess =
          value.string.flatMap { didYouMean($0, among: names) }.map { "; did you mean \($0)?" } ?? ""
        error(value, path, "expected " + names.joined(separator: ", ") + guess)
      }
    }
    animation.duration = seconds("duration", root, ScenarioMembers.seconds)
    animation.hold = seconds("hold", root, ScenarioMembers.seconds)
    if let value = root["fps"] {
      let frames = ScenarioMembers.frames
      animation.framesPerSecond = value.number.flatMap { Int(exactly: $0) }.flatMap {
        frames.contains($0) ? $0 : nil
      }
      if animation.framesPerSecond == nil {
        error(
          value, JSONPath([.key("fps")]),
          "expected a whole number from \(frames.lowerBound) to \(frames.upperBound)")
      }
    }
    return animation
  }

  private mutating func seconds(_ key: String, _ root: JSONValue, _ range: ClosedRange<Double>) -> Double? {
    guard let value = root[key] else { return nil }
    guard let number = value.number, range.contains(number) else {
      error(
        value, JSONPath([.key(key)]),
        "expected a number from \(javaScriptText(of: range.lowerBound)) to \(javaScriptText(of: range.upperBound))"
      )
      return nil
    }
    return number
  }
}
