import Drawing
import MapContent
import MapGeometry
import MapSettings
import MapStyle
import TestSupport
import Testing

@testable import MapScene

/// Marks that stand in one place, by the tens of thousands.
@Suite struct `Marks in one place` {
  private let disc = CollisionIndex.Disc(center: Point(x: 100, y: 100), radius: 5)
  private let area = Rectangle(x: 0, y: 0, width: 200, height: 200)

  @Test func `are looked up in linear time`() {
    var known = Set<DrawnMarker>()
    var index = CollisionIndex(area: area, isCounted: false)
    let bubbles = (0..<20_000).map {
      bubble($0, disc)
    }
    // Each of them tried every other: 400 million steps.
    let spent = processorSeconds {
      for number in 0..<20_000 {
        known.insert(
          DrawnMarker(marker: MarkerKey(source: "points", number: number), middle: disc.center))
        index.take(disc)
        #expect(!index.isTaken(Rectangle(x: 100, y: 110, width: 20, height: 8)))
      }
      var obstacles = BubbleObstacles(area: area) { bubbles }
      for number in 0..<20_000
      where obstacles.meet(Rectangle(x: 100, y: 110, width: 20, height: 8), of: label(number)) {
        Issue.record("\(number) meets a disc that is elsewhere")
      }
    }
    expect(known.count, equals: 20_000)
    #expect(spent < 10)
  }

  private func bubble(_ number: Int, _ disc: CollisionIndex.Disc) -> CircleLayer.Disc {
    CircleLayer.Disc(
      item: number, anchor: disc.center, center: disc.center,
      look: CircleLayer.CircleAppearance(Circle(center: .zero, radius: disc.radius, fill: .black)),
      subject: nil)
  }

  private func label(_ number: Int) -> Label {
    let rules = Label.Rules(overlap: .never, ignoresPlacement: false, isOptional: false)
    return Label(
      item: number, entry: number, point: disc.center, places: [], text: rules, icon: rules, isFitted: false,
      sortKey: 0)
  }

  @Test func `are met as each one alone`() {
    var random = Seeded(seed: 29)
    func box() -> Rectangle {
      Rectangle(
        x: Double(random.below(10)) * 20, y: Double(random.below(10)) * 20, width: 30, height: 10)
    }
    var (once, each) = (CollisionIndex(area: area, isCounted: false), CollisionIndex(area: area))
    var bubbles: [CircleLayer.Disc] = []
    for number in 0..<60 {
      let box = box()
      once.take(box)
      each.take(box)
      let disc = CollisionIndex.Disc(center: box.center, radius: 8)
      once.take(disc)
      each.take(disc)
      bubbles.append(bubble(number % 7, disc))
    }
    var obstacles = BubbleObstacles(area: area) { bubbles }
    for number in 0..<400 {
      let box = box()
      expect(once.isTaken(box), equals: each.isTaken(box))
      let label = Label(
        item: number % 7, entry: 0, point: bubbles[number % 60].anchor, places: [],
        text: label(0).text, icon: label(0).icon, isFitted: false, sortKey: 0)
      let meets = bubbles.contains { bubble in
        var index = CollisionIndex(area: area)
        index.take(bubble.area)
        return index.isTaken(box) && (bubble.item != label.item || bubble.anchor != label.point)
      }
      expect(obstacles.meet(box, of: label), equals: meets)
      let own = bubbles.contains { bubble in
        var index = CollisionIndex(area: area)
        index.take(bubble.area)
        return index.isTaken(box) && bubble.item == label.item && bubble.anchor == label.point
      }
      expect(obstacles.meetOwn(box, of: label), equals: own)
    }
  }
}

/// Random symbols in a picture of 200 points: what they cover is known from their places alone.
@Suite struct `Labels placed together` {
  private let frame: ViewFrame

  init() throws {
    frame = ViewFrame(
      try viewport(width: 200, height: 200))
  }

  /// A label with a box or a chain of discs, whose shape holds its number.
  private func label(
    _ number: Int, overlap: Overlap, ignores: Bool, key: Double, using random: inout Seeded
  ) -> Label {
    func coordinate() -> Double { Double.random(in: 20...180, using: &random) }
    let center = Point(x: coordinate(), y: coordinate())
    var part = Label.Part(
      shapes: [.text(TextRun(fragments: [], pivot: Point(x: Double(number), y: 0)))],
      extent: Rectangle(x: center.x - 8, y: center.y - 4, width: 16, height: 8),
      box: Rectangle(x: center.x - 9, y: center.y - 5, width: 18, height: 10))
    if Bool.random(using: &random) {
      let way = Point(x: 6, y: Double.random(in: -6...6, using: &random))
      part.discs = (-1...1).map {
        CollisionIndex.Disc(center: center + Point(x: way.x * Double($0), y: way.y * Double($0)), radius: 5)
      }
      part.extent = part.discs.dropFirst().reduce(part.discs[0].box) { $0.union($1.box) }
      part.box = part.extent
    }
    let rules = Label.Rules(overlap: overlap, ignoresPlacement: ignores, isOptional: false)
    return Label(
      item: number, entry: number, point: center, places: [Label.Place(text: part)], text: rules, icon: rules,
      isFitted: false, sortKey: key)
  }

  private func labels(
    _ count: Int, seed: UInt64, overlaps: [Overlap] = [.never], ignoring: Bool = false
  ) -> [Label] {
    var random = Seeded(seed: seed)
    return (0..<count).map { number in
      label(
        number, overlap: overlaps[Int.random(in: 0..<overlaps.count, using: &random)],
        ignores: ignoring && Int.random(in: 0..<4, using: &random) == 0,
        key: Double(Int.random(in: 0...3, using: &random)), using: &random)
    }
  }

  private func placed(_ labels: [Label]) throws -> [Int] {
    var placement = LabelPlacement(frame: frame)
    let placed = try placement.choose(labels) { label throws(SnapshotError) in label }
    return try #require(placed).labels.map(\.index)
  }

  /// Whether what two parts cover shares some area, found from their boxes and discs alone.
  private func meet(_ a: Label.Part, _ b: Label.Part) -> Bool {
    switch (a.discs.isEmpty, b.discs.isEmpty) {
    case (true, true): return a.box.intersects(b.box)
    case (false, true): return a.discs.contains { meets($0, b.box) }
    case (true, false): return b.discs.contains { meets($0, a.box) }
    case (false, false):
      return a.discs.contains { first in
        b.discs.contains { second in
          let way = first.center - second.center
          return (way.x * way.x + way.y * way.y).squareRoot() < first.radius + second.radius
        }
      }
    }
  }

  private func meets(_ disc: CollisionIndex.Disc, _ box: Rectangle) -> Bool {
    // Sampled along the box's nearest edges: the nearest point of a box to a center is the clamped center.
    let x = max(box.minX, min(box.maxX, disc.center.x)) - disc.center.x
    let y = max(box.minY, min(box.maxY, disc.center.y)) - disc.center.y
    return (x * x + y * y).squareRoot() < disc.radius
  }

  @Test(arguments: 1...20) func `never share an area unless they may`(seed: UInt64) throws {
    let labels = labels(
      120, seed: seed, overlaps: [.never, .never, .cooperative, .always], ignoring: true)
    let shown = try placed(labels)
    #expect(shown.count > 10)
    #expect(shown.count < 120)
    for (position, first) in shown.enumerated() {
      for second in shown.dropFirst(position + 1) {
        let (a, b) = (labels[first], labels[second])
        guard let one = a.places[0].text, let other = b.places[0].text, meet(one, other) else { continue }
        // The one that came later was allowed to, or the earlier one lets others over it.
        let (earlier, later) = (b.sortKey, b.item) < (a.sortKey, a.item) ? (b, a) : (a, b)
        let isAllowed =
          earlier.text.ignoresPlacement || later.text.overlap == .always
          || later.text.overlap == .cooperative && earlier.text.overlap == .cooperative
        #expect(isAllowed, "\(earlier.item) and \(later.item)")
      }
    }
  }

  @Test(arguments: 1...20) func `leave out only what meets one that came before`(seed: UInt64) throws {
    let labels = labels(120, seed: seed)
    let shown = Set(try placed(labels))
    let order = labels.indices.sorted { (labels[$0].sortKey, $0) < (labels[$1].sortKey, $1) }
    for (position, index) in order.enumerated() where !shown.contains(index) {
      guard let part = labels[index].places[0].text else { continue }
      let isMet = order[..<position].contains { other in
        shown.contains(other) && labels[other].places[0].text.map { meet($0, part) } == true
      }
      #expect(isMet, "\(index)")
    }
  }

  @Test func `with equal keys are placed in the order of their source`() throws {
    let layer = """
      {"id": "s", "type": "symbol", "source": "a",
       "layout": {"text-field": "{n}", "symbol-sort-key": ["get", "k"]}}
      """
    func shown(_ names: [(String, Int)]) throws -> [String] {
      let places = names.map { (0.0, 0.0, #"{"n": "\#($0.0)", "k": \#($0.1)}"#) }
      return (try drawn(layer, of: points(places)).scene.layers.last?.marks ?? []).compactMap(
        \.run?.fragments.first?.text)
    }
    try expect(shown([("a", 1), ("b", 1), ("c", 1)]), equals: ["a"])
    try expect(shown([("c", 1), ("b", 1), ("a", 1)]), equals: ["c"])
    try expect(shown([("a", 2), ("b", 1), ("c", 1)]), equals: ["b"])
  }

  @Test(arguments: ["auto", "source", "viewport-y"])
  func `of an ordered layer are drawn in the order that is set`(order: String) throws {
    let layer = """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "{n}", "text-allow-overlap": true,
       "symbol-z-order": "\(order)"}}
      """
    let places = points([
      (0, -5, #"{"n": "low"}"#), (0, 5, #"{"n": "high"}"#), (0, 0, #"{"n": "middle"}"#),
    ])
    let shown = (try drawn(layer, of: places).scene.layers.last?.marks ?? []).compactMap(
      \.run?.fragments.first?.text)
    expect(shown, equals: order == "source" ? ["low", "high", "middle"] : ["high", "middle", "low"])
  }
}
