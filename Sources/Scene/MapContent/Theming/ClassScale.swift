import CSystem
import MapGeometry
package import MapSettings
import MapStyle

/// Classes of numbers, found in the numbers themselves: where each class but the first begins.
package struct ClassScale {
  /// Ascending; a number equal to one of them belongs to the class above.
  package let breaks: [Double]

  package func index(of number: Double) -> Int { breaks.partitioningIndex { !($0 <= number) } }

  /// Classes whose limits are given, ascending.
  init(breaks: [Double]) { self.breaks = breaks }

  /// Finds classes.
  ///
  /// Upper classes stay empty if there are fewer different numbers than classes. Limits have few digits, see
  /// ``shortened(_:of:)``.
  ///
  /// - Parameters:
  ///   - count: how many, at least 1.
  ///   - numbers: what is classed; those not finite are left out.
  ///   - isRound: whether limits are round numbers nearby, for which a twentieth of the numbers at most change their class.
  /// - Complexity: O(*n* log *n*), for `jenks` O(*count* · *n* log *n*).
  package init(_ count: Int, by method: ClassMethod, of numbers: [Double], isRound: Bool = false) {
    let sorted = numbers.filter(\.isFinite).sorted()
    guard count > 1, let least = sorted.first, let most = sorted.last, least < most else {
      breaks = []
      return
    }
    let breaks: [Double]
    switch method {
    case .equal: breaks = (1..<count).map { least + (most - least) * Double($0) / Double(count) }
    case .log:
      // Numbers of 0 and below have no ratio; they belong to the first class.
      guard let start = sorted.first(where: { $0 > 0 }), start < most else {
        self.breaks = []
        return
      }
      let ratio = log(most / start)
      breaks = (1..<count).map { start * exp(ratio * Double($0) / Double(count)) }
    case .quantile: breaks = ClassScale.quantiles(count, of: sorted)
    case .jenks: breaks = ClassScale.naturalBreaks(count, of: sorted)
    }
    self.breaks = ClassScale.shortened(breaks, of: sorted, isRound: isRound)
  }

  /// As many numbers in each class as equal numbers allow: a run of equal ones is never cut, and a class begins with the run
  /// that holds its even share's first number.
  private static func quantiles(_ count: Int, of sorted: [Double]) -> [Double] {
    var breaks: [Double] = []
    for index in 1..<count {
      let rank = Int((Double(index) * Double(sorted.count) / Double(count)).rounded(.up))
      guard rank < sorted.count else { break }
      let number = sorted[rank]
      if number > (breaks.last ?? sorted[0]) { breaks.append(number) }
    }
    return breaks
  }

  /// The classes with the least sum of squared distances from their means.
  ///
  /// Dynamic programming over the different numbers; because the best cut only moves to the right with the end, each row is
  /// filled by dividing and conquering.
  ///
  /// - SeeAlso: W. D. Fisher, "On Grouping for Maximum Homogeneity" (1958); G. F. Jenks (1977); H. Wang, M. Song,
  ///   "Ckmeans.1d.dp" (2011).
  private static func naturalBreaks(_ count: Int, of sorted: [Double]) -> [Double] {
    let table = BreakTable(sorted)
    let classes = min(count, table.values.count)
    guard classes > 1 else { return [] }
    return table.cuts(classes).map { table.values[$0] }
  }
}

/// The rows of the dynamic program behind natural breaks.
private struct BreakTable {
  /// The different numbers, ascending.
  let values: [Double]
  /// Sums over the first `i` values of weight, weight · value and weight · value², values counted from the mean.
  private var weights = [0.0]
  private var sums = [0.0]
  private var squares = [0.0]

  init(_ sorted: [Double]) {
    var values: [Double] = []
    var counts: [Double] = []
    for number in sorted {
      if values.last == number {
        counts[counts.count - 1] += 1
      } else {
        values.append(number)
        counts.append(1)
      }
    }
    self.values = values
    let mean = sorted.reduce(0) { $0 + $1 / Double(sorted.count) }
    for (value, count) in zip(values, counts) {
      let centered = value - mean
      weights.append(weights[weights.count - 1] + count)
      sums.append(sums[sums.count - 1] + count * centered)
      squares.append(squares[squares.count - 1] + count * centered * centered)
    }
  }

  /// The squared distances of values `start..<end` from their mean, summed.
  private func cost(_ start: Int, _ end: Int) -> Double {
    let (weight, sum) = (weights[end] - weights[start], sums[end] - sums[start])
    return max(0, squares[end] - squares[start] - sum * sum / weight)
  }

  /// The indices at which the classes but the first begin.
  func cuts(_ classes: Int) -> [Int] {
    let count = values.count
    var costs = (0...count).map { $0 == 0 ? 0 : cost(0, $0) }
    var starts: [[Int]] = []
    for index in 1..<classes {
      var next = Array(repeating: Double.infinity, count: count + 1)
      var start = Array(repeating: 0, count: count + 1)
      fill(&next, &start, from: costs, ends: (index + 1)...count, cuts: index...(count - 1))
      costs = next
      starts.append(start)
    }
    var cuts: [Int] = []
    var end = count
    for start in starts.reversed() {
      end = start[end]
      cuts.append(end)
    }
    return cuts.reversed()
  }

  private func fill(
    _ next: inout [Double], _ start: inout [Int], from costs: [Double], ends: ClosedRange<Int>,
    cuts: ClosedRange<Int>
  ) {
    let middle = (ends.lowerBound + ends.upperBound) / 2
    var best = cuts.lowerBound
    for cut in cuts where cut < middle {
      let total = costs[cut] + cost(cut, middle)
      if total < next[middle] { (next[middle], best) = (total, cut) }
    }
    start[middle] = best
    if ends.lowerBound < middle {
      fill(&next, &start, from: costs, ends: ends.lowerBound...(middle - 1), cuts: cuts.lowerBound...best)
    }
    if middle < ends.upperBound {
      fill(&next, &start, from: costs, ends: (middle + 1)...ends.upperBound, cuts: best...cuts.upperBound)
    }
  }
}
