import JSONDocument
import MapStyle

/// The folder of a style, below which all files lie that it names; nothing beyond it is opened.
struct StyleFolder {
  /// The style as diagnostics call it.
  let style: String
  /// Whether the style is built in: then no file lies beside it.
  let isLook: Bool

  /// What a name may lead to.
  enum Kind {
    case file, fileOrFolder
  }

  /// A place in the style, for messages.
  func place(_ position: TextPosition) -> String { "\(style):\(position.line):\(position.column)" }

  /// What is wrong at a place of the style.
  func failure(_ code: String, _ place: StylePlace, _ message: String) -> Failure {
    .style(diagnostic(.error, code, place, message), in: style)
  }

  /// What is to be told of a place of the style.
  func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ place: StylePlace, _ message: String
  ) -> Diagnostic {
    Diagnostic(severity, code: code, path: place.path, position: place.position, message: message)
  }

  /// What a body gives; what fails in a file that the style names is told at the style's place, too.
  ///
  /// - Parameter code: of what is not told at a place of the style already.
  func naming<Value>(
    _ place: StylePlace, _ code: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      guard error.diagnostic == nil, let message = error.message else { throw error }
      throw failure(code, place, (error.place.map { $0 + ": " } ?? "") + message)
    }
  }

  /// A path below the folder, links resolved; anything that leads elsewhere, or to nothing of the kind, is refused.
  ///
  /// - Parameters:
  ///   - name: relative, as the style has it.
  ///   - place: where the name stands in the style.
  ///   - advice: what to do where there is no such file.
  func path(
    of name: String, at place: StylePlace, as kind: Kind = .file, advice: String? = nil
  ) throws(Failure) -> String {
    func failure(_ code: String, _ reason: String) -> Failure {
      self.failure(code, place, "\(name): \(reason)")
    }
    func missing() -> Failure {
      failure("missing-file", whyUnreadable() + (advice.map { "; " + $0 } ?? ""))
    }
    guard !isLook else { throw self.failure("missing-file", place, "a built-in look has no files") }
    let folder = folderPrefix(of: style)
    let full = (folder.isEmpty ? "./" : folder) + name
    guard let root = realpath(folder.isEmpty ? "." : folder, nil) else { throw missing() }
    defer { free(root) }
    guard let resolved = realpath(full, nil) else { throw missing() }
    defer { free(resolved) }
    let (rootPath, filePath) = (String(cString: root), String(cString: resolved))
    guard filePath.hasPrefix(rootPath == "/" ? "/" : rootPath + "/") else {
      throw failure("unsafe-path", "this leads out of the style's folder; put the file below it")
    }
    switch (FileKind(of: filePath), kind) {
    case (.file, _), (.folder, .fileOrFolder): return full
    default: throw failure("no-file", "this is no regular file; name one")
    }
  }
}

/// What a path leads to.
enum FileKind {
  case file, folder, missing
  /// A pipe, a device, a socket.
  case other

  init(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

/// The names in a folder, sorted by their bytes, for folders list in any order; without those that begin with a dot.
///
/// - Parameter limit: larger folders are refused.
func namesInFolder(_ path: String, limit: Int = 10_000) throws(Failure) -> [String] {
  guard let folder = opendir(path) else { throw .input(whyUnreadable(), at: path) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard !name.hasPrefix(".") else { continue }
    names.append(name)
    guard names.count <= limit else {
      throw .input("the folder has more than \(limit) files; name one with fewer", at: path)
    }
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
