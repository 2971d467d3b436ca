import CPango
import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `The host's fontconfig` {
  @Test func `stays the current configuration while text is shaped and fonts are added`() throws {
    let before = FcConfigReference(nil)
    defer { FcConfigDestroy(before) }
    let families = FcConfigGetFonts(before, FcSetSystem)?.pointee.nfont

    let own = try PangoTextShaper()
    _ = try own.shape(`Pango text shaper`.request("1,234"))
    let system = try PangoTextShaper(usesSystemFonts: true)
    _ = try system.shape(`Pango text shaper`.request("1,234"))

    let after = FcConfigReference(nil)
    defer { FcConfigDestroy(after) }
    expect(after, equals: before)
    #expect(before != nil)
    expect(FcConfigGetFonts(after, FcSetSystem)?.pointee.nfont, equals: families)
    expect(FcConfigGetFonts(after, FcSetApplication)?.pointee.nfont ?? 0, equals: 0)
  }
}
