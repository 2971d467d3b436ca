import Drawing
import TestSupport
import Testing

@Suite struct `Scene text` {
  @Test func `writes every mark on a line`() throws {
    var square = Path()
    square.add(Rectangle(x: 0, y: -0.001, width: 10, height: 5.555))
    var wave = Path()
    wave.move(to: Point(x: 1, y: 2))
    wave.curve(Point(x: 3, y: 4), Point(x: 5, y: 6), to: Point(x: 7, y: 8))
    let dot = try #require(Bitmap(width: 1, height: 1, pixels: [0x61, 0x62, 0x63, 0x64]))
    let scene = Scene(
      size: Size(width: 320, height: 200), scale: 2, background: .white, title: "Berlin \"\n\u{1B}",
      layers: [
        SceneLayer(
          id: "land", opacity: 0.5,
          marks: [DrawItem(.fill(Fill(square, .color(.black), isAntialiased: false)))]),
        SceneLayer(
          id: "clusters",
          marks: [
            DrawItem(
              .circle(
                Circle(
                  center: Point(x: 1.005, y: 2), radius: 3, fill: .black, strokeWidth: 1, stroke: .white,
                  blur: 0.5)),
              subject: MarkDescription(id: "c1", count: 12, title: "12 stones", details: "more")),
            DrawItem(
              .circle(Circle(center: .zero, radius: 4, fill: Color(red: 0, green: 0, blue: 1, alpha: 0.25)))),
            DrawItem(
              .stroke(Stroke(wave, .color(.black), width: 1.5, cap: .round, join: .bevel, dashes: [1, 2]))),
            DrawItem(
              .text(
                TextRun(
                  fragments: [
                    .init(
                      text: "12", font: Font(names: ["DejaVu Sans Bold"], size: 12), color: .white,
                      origin: Point(x: 5, y: 6), advance: 14, outline: square)
                  ], halo: .init(color: .black, width: 1), rotation: 90, pivot: Point(x: 1, y: 1)))),
            DrawItem(
              .image(
                ImageMark(bitmap: dot, rectangle: Rectangle(x: 1, y: 2, width: 3, height: 4), isSmooth: false)
              )),
            DrawItem(
              .fill(
                Fill(Path(), .pattern(Pattern(bitmap: dot, size: Size(width: 8, height: 8), opacity: 0.5))))),
          ]),
      ])
    // The checksum of "abcd" is FNV-1a's published fc179f83ee0724dd.
    expect(
      scene.text,
      equals: """
        scene 320.00x200.00 @2.00 background #ffffff title "Berlin \\"\\n\\u{1b}"
        layer "land" opacity 0.50
          fill #000000 aliased M 0.00,0.00 L 10.00,0.00 L 10.00,5.55 L 0.00,5.55 Z
        layer "clusters" opacity 1.00
          circle 1.00,2.00 r 3.00 fill #000000 stroke #ffffff 1.00 blur 0.50 | "c1" 12 "12 stones" "more"
          circle 0.00,0.00 r 4.00 fill rgba(0,0,255,0.25)
          stroke #000000 width 1.50 cap round join bevel dashes 1.00,2.00 M 1.00,2.00 C 3.00,4.00 5.00,6.00 7.00,8.00
          text middle rotated 90.00 about 1.00,1.00 halo #000000 1.00 at 5.00,6.00 "12" #ffffff "DejaVu Sans Bold" 12.00 advance 14.00 outline 5
          image 1x1#fc179f83ee0724dd in 1.00,2.00 3.00x4.00 squares
          fill pattern 1x1#fc179f83ee0724dd from 0.00,0.00 8.00x8.00 opacity 0.50 \("")

        """)
  }

  @Test func `survives numbers that are none`() {
    let scene = Scene(size: Size(width: .nan, height: .infinity), scale: -1e300)
    expect(scene.text, equals: "scene nanxinf @-1e+300\n")
  }

  @Test func `writes what is laid upon it`() {
    let frame = Scene(size: Size(width: 2, height: 1), layers: [SceneLayer(id: "a")])
    let scene = Scene(size: Size(width: 8, height: 4), insets: [Inset(frame, at: Point(x: 3, y: 2))])
    expect(
      scene.text,
      equals: """
        scene 8.00x4.00 @1.00
        inset 3.00,2.00
          scene 2.00x1.00 @1.00
          layer "a" opacity 1.00

        """)
  }
}
