import MapGeometry
import TestSupport
import Testing

@Suite struct `Ordered values` {
  @Test func `stay in the order of their keys, and that of a known key changes`() {
    var values = OrderedValues<String, Int>()
    for (number, key) in ["b", "a", "b", "c", "a"].enumerated() {
      values.add(number, for: key) { $0 += 10 * number }
    }
    expect(values.keys, equals: ["b", "a", "c"])
    expect(values.values, equals: [20, 41, 3])
    expect(values["a"], equals: 41)
    expect(values["d"], equals: nil)
  }

  @Test func `come once a key`() {
    expect([3, -1, 2, 1, -3].distinct(by: abs), equals: [3, -1, 2])
    expect([].distinct(by: { (number: Int) in number }), equals: [])
  }
}
