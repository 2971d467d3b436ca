package import MapStyle

/// The values that a cluster's points give together, `clusterProperties` by `clusterProperties`: each point is mapped, and the
/// values are reduced in the order the points come.
///
/// A value that cannot be mapped or reduced makes the property null, and so do all that follow from it; reported is the
/// point whose value it was, once, and not what follows.
package struct ClusterAggregation {
  private let properties: [ClusterProperty]
  private let state: [String: StyleValue]
  /// The values so far, in the style's order; empty before the first point.
  package private(set) var values: [StyleMember] = []
  /// For each property, whether its value is what a failure left.
  private var isBroken: [Bool] = []
  /// The only one so far, whose values have been reduced with none yet.
  private var first: (any StyleFeature)?

  package init(_ properties: [ClusterProperty], state: [String: StyleValue]) {
    (self.properties, self.state) = (properties, state)
  }

  package mutating func add(_ point: any StyleFeature, noting warnings: inout StyleWarnings) {
    var failed: [Int] = []
    let context = EvaluationContext(zoom: 0, feature: point, globalState: state)
    let mapped = properties.enumerated().map { index, property in
      do throws(EvaluationError) {
        return StyleMember(key: property.name, value: try property.map.evaluate(context))
      } catch {
        warnings.note(error, at: property.site, for: point)
        failed.append(index)
        return StyleMember(key: property.name, value: .null)
      }
    }
    add(mapped, of: point, failed: failed, noting: &warnings)
  }

  /// Adds what points have given together already; why some of it is null has been reported.
  package mutating func add(_ values: [StyleMember], noting warnings: inout StyleWarnings) {
    let failed = values.indices.filter { values[$0].value == .null }
    add(values, of: nil, failed: failed, noting: &warnings)
  }

  private mutating func add(
    _ mapped: [StyleMember], of point: (any StyleFeature)?, failed: [Int],
    noting warnings: inout StyleWarnings
  ) {
    guard !values.isEmpty else {
      values = mapped
      isBroken = mapped.indices.map(failed.contains)
      first = point
      return
    }
    let part = MemberFeature(mapped)
    for index in values.indices where index < mapped.count {
      do throws(EvaluationError) {
        let value = try reduced(index, values[index].value, with: part)
        values[index] = StyleMember(key: values[index].key, value: value)
        isBroken[index] = false
      } catch {
        let property = properties[index]
        var isDescribed = failed.contains(index) || isBroken[index]
        // Whose value cannot even be reduced with itself is to blame.
        if let first, !isBroken[index], fails(index, values[index]) {
          warnings.note(error, at: property.site, for: first)
          isDescribed = true
        }
        if !failed.contains(index), fails(index, mapped[index]) || !isDescribed {
          warnings.note(error, at: property.site, for: point)
        }
        values[index] = StyleMember(key: values[index].key, value: .null)
        isBroken[index] = true
      }
    }
    first = nil
  }

  private func reduced(
    _ index: Int, _ value: StyleValue, with part: MemberFeature
  ) throws(EvaluationError) -> StyleValue {
    try properties[index].reduce.evaluate(
      EvaluationContext(zoom: 0, feature: part, accumulated: value, globalState: state))
  }

  private func fails(_ index: Int, _ member: StyleMember) -> Bool {
    (try? reduced(index, member.value, with: MemberFeature([member]))) == nil
  }
}

/// Values under their names, as the expressions of `clusterProperties` see a second cluster.
package final class MemberFeature: StyleFeature {
  private let members: [StyleMember]

  package init(_ members: [StyleMember]) { self.members = members }

  package var identifier: StyleValue? { nil }
  package var geometryType: GeometryType { .point }
  package func property(_ name: String) -> StyleValue? { members.first { $0.key == name }?.value }
  package var propertyObject: StyleValue { .object(members) }
}
