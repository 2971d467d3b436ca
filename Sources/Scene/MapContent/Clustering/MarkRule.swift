package import JSONDocument
public import MapClusters
import MapGeometry
public import MapStyle
import Parallel

/// A marker whose mark a rule of the caller's own decides.
public struct RuledMarker: Sendable {
  /// The group that the marker belongs to: its source, all markers and their members.
  public let group: MarkerGroup
  /// The cluster or the single point.
  public let marker: Marker
  /// The zoom of the view, of a world 512 points wide.
  public let zoom: Double
  /// True if the selected point is one of the marker's members.
  public let isSelected: Bool

  /// The members: rows of the source's points, in input order.
  public var members: ArraySlice<UInt32> { group.markers.members(of: marker) }
}

/// A rule of the caller's own for marks: from a marker to properties that the style reads, in place of the marker's own of the same
/// names. What it throws is reported with the marker, which then keeps its own properties.
public typealias MarkRule = @Sendable (RuledMarker) throws -> [String: StyleValue]

/// The answers of a rule, by marker and zoom, so that the frames of a film do not ask again.
package final class MarkRuleAnswers: Sendable {
  private struct Key: Hashable {
    let source: String
    let marker: ClusterID
    let zoom: Double
    let isSelected: Bool
  }

  struct Answer {
    fileprivate let marker: Marker
    fileprivate let members: ArraySlice<UInt32>
    fileprivate(set) var properties: [String: StyleValue] = [:]
    fileprivate(set) var failure: String?
  }

  /// More answers are forgotten at once.
  private static let most = 100_000

  private let answers = Mutex<[Key: Answer]>([:])

  func answer(_ rule: MarkRule, of ruled: RuledMarker) -> Answer {
    let key = Key(
      source: ruled.group.source.name, marker: ruled.marker.id, zoom: ruled.zoom, isSelected: ruled.isSelected
    )
    let members = ruled.members
    if let known = answers.withLock({ $0[key] }), known.members == members,
      known.marker.position == ruled.marker.position
    {
      return known
    }
    var answer = Answer(marker: ruled.marker, members: members)
    do { answer.properties = try rule(ruled) } catch { answer.failure = "\(error)" }
    answers.withLock { answers in
      if answers.count >= MarkRuleAnswers.most { answers = [:] }
      answers[key] = answer
    }
    return answer
  }
}

/// A feature with properties in place of its own of the same names.
private struct RuledFeature: StyleFeature {
  let base: any StyleFeature
  let properties: [String: StyleValue]

  var identifier: StyleValue? { base.identifier }
  var calledInMessages: StyleValue? { base.calledInMessages }
  var geometryType: GeometryType { base.geometryType }
  var rings: [[Coordinate]] { base.rings }

  func property(_ name: String) -> StyleValue? { properties[name] ?? base.property(name) }

  var propertyObject: StyleValue {
    guard case .object(let members) = base.propertyObject else { return base.propertyObject }
    let own = properties.sorted { $0.key < $1.key }.map { StyleMember(key: $0.key, value: $0.value) }
    return .object(members.filter { properties[$0.key] == nil } + own)
  }
}

extension MarkerGroup {
  /// A marker as the caller's rule sees it; `nil` without a rule.
  private func answer(of marker: Marker, _ context: MarkContext) -> MarkRuleAnswers.Answer? {
    guard let rules = clustering?.rules, let rule = rules.marks else { return nil }
    var isSelected = false
    if let point = context.selection, point.source == source.name, let row = UInt32(exactly: point.index) {
      isSelected = markers.members(of: marker).contains(row)
    }
    return rules.answers.answer(
      rule, of: RuledMarker(group: self, marker: marker, zoom: context.zoom, isSelected: isSelected))
  }

  func ruled(_ feature: any StyleFeature, of marker: Marker, _ context: MarkContext) -> any StyleFeature {
    guard let properties = answer(of: marker, context)?.properties, !properties.isEmpty else {
      return feature
    }
    return RuledFeature(base: feature, properties: properties)
  }

  /// A note on the markers for which the caller's rule failed; `nil` for none.
  package func ruleNote(_ context: MarkContext) -> Diagnostic? {
    guard clustering?.rules.marks != nil else { return nil }
    let failed = markers.markers.compactMap { marker in
      answer(of: marker, context)?.failure.map { (identifier(of: marker), $0) }
    }
    guard let (first, fault) = failed.first else { return nil }
    return Diagnostic(
      .warning, code: "mark-rule", path: JSONPath(), position: nil,
      message:
        "the rule for marks of \(escapedForMessage(source.name)) failed for \(counted(failed.count, "marker")), first "
        + "\(escapedForMessage(first)): \(escapedForMessage(fault)); they keep their own properties")
  }
}

package struct MarkContext {
  package let zoom: Double
  package let selection: MapPoint?

  package init(zoom: Double, selection: MapPoint?) { (self.zoom, self.selection) = (zoom, selection) }
}

/// A point of a source's data.
public struct MapPoint: Hashable, Sendable {
  /// The name of the source.
  public let source: String
  /// Its index among the points of the source that take part.
  public let index: Int

  /// A point of a source's data.
  public init(source: String, index: Int) {
    self.source = source
    self.index = index
  }
}

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
