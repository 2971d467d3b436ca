import JSONDocument
import TestSupport
import Testing

@Suite struct `Error translation` {
  private struct Own: Error, Equatable { let reason: String }

  private func number(in text: String) throws(JSONError) -> Double? {
    try JSONText(parsing: Array(text.utf8)).root.number
  }

  @Test func `a value passes unchanged`() throws {
    try expect(rethrowing(number(in: "4")) { (error: JSONError) in Own(reason: "\(error)") }, equals: 4)
  }

  @Test func `an error becomes the caller's own`() throws {
    let original = try #require(throws: JSONError.self) { try number(in: "[") }
    let own = #expect(throws: Own.self) {
      try rethrowing(number(in: "[")) { (error: JSONError) in Own(reason: "\(error)") }
    }
    expect(own, equals: Own(reason: original.description))
  }
}
