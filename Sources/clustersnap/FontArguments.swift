import Arguments

/// The fonts beside the built-in DejaVu Sans.
struct FontArguments: ParsableArguments {
  @Option(help: .member("font")) var font: [String]
  @Option(help: .member("fonts")) var fonts: [String]
  @Flag(help: .member("systemFonts")) var systemFonts: Bool

  init() {}
}
