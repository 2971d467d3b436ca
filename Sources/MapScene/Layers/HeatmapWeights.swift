/// What the points of a heatmap weigh by.
struct HeatmapWeights {
  /// The mean of all weights that are not 0.
  let mean: Double
  let greatest: Double

  /// `nil` where no point weighs anything.
  ///
  /// - Parameter weights: source by source; none below 0.
  /// - Complexity: O(*points*).
  init?(_ weights: [[Double]]) {
    var (sum, count, greatest) = (0.0, 0, 0.0)
    for weights in weights {
      for weight in weights where weight > 0 {
        sum += weight
        count += 1
        greatest = max(greatest, weight)
      }
    }
    guard count > 0, sum.isFinite else { return nil }
    (mean, self.greatest) = (sum / Double(count), greatest)
  }
}
