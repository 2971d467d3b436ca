package import JSONDocument

/// What is said about a document while it is read: every distinct cause once, with its first place and a count.
package struct Report {
  /// What makes two diagnostics one: the same said about the same key.
  private struct Cause: Hashable {
    let severity: Diagnostic.Severity
    let code: String
    let message: String
    let key: JSONPath.Step?
  }

  private var entries: [Diagnostic] = []
  private var indexOfCause: [Cause: Int] = [:]

  /// How many errors were reported so far, repeated ones included.
  private(set) var errorCount = 0

  /// Adds a diagnostic, or counts it where its cause is known.
  package mutating func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errorCount += 1 }
    var key = diagnostic.path.steps.last
    if case .index = key { key = nil }
    let cause = Cause(
      severity: diagnostic.severity, code: diagnostic.code, message: diagnostic.message, key: key)
    if let index = indexOfCause[cause] {
      // A layer's `ref` makes its parent's values be read again.
      if entries[index].path != diagnostic.path { entries[index].count += diagnostic.count }
    } else {
      indexOfCause[cause] = entries.count
      entries.append(diagnostic)
    }
  }

  package mutating func error(_ code: String, _ path: JSONPath, _ position: TextPosition, _ message: String) {
    add(Diagnostic(.error, code: code, path: path, position: position, message: message))
  }

  package mutating func warning(_ code: String, _ path: JSONPath, _ position: TextPosition, _ message: String)
  {
    add(Diagnostic(.warning, code: code, path: path, position: position, message: message))
  }

  package mutating func info(_ code: String, _ path: JSONPath, _ position: TextPosition, _ message: String) {
    add(Diagnostic(.info, code: code, path: path, position: position, message: message))
  }

  /// All that was said, in the order of the document; of one place in the order it was said.
  package var diagnostics: [Diagnostic] {
    let start = TextPosition(line: 0, column: 0)
    return entries.enumerated().sorted { a, b in
      let (first, second) = (a.element.position ?? start, b.element.position ?? start)
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }
}
