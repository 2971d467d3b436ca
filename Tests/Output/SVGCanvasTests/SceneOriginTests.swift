import Drawing
import SVGCanvas
import Testing

@Suite struct `An SVG that begins elsewhere` {
  private let scene = Scene(
    size: Size(width: 40, height: 30), background: .white, origin: Point(x: -20.5, y: -10))

  @Test func `has its corner in the view box and behind everything`() throws {
    let text = String(decoding: try SVGCanvas.svg(of: scene), as: UTF8.self)
    #expect(text.contains(#"width="40" height="30" viewBox="-20.5 -10 40 30""#))
    #expect(text.contains(#"<rect x="-20.5" y="-10" width="40" height="30""#))
  }

  @Test func `keeps it within another picture`() throws {
    let frame = Scene(size: Size(width: 90, height: 90), insets: [Inset(scene, at: Point(x: 7, y: 9))])
    let text = String(decoding: try SVGCanvas.svg(of: frame), as: UTF8.self)
    #expect(text.contains(#"<svg x="7" y="9" width="40" height="30" viewBox="-20.5 -10 40 30">"#))
  }
}
