import JSONDocument
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Settings of fitted labels` {
  private func read(_ fit: String, _ icon: String = #""icon-image": "pin""#) throws -> (
    fit: LabelFit?, notes: [String]
  ) {
    let parsing = Style.parseWithSettings(
      Array(
        """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
         {"id": "s", "type": "symbol", "source": "a", "layout": {\(icon)},
          "metadata": {"clustersnap:text-fit": \(fit)}}]}
        """.utf8))
    let notes = parsing.diagnostics.map { note in
      "\(note.position.map { "\($0.line):\($0.column) " } ?? "")\(note.severity) \(note.message)"
    }
    return (parsing.style?.layers.first?.settings.textFit?.value, notes)
  }

  @Test func `are a word, or an object`() throws {
    try expect(read(#""grow""#).fit, equals: LabelFit(.grow))
    try expect(read(#""shrink""#).fit, equals: LabelFit(.shrink, smallest: 7, padding: 1))
    let long = try read(#"{"method": "shrink", "smallest": 9, "padding": 0}"#)
    #expect((long.fit, long.notes) == (LabelFit(.shrink, smallest: 9, padding: 0), []))
  }

  @Test(
    arguments: cases(
      """
      "shrunk" → 3:40 error expected "grow", "shrink" or "hide", found "shrunk"; did you mean shrink?
      3 → 3:40 error expected "grow", "shrink", "hide" or an object with "method", found 3
      {"smallest": 8} → 3:40 error a fit needs "method"; add it
      {"method": "shrink", "smallest": 0} → 3:73 error expected a number in 1…100, found 0
      {"method": "shrink", "padding": -1} → 3:72 error expected a number in 0…1000, found -1
      {"method": "grow", "smallest": 8} → 3:71 warning "smallest" has no effect with "grow", which leaves texts as they are; remove it
      {"method": "grow", "pading": 8} → 3:59 error a fit has no setting "pading"; did you mean padding?
      """))
  func `are checked`(fit: String, expected: String) throws {
    try expect(read(fit).notes, equals: [expected])
  }

  @Test func `need something to fit the text into`() throws {
    try expect(
      read(#""grow""#, "").notes,
      equals: [
        "3:40 warning clustersnap:text-fit has no effect without an icon-image, or a circle layer that has this layer as its "
          + "clustersnap:pair; add one of them"
      ])
  }

  @Test func `shrink a text to the smallest size and no further`() {
    expect(LabelFit(.grow).leastFactor(ofSize: 20), equals: 1)
    expect(LabelFit(.shrink, smallest: 5).leastFactor(ofSize: 20), equals: 0.25)
    expect(LabelFit(.shrink, smallest: 5).leastFactor(ofSize: 4), equals: 1)
  }
}
