import JSONDocument
import MapSettings
import TestSupport
import Testing

@Suite struct `Messages that name settings` {
  private static let cases: [(text: SettingText, options: String, members: String, arguments: String)] = [
    ("set \(setting: "minCount", to: "2")", "set --min-count 2", "set \"minCount\": 2", "set minCount: 2"),
    (
      "set \(setting: "method", to: "grid"), with \(setting: "snapZoom")",
      "set --method grid, with --snap-zoom", "set \"method\": \"grid\", with \"snapZoom\"",
      "set method: .grid, with snapZoom"
    ),
    (
      "set \(setting: "center", of: "LON,LAT") or \(setting: "bbox", to: "-1.5,2,3,4")",
      "set --center LON,LAT or --bbox -1.5,2,3,4", "set \"center\" or \"bbox\": [-1.5, 2, 3, 4]",
      "set center or bbox: [-1.5, 2, 3, 4]"
    ),
    ("\(setting: "fit", to: "robust")", "--fit=robust", "\"fit\": \"robust\"", "fit: .robust"),
    (
      "\(setting: "tiles", of: "city=FILE")", "--tiles city=FILE", "\"tiles\": {\"city\": \"FILE\"}", "tiles"
    ),
    ("\(setting: "sources", of: "a=FILE")", "--source a=FILE", "\"sources\": {\"a\": \"FILE\"}", "sources"),
    ("\(name: "radius") belongs", "--radius belongs", "radius belongs", "radius belongs"),
    ("\(given: "cellSize"): 1", "--cell-size: 1", "cellSize: 1", "cellSize: 1"),
    (
      "\(given: "cellSize", of: "stones")", "--cluster stones.cell-size", "cluster.stones.cellSize",
      "cluster.stones.cellSize"
    ),
    ("\(1) of \(SettingText("a --b"))", "1 of a --b", "1 of a --b", "1 of a --b"),
  ]

  @Test func `are equal however they were put together`() {
    let (first, second): (SettingText, SettingText) = ("a \("b") \(1)", "\(SettingText("a b")) 1")
    #expect(first == second && first == SettingText("a b 1"))
    expect("\(first) or \(name: "fit")", equals: "a b 1 or \(name: "fit")" as SettingText)
  }

  @Test(arguments: cases)
  func `are spelled by whoever shows them`(
    text: SettingText, options: String, members: String, arguments: String
  ) {
    expect(text.spelled(SettingSpelling(.options)), equals: options)
    expect(text.spelled(SettingSpelling(.members)), equals: members)
    expect(text.spelled(SettingSpelling(.arguments)), equals: arguments)
    expect(text.description, equals: members)
  }

  @Test func `keep options over a document apart from its members`() {
    let text: SettingText = "\(given: "stream"): set \(setting: "bbox")"
    expect(
      text.spelled(SettingSpelling(advised: .members, given: .options)), equals: "--stream: set \"bbox\"")
  }

  @Test func `know the option of every entry of the tables`() {
    for entry in ClusterOptions.table.entries where entry.option != nil {
      let name = SettingName(entry.key, option: entry.optionName)
      let text: SettingText = "\(setting: name)"
      expect(text.spelled(SettingSpelling(.options)), equals: entry.optionName)
    }
  }
}
