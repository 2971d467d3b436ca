import Drawing
import TestSupport
import Testing

@Suite struct `A color` {
  private func bytes(_ color: Color?) -> [Int]? {
    color.map { color in
      [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) } + [
        Int((color.alpha * 100).rounded())
      ]
    }
  }

  // CSS Color Module Level 4, §6.1.
  @Test(arguments: [
    ("aliceblue", [240, 248, 255]), ("antiquewhite", [250, 235, 215]), ("burlywood", [222, 184, 135]),
    ("cornflowerblue", [100, 149, 237]), ("darkslategrey", [47, 79, 79]), ("gold", [255, 215, 0]),
    ("gray", [128, 128, 128]), ("green", [0, 128, 0]), ("hotpink", [255, 105, 180]), ("lime", [0, 255, 0]),
    ("maroon", [128, 0, 0]), ("papayawhip", [255, 239, 213]), ("purple", [128, 0, 128]),
    ("rebeccapurple", [102, 51, 153]), ("tomato", [255, 99, 71]), ("yellowgreen", [154, 205, 50]),
    ("  DodgerBlue\n", [30, 144, 255]), ("transparent", [0, 0, 0, 0]),
  ])
  func `has a name in CSS`(name: String, channels: [Int]) {
    expect(
      bytes(Color(css: name)), equals: (channels + [100]).prefix(3) + [channels.count > 3 ? channels[3] : 100]
    )
  }

  @Test(arguments: [
    ("gray", "grey"), ("darkgray", "darkgrey"), ("darkslategray", "darkslategrey"), ("dimgray", "dimgrey"),
    ("lightgray", "lightgrey"), ("lightslategray", "lightslategrey"), ("slategray", "slategrey"),
    ("aqua", "cyan"),
    ("fuchsia", "magenta"),
  ])
  func `may have two names`(one: String, other: String) {
    expect(Color(css: one), equals: Color(css: other))
    #expect(Color(css: one) != nil)
  }

  // Examples of MDN and of the CSS Color specification.
  @Test(arguments: [
    ("#f0c", [255, 0, 204, 100]), ("#F0CF", [255, 0, 204, 100]), ("#ff00cc80", [255, 0, 204, 50]),
    ("#f09", [255, 0, 153, 100]), ("#0000", [0, 0, 0, 0]), ("rgb(255,0,153)", [255, 0, 153, 100]),
    ("rgb(255, 0, 153, 40%)", [255, 0, 153, 40]), ("rgba(51, 170, 51, .1)", [51, 170, 51, 10]),
    ("rgb(100%, 0%, 60%)", [255, 0, 153, 100]), ("rgb(255 0 153 / 1)", [255, 0, 153, 100]),
    ("rgb(2e2 0 0)", [200, 0, 0, 100]), ("rgb( 300 , -7 , 12.4 )", [255, 0, 12, 100]),
    ("RGB(1 2 3/0.5)", [1, 2, 3, 50]),
    ("rgba(100% 0% 50% / 25%)", [255, 0, 128, 25]), ("rgba(1,2,3,7)", [1, 2, 3, 100]),
    ("hsl(120,100%,25%)", [0, 128, 0, 100]), ("hsl(270 60% 70%)", [179, 133, 224, 100]),
    ("hsl(270deg, 60%, 50%, .15)", [128, 51, 204, 15]), ("hsla(240 100% 50% / .05)", [0, 0, 255, 5]),
    ("hsl(-120 100% 50%)", [0, 0, 255, 100]), ("hsl(480 100% 50%)", [0, 255, 0, 100]),
    ("hsl(0 0% 100%)", [255, 255, 255, 100]), ("hsl(39, 100%, 50%)", [255, 166, 0, 100]),
    ("hsl(60 1000% 50%)", [255, 255, 0, 100]), ("hsl(147, 50%, 47%)", [60, 180, 114, 100]),
  ])
  func `is written in CSS`(text: String, channels: [Int]) {
    expect(bytes(Color(css: text)), equals: channels)
  }

  @Test(arguments: [
    "", " ", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#12 345", "redd", "rgb", "rgb()",
    "rgb(1,2)",
    "rgb(1,2,3,4,5)", "rgb(1 2,3)", "rgb(1,2 3)", "rgb(1,2,3/4)", "rgb(1 2 3 4)", "rgb(1%,2,3)", "rgb(a,b,c)",
    "rgb(1,,2)", "rgb(1,2,3", "rgb 1,2,3)", "rgb (1,2,3)", "hsl(1,2,3)", "hsl(1%,2%,3%)", "hsl(1 2deg 3%)",
    "rgb(0x10,0,0)", "rgb(nan,0,0)", "rgb(1e999,0,0)", "rgb(1,2,3)x", "lab(50% 0 0)", "currentcolor",
    "rgb(1 2 3 / 4deg)",
    "#１２３", "rgb(--1,0,0)", "rgb(1.2.3,0,0)",
  ])
  func `is not anything else`(text: String) {
    expect(Color(css: text), equals: nil)
  }

  @Test func `of endless text is refused`() {
    expect(Color(css: "rgb(" + String(repeating: "1", count: 1_000_000) + ",2,3)"), equals: nil)
  }

  @Test(arguments: [
    ("rebeccapurple", "#663399"), ("#F0C", "#ff00cc"), ("transparent", "rgba(0,0,0,0)"),
    ("rgba(1,2,3,0.5)", "rgba(1,2,3,0.5)"), ("rgb(1 2 3 / 12.34%)", "rgba(1,2,3,0.123)"),
    ("rgba(9,9,9,0.05)", "rgba(9,9,9,0.05)"), ("rgba(9,9,9,0.9999)", "#090909"),
  ])
  func `writes itself in CSS`(text: String, css: String) {
    expect(Color(css: text)?.css, equals: css)
  }

  @Test func `writes itself whatever its channels are`() {
    expect(Color(red: .nan, green: 2, blue: -.infinity, alpha: .infinity).css, equals: "#00ff00")
  }

  // WCAG 2.x: figures of the W3C's and WebAIM's published examples.
  @Test(arguments: [
    ("black", "white", 21), ("white", "white", 1), ("#777777", "white", 4.478), ("#767676", "white", 4.542),
    ("#0000ff", "white", 8.592), ("red", "white", 3.998), ("yellow", "black", 19.556),
  ])
  func `stands off another by a known ratio`(one: String, other: String, ratio: Double) throws {
    let (a, b) = (try #require(Color(css: one)), try #require(Color(css: other)))
    #expect(abs(a.contrast(to: b) - ratio) < 0.001)
    expect(a.contrast(to: b), equals: b.contrast(to: a))
  }

  @Test func `lies over another as W3C compositing defines it`() {
    let half = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    expect(half.over(.white), equals: Color(red: 1, green: 0.5, blue: 0.5))
    expect(half.over(.transparent), equals: half)
    expect(Color.transparent.over(.transparent), equals: .transparent)
    expect(Color.black.over(half), equals: .black)
  }
}
