import ImageDiff
import JSONDocument
import TestSupport
import Testing

@testable import GoldenCases

@Suite struct `Golden messages` {
  @Test(arguments: [
    (GoldenError.unreadable("Permission denied"), "the golden cannot be read: Permission denied"),
    (.isFolder, "a folder stands in the golden's place; move it"),
    (.damaged("cut"), "the golden is no picture to compare with: cut"),
    (
      .otherSize(golden: PixelSize(width: 1, height: 2), actual: PixelSize(width: 3, height: 4)),
      "the golden has 1x2 pixels, the picture 3x4; record it anew if that is meant"
    ),
    (
      .sharedGolden(of: ["a.json", "b.json"]),
      "a.json and b.json have this golden; rename one of the cases or views"
    ), (.sharedGolden(of: ["a.json"]), "two views of a.json have this golden; rename one of them"),
    (
      .icon(of: "a.json"),
      "a.json reads this file as an icon, so that it is not recorded over; move the icons into a folder of their own"
    ), (.pointer, "the golden is a pointer of Git LFS; fetch the file with git lfs pull"),
    (.ofMachine("no font"), "not recorded, as other machines would draw it otherwise: no font"),
    (.badCase("a.json: no"), "a.json: no"), (.notDrawn("no points"), "no points"),
    (.notWritten("disk full"), "the golden cannot be written: disk full"),
    (.badLimits(.badThreshold(2)), DiffError.badThreshold(2).description),
  ])
  func `report what is wrong`(error: GoldenError, message: String) {
    expect(error.description, equals: message)
  }

  @Test func `count what they report`() {
    let same = GoldenOutcome(name: "a", golden: nil, verdict: .same)
    let stale = GoldenOutcome(name: "b", golden: nil, verdict: .stale)
    expect(GoldenSummary([GoldenOutcome]()).text, equals: "0 cases")
    expect(GoldenSummary([same, stale]).text, equals: "1 case: 1 same; 1 stale golden")
    expect(GoldenSummary([stale, stale]).text, equals: "0 cases; 2 stale goldens")
  }

  @Test func `report what became of a recorded golden`() throws {
    func message(_ verdict: GoldenVerdict) -> String {
      GoldenOutcome(name: "a", golden: nil, verdict: verdict, isRecorded: true).message
    }
    #expect((message(.missing), message(.same)) == ("new", "written again"))
    expect(
      message(.notComparable(.damaged("cut"))),
      equals: "replaced: the golden is no picture to compare with: cut")
    let value = ValueDifference(path: JSONPath([.key("a")]), expected: "1", actual: nil)
    expect(message(.different(.values([value]))), equals: "replaced: a: expected 1, found nothing")
  }

  @Test func `compare data with a tolerance, in any order of members`() throws {
    let a = try JSONText(parsing: #"{"x": 1, "y": [1, {"z": null}], "w": true}"#).root
    let b = try JSONText(parsing: #"{"y": [1.5, {"z": null}], "x": 1.25, "w": true}"#).root
    #expect(ValueDifference.all(between: a, and: b, tolerance: 0.5).isEmpty)
    expect(
      ValueDifference.all(between: a, and: b, tolerance: 0.25).map(\.text),
      equals: ["y[0]: expected 1, found 1.5"])
    expect(
      ValueDifference.all(between: a, and: try JSONText(parsing: "[]").root, tolerance: 0).map(\.text),
      equals: [
        #"the document: expected {"x":1,"y":[1,{"z":null}],"w":true}, found []"#
      ])
  }
}
