import Drawing
import SVGCanvas
import TestSupport
import Testing

@Suite struct `A path drawn twice` {
  /// A closed zigzag, long enough to be worth sharing.
  private func zigzag(at x: Double = 0) -> Path {
    var path = Path()
    path.move(to: Point(x: x, y: 0))
    for step in 1...12 { path.line(to: Point(x: x + Double(step) * 7.25, y: Double(step % 2) * 9.5)) }
    path.close()
    return path
  }

  private func land(_ path: Path, subject: MarkDescription? = nil) -> DrawItem {
    DrawItem(.fill(Fill(path, .color(.black))), subject: subject)
  }

  private func coast(_ path: Path) -> DrawItem {
    DrawItem(.stroke(Stroke(path, .color(.white), width: 2)))
  }

  private func document(_ layers: [[DrawItem]]) throws -> Document {
    try Document(
      SVGCanvas.svg(
        of: Scene(
          size: Size(width: 100, height: 50),
          layers: layers.enumerated().map { SceneLayer(id: "layer\($0)", marks: $1) })))
  }

  @Test func `is written once and used by the other layer`() throws {
    let drawn = try document([
      [land(zigzag()), land(zigzag(at: 3))], [coast(zigzag()), coast(zigzag(at: 3))],
    ])
    let (paths, uses) = (drawn.root.all("path"), drawn.root.all("use"))
    #expect((paths.count, uses.count) == (2, 2))
    expect(uses.map { $0["href"] }, equals: paths.compactMap { $0["id"] }.map { "#\($0)" })
    // What a use looks like comes from where it stands, so the path may set nothing else.
    #expect(paths.allSatisfy { Set($0.attributes.keys) == ["id", "d"] })
    expect(drawn.root.all("g").map { $0["stroke"] }, equals: [nil, "#fff"])
  }

  @Test func `is named after its data, the same in every document`() throws {
    let (a, b, c) = (zigzag(), zigzag(at: 3), zigzag(at: 5))
    let one = try document([[land(a), land(b)], [coast(a)]])
    let two = try document([[land(c), land(a)], [coast(c), coast(a)]])
    let (first, second) = (one.root.all("path"), two.root.all("path"))
    expect(first[0]["id"], equals: second[1]["id"])
    #expect(first[0]["id"] != nil)
    #expect(second[0]["id"] != second[1]["id"])
  }

  /// Classes, ids that are referred to, and ids of layers of a pair.
  private func names(
    of path: Path, prefix: String = ""
  ) throws -> (classes: [String], references: Set<String>, layers: [String]) {
    var options = SVGOptions()
    options.idPrefix = prefix
    let scenes = [Color.black, .white].map { color in
      Scene(
        size: Size(width: 100, height: 50),
        layers: [SceneLayer(id: "land", marks: [DrawItem(.fill(Fill(path, .color(color))))])])
    }
    let bytes = try SVGCanvas.svg(of: scenes[0], dark: scenes[1], options: options)
    let root = try Document(bytes).root
    let classes = root.all("g").compactMap { $0["class"] }
    let style = root.all("style")[0].text
    expect(
      style,
      equals:
        ".\(classes[1]){visibility:hidden}@media (prefers-color-scheme:dark){.\(classes[0]){visibility:hidden}.\(classes[1]){visibility:visible}}"
    )
    let references = Set(root.all("use").compactMap { $0["href"] }.map { String($0.dropFirst()) })
    #expect(references.isSubset(of: root.all("path").compactMap { $0["id"] }))
    return (classes, references, root.all("g").compactMap { $0["id"] })
  }

  @Test func `and the classes of a pair have names that no other document of a page has`() throws {
    let (one, other) = (try names(of: zigzag()), try names(of: zigzag(at: 3)))
    #expect((one.classes.count, one.references.count) == (2, 1))
    #expect(Set(one.classes + one.references).isDisjoint(with: other.classes + other.references))
    for name in one.classes + one.references { #expect(name.contains(/^m[0-9a-f]{8}-/), "\(name)") }
    expect(one.layers, equals: ["land", "land-2"])
    #expect(try names(of: zigzag()) == one)
    let own = try names(of: zigzag(), prefix: "north-")
    expect(own.classes, equals: ["north-light", "north-dark"])
    #expect(own.references.allSatisfy { $0.contains(/^north-p/) })
    expect(own.layers, equals: ["north-land", "north-land-2"])
  }

  @Test func `is not taken from an element that holds more than its path`() throws {
    let subject = MarkDescription(id: "7", count: 1, title: "Island")
    let described = try document([
      [land(zigzag(), subject: subject), land(zigzag(at: 1))], [coast(zigzag())],
    ])
    expect(described.root.all("path").count, equals: 3)
    #expect(described.root.all("use").isEmpty)
    var red = land(zigzag())
    if case .fill(var fill) = red.shape {
      fill.paint = .color(Color(red: 1, green: 0, blue: 0))
      red.shape = .fill(fill)
    }
    // The vote of three is for black, so the red one speaks for itself.
    let mixed = try document([
      [land(zigzag(at: 1)), red, land(zigzag(at: 2)), land(zigzag(at: 3))], [coast(zigzag())],
    ])
    expect(mixed.root.all("path").count, equals: 5)
    #expect(mixed.root.all("use").isEmpty)
  }

  @Test func `keeps what it stands for where it is used`() throws {
    let subject = MarkDescription(id: "7", count: 1, title: "Island")
    let drawn = try document([[land(zigzag()), land(zigzag(at: 3))], [land(zigzag(), subject: subject)]])
    let use = try #require(drawn.root.all("use").first)
    #expect((use["data-id"], use.all("title").count) == ("7", 1))
  }

  @Test func `is written again where that is shorter`() throws {
    var short = Path()
    short.move(to: Point(x: 1, y: 1))
    short.line(to: Point(x: 9, y: 4))
    short.line(to: Point(x: 5, y: 8))
    short.close()
    let drawn = try document([[land(short)], [coast(short)]])
    expect(drawn.root.all("path").count, equals: 2)
    #expect(drawn.root.all("use").isEmpty)
  }
}
