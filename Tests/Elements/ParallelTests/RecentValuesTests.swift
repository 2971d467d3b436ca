import Parallel
import TestSupport
import Testing

@Suite struct `Recent values` {
  private func values(_ costs: KeyValuePairs<String, Int>) -> RecentValues<String, String> {
    var values = RecentValues<String, String>()
    for (key, cost) in costs { values.update(key, default: "") { ($0, $1) = (key + "!", cost) } }
    return values
  }

  @Test func `go in the order of their last use`() {
    var values = values(["a": 1, "b": 2, "c": 4])
    expect(values.use("a"), equals: "a!")
    expect(values.keysByUse, equals: ["b", "c", "a"])
    expect(values.trim(cost: 5), equals: ["b!"])
    expect(values.cost, equals: 5)
    expect(values.trim(cost: 4), equals: ["c!"])
    expect(values["a"], equals: "a!")
  }

  @Test func `without a cost stay when the others cost too much`() {
    var values = values(["a": 0, "b": 9])
    expect(values.trim(cost: 8), equals: ["b!"])
    expect(values["a"], equals: "a!")
  }

  @Test func `go for their number whatever they cost`() {
    var values = values(["a": 0, "b": 9, "c": 0])
    expect(values.trim(toCount: 2, cost: 100), equals: ["a!"])
    expect(values.count, equals: 2)
  }

  @Test func `are changed where they are, with their cost`() {
    var values = values(["a": 3])
    values.update("a", default: "none") { value, cost in
      expect(value, equals: "a!")
      cost += 4
    }
    expect(values.cost, equals: 7)
    expect(values.remove("a"), equals: "a!")
    expect(values.cost, equals: 0)
    expect(values.use("a"), equals: nil)
  }

  @Test func `cost what remains, like a list searched from its end`() {
    var values = RecentValues<Int, Int>()
    var list: [(key: Int, cost: Int)] = []  // the most recently used last
    var state: UInt64 = 1
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (key, cost) = (Int(state >> 33) % 40, Int(state >> 45) % 9 + 1)
      values.update(key, default: key) { $1 = cost }
      list.removeAll { $0.key == key }
      list.append((key, cost))
      _ = values.trim(toCount: 12, cost: 60)
      while list.count > 12 || list.reduce(0, { $0 + $1.cost }) > 60 { list.removeFirst() }
      expect(values.keysByUse, equals: list.map(\.key))
      expect(values.cost, equals: list.reduce(0) { $0 + $1.cost })
    }
  }
}
