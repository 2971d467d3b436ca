public import JSONDocument
public import MapFeatures
public import MapStyle

/// The files that a style names, tried with the very readers that draw it, so that `check` reports what `render` would.
public struct StyleFiles: Sendable {
  let folder: StyleFolder
  /// True if the folder is known; that of a style on standard input is not, and then no file is looked for.
  let isKnown: Bool
  private let spelling: SettingSpelling.Form
  /// Keeps nothing: each file is tried once.
  private let cache = SessionCache(budget: 0)

  /// The files of a style.
  ///
  /// - Parameters:
  ///   - style: the style as messages call it, the path that its files lie below.
  ///   - isBuiltIn: whether the style is built in.
  ///   - isKnown: whether the folder is known.
  public init(
    of style: String, isBuiltIn: Bool, isKnown: Bool, resources: any ResourceLoader,
    spelling: SettingSpelling.Form = .members
  ) {
    folder = StyleFolder(style: style, isBuiltIn: isBuiltIn, resources: resources)
    (self.isKnown, self.spelling) = (isKnown, spelling)
  }

  /// Diagnostics of data, sprites, fonts and pictures. Nothing is requested over the network.
  public func diagnostics(of style: Style) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for source in style.sources {
      guard case .file(let reference, _)? = source.geoJSON?.data, isLookedFor(reference) else { continue }
      diagnostics += reported(at: source.location.member("data")) { log throws(SessionError) in
        _ = try TableLoader.file(of: source, in: folder, log: log)
      }
    }
    for sprite in style.sprites where isLookedFor(sprite.reference) {
      diagnostics += reported(at: sprite.location) { log throws(SessionError) in
        var loader = ImageLoader(folder: folder, scale: 1, cache: cache, log: log)
        try loader.load(sprite, ofSeveral: style.sprites.count > 1)
      }
    }
    for face in style.fontFaces {
      for file in face.files where isLookedFor(file.reference) {
        diagnostics += reported(at: file.location) { log throws(SessionError) in
          _ = try FontLoader(folder: folder, log: log, cache: cache).font(file, of: face.name)
        }
      }
    }
    // What no layer draws is not read, be it there or not.
    for source in style.sources where isKnown && style.layers.contains(where: { $0.source == source.id }) {
      diagnostics += reported(at: source.location) {
        log throws(SessionError) in
        let loader = SourcePictureLoader(folder: folder, cache: cache, scale: 1, log: log)
        try loader.check(source, of: style)
      }
    }
    return diagnostics
  }

  private func isLookedFor(_ reference: FileReference) -> Bool {
    if case .path = reference { isKnown } else { true }
  }

  /// The notes that are reported while something is tried, each at a location of the style.
  private func reported(at place: SourceLocation, _ body: (SessionLog) throws(SessionError) -> Void)
    -> [Diagnostic]
  {
    let log = SessionLog(spelling: spelling)
    var failure: SessionError?
    do throws(SessionError) {
      try folder.naming(place, "unusable-file", body(log))
    } catch {
      failure = error
    }
    let kept = log.notes.map { note in
      // A plain warning is about a file that the style names.
      let diagnostic =
        note.diagnostic
        ?? Diagnostic(
          note.severity, code: "unusable-file", path: JSONPath(), position: nil, message: note.message)
      let file = note.file ?? note.place ?? ""
      guard file != folder.style else { return diagnostic }
      // It stands in a file that the style names; the place there is part of the message.
      let there = placeText(file, diagnostic.position) ?? file
      var here = folder.diagnostic(
        diagnostic.severity, diagnostic.code, place, "\(there): \(diagnostic.message)")
      here.count = diagnostic.count
      return here
    }
    return kept + (failure?.diagnostic.map { [$0] } ?? [])
  }
}
