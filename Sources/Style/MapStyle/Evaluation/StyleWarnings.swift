public import JSONDocument
import MapGeometry

/// The location of an expression in a style, for reports about its evaluation.
public final class EvaluationSite: Sendable {
  /// A short stable name for the kind of fault.
  public let code: String
  /// The location of the expression.
  public let location: SourceLocation
  /// For the message: `the default is used`.
  let consequence: String

  init(_ code: String, at node: JSONNode, consequence: String) {
    (self.code, location, self.consequence) = (code, node.location, consequence)
  }
}

/// Faults of evaluation, each site once with its first feature and a count; threads' own are merged in order.
public struct StyleWarnings: Sendable {
  private struct Entry {
    let site: EvaluationSite
    let fault: Fault
    let text: String
    let feature: String?
    var count: Int
  }

  private enum Fault {
    case failed, limited
  }

  private struct Key: Hashable {
    let site: ObjectIdentifier
    let fault: Fault
  }

  private var entries = OrderedValues<Key, Entry>()

  /// Nothing has gone wrong yet.
  public init() {}

  /// The number of failures at all locations.
  public private(set) var total = 0

  /// True if there is no failure.
  public var isEmpty: Bool { entries.keys.isEmpty }

  /// Counts a failure; only a site's first is worded.
  public mutating func note(
    _ error: EvaluationError, at site: EvaluationSite, for feature: (any StyleFeature)?
  ) {
    note(.failed, at: site, for: feature) { error.description }
  }

  /// Counts a number that is too large to draw, once if it is of all features.
  @usableFromInline mutating func note(
    _ value: Double, limitedTo limit: Double, at site: EvaluationSite, for feature: (any StyleFeature)?
  ) {
    note(.limited, at: site, for: feature) { StyleWarnings.wording(of: value, limitedTo: limit) }
  }

  static func wording(of value: Double, limitedTo limit: Double) -> String {
    let taken = javaScriptText(of: value < 0 ? -limit : limit)
    return "\(javaScriptText(of: value)) is more than can be drawn; \(taken) is taken"
  }

  private mutating func note(
    _ fault: Fault, at site: EvaluationSite, for feature: (any StyleFeature)?, _ text: () -> String
  ) {
    total += 1
    entries.add(
      Entry(site: site, fault: fault, text: text(), feature: feature.map(StyleWarnings.name(of:)), count: 1),
      for: Key(site: ObjectIdentifier(site), fault: fault)
    ) {
      // Layers are evaluated several times a picture: what is the same for all features is reported once.
      if fault == .failed || feature != nil { $0.count += 1 }
    }
  }

  /// Adds what another collector met later.
  public mutating func merge(_ later: StyleWarnings) {
    total += later.total
    for (key, entry) in zip(later.entries.keys, later.entries.values) {
      entries.add(entry, for: key) { $0.count += entry.count }
    }
  }

  /// One warning a site, in order of appearance.
  public var diagnostics: [Diagnostic] {
    entries.values.map { entry in
      let consequence = entry.fault == .failed ? [entry.site.consequence] : []
      let first = entry.feature.map { ["first met in \($0)"] } ?? []
      let clauses = [entry.text] + consequence + first
      return Diagnostic(
        .warning, code: entry.fault == .failed ? entry.site.code : "too-large",
        path: entry.site.location.path, position: entry.site.location.position,
        message: joinedClauses(clauses), count: entry.count)
    }
  }

  private static func name(of feature: any StyleFeature) -> String {
    switch feature.calledInMessages {
    case .number(let number): "feature \(javaScriptText(of: number))"
    case .string(let text): "feature \"\(escapedForMessage(text.prefix(40)))\""
    default: "a feature without id"
    }
  }
}
