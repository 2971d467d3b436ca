package import Drawing
package import MapSettings

/// A marker: something in the way of what stands around the map, the more so where it has a count.
package struct DecorationDisc: Sendable {
  package let center: Point
  package let radius: Double
  package let isCounted: Bool

  package init(center: Point, radius: Double, isCounted: Bool) {
    (self.center, self.radius, self.isCounted) = (center, radius, isCounted)
  }
}

/// The positions of decorations in several pictures, such as the snapshots of a film: chosen once, with the
/// markers of all of them in mind.
public struct DecorationPlaces: Sendable {
  /// The position of a piece, which may be larger or smaller from picture to picture.
  package struct Place: Sendable {
    package let form: Int
    package let corner: OutputSettings.Corner
    /// The shift of its upper left corner from its position in that corner.
    package let shift: Point
  }

  /// The number of markers of all pictures that are looked at.
  private static let mostObstacles = 20_000

  /// The places found so far, by the names of pieces.
  package private(set) var places: [String: Place] = [:]
  /// Markers of other pictures, while places are being chosen.
  package private(set) var obstacles: [DecorationDisc] = []
  /// The legend of all pictures; `nil` before it is read.
  package var legend: [LegendSection]?
  /// True if the legend stands below all pictures, because some have no room for it.
  package private(set) var isLegendBelow = false

  package init() {}

  /// Keeps what other pictures choose away from markers, those with counts first; of crowds only some.
  package mutating func avoid(_ discs: [DecorationDisc], pictures: Int) {
    let limit = max(20, DecorationPlaces.mostObstacles / max(1, pictures))
    obstacles += (discs.filter(\.isCounted) + discs.filter { !$0.isCounted }).prefix(limit)
  }

  /// Keeps places that were found; those kept before stay.
  package mutating func keep(_ found: [String: Place], isLegendBelow: Bool) {
    places.merge(found) { kept, _ in kept }
    if isLegendBelow { self.isLegendBelow = true }
  }

  /// The positions for drawing, without markers of other pictures.
  package var chosen: DecorationPlaces {
    var result = self
    result.obstacles = []
    return result
  }
}

extension DecorationOptions {
  /// The names of the pieces that have a place in the picture, as far as the settings show it.
  package var pieceNames: Set<String> {
    var names: Set<String> = []
    if title?.hasWords == true { names.insert("title") }
    if subtitle?.hasWords == true, title?.hasWords != true || subtitle?.position != nil {
      names.insert("subtitle")
    }
    for (name, piece) in [("scale bar", scaleBar), ("north arrow", northArrow), ("legend", legend)]
    where piece?.isShown == true && piece?.side == nil {
      names.insert(name)
    }
    return names
  }
}
