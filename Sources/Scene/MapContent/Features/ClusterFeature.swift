import MapClusters
package import MapGeometry
package import MapStyle

/// A cluster as expressions see it: the properties that MapLibre gives clusters, and a few of our own.
///
/// `cluster` (true), `cluster_id`, `point_count` (the sum of weights where points weigh),
/// `point_count_abbreviated` (a number below 1000, else text such as `1.2k`), `leaf_count` (the number of points,
/// whatever they weigh), `unique_location`, then the source's `clusterProperties`.
package final class ClusterFeature: StyleFeature {
  private let marker: Marker
  private let aggregates: [StyleMember]
  private let writing: PointWriting

  init(_ marker: Marker, aggregates: [StyleMember] = [], _ writing: PointWriting = .plain) {
    self.marker = marker
    self.aggregates = aggregates
    self.writing = writing
  }

  package var identifier: StyleValue? { .number(Double(marker.id.rawValue)) }
  package var geometryType: GeometryType { .point }

  package func property(_ name: String) -> StyleValue? {
    // Filters ask for each marker several times, and comparing names takes longer than answering: lengths go first.
    let length = name.utf8.count
    func isNamed(_ other: String) -> Bool { length == other.utf8.count && name == other }
    return if isNamed("point_count") {
      .number(marker.weight)
    } else if isNamed("cluster") {
      .bool(true)
    } else if isNamed("cluster_id") {
      identifier
    } else if isNamed(CountScale.property) {
      .number((writing.scale ?? .plain).count(of: marker.weight))
    } else if isNamed(CountScale.classProperty) {
      writing.countClasses.value(of: (writing.scale ?? .plain).count(of: marker.weight))
    } else if isNamed("point_count_abbreviated") {
      abbreviation
    } else if isNamed(CountScale.text) {
      CountScale.abbreviation(of: marker.weight, writing.numbers, writing.countUnit)
    } else if isNamed("leaf_count") {
      leafCount
    } else if isNamed("unique_location") {
      .bool(marker.isUniqueLocation)
    } else if isNamed(DataTheme.label) {
      label
    } else if isNamed(SizeScale.property) {
      writing.sizes.flatMap { $0.share(of: property($0.source)) }
    } else if isNamed(MarkerClasses.property) {
      writing.classes.flatMap { $0.code(of: property($0.source)) }
    } else if isNamed(PointWriting.groupProperty) {
      writing.group.map { .number(Double($0)) }
    } else {
      aggregates.first { $0.key == name }?.value
    }
  }

  package var propertyObject: StyleValue {
    .object(
      [
        StyleMember(key: "cluster", value: .bool(true)),
        StyleMember(key: "cluster_id", value: identifier ?? .null),
        StyleMember(key: "point_count", value: .number(marker.weight)),
        StyleMember(key: "point_count_abbreviated", value: abbreviation),
        StyleMember(key: "leaf_count", value: leafCount),
        StyleMember(key: "unique_location", value: .bool(marker.isUniqueLocation)),
      ] + aggregates)
  }

  package var rings: [[Coordinate]] { [[marker.position]] }

  private var leafCount: StyleValue { .number(Double(marker.count)) }

  private var abbreviation: StyleValue { CountScale.abbreviation(of: marker.weight, writing.numbers) }

  /// The value that the bubble shows instead of its count.
  private var label: StyleValue? {
    aggregates.first { $0.key == DataTheme.label }
      .map { $0.value.numericValue.map(writing.label) ?? .string("") }
  }
}

extension Marker {
  /// The count of the marker, as maps write it: `950`, `1.2k`; weights are rounded to whole numbers.
  package var abbreviatedCount: String {
    MapClusters.abbreviatedCount(Int(exactly: weight.rounded()) ?? count)
  }
}
