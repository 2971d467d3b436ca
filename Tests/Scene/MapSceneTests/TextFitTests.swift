import Drawing
import MapContent
import TestSupport
import Testing

/// Letters are half an em wide and 0.7 em high; a text of four at 10 points is 20 wide and 7 high.
@Suite struct `A text that is fitted` {
  private func bubbles(_ fit: String, radius: Double, square: Bool = false) throws -> (
    radius: Double, size: Double
  ) {
    let layers = """
      {"id": "bubbles", "type": "circle", "source": "a",
       "metadata": {"clustersnap:pair": "counts"\(square ? #", "clustersnap:shape": "square""# : "")},
       "paint": {"circle-radius": \(radius)}},
      {"id": "counts", "type": "symbol", "source": "a", "metadata": {"clustersnap:text-fit": \(fit)},
       "layout": {"text-field": "1234", "text-size": 10, "text-max-width": 100, "text-allow-overlap": true}}
      """
    let shot = try drawn(layers, of: points([(0, 0, "{}")]))
    let run = try #require(texts(shot.scene).first)
    var half = circles(shot.scene).first?.radius ?? 0
    for mark in shot.scene.layers.flatMap(\.marks) {
      if case .fill(let fill) = mark.shape { half = (fill.path.bounds?.width ?? 0) / 2 }
    }
    return (half, run.fragments[0].font.size)
  }

  /// Half the diagonal of the text at 10 points.
  private let reach = (10.0 * 10 + 3.5 * 3.5).squareRoot()

  @Test func `stays as it is where there is room`() throws {
    for fit in [#""grow""#, #""shrink""#] {
      let found = try bubbles(fit, radius: 20)
      #expect((found.radius, found.size) == (20, 10))
    }
  }

  @Test func `lets its bubble grow`() throws {
    let found = try bubbles(#"{"method": "grow", "padding": 2}"#, radius: 5)
    expect(found.size, equals: 10)
    #expect(near(found.radius, reach + 2))
  }

  @Test func `shrinks until it stands inside its bubble`() throws {
    let found = try bubbles(#"{"method": "shrink", "smallest": 2, "padding": 1}"#, radius: 8)
    expect(found.radius, equals: 8)
    #expect(near(found.size, 10 * 7 / reach, 1e-4))
    #expect(found.size * reach / 10 + 1 <= 8)
  }

  @Test func `shrinks to the smallest size, from where its bubble grows`() throws {
    let found = try bubbles(#"{"method": "shrink", "smallest": 8, "padding": 1}"#, radius: 5)
    #expect(near(found.radius, 0.8 * reach + 1))
    #expect(near(found.size, 8))
  }

  @Test func `is left out where it may not shrink as far as its bubble asks for`() throws {
    let fits = try bubbles(#"{"method": "hide", "smallest": 6, "padding": 1}"#, radius: 8)
    expect(fits.radius, equals: 8)
    #expect(near(fits.size, 10 * 7 / reach, 1e-4))
    let layers = """
      {"id": "bubbles", "type": "circle", "source": "a", "metadata": {"clustersnap:pair": "counts"},
       "paint": {"circle-radius": 8}},
      {"id": "counts", "type": "symbol", "source": "a", "metadata": {"clustersnap:text-fit": "hide"},
       "layout": {"text-field": "1234", "text-size": 10, "text-allow-overlap": true}}
      """
    // 7 points, the usual least, need a radius of 8.4.
    let shot = try drawn(layers, of: points([(0, 0, "{}")]))
    expect(circles(shot.scene).map(\.radius), equals: [8])
    #expect(texts(shot.scene).isEmpty)
  }

  @Test func `fits squares by their sides`() throws {
    let found = try bubbles(#"{"method": "grow", "padding": 1}"#, radius: 5, square: true)
    expect(found.size, equals: 10)
    #expect(near(found.radius, 11))
    #expect(near(try bubbles(#""shrink""#, radius: 9.5, square: true).size, 8.5, 1e-4))
  }

  /// An icon of 16 by 12 points at its own size.
  private func icon(_ fit: String, text: String = "1234", layout: String = "") throws -> (
    icon: Rectangle, text: Rectangle, size: Double
  ) {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(16, 12)), named: "badge") }
    let layers = """
      {"id": "badges", "type": "symbol", "source": "a", "metadata": {"clustersnap:text-fit": \(fit)},
       "layout": {"text-field": "\(text)", "text-size": 10, "text-max-width": 100, "icon-image": "badge",
        "text-allow-overlap": true, "icon-allow-overlap": true\(layout)}}
      """
    let shot = try drawn(layers, of: points([(0, 0, "{}")]), images: images)
    let run = try #require(texts(shot.scene).first)
    let drawnImages = shot.scene.layers.flatMap(\.marks).compactMap(\.image?.rectangle)
    let letters = try #require(run.fragments[0].outline.bounds).offset(by: run.fragments[0].origin)
    return (try #require(drawnImages.first), letters, run.fragments[0].font.size)
  }

  @Test func `shrinks into its icon`() throws {
    let found = try icon(#"{"method": "shrink", "smallest": 4, "padding": 1}"#)
    expect(found.icon.width, equals: 16)
    #expect(near(found.size, 7, 1e-4))
    #expect(found.icon.contains(found.text))
  }

  @Test func `lets its icon grow`() throws {
    let found = try icon(#"{"method": "grow", "padding": 1}"#)
    expect(found.size, equals: 10)
    #expect(near(found.icon.width, 22, 0.01))
    #expect(near(found.icon.height, 16.5, 0.01))
    #expect(found.icon.expanded(by: -0.4).contains(found.text))
    let both = try icon(#"{"method": "shrink", "smallest": 8, "padding": 1}"#)
    #expect(near(both.size, 8))
    #expect(near(both.icon.width, 18, 0.01))
  }

  @Test func `is left alone beside its icon, and where the icon is made to measure`() throws {
    let beside = try icon(#""shrink""#, layout: #", "text-offset": [3, 0]"#)
    #expect((beside.size, beside.icon.width) == (10, 16))
    let fitted = try icon(#""shrink""#, layout: #", "icon-text-fit": "both""#)
    expect(fitted.size, equals: 10)
    #expect(fitted.icon.width >= 20)
  }
}
