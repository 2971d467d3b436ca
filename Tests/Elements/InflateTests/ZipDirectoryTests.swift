import Inflate
import TestSupport
import Testing

@Suite struct `A zip archive` {
  private static let long = [UInt8](repeating: 7, count: 5000) + (0..<200).map { UInt8($0) }

  private static func zip(_ files: KeyValuePairs<String, [UInt8]>, packs: Bool = true) -> [UInt8] {
    // gzip is the same stream with ten bytes before and eight behind it.
    GlyphWriter.zip(files, pack: packs ? { Array(gzipped($0).dropFirst(10).dropLast(8)) } : nil)
  }

  private func content(_ name: String, _ archive: [UInt8], limit: Int = 1 << 20) throws -> [UInt8]? {
    try archive.withUnsafeBytes { try ZipDirectory($0).content(of: name, in: $0, limit: limit) }
  }

  @Test(arguments: [true, false]) func `gives its files back`(packs: Bool) throws {
    let archive = Self.zip(["a/0-255.pbf": [1, 2, 3], "b": Self.long, "empty": []], packs: packs)
    try expect(archive.withUnsafeBytes { try ZipDirectory($0).names }, equals: ["a/0-255.pbf", "b", "empty"])
    try expect(content("a/0-255.pbf", archive), equals: [1, 2, 3])
    try expect(content("b", archive), equals: Self.long)
    try expect(content("empty", archive), equals: [])
    try expect(content("c", archive), equals: nil)
    // A comment may follow.
    var commented = archive
    commented[archive.count - 2] = 5
    try expect(content("b", commented + Array("notes".utf8)), equals: Self.long)
  }

  @Test func `is refused where it is cut, damaged, encrypted or too large`() throws {
    let archive = Self.zip(["b": Self.long])
    for count in [0, 21, archive.count / 2, archive.count - 1] {
      #expect(throws: ZipError.noArchive) { try content("b", Array(archive.prefix(count))) }
    }
    var damaged = archive
    damaged[40] ^= 0xFF
    #expect(throws: ZipError.damaged) { try content("b", damaged) }
    #expect(throws: ZipError.tooLarge) { try content("b", archive, limit: 100) }
    let directory = archive.count - 22 - 47
    for (place, value) in [(8, UInt8(1)), (10, 9)] {
      var other = archive
      other[directory + place] = value
      #expect(throws: ZipError.unsupported) { try content("b", other) }
    }
    // The place of the file, and its length.
    for (place, value) in [(44, UInt8(0x7F)), (22, 0x7F)] {
      var other = archive
      other[directory + place] = value
      #expect(throws: ZipError.damaged) { try content("b", other) }
    }
    var shifted = archive
    shifted[archive.count - 6] ^= 1
    #expect(throws: ZipError.damaged) { try content("b", shifted) }
  }
}
