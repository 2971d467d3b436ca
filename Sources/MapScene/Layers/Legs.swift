import Drawing
import MapClusters
import MapContent
import MapGeometry

extension MarkerGroup {
  /// Thin lines from places of several points to the marks of these, where they have legs.
  func legs(in frame: ViewFrame) -> [Mark] {
    guard clustering?.settings.coLocated == .ring(.legs), !source.isOfCells else { return [] }
    let places = source.input.coordinates
    var path = Path()
    var feet: [Point] = []
    for marker in markers.markers where !marker.isCluster {
      guard let member = markers.members(of: marker).first, places[Int(member)] != marker.position else {
        continue
      }
      let (foot, mark) = (WorldPoint(places[Int(member)]), WorldPoint(marker.position))
      // Near the antimeridian the two may be counted in different worlds.
      let across = (mark.x - foot.x) - (mark.x - foot.x).rounded()
      for place in frame.appearances(of: foot, margin: 400) {
        let way = frame.place(WorldPoint(x: foot.x + across, y: mark.y)) - frame.place(foot)
        path.move(to: place)
        path.line(to: place + way)
        if feet.last != place { feet.append(place) }
      }
    }
    guard !path.isEmpty else { return [] }
    let color = Color(red: 0.45, green: 0.47, blue: 0.5)
    return [.stroke(path, color, width: 1)]
      + feet.map { Mark(.circle(Circle(center: $0, radius: 2, fill: color))) }
  }
}
