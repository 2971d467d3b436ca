import JSONDocument
import MapSettings
import SessionSupport
import StyleSettings
import TestSupport
import Testing

/// A schema and the reader of the same member take the same values.
@Suite struct `Schemas and readers` {
  private func isValid(_ document: SchemaDocument, _ text: String) throws -> Bool {
    try SchemaValidator(document).faults(in: JSONText(parsing: text).root).isEmpty
  }

  @Test(arguments: [
    (#"{"selectSpan": 4e7, "select": "a"}"#, true), (#"{"selectSpan": 5e7, "select": "a"}"#, false),
    (#"{"selectSpan": [1, 2]}"#, true), (#"{"selectSpan": [1, 4.1e7]}"#, false),
    (#"{"selectSpan": 0}"#, false),
    (#"{"selectSpan": [1, 2, 3]}"#, false), (#"{"selectSpan": []}"#, false),
    (#"{"format": "pdf"}"#, true), (#"{"format": "jpg"}"#, false),
    (#"{"preset": "tb"}"#, true), (#"{"preset": "tbannotationclustering"}"#, true),
    (#"{"preset": "PGClustering"}"#, false), (#"{"padding": [1, 2]}"#, true),
    (#"{"padding": "1,2,3"}"#, true),
    (#"{"padding": [1, 2, 3, 4, 5]}"#, false), (#"{"inputFormat": "tsv"}"#, false),
    (#"{"missingWeight": 5}"#, true), (#"{"missingWeight": "5"}"#, false),
    (#"{"missingWeight": "skip"}"#, true), (#"{"filter": []}"#, true), (#"{"filter": {}}"#, false),
    (#"{"cellSize": {}}"#, false), (#"{"cellSize": {"-1.5": 80, "13": 64}}"#, true),
    (#"{"cellSize": {"near": 80}}"#, false), (#"{"zoom": 25}"#, true), (#"{"zoom": 26}"#, false),
  ])
  func `agree about requests`(text: String, isTaken: Bool) throws {
    try expect(isValid(.request, text), equals: isTaken)
    let (request, diagnostics) = SnapshotRequest.parse(try JSONText(parsing: text))
    expect(request != nil, equals: isTaken, "\(diagnostics)")
  }

  @Test(arguments: [
    ("9", true), ("-2", true), ("25.5", false), (#""+1""#, true), (#""-.5""#, true), (#""+2.""#, true),
    (#""+1e0""#, false),
    (#""1""#, false),
    (#""+-1""#, false), (#""+""#, false), (#""+.""#, false), (#""+1.2.3""#, false), ("true", false),
  ])
  func `agree about zooms of steps`(text: String, isTaken: Bool) throws {
    try expect(isValid(.scenario, "{\"steps\": [{\"zoom\": \(text)}]}"), equals: isTaken)
    expect(StepZoom(try JSONText(parsing: text).root) != nil, equals: isTaken)
  }

  @Test(arguments: [("5e7", false), ("2e6", true), ("[1, 2]", true), ("[1, 5e7]", false), (#""1""#, false)])
  func `agree about spans of steps`(text: String, isTaken: Bool) throws {
    try expect(isValid(.scenario, "{\"steps\": [{\"select\": \"a\", \"span\": \(text)}]}"), equals: isTaken)
    expect(SelectionSpan(try JSONText(parsing: text).root) != nil, equals: isTaken)
  }
}
