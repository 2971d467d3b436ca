public import MapClusters

/// Rules of the caller's own for a clustered source, which no document can hold.
public struct SourceRules: Sendable {
  /// Stand in for settings of the clustering; `nil` for none. Nothing is built ahead for them.
  public var strategies: ClusterStrategies?
  /// A marker's title; where it returns `nil`, the templates hold.
  public var title: (@Sendable (MarkerGroup, Marker) -> String?)?
  /// A marker's subtitle; where it returns `nil`, the templates hold.
  public var subtitle: (@Sendable (MarkerGroup, Marker) -> String?)?
  /// Properties of a marker's mark; `nil` for none.
  public var marks: MarkRule?
  package let answers = MarkRuleAnswers()

  /// The caller's own rules, as far as there are any.
  public init(
    strategies: ClusterStrategies? = nil, title: (@Sendable (MarkerGroup, Marker) -> String?)? = nil,
    subtitle: (@Sendable (MarkerGroup, Marker) -> String?)? = nil, marks: MarkRule? = nil
  ) {
    self.marks = marks
    (self.strategies, self.title, self.subtitle) = (strategies, title, subtitle)
  }

  /// True if there is no rule.
  package var isEmpty: Bool { strategies == nil && title == nil && subtitle == nil && marks == nil }

  /// These rules where there is one, else those of `base`.
  package func over(_ base: SourceRules) -> SourceRules {
    SourceRules(
      strategies: strategies ?? base.strategies, title: title ?? base.title,
      subtitle: subtitle ?? base.subtitle, marks: marks ?? base.marks)
  }
}
