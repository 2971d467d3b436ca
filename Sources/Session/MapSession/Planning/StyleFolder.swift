import JSONDocument
import MapFeatures
import MapStyle

/// The folder of a style, below which all files lie that it names; nothing beyond it is opened.
struct StyleFolder: Sendable {
  /// The style as diagnostics call it.
  let style: String
  /// True if the style is built in: then no file lies beside it.
  let isBuiltIn: Bool
  private(set) var resources: any ResourceLoader

  func reading(through resources: any ResourceLoader) -> StyleFolder {
    var other = self
    other.resources = resources
    return other
  }

  func failure(_ code: String, _ location: SourceLocation, _ text: SettingText) -> SessionError {
    .style(diagnostic(.error, code, location, text), in: style)
  }

  func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ location: SourceLocation, _ text: SettingText
  ) -> Diagnostic {
    Diagnostic(severity, code: code, at: location, naming: text)
  }

  /// Reports a warning at a location of the style.
  func warn(_ code: String, _ location: SourceLocation, _ text: SettingText, _ log: SessionLog) {
    log.report([diagnostic(.warning, code, location, text)], of: style)
  }

  /// The name of a file that the style names; `nil` for an address, which is not fetched, and reported.
  func name(
    of reference: FileReference, at location: SourceLocation, advice: SettingText, _ log: SessionLog
  ) -> String? {
    switch reference {
    case .path(let name): return name
    case .url(let url):
      warn("not-fetched", location, "\(addressForMessage(url)) is not fetched; \(advice)", log)
      return nil
    }
  }

  /// Returns a value; a failure in a file that the style names is reported at the style's location, too.
  ///
  /// - Parameter code: of what is not reported at a location of the style already.
  func naming<Value>(
    _ location: SourceLocation, _ code: String, _ value: @autoclosure () throws(SessionError) -> Value
  ) throws(SessionError) -> Value {
    try rethrowing(value()) { (error: SessionError) in
      guard error.diagnostic == nil, let text = error.text else { return error }
      return failure(code, location, "\(error.place.map { $0 + ": " } ?? "")\(text)")
    }
  }

  /// A path below the folder, links resolved; anything that leads elsewhere, or to nothing of the kind, is refused.
  ///
  /// - Parameter advice: what to do where there is no such file.
  func path(
    of name: String, at location: SourceLocation, orFolder: Bool = false, advice: SettingText? = nil
  ) throws(SessionError) -> String {
    guard !isBuiltIn else { throw failure("missing-file", location, "a built-in style has no files") }
    let full = try rethrowing(resources.path(of: name, below: Resource.folderPrefix(of: style))) {
      (error: ResourceError) in
      error.kind == .outside
        ? failure(
          "unsafe-path", location, "\(name): this leads out of the style's folder; put the file below it")
        : failure(
          "missing-file", location,
          "\(name): \(error.reason)\(advice.map { "; \($0)" } ?? ("" as SettingText))")
    }
    switch resources.kind(of: full, followingLinks: true) {
    case .file: return full
    case .folder where orFolder: return full
    default: throw failure("no-file", location, "\(name): this is no regular file; name one")
    }
  }

  func bytes(of path: String, limit: Int) throws(SessionError) -> [UInt8] {
    try rethrowing(
      resources.bytes(of: Resource(path: path, isFromDocument: true), in: nil, limit: limit),
      as: unread(path))
  }
}
