import CCairo
import Drawing
import TestSupport
import Testing

@testable import CairoCanvas

@Suite struct `A picture in bands` {
  /// Shapes of all kinds across the middle row of a picture of 600×600 pixels, and a crowd of discs.
  private func scene(crowd: Int) throws -> Scene {
    var random = Seeded(seed: 5)
    var marks: [DrawItem] = []
    for index in 0..<60 {
      let corners = (0..<4).map { _ in
        (random.number(in: -20...320), random.number(in: 100...200))
      }
      let path = Pictures.line(corners[0], corners[1], corners[2], corners[3])
      let color = Color(red: random.number(in: 0...1), green: 0.4, blue: 0.6, alpha: index % 3 == 0 ? 0.5 : 1)
      marks.append(DrawItem(.fill(Fill(path, .color(color), isAntialiased: index % 5 != 0))))
      marks.append(
        DrawItem(
          .stroke(
            Stroke(
              path, .color(color), width: Double(index % 7) / 2, cap: .round, join: .round,
              dashes: index % 4 == 0 ? [3, 2] : []))))
      marks.append(
        DrawItem(
          .disc(
            random.number(in: 0...300), random.number(in: 140...160), 9, color, width: 2, stroke: .white,
            blur: index % 6 == 0 ? 0.5 : 0)))
    }
    let label = try Pictures.label(
      "Across both", at: Point(x: 150, y: 150), size: 30, halo: .init(color: .white, width: 2), rotation: 20,
      PangoTextShaper())
    marks.append(DrawItem(.text(label)))
    let discs = (0..<crowd).map { _ in
      DrawItem(.disc(random.number(in: 0...300), random.number(in: 130...170), 2.3))
    }
    return Scene(
      size: Size(width: 300, height: 300), scale: 2, background: .white,
      layers: [SceneLayer(id: "a", opacity: 0.8, marks: marks), SceneLayer(id: "b", marks: discs)])
  }

  @Test(arguments: [0, 1500])
  func `is the same on any number of threads, and as it is in one piece`(crowd: Int) throws {
    let scene = try scene(crowd: crowd)
    var options = PNGOptions()
    let one = try CairoCanvas.png(of: scene, options: options)
    for threads in [2, 7] {
      options.threads = threads
      try expect(CairoCanvas.png(of: scene, options: options), equals: one)
    }
    let whole = try CairoSurface.pixels(CAIRO_FORMAT_RGB24, width: 600, height: 600)
    try whole.draw("drawing") { context throws(CanvasError) in
      try ScenePainter(context, scene: scene, scale: 2, isRaster: true).paint(scene)
    }
    let (inBands, inOne) = (try PNG.decode(one), try CairoCanvas.bitmap(of: whole))
    let off: [Int] = zip(inBands.pixels, inOne.pixels).map { abs(Int($0) - Int($1)) }
    #expect(off.max() ?? 0 <= 2, "\(off.count { $0 > 2 }) channels differ, by up to \(off.max() ?? 0)")
  }

  /// Bands of 37 rows, as those of a poster have 1,024; the last one is cut.
  @Test(arguments: [Color.white, nil])
  func `is packed band by band where it is too large for memory`(background: Color?) throws {
    var scene = try scene(crowd: 1500)
    scene.background = background
    let whole = try CairoCanvas.bitmap(of: scene)
    var files: Set<[UInt8]> = []
    for threads in [1, 3] {
      var options = PNGOptions()
      options.threads = threads
      files.insert(
        try CairoCanvas.pngInBands(
          of: scene, width: 600, height: 600, bandPixels: 600 * 37, options: options))
    }
    expect(files.count, equals: 1)
    let inBands = try PNG.decode(try #require(files.first))
    let off: [Int] = zip(inBands.pixels, whole.pixels).map { abs(Int($0) - Int($1)) }
    #expect(off.max() ?? 0 <= 2, "\(off.count { $0 > 2 }) channels differ, by up to \(off.max() ?? 0)")
  }

  @Test func `reports what cannot be drawn in a band, and writes nothing`() throws {
    var scene = try scene(crowd: 0)
    scene.layers.append(SceneLayer(id: "far", marks: [DrawItem(.disc(5, 290, 1e9))]))
    #expect(throws: CanvasError.self) {
      try CairoCanvas.pngInBands(
        of: scene, width: 600, height: 600, bandPixels: 600 * 37, options: PNGOptions())
    }
  }

  @Test func `reports what cannot be drawn, whichever band it is in`() throws {
    for y in [10.0, 290] {
      var scene = try scene(crowd: 0)
      scene.layers.append(SceneLayer(id: "far", marks: [DrawItem(.disc(5, y, 1e9))]))
      #expect(throws: CanvasError.self) { try CairoCanvas.png(of: scene) }
    }
  }
}
