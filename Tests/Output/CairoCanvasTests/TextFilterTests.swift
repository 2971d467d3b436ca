import TestSupport
import Testing

@testable import CairoCanvas

@Suite struct `Text to be laid out` {
  private let acute = "\u{301}"

  @Test func `keeps four marks of a letter`() {
    let text = "a" + String(repeating: acute, count: 4000) + "b"
    expect(drawable(text, limit: 256), equals: "a\(acute)\(acute)\(acute)\(acute)b")
  }

  @Test(arguments: [5000, 1_000_000])
  func `ends where sixteen times its limit was looked at`(marks: Int) {
    let text = "a" + String(repeating: acute, count: marks) + "b"
    expect(drawable(text, limit: 256), equals: "a\(acute)\(acute)\(acute)\(acute)…")
  }

  @Test func `has no more letters than its limit`() {
    expect(drawable(String(repeating: "é", count: 300), limit: 256).unicodeScalars.count, equals: 256)
    #expect(drawable(String(repeating: "é", count: 300), limit: 256).hasSuffix("é…"))
    #expect(drawable(String(repeating: "é", count: 256), limit: 256).hasSuffix("éé"))
  }
}
