/// Diagnostics about a document, collected while it is read: every distinct cause once, with its first location and a
/// count, and each location of a cause.
package struct DiagnosticReport: Sendable {
  /// The properties that make two diagnostics one: the message, and the key that it is about.
  private struct Cause: Hashable {
    let severity: Diagnostic.Severity
    let code: String
    let message: String
    let key: JSONPath.Step?
  }

  private var entries: [Diagnostic] = []
  private var indexOfCause: [Cause: Int] = [:]
  private var located: [Diagnostic] = []
  private var known: Set<Diagnostic> = []

  /// More locations are only counted: no reader follows them, and a hostile document has a million.
  private static let mostLocations = 10_000

  /// The number of errors so far, repeated ones included.
  package private(set) var errorCount = 0

  package init() {}

  /// Adds a diagnostic, or counts it if its cause is known.
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
    if located.count < DiagnosticReport.mostLocations, known.insert(diagnostic).inserted {
      located.append(diagnostic)
    }
  }

  /// Each distinct cause once, in the order of the document.
  package var diagnostics: [Diagnostic] { entries.inDocumentOrder }

  /// Each location of each cause, in the order of the document.
  package var locatedDiagnostics: [Diagnostic] { located.inDocumentOrder }
}

extension [Diagnostic] {
  /// The diagnostics in the order of the document; those of one position in the order they were reported.
  package var inDocumentOrder: [Diagnostic] {
    let start = TextPosition(line: 0, column: 0)
    return enumerated().sorted { a, b in
      let (first, second) = (a.element.position ?? start, b.element.position ?? start)
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }
}
