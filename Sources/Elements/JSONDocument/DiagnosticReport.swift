/// Diagnostics of a document, each distinct cause once with its first location and a count.
package struct DiagnosticReport: Sendable {
  private struct Cause: Hashable {
    let severity: Diagnostic.Severity
    let code, message: String
    let key: JSONPath.Step?
  }

  private var entries: [Diagnostic] = []
  private var indexOfCause: [Cause: Int] = [:]
  private var located: [Diagnostic] = []
  private var known: Set<Diagnostic> = []

  /// Further locations are only counted: a hostile document has a million.
  private static let mostLocations = 10_000

  package private(set) var errorCount = 0

  package init() {}

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

  package var diagnostics: [Diagnostic] { entries.inDocumentOrder }

  package var locatedDiagnostics: [Diagnostic] { located.inDocumentOrder }
}

extension [Diagnostic] {
  /// Sorted by position; reports at one position keep their order.
  package var inDocumentOrder: [Diagnostic] {
    let start = TextPosition(line: 0, column: 0)
    return enumerated().sorted { a, b in
      let (first, second) = (a.element.position ?? start, b.element.position ?? start)
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }
}
