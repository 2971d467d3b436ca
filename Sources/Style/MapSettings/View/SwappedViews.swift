import JSONDocument
package import MapGeometry

extension ViewOptions {
  /// Views with commonly swapped numbers exchanged, and a question for each.
  package var swapped: [(question: String, view: ViewOptions)] {
    var found: [(question: String, view: ViewOptions)] = []
    func ask(_ pair: String, _ what: String, _ numbers: [Double], _ change: (inout ViewOptions) -> Void) {
      var view = self
      change(&view)
      let text = numbers.map { decimalText(of: $0, decimals: 5) }.joined(separator: ",")
      found.append(("are \(pair) swapped? with the \(what) \(text) there would be some", view))
    }
    if let center, abs(center.longitude) <= 90 {
      let other = Coordinate(latitude: center.longitude, longitude: center.latitude)
      ask("longitude and latitude", "center", [other.longitude, other.latitude]) { $0.center = other }
    }
    guard center == nil, let box else { return found }
    let (west, south, east, north) = (box.west, box.south, box.east, box.north)
    if let other = try? BoundingBox(west: south, south: west, east: north, north: east) {
      ask("longitude and latitude", "box", [south, west, north, east]) { $0.box = other }
    }
    // Half of the world is left out by who means the rest of it.
    if box.longitudes.width > 180,
      let other = try? BoundingBox(west: east, south: south, east: west, north: north)
    {
      ask("west and east", "box", [east, south, west, north]) { $0.box = other }
    }
    return found
  }

  /// A box around more than half of the world, and the one with its edges exchanged.
  package var boxesAround: (written: BoundingBox, other: BoundingBox)? {
    guard center == nil, let box, box.longitudes.width > 180, box.east < box.west,
      let other = try? BoundingBox(west: box.east, south: box.south, east: box.west, north: box.north)
    else { return nil }
    return (box, other)
  }
}
