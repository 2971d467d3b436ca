import Foundation
import MapClusters
import MapGeometry
import TestSupport

/// Radius clustering as the specification has it: the walk, literally, with every item asked for its
/// distance. Slow and obvious; shares no code with the index.
struct WalkOracle {
  /// An item with its index in `levels[zoom]`.
  struct Item: Equatable {
    var x: Int
    var y: Int
    /// A cluster's id, or the row of a point.
    var identity: Int
    var count: Int
    var parent: Int?
    var origin = 0
  }

  private(set) var levels: [Int: [Item]] = [:]
  let settings: RadiusSettings

  init(_ table: CoordinateTable, records: Int, settings: RadiusSettings) {
    self.settings = settings
    let steps = 1_073_741_824.0
    levels[settings.maximumZoom + 1] = (0..<table.count).map { index in
      let sine = sin(table.latitudes[index] * Double.pi / 180)
      let y = min(1, max(0, 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / Double.pi))
      var x = ((table.longitudes[index] / 360 + 0.5 - 0.5) * steps).rounded(.towardZero)
      if settings.wrapsAntimeridian { x = Self.wrap(x) }
      return Item(x: Int(x), y: Int(((y - 0.5) * steps).rounded(.towardZero)), identity: index, count: 1)
    }
    for zoom in stride(from: settings.maximumZoom, through: settings.minimumZoom, by: -1) {
      walk(zoom, records: records)
    }
  }

  static func wrap(_ x: Double) -> Double {
    var x = x
    while x >= 536_870_912 { x -= 1_073_741_824 }
    while x < -536_870_912 { x += 1_073_741_824 }
    return x
  }

  /// How far east one item lies of another, the shorter way round where the world has no edge.
  func stepsEast(_ a: Item, _ b: Item) -> Int {
    settings.wrapsAntimeridian ? Int(Self.wrap(Double(b.x - a.x))) : b.x - a.x
  }

  private mutating func walk(_ zoom: Int, records: Int) {
    guard var below = levels[zoom + 1] else { return }
    let radius = settings.radius / (settings.extent * pow(2, Double(zoom))) * 1_073_741_824
    var next: [Item] = []
    var taken = [Bool](repeating: false, count: below.count)
    for origin in below.indices where !taken[origin] {
      taken[origin] = true
      let free = below.indices.filter { other in
        if taken[other] { return false }
        let east = Double(stepsEast(below[origin], below[other]))
        let south = Double(below[other].y - below[origin].y)
        return east * east + south * south <= radius * radius
      }
      let total = free.reduce(below[origin].count) { $0 + below[$1].count }
      if !free.isEmpty && total >= settings.minimumPoints {
        let id = origin * 32 + (zoom + 1) + records
        var (sumX, sumY) = (below[origin].x * below[origin].count, below[origin].y * below[origin].count)
        for other in free {
          sumX += (below[origin].x + stepsEast(below[origin], below[other])) * below[other].count
          sumY += below[other].y * below[other].count
          below[other].parent = id
          taken[other] = true
        }
        below[origin].parent = id
        let x = settings.wrapsAntimeridian ? Int(Self.wrap(Double(sumX / total))) : sumX / total
        next.append(Item(x: x, y: sumY / total, identity: id, count: total, origin: origin))
      } else {
        for index in [origin] + free {
          next.append(below[index])
          taken[index] = true
        }
      }
    }
    for index in next.indices { next[index].parent = nil }
    levels[zoom + 1] = below
    levels[zoom] = next
  }
}

/// Sets of points that clustering gets wrong.
enum PointPattern: String, CaseIterable {
  case uniform, towns, oneTown, equal, line, lineBackward, cellEdges, poles, antimeridian, beyond, lattice

  func table(_ count: Int, seed: UInt64 = 42) -> CoordinateTable {
    var numbers = Seeded(seed: seed)
    let towns = (0..<8).map { _ in (numbers.number(in: -170...170), numbers.number(in: -60...70)) }
    return CoordinateTable(
      (0..<count).map { index -> Coordinate in
        switch self {
        case .uniform:
          Coordinate(latitude: numbers.number(in: -85...85), longitude: numbers.number(in: -180...180))
        case .towns:
          {
            let town = towns[Int.random(in: 0..<towns.count, using: &numbers)]
            return Coordinate(
              latitude: town.1 + 0.1 * numbers.normal(), longitude: town.0 + 0.1 * numbers.normal())
          }()
        case .oneTown:
          Coordinate(latitude: 52.5 + 0.002 * numbers.normal(), longitude: 13.4 + 0.002 * numbers.normal())
        case .equal: Coordinate(latitude: 48.2, longitude: 16.37)
        case .line: Coordinate(latitude: 0, longitude: Double(index) * 0.0003)
        case .lineBackward: Coordinate(latitude: 0, longitude: -Double(index) * 0.0003)
        case .cellEdges:
          Coordinate(
            latitude: 0, longitude: Double(Int.random(in: -128...128, using: &numbers)) * 360 / 1024)
        case .poles:
          Coordinate(
            latitude: [90, -90, 89.9, -85.06, 85.0511287798066][index % 5],
            longitude: numbers.number(in: -180...180))
        case .antimeridian:
          Coordinate(
            latitude: numbers.number(in: -1...1),
            longitude: index % 2 == 0 ? numbers.number(in: 179...180) : numbers.number(in: -180 ... -179))
        case .beyond:
          Coordinate(latitude: numbers.number(in: -20...20), longitude: numbers.number(in: -360...360))
        case .lattice:
          Coordinate(
            latitude: WorldPoint.latitude(ofY: 0.5 + Double(index / 16) * 40 / (512 * 4096)),
            longitude: Double(index % 16) * 40 / (512 * 4096) * 360)
        }
      })
  }
}
