import TestSupport
import Testing

@testable import CairoCanvas

@Suite struct `A whole PDF` {
  /// A document of two objects, and a table of where they are.
  private func document(second: Int) -> [UInt8] {
    let objects = "%PDF-1.5\n1 0 obj\n<<>>\nendobj\n2 0 obj\n<<>>\nendobj\n"
    let entries = [9, second].map { "\(String(repeating: "0", count: 10 - "\($0)".count))\($0) 00000 n \n" }
    return Array(
      """
      \(objects)xref
      0 3
      0000000000 65535 f \n\(entries.joined())trailer
      << /Size 3 >>
      startxref
      \(objects.utf8.count)
      %%EOF

      """.utf8)
  }

  @Test(arguments: [(29, true), (30, false), (9, false), (59305, false), (9_999_999_999, false)])
  func `has every object where its table has it`(second: Int, isWhole: Bool) {
    expect(isWholePDF(document(second: second)), equals: isWhole)
  }

  @Test func `is not cut`() {
    let whole = document(second: 29)
    #expect((0..<whole.count).allSatisfy { !isWholePDF(Array(whole.prefix($0))) })
  }
}
