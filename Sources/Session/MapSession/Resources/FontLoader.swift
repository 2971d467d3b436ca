import CairoCanvas
import Drawing
import JSONDocument
import MapFeatures
import MapStyle

struct FontLoader {
  let folder: StyleFolder
  let log: SessionLog
  /// Remembers which fonts were found to be readable.
  let cache: SessionCache

  private var resources: any ResourceLoader { folder.resources }

  /// The fonts of files, folders and a style; files named as fonts are checked to be fonts.
  ///
  /// The faces of the style come last, and are found under the names it gives them; a missing one is reported, one that is no
  /// font is an error.
  func fonts(files: [String], folders: [String], of style: Style) throws(SessionError) -> [FontFile] {
    var paths: [String] = []
    for file in files {
      guard try isFont(file) else {
        throw .input("this is no font; name a TrueType, OpenType or WOFF file", at: file)
      }
      paths.append(file)
    }
    for folder in folders {
      let found = try fontFiles(below: folder)
      guard !found.isEmpty else {
        throw .input("there are no fonts in this folder; name one that holds .ttf or .otf files", at: folder)
      }
      paths += found
    }
    var fonts: [FontFile] = []
    for path in paths { fonts.append(try font(at: path)) }
    for face in style.fontFaces {
      for file in face.files {
        if let font = try font(file, of: face.name) { fonts.append(font) }
      }
    }
    return fonts
  }

  /// A font by its path, or by its bytes where the loader has no paths.
  private func font(at path: String, names: [String] = []) throws(SessionError) -> FontFile {
    if let local = resources.localPath(of: Resource(path: path, isFromDocument: true)) {
      return FontFile(path: local, names: names)
    }
    return FontFile(bytes: try folder.bytes(of: path, limit: 128 << 20), names: names)
  }

  /// A file of a style's `font-faces`, read to see that it is a font; `nil` where there is none, which is reported.
  func font(_ file: Style.FontFace.File, of face: String) throws(SessionError) -> FontFile? {
    let name = folder.name(
      of: file.reference, at: file.location,
      advice: "put the file beside the style, or name one with \(setting: "font")", log)
    guard let name else { return nil }
    let found: String
    do throws(SessionError) {
      found = try folder.path(of: name, at: file.location, advice: "the next face is used")
    } catch {
      guard var diagnostic = error.diagnostic, diagnostic.code == "missing-file" else { throw error }
      diagnostic.severity = .warning
      log.report([diagnostic], of: folder.style)
      return nil
    }
    guard try folder.naming(file.location, "damaged-font", isFont(found)) else {
      throw folder.failure(
        "damaged-font", file.location, "\(name): this is no font; name a TrueType, OpenType or WOFF file")
    }
    let font = try font(at: found, names: [face])
    return try cache.value(of: version(of: font), { _ in .font(font) }, size: { _, _ in 256 }) {
      () throws(SessionError) in
      _ = try rethrowing(PangoTextShaper(fonts: [font]).hasFace(named: [face])) {
        (error: TextShapingError) in
        folder.failure(
          "damaged-font", file.location, "\(name): \(error.reason); write or fetch the file again")
      }
      return font
    }
  }

  /// The state of a font's file; `nil` for fonts in memory and files without one.
  func version(of font: FontFile) -> ResourceVersion? {
    guard case .path(let path) = font.source else { return nil }
    return resources.version(of: Resource(path: path, isFromDocument: true))
  }

  private func isFont(_ path: String) throws(SessionError) -> Bool {
    let head: [UInt8]
    do throws(ResourceError) {
      head = try resources.bytes(of: Resource(path: path, isFromDocument: true), in: 0..<4, limit: 128 << 20)
    } catch {
      if error.kind == .folder || error.kind == .notRegular { return false }
      throw .input("\(error.reason)", at: path)
    }
    return head == [0, 1, 0, 0]
      || ["OTTO", "ttcf", "true", "typ1", "wOFF", "wOF2"].contains(String(decoding: head, as: UTF8.self))
  }

  /// The font files in a folder and those below it, by name, links to folders not followed.
  private func fontFiles(below folder: String, depth: Int = 0) throws(SessionError) -> [String] {
    let names = try rethrowing(resources.names(in: folder, limit: .max), as: unread(folder))
    var found: [String] = []
    // The first font of a name wins; names come sorted.
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if resources.kind(of: path, followingLinks: false) == .folder {
        if depth < 8 { found += try fontFiles(below: path, depth: depth + 1) }
      } else if FontLoader.endings.contains(where: { name.lowercased().hasSuffix($0) }), try isFont(path) {
        found.append(path)
      }
    }
    return found
  }

  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]
}
