import Drawing
import ImageDiff
import Parallel
import TestSupport
import Testing

@testable import GoldenCases

@Suite struct `Golden run` {
  private func document(_ path: String, _ json: String = "{}", files: MemoryFiles) throws -> CaseDocument {
    try CaseDocument(json, path: path) { files[$0] != nil }
  }

  private func run(
    _ files: MemoryFiles, _ table: [String: Result<GoldenActual, GoldenError>], mode: RecordMode = .never,
    report: MemoryReport = MemoryReport()
  ) -> GoldenRun {
    GoldenRun(files: files, mode: mode, store: report.store) {
      CaseDrawings(actuals: $0.cases.map { table[$0.goldenPath] ?? .failure(.notDrawn("no such place")) })
    }
  }

  /// The outcomes of a case with two goldens that has a warning.
  private func noted(
    _ note: CaseNote, mode: RecordMode = .never, failsOnWarnings: Bool = false, files: MemoryFiles
  ) throws -> [GoldenOutcome] {
    let run = GoldenRun(files: files, mode: mode, failsOnWarnings: failsOnWarnings) { _ in
      CaseDrawings(
        actuals: [drawn(plain(1)), .success(.file(Array("{}".utf8), as: .geojson))], notes: [note])
    }
    let document = try document("a.json", #"{"golden": {"formats": ["png", "geojson"]}}"#, files: files)
    return run.outcomes(of: [document], jobs: 1)
  }

  @Test func `lists warnings of a request once, and counts those that somebody can act on`() throws {
    let skipped = CaseNote(text: "p.csv: warning: skipped", errorText: "p.csv: error: skipped")
    let rough = CaseNote(text: "rough", errorText: "rough", counts: false)
    for (note, text) in [(skipped, "; 1 warning"), (rough, "")] {
      let outcomes = try noted(note, files: MemoryFiles(["a.png": plain(1)]))
      expect(outcomes.map(\.notes), equals: [[note], []])
      expect(GoldenSummary(outcomes).text, equals: "2 cases: 1 missing, 1 same" + text)
      let strict = try noted(note, failsOnWarnings: true, files: MemoryFiles(["a.png": plain(1)]))
      expect(
        strict.map(\.status), equals: note.counts ? [.notComparable, .notComparable] : [.same, .missing])
      if note.counts {
        expect(strict.map(\.message), equals: ["p.csv: error: skipped", "p.csv: error: skipped"])
      }
    }
  }

  @Test func `records no picture that other machines would draw otherwise`() throws {
    let font = CaseNote(text: "s.json: no font", errorText: "", isOfMachine: true)
    let files = MemoryFiles([:])
    let outcomes = try noted(font, mode: .all, files: files)
    expect(outcomes.map(\.status), equals: [.notComparable, .recorded])
    expect(
      outcomes[0].message, equals: "not recorded, as other machines would draw it otherwise: s.json: no font")
    expect(files["a.png"], equals: nil)
    // It is compared all the same.
    try expect(noted(font, files: MemoryFiles(["a.png": plain(1)])).map(\.status), equals: [.same, .missing])
  }

  @Test func `takes a pointer of Git LFS for no golden, and keeps it`() throws {
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n".utf8)
    let files = MemoryFiles(["a.png": pointer, "b.svg": pointer])
    let documents = [try document("a.json", files: files), try document("b.json", files: files)]
    let table = ["a.png": drawn(plain(1)), "b.svg": .success(.file(Array("<svg/>".utf8), as: .svg))]
    for mode in RecordMode.allCases {
      let outcomes = run(files, table, mode: mode).outcomes(of: documents, jobs: 1)
      expect(
        outcomes.map(\.message),
        equals: [String](
          repeating: "the golden is a pointer of Git LFS; fetch the file with git lfs pull", count: 2))
      #expect((files["a.png"], files["b.svg"]) == (pointer, pointer))
    }
  }

  /// One case of every kind, named after what comes of it.
  private func everyKind(
    _ mode: RecordMode, isClosed: Bool = false, report: MemoryReport = MemoryReport()
  ) throws -> (outcomes: [GoldenOutcome], files: MemoryFiles) {
    let files = MemoryFiles(
      [
        "same.png": plain(10), "different.png": plain(11), "size.png": plain(10, width: 2),
        "damaged.png": [9],
        "undrawn.png": plain(10),
      ], folders: ["folder.png"], isClosed: isClosed)
    let names = ["same", "different", "missing", "size", "damaged", "undrawn", "folder"]
    var table: [String: Result<GoldenActual, GoldenError>] = [:]
    for name in names where name != "undrawn" { table[name + ".png"] = drawn(plain(10)) }
    let documents = try names.map { try document($0 + ".json", files: files) }
    return (run(files, table, mode: mode, report: report).outcomes(of: documents, jobs: 3), files)
  }

  @Test func `distinguishes one kind from the other`() throws {
    let outcomes = try everyKind(.never).outcomes
    expect(
      outcomes.map(\.status),
      equals: [
        .same, .different, .missing, .notComparable, .notComparable, .notComparable, .notComparable,
      ])
    expect(
      outcomes.map(\.message),
      equals: [
        "",
        "12 of 12 pixels differ (100 %), in 4x3 at 0,0; 12 in the 32x32 at 0,0; by up to 1 of 255",
        "there is no golden; look at the picture and record it with --record missing",
        "the golden has 2x3 pixels, the picture 4x3; record it anew if that is meant",
        "the golden is no picture to compare with: not a PNG: it does not begin with the PNG signature",
        "no such place",
        "a folder stands in the golden's place; move it",
      ])
    expect(GoldenSummary(outcomes).text, equals: "7 cases: 1 different, 1 missing, 4 not comparable, 1 same")
  }

  @Test(arguments: [
    (RecordMode.never, []), (.missing, ["missing"]), (.failed, ["damaged", "different", "missing", "size"]),
    (.all, ["damaged", "different", "missing", "same", "size"]),
  ])
  func `records what the mode allows and nothing else`(mode: RecordMode, names: [String]) throws {
    let (outcomes, files) = try everyKind(mode)
    expect(outcomes.filter(\.isRecorded).map(\.name).sorted(), equals: names.map { $0 + ".png" })
    for outcome in outcomes where outcome.isRecorded { expect(files[outcome.name], equals: plain(10)) }
    #expect((files["undrawn.png"], files["folder.png"]) == (plain(10), nil))
    if mode == .never { expect(files["different.png"], equals: plain(11)) }
  }

  @Test func `reports what cannot be recorded, and goes on`() throws {
    let outcomes = try everyKind(.failed, isClosed: true).outcomes
    expect(outcomes.count { $0.message == "the golden cannot be written: closed" }, equals: 4)
    expect(outcomes.first?.status, equals: .same)
    #expect(outcomes.allSatisfy { !$0.isRecorded })
  }

  @Test func `reports outcomes in the order of the cases, whichever is first`() throws {
    let names = (0..<50).map { "case\($0)" }
    let files = MemoryFiles([:])
    let documents = try names.map { try document($0 + ".json", files: files) }
    let reported = Mutex<[String]>([])
    let outcomes = run(files, [:]).outcomes(of: documents, jobs: 4) { outcome in
      reported.withLock { $0.append(outcome.name) }
    }
    expect(reported.withLock { $0 }, equals: names.map { $0 + ".png" })
    expect(outcomes.map(\.name), equals: names.map { $0 + ".png" })
    #expect(run(files, [:]).outcomes(of: [], jobs: 4).isEmpty)
  }

  @Test func `records no golden that several cases have, by whatever name, and names them all`() throws {
    let files = MemoryFiles(["a-b.png": plain(1), "A-b.png": plain(1)])
    let documents = [
      try document("a-b.json", files: files),
      try document("a.json", #"{"views": [{"name": "b"}, {"name": "c"}]}"#, files: files),
      try document("A-b.json", files: files),
      try document("d.json", #"{"views": [{"name": "x"}, {"name": "x"}]}"#, files: files),
    ]
    let table = ["a-b.png": drawn(plain(2)), "A-b.png": drawn(plain(3)), "a-c.png": drawn(plain(1))]
    let outcomes = run(files, table, mode: .all).outcomes(of: documents, jobs: 2)
    expect(
      outcomes.map(\.status),
      equals: [
        .notComparable, .notComparable, .recorded, .notComparable, .notComparable, .notComparable,
      ])
    expect(
      outcomes[0].message,
      equals: "a-b.json and a.json and A-b.json have this golden; rename one of the cases or views")
    expect(Set([0, 1, 3].map { outcomes[$0].message }).count, equals: 1)
    expect(outcomes[4].message, equals: "two views of d.json have this golden; rename one of them")
    #expect((files["a-b.png"], files["A-b.png"]) == (plain(1), plain(1)))
  }

  @Test func `holds names apart that differ by Unicode composition alone`() throws {
    let files = MemoryFiles([:])
    let names = ["\u{E9}", "e\u{301}"]
    let documents = try names.map { try document($0 + ".json", files: files) }
    let outcomes = run(files, [:]).outcomes(of: documents, jobs: 1)
    expect(outcomes.map(\.message), equals: ["no such place", "no such place"])
  }

  @Test func `records over no icon of a request`() throws {
    let files = MemoryFiles(["pin.png": plain(1)])
    let document = try document("pin.json", #"{"icons": "."}"#, files: files)
    for (mode, status) in [(RecordMode.never, GoldenStatus.different), (.all, .notComparable)] {
      let outcome = run(files, ["pin.png": drawn(plain(2))], mode: mode).outcomes(of: [document], jobs: 1)
      expect(outcome.map(\.status), equals: [status])
    }
    expect(files["pin.png"], equals: plain(1))
    // There is none to be lost.
    let other = MemoryFiles([:])
    let recorded = run(other, ["pin.png": drawn(plain(2))], mode: .missing).outcomes(of: [document], jobs: 1)
    expect(recorded.map(\.status), equals: [.recorded])
  }

  @Test func `keeps to the limits of the case`() throws {
    let files = MemoryFiles(["a.png": plain(12)])
    let table = ["a.png": drawn(plain(10))]
    func status(_ json: String) throws -> GoldenStatus? {
      let documents = [try document("a.json", #"{"golden": \#(json)}"#, files: files)]
      return run(files, table).outcomes(of: documents, jobs: 1).first?.status
    }
    try expect(status("{}"), equals: .different)
    try expect(status(#"{"tolerance": 1, "reason": "r"}"#), equals: .different)
    try expect(status(#"{"tolerance": 2, "reason": "r"}"#), equals: .same)
    try expect(status(#"{"threshold": 0.1, "reason": "r"}"#), equals: .same)
    try expect(status(#"{"maxPixels": 11}"#), equals: .different)
    try expect(status(#"{"maxPixels": 12}"#), equals: .same)
    try expect(status(#"{"maxRatio": 0.5}"#), equals: .different)
    try expect(status(#"{"window": 2, "maxWindow": 3}"#), equals: .different)
    try expect(status(#"{"window": 2, "maxWindow": 4}"#), equals: .same)
    try expect(status(#"{"masks": [[0, 0, 4, 2], [0, 2, 3, 1]], "maxPixels": 1}"#), equals: .same)
  }

  @Test func `demands a reason for masks over everything, and reports those that lie outside`() throws {
    let files = MemoryFiles(["a.png": plain(12)])
    func outcome(_ json: String) throws -> GoldenOutcome? {
      let documents = [try document("a.json", #"{"golden": \#(json)}"#, files: files)]
      return run(files, ["a.png": drawn(plain(10))]).outcomes(of: documents, jobs: 1).first
    }
    try expect(
      outcome(#"{"masks": [[0, 0, 9, 9]]}"#)?.message,
      equals: #"golden.masks cover the whole picture; add "reason": "…""#)
    try expect(outcome(#"{"masks": [[0, 0, 9, 9]], "reason": "r"}"#)?.status, equals: .same)
    let outside = try outcome(#"{"masks": [[4, 0, 1, 1]]}"#)
    expect(outside?.status, equals: .different)
    expect(
      outside?.notes.map(\.text),
      equals: ["a.json: warning: golden.masks: 4,0 lies outside of the 4x3 pixels"])
    #expect(throws: GoldenError.self) { try outcome(#"{"maxRatio": 1}"#) }
    try expect(outcome(#"{"maxRatio": 1, "reason": "r"}"#)?.status, equals: .same)
    let limits = try outcome(#"{"maxRatio": 0.5, "tolerance": 2, "reason": "r", "masks": [[0, 0, 1, 2]]}"#)
    expect(limits?.golden?.settings.picture.text, equals: "May differ: tolerance 2; 50 %; masked 0,0,1,2")
  }

  @Test func `masks markers where they are drawn, and reports those that are not`() throws {
    var pixels = Array(repeating: UInt8(255), count: 40 * 30 * 4)
    pixels[(12 * 40 + 21) * 4] = 0
    let dotted = try #require(Bitmap(width: 40, height: 30, pixels: pixels))
    let white = try #require(
      Bitmap(width: 40, height: 30, pixels: Array(repeating: 255, count: 40 * 30 * 4)))
    let files = MemoryFiles(["a.png": try GoldenJudge.bytes(of: .picture(white))])
    // A bubble of 3 points about 10, 6 at two pixels a point, moved by half a point.
    let markers = #"""
      {"type": "FeatureCollection", "features": [
       {"type": "Feature", "id": "h", "properties": {"x": 10, "y": 6, "radius": 3, "dx": 0.5}},
       {"type": "Feature", "properties": {"cluster_id": 12, "clustersnap:x": 19, "x": 10, "y": 14, "radius": 1}}]}
      """#
    func outcome(_ mask: String) throws -> GoldenOutcome? {
      let document = try document(
        "a.json", #"{"scale": 2, "golden": {"masks": [{"marker": \#(mask)}]}}"#, files: files)
      let run = GoldenRun(files: files) { _ in
        CaseDrawings(actuals: [.success(.picture(dotted))], markers: [0: Array(markers.utf8)])
      }
      return run.outcomes(of: [document], jobs: 1).first
    }
    try expect(outcome("\"h\"")?.status, equals: .same)
    // The square of the bubble, and a pixel around it.
    try expect(
      outcome("\"h\"")?.golden?.settings.picture.comparison.masks,
      equals: [
        PixelRectangle(x: 14, y: 5, width: 15, height: 15)
      ])
    try expect(outcome("12")?.status, equals: .different)
    try expect(outcome("12")?.notes.isEmpty, equals: true)
    let none = try outcome("\"k\"")
    expect(none?.status, equals: .different)
    expect(
      none?.notes.map(\.text), equals: ["a.json: warning: golden.masks: no marker \"k\" is drawn"])
  }

  @Test func `records what differs for this platform alone where that is asked for`() throws {
    let files = MemoryFiles(["a.png": plain(1)])
    let own = "a.\(GoldenPlatform.name).png"
    func outcome(_ gray: UInt8, _ mode: RecordMode, isOfPlatform: Bool) throws -> GoldenOutcome? {
      let document = try document("a.json", files: files)
      return GoldenRun(files: files, mode: mode, isOfPlatform: isOfPlatform) { _ in
        CaseDrawings(actuals: [drawn(plain(gray))])
      }.outcomes(of: [document], jobs: 1).first
    }
    try expect(outcome(2, .failed, isOfPlatform: true)?.status, equals: .recorded)
    #expect((files["a.png"], files[own]) == (plain(1), plain(2)))
    try expect(outcome(2, .never, isOfPlatform: false)?.name, equals: own)
    // From then on only its own golden is recorded here.
    try expect(outcome(3, .failed, isOfPlatform: false)?.status, equals: .recorded)
    #expect((files["a.png"], files[own]) == (plain(1), plain(3)))
  }

  @Test func `names clusters behind a difference one by one`() throws {
    func markers(_ count: Int, _ longitude: Int) -> [UInt8] {
      Array(
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"cluster_id": 1, "point_count": \#(count)}}, {"type": "Feature", "id": "p", "geometry": {"type": "Point", "coordinates": [\#(longitude), 4]}, "properties": {}}]}"#
          .utf8)
    }
    let files = MemoryFiles([:])
    func outcome(_ gray: UInt8, _ markers: [UInt8], _ mode: RecordMode) throws -> GoldenOutcome {
      let document = try document("a.json", #"{"golden": {"explain": true}}"#, files: files)
      let run = GoldenRun(files: files, mode: mode) { _ in
        CaseDrawings(actuals: [drawn(plain(gray))], markers: [0: markers])
      }
      return try #require(run.outcomes(of: [document], jobs: 1).first)
    }
    _ = try outcome(1, markers(12, 3), .missing)
    let changed = try outcome(2, markers(13, 5), .never)
    let lines = [
      "cluster 12 → 13 at 1.00, 2.00", "point \"p\" moved from 3.000000, 4.000000 to 5.000000, 4.000000",
    ]
    #expect(changed.message.hasSuffix("; 2 markers changed, first \(lines[0])"))
    expect(changed.details, equals: lines.joined(separator: "\n"))
    #expect(String(decoding: jsonReport(of: [changed]), as: UTF8.self).contains(#""changedMarkers": 2"#))
  }

  @Test func `compares text by lines and data by values`() throws {
    let files = MemoryFiles([
      "a.svg": Array("<svg>\n<a/>\n</svg>\n".utf8),
      "a.geojson": Array(#"{"a": [1.00000000001, 2], "b": "x"}"#.utf8),
      "b.geojson": Array("[".utf8),
    ])
    let table: [String: Result<GoldenActual, GoldenError>] = [
      "a.svg": .success(.file(Array("<svg>\n<b/>\n</svg>\n".utf8), as: .svg)),
      "a.geojson": .success(.file(Array(#"{"b": "y", "a": [1, 2, 3]}"#.utf8), as: .geojson)),
      "b.geojson": .success(.file(Array("{}".utf8), as: .geojson)),
    ]
    let documents = [try document("a.json", files: files), try document("b.json", files: files)]
    let outcomes = run(files, table).outcomes(of: documents, jobs: 1)
    expect(
      outcomes.map(\.message),
      equals: [
        "1 line less and 1 line more, first at line 2",
        "2 values differ, first a[2]: expected nothing, found 3",
        "the golden is no GeoJSON: 1:2: the text ends inside the array opened at 1:1; close it with ], or is the file cut off?",
      ])
    guard case .different(let difference) = outcomes[1].verdict else { return }
    expect(
      difference.details(limit: 9), equals: "a[2]: expected nothing, found 3\nb: expected \"x\", found \"y\"")
    expect(difference.details(limit: 1), equals: "a[2]: expected nothing, found 3\n… and 1 more")
  }

  @Test func `keeps the pictures a report shows`() throws {
    let report = MemoryReport()
    let outcomes = try everyKind(.never, report: report).outcomes
    func kept(_ index: Int) -> [Bool] {
      let pictures = report[outcomes[index].name]
      return [pictures?.expected, pictures?.actual, pictures?.difference].map { $0 != nil }
    }
    expect(kept(0), equals: [true, false, false], "same")
    expect(kept(1), equals: [true, true, true], "different")
    expect(kept(2), equals: [false, true, false], "missing")
    expect(kept(3), equals: [true, true, true], "another size")
    expect(kept(4), equals: [false, true, false], "damaged")
  }
}
