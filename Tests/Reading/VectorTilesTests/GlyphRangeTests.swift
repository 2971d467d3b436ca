import TestSupport
import Testing
import VectorTiles

@Suite struct `A range of glyphs` {
  private static let box = BoxGlyph("A", width: 10, height: 12, left: -2, top: -9, advance: 13)

  @Test func `has its letters with sizes, places and distances`() throws {
    let range = try GlyphRange(
      GlyphWriter.range("Sans", [Self.box.bytes, BoxGlyph(" ", width: 0, height: 0, advance: 6).bytes]))
    let letter = try #require(range.glyphs[0x41])
    #expect((letter.width, letter.height, letter.left, letter.top) == (10, 12, -2, -9))
    expect(letter.advance, equals: 13)
    expect(letter.distances, equals: Self.box.distances)
    // Half a pixel inside the middle of the upper edge: 191.25 + 0.5 · 255 / 8.
    expect(letter.distances[3 * 16 + 8], equals: 207)
    expect(range.glyphs[0x20]?.advance, equals: 6)
    expect(range.glyphs[0x20]?.distances.isEmpty, equals: true)
  }

  @Test func `of no letters is empty`() throws {
    #expect(try GlyphRange(GlyphWriter.range("Sans", [])).glyphs.isEmpty)
    #expect(try GlyphRange([]).glyphs.isEmpty)
  }

  @Test func `leaves out letters that cannot be`() throws {
    let wide = BoxGlyph("B", width: 300, height: 10, advance: 9).bytes
    let short = Wire.number(1, 0x43) + Wire.message(2, [1, 2, 3]) + Wire.number(3, 5) + Wire.number(4, 5)
    let numbers = Wire.number(5, 0) + Wire.number(6, 0) + Wire.number(7, 9)
    let negative = BoxGlyph("D", advance: UInt64(bitPattern: -4)).bytes
    let nameless = Wire.number(3, 0) + Wire.number(4, 0) + numbers
    let bare = Wire.number(1, 0x45)
    let range = try GlyphRange(
      GlyphWriter.range("Sans", [wide, short + numbers, negative, nameless, bare, Self.box.bytes]))
    expect(range.glyphs.keys.sorted(), equals: [0x41])
  }

  @Test func `takes the first of two letters of one code point`() throws {
    let second = BoxGlyph("A", advance: 99)
    let range = try GlyphRange(GlyphWriter.range("Sans", [Self.box.bytes, second.bytes]))
    expect(range.glyphs[0x41]?.advance, equals: 13)
  }

  @Test func `is refused where it is cut or something else`() {
    let whole = GlyphWriter.range("Sans", [Self.box.bytes])
    for count in 1..<whole.count {
      #expect(throws: GlyphRange.Fault.cutOff) { try GlyphRange(Array(whole.prefix(count))) }
    }
    #expect(throws: GlyphRange.Fault.noGlyphs) { try GlyphRange(Array("<html>not found</html>".utf8)) }
    #expect(throws: GlyphRange.Fault.noGlyphs) { try GlyphRange([0x1F, 0x8B, 8, 0]) }
  }
}
