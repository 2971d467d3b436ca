/// The fading of a line from its edges inward: it is drawn over itself, from wide to narrow.
enum LineFading {
  struct Step {
    /// In points.
    let width: Double
    /// The line's opacity in its middle, as a share of its own.
    fileprivate let share: Double
    fileprivate let number: Int
    fileprivate let count: Int

    /// The opacity that takes the line from the step before to this one.
    func alpha(of alpha: Double) -> Double {
      func reached(_ step: Int) -> Double { alpha * share * Double(step) / Double(count) }
      let before = number > 1 ? reached(number - 1) : 0
      return before < 1 ? (reached(number) - before) / (1 - before) : 1
    }
  }

  /// The steps of a line, from wide to narrow.
  ///
  /// - Parameters:
  ///   - width: of the line, in points.
  ///   - blur: over how many points it fades, above 0.
  static func steps(width: Double, blur: Double) -> [Step] {
    let depth = min(blur, width / 2)
    let count = Int(min(16, max(4, (depth * 2).rounded(.up))))
    return (1...count).map { step in
      Step(
        width: width - 2 * depth * (Double(step) - 0.5) / Double(count), share: depth / blur, number: step,
        count: count)
    }
  }
}
