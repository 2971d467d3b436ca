import Foundation
import TestSupport
import Testing

@Suite struct `Pictures of rows` {
  private static let words = [
    "render", "--each", "customers.csv", "--request", "mail.json", "-o", "mails/{id}.svg",
  ]

  private func folder(_ rows: String) throws -> Workplace {
    try Workplace([
      "customers.csv": "id,lon,lat,name,near\n" + rows,
      "stores.csv": "lon,lat,kind\n13.4,52.5,a\n13.5,52.6,b\n",
      "mails/kept": "",
      "mail.json": #"""
      {"sources": {"stores": "stores.csv"}, "basemap": "none", "size": [120, 80], "center": ["{#lon}", "{#lat}"],
       "zoom": "{#near}", "title": "Order {id} of {name}, {count}", "filter": "kind = \"{kind}\" or kind = \"a\"",
       "overlays": [{"marker": ["{#lon}", "{#lat}"], "label": "{name}"}]}
      """#,
    ])
  }

  @Test func `are those of the request with the values of each row`() throws {
    let place = try folder("7,13.4,52.5,Ada,9\n8,13.5,52.6,\"Bo \"\"B\"\"\",10.5\n")
    let outcome = try place.run(Self.words)
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    outcome.errors.shows("2 pictures of 2 rows")
    let own = place.text("mail.json").replacing("\"{#lon}\"", with: "13.5").replacing(
      "\"{#lat}\"", with: "52.6"
    )
    .replacing("\"{#near}\"", with: "10.5").replacing("{id}", with: "8").replacing(
      "{name}", with: #"Bo \"B\""#)
    try place.write("own.json", own)
    try expect(place.run(["render", "--request", "own.json", "-o", "own.svg", "-q"]).status, equals: 0)
    expect(place.text("mails/8.svg"), equals: place.text("own.svg"))
    place.text("mails/7.svg").shows("Order 7 of Ada")
  }

  @Test func `are all there where they are many, but for the bad ones`() throws {
    let rows = (1...40).map { "\($0),13.4,52.5,Ada,\($0 == 40 ? "far" : "9")\n" }
    let place = try folder(rows.joined())
    try expect(place.run(Self.words).status, equals: 2)
    try expect(FileManager.default.contentsOfDirectory(atPath: place.path("mails")).count, equals: 40)
  }

  @Test func `name what is wrong with their request`() throws {
    let place = try folder("7,13.4,52.5,Ada,9\n")
    try place.write("mail.json", place.text("mail.json").replacing("\"title\"", with: "\"tittle\""))
    let outcome = try place.run(Self.words)
    outcome.reports(2, containing: "customers.csv: record 1, in line 2: mail.json:", "\"tittle\"")
  }

  @Test func `are drawn beside rows that cannot be, and taken up again`() throws {
    let rows =
      "1,13.4,52.5,Ada,9\n2,13.4,95,Bo,9\n3,13.4,52.5,,9\n4,13.4,52.5,Di,far\n1,13.4,52.5,Ed,9\na/b,13.4,52.5,Ed,9\n6,13.4,52.5,Flo,9\n"
    let place = try folder(rows)
    let outcome = try place.run(Self.words)
    expect(outcome.status, equals: 2)
    for part in [
      "95", "the row has no name; fill it", "near is no number", "another row has the picture mails/1.svg",
      "mails/a/b.svg is no name of a picture", "2 pictures of 6 rows",
    ] {
      #expect(outcome.errors.contains(part), "\(part): \(outcome.errors)")
    }
    try expect(
      FileManager.default.contentsOfDirectory(atPath: place.path("mails")).sorted(),
      equals: [
        "1.svg", "6.svg", "kept",
      ])
    try place.write("mails/1.svg", "as it was")
    try FileManager.default.removeItem(atPath: place.path("mails/6.svg"))
    #expect(try place.run(Self.words + ["--skip-existing"]).errors.contains("1 picture of 6 rows"))
    expect(place.text("mails/1.svg"), equals: "as it was")
    #expect(place.read("mails/6.svg") != nil)
  }

  @Test(
    arguments: [
      (["--skip-existing", "stores.csv", "-o", "a.png"], "add --each FILE"),
      (["--each", "customers.csv", "-o", "a.png"], "--each needs a request"),
      (
        ["--each", "customers.csv", "--request", "mail.json", "-o", "a.png", "--dump", "a.csv"],
        "leave out --dump"
      ),
      (["--each", "none.csv", "--request", "mail.json", "-o", "a.png"], "none.csv"),
      (
        ["--each", "customers.csv", "--request", "mail.json", "-o", "{nam}.png"],
        "-o: customers.csv has no column \"nam\"; did you mean name?"
      ),
    ] as [([String], String)])
  func `need a request and a name`(words: [String], part: String) throws {
    let outcome = try folder("1,13.4,52.5,Ada,9\n").run(["render"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }
}
