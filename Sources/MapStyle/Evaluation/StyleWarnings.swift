public import JSONDocument

/// Where an expression stands in a style, for what is said about its evaluation.
public final class EvaluationSite: Sendable {
  /// A short stable name for the kind of fault.
  public let code: String
  /// The way to the expression.
  public let path: JSONPath
  /// Where it begins.
  public let position: TextPosition
  /// What is done instead, for the message: `the default is used`.
  let consequence: String

  init(code: String, path: JSONPath, position: TextPosition, consequence: String) {
    self.code = code
    self.path = path
    self.position = position
    self.consequence = consequence
  }
}

/// Collects what goes wrong while a style is evaluated: every place once, with its first feature and a count.
///
/// A value, so that threads can each have their own and ``merge(_:)`` them in order.
public struct StyleWarnings: Sendable {
  private struct Entry {
    let site: EvaluationSite
    let text: String
    let feature: String?
    var count: Int
  }

  private var entries: [Entry] = []
  private var indexOfSite: [ObjectIdentifier: Int] = [:]

  /// Nothing has gone wrong yet.
  public init() {}

  /// Whether nothing has gone wrong.
  public var isEmpty: Bool { entries.isEmpty }

  /// Counts a failed evaluation; only the first of a place is put into words.
  ///
  /// - Complexity: O(1) expected.
  public mutating func note(
    _ error: EvaluationError, at site: EvaluationSite, for feature: (any StyleFeature)?
  ) {
    if let index = indexOfSite[ObjectIdentifier(site)] {
      entries[index].count += 1
      return
    }
    indexOfSite[ObjectIdentifier(site)] = entries.count
    entries.append(
      Entry(site: site, text: error.description, feature: feature.map(StyleWarnings.name(of:)), count: 1))
  }

  /// Adds what another collector met later.
  public mutating func merge(_ later: StyleWarnings) {
    for entry in later.entries {
      if let index = indexOfSite[ObjectIdentifier(entry.site)] {
        entries[index].count += entry.count
      } else {
        indexOfSite[ObjectIdentifier(entry.site)] = entries.count
        entries.append(entry)
      }
    }
  }

  /// One warning a place, in the order they were first met.
  public var diagnostics: [Diagnostic] {
    entries.map { entry in
      let first = entry.feature.map { "; first met in \($0)" } ?? ""
      return Diagnostic(
        .warning, code: entry.site.code, path: entry.site.path, position: entry.site.position,
        message: "\(entry.text); \(entry.site.consequence)\(first)", count: entry.count)
    }
  }

  private static func name(of feature: any StyleFeature) -> String {
    switch feature.identifier {
    case .number(let number): "feature \(javaScriptText(of: number))"
    case .string(let text): "feature \"\(escapedForMessage(text.prefix(40)))\""
    default: "a feature without id"
    }
  }
}
