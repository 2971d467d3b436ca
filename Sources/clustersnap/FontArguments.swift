import Arguments

/// The fonts beside the built-in DejaVu Sans.
struct FontArguments: ParsableArguments {
  @Option(
    help: .init(
      "A font file (TrueType, OpenType, WOFF) that text may be set in, beside DejaVu Sans. May be repeated.",
      valueName: "FILE", default: "none"))
  var font: [String]
  @Option(
    help: .init(
      "A folder whose font files, also in folders below, text may be set in. May be repeated.",
      valueName: "DIR", default: "none"))
  var fonts: [String]
  @Flag(help: .init("Also use the fonts installed on this system; pictures then depend on it."))
  var systemFonts: Bool

  init() {}
}
