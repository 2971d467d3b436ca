import JSONDocument
import MapFeatures
import MapStyle
import StyleSettings

/// The folder of a style, below which all files lie that it names; nothing beyond it is opened.
public struct StyleFolder: Sendable {
  /// The style as diagnostics call it.
  public let style: String
  /// Whether the style is built in: then no file lies beside it.
  public let isBuiltIn: Bool
  /// Opens the files.
  private(set) var resources: any ResourceLoader

  /// The same folder, its files opened by another loader.
  func reading(through resources: any ResourceLoader) -> StyleFolder {
    var other = self
    other.resources = resources
    return other
  }

  /// The kinds of thing a name may lead to.
  enum Kind {
    case file, fileOrFolder
  }

  /// A place in the style, for messages.
  func place(_ position: TextPosition) -> String { "\(style):\(position.line):\(position.column)" }

  /// What is wrong at a place of the style.
  func failure(_ code: String, _ place: SourceLocation, _ message: String) -> SessionError {
    .style(diagnostic(.error, code, place, message), in: style)
  }

  /// A fault at a place of the style, in a message that names settings.
  func failure(_ code: String, _ place: SourceLocation, naming text: SettingText) -> SessionError {
    .style(diagnostic(.error, code, place, naming: text), in: style)
  }

  /// A diagnostic of a place of the style, in a message that names settings.
  func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ place: SourceLocation, naming text: SettingText
  ) -> Diagnostic {
    Diagnostic(severity, code: code, path: place.path, position: place.position, naming: text)
  }

  /// A diagnostic of a place of the style.
  func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ place: SourceLocation, _ message: String
  ) -> Diagnostic {
    Diagnostic(severity, code: code, path: place.path, position: place.position, message: message)
  }

  /// What a body returns; a failure in a file that the style names is reported at the style's place, too.
  ///
  /// - Parameter code: of what is not reported at a place of the style already.
  func naming<Value>(
    _ place: SourceLocation, _ code: String, _ body: () throws(SessionError) -> Value
  ) throws(SessionError) -> Value {
    do throws(SessionError) {
      return try body()
    } catch {
      guard error.diagnostic == nil, let text = error.text else { throw error }
      throw failure(code, place, naming: "\(error.place.map { $0 + ": " } ?? "")\(text)")
    }
  }

  /// A path below the folder, links resolved; anything that leads elsewhere, or to nothing of the kind, is refused.
  ///
  /// - Parameters:
  ///   - name: relative, as the style has it.
  ///   - place: where the name stands in the style.
  ///   - advice: what to do where there is no such file.
  func path(
    of name: String, at place: SourceLocation, as kind: Kind = .file, advice: SettingText? = nil
  ) throws(SessionError) -> String {
    guard !isBuiltIn else { throw failure("missing-file", place, "a built-in style has no files") }
    let full: String
    do throws(ResourceError) {
      full = try resources.path(of: name, below: Resource.folderPrefix(of: style))
    } catch {
      if error.kind == .outside {
        throw failure(
          "unsafe-path", place, "\(name): this leads out of the style's folder; put the file below it")
      }
      throw failure(
        "missing-file", place,
        naming: "\(name): \(error.reason)\(advice.map { "; \($0)" } ?? ("" as SettingText))")
    }
    switch (resources.kind(of: full, followingLinks: true), kind) {
    case (.file, _), (.folder, .fileOrFolder): return full
    default: throw failure("no-file", place, "\(name): this is no regular file; name one")
    }
  }

  /// Reads a small document that the style leads to.
  func bytes(
    of path: String, limit: Int = 64 << 20, first: Int? = nil
  ) throws(SessionError) -> [UInt8] {
    try opening(path) { () throws(ResourceError) in
      try resources.bytes(
        of: Resource(path: path, isFromDocument: true), in: first.map { 0..<$0 }, limit: limit)
    }
  }
}
