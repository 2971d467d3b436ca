import CairoCanvas
import Drawing
import Inflate
import JSONDocument
import MapFeatures
import MapStyle
import Parallel
import VectorTiles

/// The glyphs of a folder, a zip archive or an address, each range read when the first text needs it.
///
/// Shared between threads: a range is read once.
final class GlyphSet: GlyphFinder {
  private enum Place {
    /// A folder of folders named after stacks, with a slash behind it.
    case folder(String)
    /// An archive with such folders, and its files by the names of their folder and their own.
    case archive(any ByteSource, ZipDirectory, name: String, files: [String: String])
    /// A path or an address with `{fontstack}` and `{range}`.
    case template(String)
  }

  private struct State {
    var stacks: [[String]: Result<String?, TextShapingError>] = [:]
    var ranges: [String: Result<GlyphRange?, TextShapingError>] = [:]
  }

  private let place: Place
  private let resources: any ResourceLoader
  private let state = Mutex(State())
  /// The greatest size of a range; those of MapLibre have at most 256 letters of 256 KB.
  private static let limit = 64 << 20

  /// Glyphs that a user or a request names.
  ///
  /// - Parameters:
  ///   - name: a folder, an archive, or a path or address with `{fontstack}` and `{range}`.
  ///   - setting: the setting that names them.
  init(named name: String, setting: SettingText, _ resources: any ResourceLoader) throws(SessionError) {
    self.resources = resources
    if name.contains("{fontstack}"), name.contains("{range}") {
      place = .template(name)
      return
    }
    switch name.contains("://") ? .other : resources.kind(of: name, followingLinks: true) {
    case .folder: place = .folder(name.hasSuffix("/") ? name : name + "/")
    case .file:
      let content = try rethrowing(
        resources.content(of: Resource(path: name, isFromDocument: true), limit: 1 << 30), as: unread(name))
      guard case .bytes(let source) = content else { throw .input("this is no regular file", at: name) }
      let directory = try source.withBytes { bytes in
        Result { () throws(ZipError) in try ZipDirectory(bytes) }
      }.mapError { SessionError.input(SettingText($0.rawValue), at: name) }.get()
      var files: [String: String] = [:]
      for file in directory.names.reversed() where file.hasSuffix(".pbf") {
        files[file.split(separator: "/").suffix(2).joined(separator: "/")] = file
      }
      place = .archive(source, directory, name: name, files: files)
    case .missing, .other:
      throw .input(
        "\(setting): there are no glyphs at \(addressForMessage(name)); name a folder or a zip archive of them, or an address with {fontstack} and {range}"
      )
    }
  }

  /// The glyphs that a style names.
  convenience init(of style: Style, in folder: StyleFolder, setting: SettingText) throws(SessionError) {
    guard let glyphs = style.glyphs else {
      throw .input("\(setting): the style names no glyphs; name a folder or a zip archive of them")
    }
    var address = glyphs.address
    if address.hasPrefix("file://"), !Resource.isWebAddress(folder.style) {
      address.removeFirst("file://".utf8.count)
    } else if !Resource.isWebAddress(address) {
      guard !address.contains("://"), !address.hasPrefix("/"), !Resource.isWebAddress(folder.style) else {
        throw folder.failure(
          "unsupported-url", glyphs.location,
          "\(addressForMessage(address)) is not fetched; name a folder or a zip archive with \(setting: "glyphs")"
        )
      }
      // What is fixed of the path has to lie below the style's folder.
      let fixed = address.prefix { $0 != "{" }
      let below = Resource.folderPrefix(of: String(fixed))
      _ = try folder.path(of: below.isEmpty ? "." : below, at: glyphs.location, orFolder: true)
      address = Resource.folderPrefix(of: folder.style) + address
    }
    try self.init(named: address, setting: setting, folder.resources)
  }

  func stack(for names: [String]) throws(TextShapingError) -> String? {
    try state.withLock { state in
      if let known = state.stacks[names] { return known }
      let result = Result { () throws(TextShapingError) -> String? in
        let all = names.joined(separator: ",")
        for name in names.count > 1 ? [all] + names : [all] where try has(name, &state) { return name }
        return nil
      }
      state.stacks[names] = result
      return result
    }.get()
  }

  func glyph(
    _ scalar: Unicode.Scalar, in stack: String
  ) throws(TextShapingError) -> (glyph: DistanceGlyph?, hasRange: Bool) {
    let first = Int(scalar.value) / 256 * 256
    let found = try state.withLock { state in
      Result { () throws(TextShapingError) in try range(first, of: stack, &state) }
    }.get()
    return (found?.glyphs[scalar.value], found != nil)
  }

  /// True if there is a stack of the name.
  private func has(_ name: String, _ state: inout State) throws(TextShapingError) -> Bool {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.utf8.contains(0) else {
      return false
    }
    switch place {
    case .folder(let folder): return resources.kind(of: folder + name, followingLinks: true) == .folder
    case .archive(_, _, _, let files): return files.keys.contains { $0.hasPrefix(name + "/") }
    case .template: return try range(0, of: name, &state) != nil
    }
  }

  private func range(
    _ first: Int, of stack: String, _ state: inout State
  ) throws(TextShapingError) -> GlyphRange? {
    let key = "\(stack)/\(first)-\(first + 255)"
    if let known = state.ranges[key] { return try known.get() }
    let result = Result { () throws(TextShapingError) in try read(key, stack, "\(first)-\(first + 255)") }
    state.ranges[key] = result
    return try result.get()
  }

  private func read(_ key: String, _ stack: String, _ range: String) throws(TextShapingError) -> GlyphRange? {
    let name: String
    let bytes: [UInt8]
    do throws(ResourceError) {
      switch place {
      case .archive(let source, let directory, let archive, let files):
        name = "\(archive): \(key).pbf"
        guard let file = files["\(key).pbf"] else { return nil }
        let content = source.withBytes { archive in
          Result { () throws(ZipError) in try directory.content(of: file, in: archive, limit: GlyphSet.limit)
          }
        }
        guard let found = try content.mapError({ ResourceError(.unusable, SettingText($0.rawValue)) }).get()
        else { return nil }
        bytes = found
      case .folder(let folder):
        name = folder + key + ".pbf"
        bytes = try self.bytes(of: Resource(path: name, isFromDocument: true))
      case .template(let template):
        let isAddress = Resource.isWebAddress(template)
        let filled = template.replacing("{fontstack}", with: isAddress ? percentEncoded(stack) : stack)
          .replacing("{range}", with: range)
        let resource = isAddress ? Resource(url: filled) : Resource(path: filled, isFromDocument: true)
        name = resource.name
        bytes = try self.bytes(of: resource)
      }
    } catch {
      if error.kind == .missing { return nil }
      var failure = TextShapingError(step: "reading the glyphs \(key)", reason: "\(error)")
      if case .template(let template) = place { failure.isUnreachable = Resource.isWebAddress(template) }
      throw failure
    }
    return try rethrowing(GlyphRange(bytes)) { (fault: GlyphRange.Fault) in
      TextShapingError(step: "reading \(name)", reason: fault.rawValue)
    }
  }

  /// The bytes of a file or an answer, unpacked where they are packed.
  private func bytes(of resource: Resource) throws(ResourceError) -> [UInt8] {
    let bytes = try resources.bytes(of: resource, in: nil, limit: GlyphSet.limit)
    return try rethrowing(inflated(bytes, limit: GlyphSet.limit)) { (error: InflateError) in
      ResourceError(.unusable, "\(error)")
    }
  }
}
