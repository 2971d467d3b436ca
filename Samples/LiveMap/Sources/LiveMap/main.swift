import MapClusters
import MapGeometry

struct Hotel: ClusterValue {
  let name: String, place: Coordinate
  var clusterPoint: ClusterPoint { ClusterPoint(id: name, coordinate: place, title: name) }
}

let hotels = (0..<600).map { n in
  let (north, east) = (Double(n / 30) / 50, Double(n % 30) / 40)
  return Hotel(name: "Hotel \(n)", place: Coordinate(latitude: 52.3 + north, longitude: 13 + east))
}
let manager = ClusterManager(preset: .cch)
try await manager.add(values: hotels)

// As a map view calls back when its region has changed: 30 steps down to a street.
for step in 0..<30 {
  let span = 12.0 / Double(1 << (step / 3)) * (1 - Double(step % 3) / 6)
  let center = Coordinate(latitude: 52.5, longitude: 13.4)
  let region = try BoundingBox(center: center, latitudeSpan: span, longitudeSpan: span)
  let view = try Viewport(region: region, size: ScreenSize(width: 390, height: 844))
  let changes = try await manager.reload(view, as: Hotel.self)
  print("region", step, "kept", changes.kept.count)
  for marker in changes.removed { print("remove", marker.identity, marker.values.count) }
  for marker in changes.inserted { print("add", marker.identity, marker.values.count, marker.position) }
  for (_, marker) in changes.reused { print("update", marker.identity, marker.values.count) }
  if step == 14 { try await manager.remove(values: Array(hotels[..<300])) }
}
let frame = SelectionFrame(size: ScreenSize(width: 390, height: 844), latitudeMeters: 2000)
print("select", try await manager.select("Hotel 450", in: frame).marker.identity)
