import MapGeometry
import Testing

@Suite("Ordered values")
struct OrderedValuesTests {
  @Test("Values stay in the order of their keys, and a known key's value changes")
  func order() {
    var values = OrderedValues<String, Int>()
    for (number, key) in ["b", "a", "b", "c", "a"].enumerated() {
      values.add(number, for: key) { $0 += 10 * number }
    }
    #expect(values.keys == ["b", "a", "c"])
    #expect(values.values == [20, 41, 3])
    #expect(values["a"] == 41)
    #expect(values["d"] == nil)
  }
}
