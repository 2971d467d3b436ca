import CGraphics

/// A face that is built in, or is read from the machine if it was not installed when this was built.
struct BuiltInFace {
  /// Folded, as in names of fonts.
  let family: String
  /// CSS weight.
  let weight: Int
  let file: String
  let face: graphics_face

  /// Letters come from the first one of a weight, then from the next.
  static let all: [BuiltInFace] = [
    .init(family: "noto sans", weight: 400, file: "NotoSans-Regular.ttf", face: graphics_noto),
    .init(family: "dejavu sans", weight: 400, file: "DejaVuSans.ttf", face: graphics_dejavu),
    .init(family: "noto sans", weight: 700, file: "NotoSans-Bold.ttf", face: graphics_noto_bold),
    .init(family: "dejavu sans", weight: 700, file: "DejaVuSans-Bold.ttf", face: graphics_dejavu_bold),
  ]

  /// The installed file; `nil` if there is none. Homebrew has all weights of Noto Sans in one.
  var installedPath: String? {
    var count = 0
    let names = family == "noto sans" ? [file, "NotoSans[wdth,wght].ttf"] : [file]
    let paths = Self.folders.flatMap { folder in names.map { folder + $0 } }
    return paths.first { graphics_is_regular_file($0, &count) }
  }

  /// Folders of Debian, Fedora, Arch, Alpine, Homebrew's cask for all and for one user.
  private static let folders =
    [
      "/usr/share/fonts/truetype/noto/", "/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/google-noto/",
      "/usr/share/fonts/dejavu-sans-fonts/", "/usr/share/fonts/noto/", "/usr/share/fonts/TTF/",
      "/usr/share/fonts/dejavu/", "/usr/local/share/fonts/", "/Library/Fonts/",
    ] + (homeFolder().map { ["\($0)/Library/Fonts/"] } ?? [])
}
