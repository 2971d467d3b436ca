import BuiltIns
import TestSupport
import Testing

@Suite struct `Words of files` {
  @Test func `have a section, an entry and fields of several lines`() {
    let words = Words(
      "# clustering\nradius\n  meaning The reach.\n  help One\n      two\n\n    three\nextent\n  or")
    expect(
      words.fields(of: "radius", in: "clustering"),
      equals: [
        "meaning": "The reach.", "help": "One\n  two\n\nthree",
      ])
    expect(words.fields(of: "extent", in: "clustering"), equals: ["or": ""])
    expect(words.fields(of: "radius", in: "view"), equals: [:])
  }

  @Test func `fill gaps once and leave other braces`() {
    let text = #"{"a": "{land}", {z}/{x}, {lan}, {sea"#
    expect(text.filling(["land": "{sea}", "sea": "blue"]), equals: #"{"a": "{sea}", {z}/{x}, {lan}, {sea"#)
  }

  @Test(arguments: ["render", "clusters", "animate", "sql", "verify"])
  func `describe commands`(name: String) {
    let words = Words.ofCommands.fields(of: "command", in: name)
    #expect(Set(words.keys).isSuperset(of: ["abstract", "usage", "discussion"]))
    expect(words["usage"]?.hasPrefix("clustersnap \(name)"), equals: true)
  }
}
