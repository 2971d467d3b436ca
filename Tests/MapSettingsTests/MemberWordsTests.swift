import Testing

@testable import MapSettings

@Suite struct `Messages about documents` {
  @Test(arguments: [
    ("a minimum; set --min-count 2", "a minimum; set \"minCount\": 2"),
    (
      "cells; set --method grid, with --snap-zoom for cells",
      "cells; set \"method\": \"grid\", with \"snapZoom\" for cells"
    ),
    ("cells; set --align-world yes", "cells; set \"alignWorld\": \"yes\""),
    (
      "fill it in, or set --missing-weight to a number or skip",
      "fill it in, or set \"missingWeight\" to a number or skip"
    ),
    (
      "a view; set --center LON,LAT and --zoom Z, or --bbox W,S,E,N",
      "a view; set \"center\" and \"zoom\", or \"bbox\""
    ),
    (
      "--fit shows them all, and so does --bbox -1.5,2,3,4",
      "--fit shows them all, and so does \"bbox\": [-1.5, 2, 3, 4]"
    ),
    ("far; --fit shows it, too", "far; \"fit\" shows it, too"),
    ("far; --fit=robust leaves it out", "far; \"fit\": \"robust\" leaves it out"),
    ("a call; --subtitle-template", "a call; \"subtitle\""),
    (
      "no names; name them with --tiles city=FILE", "no names; name them with \"tiles\": {\"city\": \"FILE\"}"
    ),
    (
      "no data; fill the source with --source a=FILE",
      "no data; fill the source with \"sources\": {\"a\": \"FILE\"}"
    ),
    ("no letters; bring --font FILE, or --fonts", "no letters; bring \"font\", or \"fonts\""),
    (
      "--radius belongs to method radius; the method is grid",
      "--radius belongs to method radius; the method is grid"
    ),
    (
      "leave out --filter and put it into the query, --where",
      "leave out \"filter\" and put it into the query, --where"
    ),
    ("a - b -- c; d --unknown", "a - b -- c; d --unknown"),
    ("nothing with --basemap none", "nothing with \"basemap\": \"none\""),
  ])
  func `name members instead of options`(message: String, expected: String) {
    #expect(MemberWords.ofRequests.text(of: message) == expected)
  }

  @Test func `know a member for every option of the tables`() {
    for entry in ClusterOptions.table.entries where entry.option != nil {
      #expect(MemberWords.ofRequests.text(of: "set \(entry.optionName)") == "set \"\(entry.key)\"")
    }
  }
}
