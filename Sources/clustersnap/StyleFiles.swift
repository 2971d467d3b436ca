import JSONDocument
import MapStyle
import TileSources

/// The files that a style names, tried with the very readers that draw it, so that `check` says what `render` would.
struct StyleFiles {
  let folder: StyleFolder
  /// Whether the folder is known; that of a style on standard input is not, and then no file is looked for.
  let isKnown: Bool

  /// What is to be told of data, sprites, fonts and pictures. Nothing is asked on the network.
  func diagnostics(of style: Style) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for source in style.sources {
      guard case .file(let reference, _)? = source.geoJSON?.data, isLookedFor(reference) else { continue }
      let place = StylePlace(path: source.path.appending("data"), position: source.position)
      diagnostics += said(at: place) { messages throws(Failure) in
        _ = try TableLoader.file(of: source, in: folder, messages: messages)
      }
    }
    for sprite in style.sprites where isLookedFor(sprite.reference) {
      diagnostics += said(at: sprite.place) { messages throws(Failure) in
        var loader = ImageLoader(folder: folder, scale: 1, messages: messages)
        try loader.load(sprite)
      }
    }
    for face in style.fontFaces {
      for file in face.files where isLookedFor(file.reference) {
        diagnostics += said(at: file.place) { messages throws(Failure) in
          _ = try FontArguments.font(file, of: face.name, in: folder, messages: messages)
        }
      }
    }
    // What no layer draws is not read, be it there or not.
    for source in style.sources where isKnown && style.layers.contains(where: { $0.source == source.id }) {
      diagnostics += said(at: StylePlace(path: source.path, position: source.position)) {
        messages throws(Failure) in
        let loader = SourcePictureLoader(
          folder: folder, options: TileOptions(cache: "none"), scale: 1, messages: messages)
        try loader.check(source)
      }
    }
    return diagnostics
  }

  private func isLookedFor(_ reference: FileReference) -> Bool {
    if case .path = reference { isKnown } else { true }
  }

  /// What is said while something is tried, each at a place of the style.
  private func said(at place: StylePlace, _ body: (Messages) throws(Failure) -> Void) -> [Diagnostic] {
    let messages = Messages.keeping()
    var failure: Failure?
    do throws(Failure) {
      try folder.naming(place, "unusable-file") { () throws(Failure) in try body(messages) }
    } catch {
      failure = error
    }
    let kept = (messages.kept ?? []).map { diagnostic, file in
      guard file != folder.style else { return diagnostic }
      // It stands in a file that the style names; the place there is part of what is said.
      let there = diagnostic.position.map { "\(file):\($0.line):\($0.column)" } ?? file
      var here = folder.diagnostic(
        diagnostic.severity, diagnostic.code, place, "\(there): \(diagnostic.message)")
      here.count = diagnostic.count
      return here
    }
    return kept + (failure?.diagnostic.map { [$0] } ?? [])
  }
}
