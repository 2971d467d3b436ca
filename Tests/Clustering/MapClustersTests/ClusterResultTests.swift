import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `A cluster result` {
  @Test(arguments: ClusterPreset.allCases)
  func `comes back from being saved as it was`(preset: ClusterPreset) throws {
    let input = ClusterInput(trickyTable(900, seed: 31))
    let found = try markers(of: input, in: view(20, 10, zoom: 2), settings: preset.settings)
    let saved = try JSONEncoder().encode(found)
    let back = try JSONDecoder().decode(ClusterResult.self, from: saved)
    expect(back.markers.count, equals: found.markers.count)
    #expect(!back.markers.isEmpty)
    for (one, other) in zip(found.markers, back.markers) {
      expect(found.members(of: one), equals: back.members(of: other))
      var other = other
      other.members = one.members
      expect(one, equals: other)
    }
    try expect(JSONEncoder().encode(back).count, equals: saved.count)
    expect(back.grid, equals: found.grid)
    if preset.settings.method == .grid { #expect(back.grid != nil) }
  }

  @Test func `comes back with the cells of a turned view`() throws {
    let turned = try view(10, 20, zoom: 2, width: 400, height: 300, bearing: 30)
    let found = try markers(
      of: ClusterInput(trickyTable(90, seed: 33)), in: turned,
      settings: .standard.with { $0.anchor = .view })
    let saved = try JSONEncoder().encode(found)
    expect(found.grid?.turnedView, equals: turned)
    try expect(JSONDecoder().decode(ClusterResult.self, from: saved).grid, equals: found.grid)
  }

  @Test(arguments: [
    (#""first":0"#, #""first":1"#), (#""count":2"#, #""count":0"#), (#""weight":2"#, #""weight":-2"#),
    (#""members":[0,1]"#, #""members":[0]"#), (#""rows":"#, #""rows":1"#), (#""columns":"#, #""columns":-"#),
  ])
  func `is refused where its parts do not fit`(old: String, new: String) throws {
    let input = ClusterInput(table([(0, 0), (0, 0.1)]))
    let found = try markers(of: input, in: view(0, 0, zoom: 1), settings: .standard)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(found), as: UTF8.self)
    #expect(throws: Never.self) { try JSONDecoder().decode(ClusterResult.self, from: Data(text.utf8)) }
    let broken = text.replacingOccurrences(of: old, with: new)
    #expect(broken != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ClusterResult.self, from: Data(broken.utf8))
    }
  }

  @Test(arguments: ClusterPreset.allCases)
  func `has boxes that hold members and the mark itself`(preset: ClusterPreset) throws {
    let table = trickyTable(2000, seed: 32)
    for position in MarkerPosition.allCases {
      let settings = preset.settings.with { $0.position = position }
      let found = try markers(of: ClusterInput(table), in: view(20, 170, zoom: 1), settings: settings)
      for marker in found.markers {
        #expect(marker.bounds.contains(marker.position))
        guard settings.coLocated == .merge else { continue }
        // Reckoned from the middle of a cell: right to the last bits.
        let box = try BoundingBox(
          west: marker.bounds.longitudes.west - 1e-9, south: max(-90, marker.bounds.south - 1e-9),
          east: marker.bounds.longitudes.east + 1e-9, north: min(90, marker.bounds.north + 1e-9))
        for member in found.members(of: marker) { #expect(box.contains(table[Int(member)])) }
      }
    }
  }

  @Test func `answers which markers and points lie in a box`() async throws {
    let table = trickyTable(700, seed: 33)
    let input = ClusterInput(table)
    let found = try markers(of: input, in: view(0, 0, zoom: 0), settings: .standard)
    let box = try BoundingBox(west: 160, south: -20, east: -150, north: 60)
    expect(found.markers(in: box), equals: found.markers.filter { box.contains($0.position) })
    #expect(!found.markers(in: box).isEmpty)
    #expect(found.markers(in: box).count < found.markers.count)
    let rows = input.points(in: box)
    expect(rows, equals: (0..<table.count).filter { box.contains(table[$0]) })
    #expect(!rows.isEmpty)
    let manager = ClusterManager()
    try await manager.add((0..<table.count).map { ClusterPoint(id: "\($0)", coordinate: table[$0]) })
    try await manager.reload(view(0, 0, zoom: 0))
    await expect(manager.points(in: box).map(\.id), equals: rows.map(String.init))
    await expect(manager.markers(in: box).map(\.position), equals: found.markers(in: box).map(\.position))
  }

  @Test func `of pins is led by the heaviest point`() throws {
    let places = table([(10.0, 10.0), (10.01, 10.01), (10.02, 10.02), (10.03, 10.03)])
    for (weights, position, leader) in [
      (nil, .leader, 0), ([1, 5, 2, 5], .leader, 1), ([0, 0, 0, 0], .leader, 0), ([1, 5, 2, 5], .first, 0),
    ] as [([Double]?, MarkerPosition, Int)] {
      let found = try markers(
        of: ClusterInput(places, weights: weights), in: view(10, 10, zoom: 4),
        settings: ClusterPreset.pins.settings.with { $0.position = position })
      #expect((found.markers.map(\.count), found.markers[0].position) == ([4], places[leader]))
    }
  }

  @Test(arguments: ClusterMethod.allCases)
  func `has one marker a place with any method, if that is set`(method: ClusterMethod) throws {
    var places: [(Double, Double)] = []
    for index in 0..<40 { places.append((Double(index % 7) * 9 - 30, Double(index % 11) * 13 - 70)) }
    places += places.prefix(25)
    let table = table(places)
    for joins in [false, true] {
      let settings = ClusterSettings.standard(method).with {
        ($0.clusterCount, $0.minimumCount, $0.minimumPoints) = (3, 9, 9)
        ($0.maximumZoom, $0.joinsUniqueLocations) = (3, joins)
      }
      let found = try markers(
        of: ClusterInput(table, unclusteredRows: optedOut([3])),
        in: view(0, 0, zoom: 5, width: 20_000, height: 20_000), settings: settings)
      expect(found.members.sorted(), equals: Array(0..<UInt32(places.count)))
      let shown: [UInt32] = found.markers.flatMap { Array(found.members[$0.members]) }
      expect(shown.sorted(), equals: found.members.sorted())
      let singles = found.markers.filter { !$0.isCluster }
      let positions: Set<Coordinate> = Set(singles.map(\.position))
      let shared = singles.count - positions.count
      // The point that is never clustered stays alone beside the one in its place.
      #expect(joins ? shared == 1 : shared == 25)
      #expect(singles.contains { found.members(of: $0) == [3] })
      for marker in found.markers where joins && marker.isUniqueLocation && marker.isCluster {
        #expect(found.members(of: marker).allSatisfy { table[Int($0)] == marker.position })
      }
    }
  }
}
