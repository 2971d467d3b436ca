package import Drawing
import MapGeometry

/// A marker at one point of a picture: a world that is seen twice shows it twice.
package struct DrawnMarker: Hashable, Sendable {
  /// The marker; `nil` for a point of a source that is not clustered.
  package let marker: MarkerKey?
  /// The middle of its marks, in points.
  package let middle: Point

  package init(marker: MarkerKey?, middle: Point) { (self.marker, self.middle) = (marker, middle) }

  // Hashing the source's name would take most of the time; without the number markers in one point would all collide.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(middle.x)
    hasher.combine(middle.y)
    hasher.combine(marker?.number)
  }
}

/// The markers that a picture's marks belong to.
package struct MarkOwnership: Sendable {
  /// Marks that belong to markers.
  package enum Layer: Hashable, Sendable {
    /// Those of a style's layer, by its id.
    case style(String)
    /// The rings around the selected marker.
    case selection
    /// The callouts of markers.
    case callouts
  }

  /// The marker of each mark, by layer, mark by mark.
  package private(set) var owners: [Layer: [DrawnMarker]] = [:]
  /// The markers of the picture, in draw order, with how far their marks reach from their middles.
  package var markers: [(drawn: DrawnMarker, reach: Double)] { noted.values }
  /// The shifts of markers that are moved to make room. Looked up, never iterated.
  package private(set) var shifts: [MarkerKey: Point] = [:]
  /// The least and greatest distance of a selected marker's ring from its middle, in points. Looked up, never iterated.
  package private(set) var rings: [DrawnMarker: ClosedRange<Double>] = [:]
  private var noted = OrderedValues<DrawnMarker, (drawn: DrawnMarker, reach: Double)>()
  /// False where nobody looks at the markers, and nothing is noted of them but their shifts.
  package let isComplete: Bool

  package init(isComplete: Bool = true) { self.isComplete = isComplete }

  /// Notes that the next `count` marks of a layer belong to a marker.
  package mutating func note(_ count: Int, in layer: Layer, of marker: DrawnMarker, reach: Double = 0) {
    guard isComplete else { return }
    owners[layer, default: []] += repeatElement(marker, count: count)
    noted.add((marker, reach), for: marker) { $0.reach = max($0.reach, reach) }
  }

  /// Notes that the ring about a marker begins beyond what reaches so far, and keeps off boxes beside the marker.
  package mutating func noteRing(about marker: DrawnMarker, beyond reach: Double, beside boxes: [Rectangle]) {
    let known = rings[marker] ?? 0...Double.infinity
    let (least, x, y) = (max(known.lowerBound, reach), marker.middle.x, marker.middle.y)
    let ways = boxes.map { box in
      Point(x: max(box.minX - x, x - box.maxX, 0), y: max(box.minY - y, y - box.maxY, 0)).length
    }
    rings[marker] = least...max(least, min(known.upperBound, ways.filter { $0 > 0 }.min() ?? .infinity))
  }

  package mutating func note(_ shift: Point, of marker: MarkerKey) { shifts[marker] = shift }
}

/// A marker of one picture: its source and its number among that source's markers.
package struct MarkerKey: Hashable, Sendable {
  /// The source's name.
  package let source: String
  /// Its number among the source's markers, from 0.
  package let number: Int

  /// A marker of a source.
  package init(source: String, number: Int) {
    self.source = source
    self.number = number
  }
}
