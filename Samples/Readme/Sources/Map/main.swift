import ClusterSnap

struct Place { let name, kind: String, latitude, longitude: Double }
let places = [
  Place(name: "Berlin", kind: "capital", latitude: 52.5, longitude: 13.4),
  Place(name: "Potsdam", kind: "town", latitude: 52.4, longitude: 13.07),
  Place(name: "Hamburg", kind: "town", latitude: 53.55, longitude: 10),
]
let map = MapPicture(places, id: \.name, latitude: \.latitude, longitude: \.longitude)
  .colored(by: \.kind).basemap(.world).size(480, 260)
try await map.write(to: "map.png")
