import Foundation
import MapDecorations
import TestSupport
import Testing

@Suite struct `Names of classes` {
  @Test(
    arguments: [
      ([(7, 7)], ["7"]), ([(1, 3), (4, 9)], ["1–3", "4–9"]),
      ([(1234, 1234), (1235, 9999)], ["1,234", "1,235–9,999"]),
      ([(1, 1), (2, 2), (3, 12345)], ["1", "2", "3–12,400"]),
      ([(0.12, 0.34), (0.36, 1)], ["0.12–0.34", "0.36–1"]),
      ([(0.44, 0.49), (0.51, 0.9)], ["0.44–0.49", "0.51–0.9"]),
      ([(0.44444, 0.5), (0.6, 0.98765)], ["0.444–0.5", "0.6–0.988"]),
      ([(-2.6, -1.6), (-0.4, 0.9)], ["−2.6 – −1.6", "−0.4 – 0.9"]),
      ([(0.00001, 0.00002), (0.00003, 1)], ["0.00001–0.00002", "0.00003–1"]), ([(0.2, 0.4)], ["0.2–0.4"]),
      ([(965.4894, 93_216.9752)], ["965–93,300"]),
      ([(12_346, 12_352), (12_364, 20_001)], ["12,300–12,360", "12,360–20,100"]),
      ([(1_234_567, 2_345_678), (3_456_789, 9_876_543)], ["1,230,000–2,350,000", "3,450,000–9,880,000"]),
      ([(3, 12_345), (12_346, 20_001)], ["3–12,346", "12,346–20,100"]),
      ([(1.00001, 1.00002), (1.00003, 1.00004)], ["1–1.00003", "1.00003–1.01"]),
      (
        [(1e15, 2e15), (3e15, 4e15)],
        ["1000000000000000–2000000000000000", "3000000000000000–4000000000000000"]
      ),
    ] as [([(Double, Double)], [String])])
  func `are as short as keeps them apart`(classes: [(Double, Double)], names: [String]) {
    expect(LegendReader.labels(of: classes.map { (least: $0.0, most: $0.1) }), equals: names)
  }

  @Test(arguments: 1...120)
  func `hold their numbers and no others, in four digits where these suffice`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let step = [300_000, 1000, 10, 0.5, 0.02, 0.003][random.below(6)]
    var numbers = [random.number(in: -3 * step...3 * step)]
    for _ in 0..<7 { numbers.append(numbers[numbers.count - 1] + random.number(in: 0.01 * step...step)) }
    let classes = stride(from: 0, to: 8, by: 2).map { (least: numbers[$0], most: numbers[$0 + 1]) }
    let names = LegendReader.labels(of: classes)
    let ends = try names.map { name in
      let ends = name.split(separator: "–").compactMap {
        Double($0.replacing(",", with: "").replacing(" ", with: "").replacing("\u{2212}", with: "-"))
      }
      return (least: try #require(ends.first), most: try #require(ends.last))
    }
    expect(ends.count, equals: 4)
    for (found, known) in zip(ends, classes) {
      #expect(found.least <= known.least, "\(names) of \(classes)")
      #expect(found.most >= known.most, "\(names) of \(classes)")
    }
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $0.most <= $1.least }, "\(names)")
    // Ends that lie further apart than four digits can move them differ in four digits, by the C library.
    let areFar = zip(classes, classes.dropFirst()).allSatisfy { below, above in
      above.least - below.most > 0.003 * max(abs(below.most), abs(above.least))
    }
    for number in ends.flatMap({ [$0.least, $0.most] }) where areFar {
      expect(Double(String(format: "%.3e", number)), equals: number, "\(names)")
    }
  }
}
