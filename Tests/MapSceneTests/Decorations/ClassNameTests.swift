import Foundation
import TestSupport
import Testing

@testable import MapScene

@Suite struct `Names of classes` {
  @Test(
    arguments: [
      ([(7, 7)], ["7"]), ([(1, 3), (4, 9)], ["1–3", "4–9"]),
      ([(1, 1), (2, 2), (3, 12345)], ["1", "2", "3–12,345"]),
      ([(0.12, 0.34), (0.36, 1)], ["0.1–0.3", "0.4–1"]), ([(0.44, 0.49), (0.51, 0.9)], ["0", "1"]),
      ([(-2.6, -1.6), (-0.4, 0.9)], ["−3–−2", "0–1"]),
      ([(0.00001, 0.00002), (0.00003, 1)], ["0.00001–0.00002", "0.00003–1"]), ([(0.2, 0.4)], ["0.2–0.4"]),
      (
        [(1e15, 2e15), (3e15, 4e15)],
        ["1000000000000000–2000000000000000", "3000000000000000–4000000000000000"]
      ),
    ] as [([(Double, Double)], [String])])
  func `are as short as keeps them apart`(classes: [(Double, Double)], names: [String]) {
    #expect(LegendReader.labels(of: classes.map { (least: $0.0, most: $0.1) }) == names)
  }

  @Test(arguments: 1...80)
  func `have as many decimals as they need and no more`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let step = [1000, 10, 0.5, 0.02, 0.003][random.below(5)]
    var numbers = [random.number(in: -3 * step...3 * step)]
    for _ in 0..<7 { numbers.append(numbers[numbers.count - 1] + random.number(in: 0.01 * step...step)) }
    let classes = stride(from: 0, to: 8, by: 2).map { (least: numbers[$0], most: numbers[$0 + 1]) }
    /// The ends as text with so many decimals, by the C library.
    func texts(_ digits: Int) -> [(least: String, most: String)] {
      classes.map { (String(format: "%.\(digits)f", $0.least), String(format: "%.\(digits)f", $0.most)) }
    }
    let digits = try #require(
      (0...15).first { digits in
        let ends = texts(digits)
        return zip(ends, ends.dropFirst()).allSatisfy { (Double($0.most) ?? 0) < (Double($1.least) ?? 0) }
      })
    let expected = texts(digits).map { ends in
      let (least, most) = (Double(ends.least) ?? .nan, Double(ends.most) ?? .nan)
      return least == most ? [least] : [least, most]
    }
    let found = LegendReader.labels(of: classes).map { name in
      name.split(separator: "–").compactMap {
        Double($0.replacing(",", with: "").replacing("\u{2212}", with: "-"))
      }
    }
    #expect(found == expected)
  }
}
