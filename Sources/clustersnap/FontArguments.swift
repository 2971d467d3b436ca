import CairoCanvas
import Drawing
import JSONDocument
import MapScene
import MapStyle

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

  /// What lays text out; files named as fonts are seen to be fonts first.
  ///
  /// The faces of the style come last, and are found under the names it gives them.
  func shaper(for map: LoadedMap, messages: Messages) throws(Failure) -> PangoTextShaper {
    let files = (map.request?.fonts ?? []).map(map.path) + font
    var paths: [String] = []
    for file in files {
      guard try FontArguments.isFont(file) else {
        throw .input("this is no font; name a TrueType, OpenType or WOFF file", at: file)
      }
      paths.append(file)
    }
    for folder in (map.request?.fontFolders ?? []).map(map.path) + fonts {
      let found = try FontArguments.fontFiles(below: folder)
      guard !found.isEmpty else {
        throw .input("there are no fonts in this folder; name one that holds .ttf or .otf files", at: folder)
      }
      paths += found
    }
    let faces = try FontArguments.faces(
      of: map.snapshotter.style, in: map.styleFolder, messages: messages)
    do throws(TextShapingError) {
      return try PangoTextShaper(
        fonts: paths.map { FontFile(path: $0) } + faces,
        usesSystemFonts: systemFonts || map.request?.usesSystemFonts == true)
    } catch {
      throw .input("\(error)")
    }
  }

  /// The files of a style's `font-faces`; a face that is not there is told, one that is no font is an error.
  static func faces(
    of style: Style, in folder: StyleFolder, messages: Messages
  ) throws(Failure) -> [FontFile] {
    var files: [FontFile] = []
    for face in style.fontFaces {
      for file in face.files {
        if let font = try font(file, of: face.name, in: folder, messages: messages) { files.append(font) }
      }
    }
    return files
  }

  /// A file of a style's `font-faces`, read to see that it is a font; `nil` where there is none, which is told.
  static func font(
    _ file: Style.FontFace.File, of face: String, in folder: StyleFolder, messages: Messages
  ) throws(Failure) -> FontFile? {
    switch file.reference {
    case .path(let name):
      let found: String
      do throws(Failure) {
        found = try folder.path(of: name, at: file.place, advice: "the next face is used")
      } catch {
        guard var diagnostic = error.diagnostic, diagnostic.code == "missing-file" else { throw error }
        diagnostic.severity = .warning
        messages.tell([diagnostic], of: folder.style)
        return nil
      }
      let font = FontFile(path: found, names: [face])
      guard try folder.naming(file.place, "damaged-font", { () throws(Failure) in try isFont(found) }) else {
        throw folder.failure(
          "damaged-font", file.place, "\(name): this is no font; name a TrueType, OpenType or WOFF file")
      }
      do throws(TextShapingError) {
        _ = try PangoTextShaper(fonts: [font]).hasFace(named: [face])
      } catch {
        throw folder.failure(
          "damaged-font", file.place, "\(name): \(error.reason); write or fetch the file again")
      }
      return font
    case .url(let url):
      let message =
        "\(addressForMessage(url)) is not fetched; put the file beside the style, or name one with --font"
      messages.tell([folder.diagnostic(.warning, "not-fetched", file.place, message)], of: folder.style)
      return nil
    }
  }

  /// Whether a file begins as font files do.
  private static func isFont(_ path: String) throws(Failure) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .input(whyUnreadable(), at: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    var head = [UInt8](repeating: 0, count: 4)
    guard head.withUnsafeMutableBytes({ systemRead(descriptor, $0.baseAddress, 4) }) == 4 else {
      return false
    }
    return head == [0, 1, 0, 0]
      || ["OTTO", "ttcf", "true", "typ1", "wOFF", "wOF2"].contains(String(decoding: head, as: UTF8.self))
  }

  /// The font files in a folder and those below it, by name, links to folders not followed.
  private static func fontFiles(below folder: String, depth: Int = 0) throws(Failure) -> [String] {
    guard let listing = opendir(folder) else { throw .input(whyUnreadable(), at: folder) }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    var found: [String] = []
    // Folders list in any order; the first font of a name wins.
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        if depth < 8 { found += try fontFiles(below: path, depth: depth + 1) }
      } else if endings.contains(where: { name.lowercased().hasSuffix($0) }), try isFont(path) {
        found.append(path)
      }
    }
    return found
  }

  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]
}
