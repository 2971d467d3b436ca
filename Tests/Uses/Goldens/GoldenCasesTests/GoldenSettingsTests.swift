import GoldenCases
import ImageDiff
import JSONDocument
import MapSettings
import SessionSupport
import StyleSettings
import TestSupport
import Testing

@Suite struct `Golden settings` {
  private func parse(_ json: String) throws -> (settings: GoldenSettings?, messages: [String]) {
    let (settings, diagnostics) = GoldenSettings.parse(try JSONText(parsing: json).root)
    return (settings, diagnostics.map { "\($0.path.dotted): \($0.message)" })
  }

  @Test func `are exact where nothing is set`() throws {
    let (settings, diagnostics) = GoldenSettings.parse(nil)
    expect(settings, equals: .exact)
    #expect(diagnostics.isEmpty)
    try expect(parse("{}").settings, equals: .exact)
    #if !canImport(Darwin)
      expect(GoldenSettings.exact.picture.comparison.channelTolerance, equals: 0)
    #endif
  }

  @Test(arguments: [
    (#"{"masks": [[0, 0, 10, 10], [3, 4, 5, 6]]}"#, true), (#"{"masks": [[0, 0, 0, 10]]}"#, false),
    (#"{"masks": [[-1, 0, 1, 10]]}"#, false), (#"{"masks": [[0, 0, 1.5, 10]]}"#, false),
    (
      #"{"masks": [{"marker": "a", "view": "city"}, {"marker": 12}, {"area": [0, 0, 1, 1], "view": "x"}]}"#,
      true
    ),
    (#"{"masks": [{"area": [0, 0, 1], "view": "x"}]}"#, false), (#"{"masks": [{}]}"#, false),
    (#"{"masks": [{"place": "a"}]}"#, false), (#"{"masks": [[0, 0, 1]]}"#, false),
    (#"{"masks": [[0, 0, 1, 1, 1]]}"#, false), (#"{"masks": []}"#, true),
    (#"{"reason": ""}"#, false), (#"{"reason": "why"}"#, true), (#"{"maxPixels": -1}"#, false),
    (#"{"window": 0}"#, false), (#"{"formats": []}"#, false), (#"{"formats": ["png", "png"]}"#, true),
    (#"{"tolerance": 256, "reason": "x"}"#, false), (#"{"profile": "oklab", "reason": "x"}"#, true),
    (#"{"numberTolerance": -1, "reason": "x"}"#, false), (#"{"masks": 3}"#, false),
  ])
  func `agree with the schema of requests`(text: String, isTaken: Bool) throws {
    let schema = SchemaDocument.request.schema(golden: .object(GoldenOptions.table.descriptions))
    let validator = SchemaValidator(root: try JSONText(parsing: schema).root)
    expect(validator.faults(in: try JSONText(parsing: "{\"golden\": \(text)}").root).isEmpty, equals: isTaken)
    let (_, diagnostics) = GoldenOptions.parse(try JSONText(parsing: text).root, at: JSONPath())
    expect(diagnostics.isEmpty, equals: isTaken, "\(diagnostics)")
  }

  @Test(arguments: GoldenOptions.table.descriptions)
  func `have words`(member: SettingDescription) {
    #expect(!member.type.isEmpty && !member.initial.isEmpty && !member.example.isEmpty)
    #expect(member.meaning.hasSuffix("."))
  }

  @Test(arguments: GoldenOptions.table.descriptions)
  func `read every member that the schema of requests describes, and its example`(
    member: SettingDescription
  ) throws {
    let example = "\"\(member.name)\": \(member.example)"
    let reason = member.name == "reason" ? "" : #", "reason": "emoji""#
    try expect(parse("{\(example)\(reason)}").messages, equals: [])
    // A list within lists is no value of any member.
    try expect(parse("{\"\(member.name)\": [[[]]]\(reason)}").settings, equals: nil)
  }

  @Test func `are described with the words that they read`() {
    func words(_ name: String) -> [String] {
      let schema = GoldenOptions.table.descriptions.first { $0.name == name }?.schema
      return switch schema {
      case .oneOf(let words), .list(.oneOf(let words), _): words
      default: []
      }
    }
    expect(words("profile"), equals: DiffProfile.allCases.map(\.rawValue))
    expect(words("formats"), equals: GoldenFormat.allCases.map(\.rawValue))
  }

  @Test func `take a tolerance with its reason`() throws {
    let settings = try #require(try parse(#"{"tolerance": 2, "reason": "emoji"}"#).settings)
    expect(settings, equals: .within(2, reason: "emoji"))
    try expect(parse(#"{"tolerance": 0}"#).settings?.picture.comparison.channelTolerance, equals: 0)
  }

  @Test func `compare as diff does with a threshold`() throws {
    let settings = try #require(
      try parse(
        """
        {"threshold": 0.2, "includeAa": true, "profile": "oklab", "maxPixels": 9, "maxRatio": 0.5, "window": 16,
         "maxWindow": 4, "masks": [[1, 2, 3, 4]], "formats": ["svg", "png", "svg"], "reason": "why not"}
        """
      ).settings)
    expect(
      settings.picture.comparison,
      equals: DiffOptions(
        profile: .oklab, threshold: 0.2, includesAntialiased: true,
        masks: [PixelRectangle(x: 1, y: 2, width: 3, height: 4)], window: 16))
    #expect((settings.picture.maximumPixels, settings.picture.maximumRatio) == (9, 0.5))
    #expect((settings.picture.maximumInWindow, settings.formats) == (4, [.svg, .png]))
  }

  @Test(
    arguments: cases(
      """
      7 → golden: expected an object of settings, found 7
      {"tolerance": 1} → golden.tolerance: a golden that is not exact needs a reason; add "reason": "…"
      {"threshold": 0.1} → golden.threshold: a golden that is not exact needs a reason; add "reason": "…"
      {"numberTolerance": 1} → golden.numberTolerance: a golden that is not exact needs a reason; add "reason": "…"
      {"reason": ""} → golden.reason: write why the case is not exact
      {"tolerence": 1} → golden.tolerence: golden has no setting "tolerence"; did you mean tolerance?
      {"masks": [[1, 2, 3]]} → golden.masks[0]: a mask is [x, y, width, height] in whole pixels, {"marker": "id"}, or such with a "view"
      {"masks": 3} → golden.masks: expected a list of [x, y, width, height], found 3
      {"maxPixels": -1} → golden.maxPixels: expected a number of at least 0, found -1
      {"maxRatio": 2} → golden.maxRatio: expected a number in 0…1, found 2
      {"maxPixels": 1e300} → golden.maxPixels: expected a whole number, found 1e+300
      {"formats": []} → golden.formats: the list is empty; name png, svg or another format
      {"formats": ["pgn"]} → golden.formats[0]: expected "png", "svg", "geojson", "apng", "pdf", "webp", "avif", "jpeg" or "html", found "pgn"; did you mean png?
      {"tolerance": 1, "threshold": 0, "reason": "x"} → golden.threshold: tolerance compares channels, threshold colors as seen; set one of them
      """))
  func `report what is wrong`(json: String, message: String) throws {
    let (settings, messages) = try parse(json)
    #expect((settings, messages) == (nil, [message]))
  }
}
