import CairoCanvas
import Drawing
import Parallel
import TestSupport
import Testing

@Suite("More faces than Cairo keeps open") struct ManyFacesTests {
  @Test func `eight threads read letters of sixteen faces, and of the desktop's`() throws {
    func outlines(_ shaper: PangoTextShaper, from first: Int) throws -> [Path] {
      try (0..<60).map { step in
        let letter = String(UnicodeScalar(UInt8(65 + (first + step) % 60 / 2)))
        let names = (first + step) % 2 == 0 ? ["DejaVu Sans"] : ["DejaVu Sans Bold"]
        let font = Font(names: names, size: 64)
        let request = TextRequest(
          sections: [.init(text: letter, font: font)], lineHeight: 64, letterSpacing: 0)
        return try #require(try shaper.shape(request).fragments.first).outline
      }
    }
    let expected = try outlines(PangoTextShaper(), from: 0)
    #expect(Set(expected.map { "\($0)" }).count > 50)
    let failures = concurrentMap(8, threads: 8) { thread -> String? in
      do {
        for round in 0..<20 {
          let shaper = try PangoTextShaper(usesSystemFonts: round == 19)
          let first = (thread * 7 + round) % 60
          guard try outlines(shaper, from: first) == Array(expected[first...] + expected[..<first]) else {
            return "thread \(thread), round \(round)"
          }
        }
        return nil
      } catch { return "\(error)" }
    }
    expect(failures.compactMap { $0 }, equals: [])
  }
}
