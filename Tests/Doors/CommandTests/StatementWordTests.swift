import TestSupport
import Testing

@Suite struct `Words of a statement` {
  @Test(arguments: [
    (["--label-by", "north"], "error: --label-by: the answer has a column north of its own"),
    (
      ["--columns", "north", "--label-by", "a"], "error: --columns: the answer has a column north of its own"
    ),
    (["--where", "a = 1;"], "error: --where a = 1; has a semicolon"),
  ])
  func `are refused by the name of the option that has them`(words: [String], message: String) throws {
    let outcome = try Workplace().run(
      ["sql", "--dialect", "duckdb", "--table", "t", "--pyramid", "3"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message))
  }
}
