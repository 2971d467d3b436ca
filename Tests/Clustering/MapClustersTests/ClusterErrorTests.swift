import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Cluster errors` {
  private func message(
    _ settings: ClusterSettings, _ places: CoordinateTable = table([(1, 1), (2, 2)]),
    weights: [Double]? = nil
  ) throws -> String {
    let viewport = try view(0, 0, zoom: 3)
    do throws(ClusterError) {
      _ = try markers(of: ClusterInput(places, weights: weights), in: viewport, settings: settings)
      return ""
    } catch { return error.description }
  }

  private static let changes: [(ClusterMethod, @Sendable (inout ClusterSettings) -> Void)] = [
    (.grid, { $0.margin = .infinity }), (.grid, { $0.minimumCount = 0 }), (.grid, { $0.minimumUnique = -1 }),
    (.grid, { $0.maximumZoom = .nan }), (.grid, { $0.cellSize = .fraction(0) }),
    (.grid, { $0.cellSize = .points(0.005) }), (.leader, { $0.cellSize = .points(1e-6) }),
    (.radius, { $0.extent = 0 }), (.radius, { $0.minimumPoints = 0 }), (.dbscan, { $0.minimumPoints = 0 }),
    (.dbscan, { $0.epsilon = 0 }), (.kmeans, { $0.clusterCount = 0 }), (.kmeans, { $0.clusterCount = 3 }),
    (.radius, { ($0.minimumZoom, $0.maximumZoom) = (9, 8) }),
  ]

  @Test func `name what is out of range`() throws {
    let texts = """
      a margin of inf is not a share of the picture; write a finite number, such as 0.5
      a minimum count of 0 is below 1; write how many points make a cluster, such as 2
      a minimum of -1 unique locations is below 0; write 1 for no minimum
      a cluster maximum zoom of nan is no zoom; write a finite number, such as 16
      a cell size of inf points makes no cells; write a finite number above 0, such as 60
      cells of 0.005 points would be more than 2147483648 here; write a larger cell size
      cells of 1e-06 points would be more than 2147483648 here; write a larger cell size
      an extent of 0 divides no tile; write a finite number above 0, such as 512
      a minimum of 0 points is below 1; write how many points make a cluster, such as 2
      a minimum of 0 points is below 1; write how many points make a cluster, such as 2
      an eps of 0 points reaches nothing; write a finite number above 0, such as 40
      0 clusters are too few; write a number of clusters from 1 on
      3 clusters cannot be made of 2 points; write at most 2
      cluster zooms 9 to 8 are outside 0...30 or in wrong order; write the coarser zoom first
      """
    let found = try Self.changes.map { try message(.standard($0).with($1)) }
    expect(found, equals: texts.split(separator: "\n").map(String.init))
  }

  @Test func `name sizes and distances that make no clusters`() throws {
    for size in [0, -3, .infinity, .nan] as [Double] {
      try expect(
        message(.standard.with { $0.cellSize = .points(size) }),
        equals:
          "a cell size of \(numberText(size)) points makes no cells; write a finite number above 0, such as 60"
      )
      try expect(
        message(.standard(.radius).with { $0.radius = size }),
        equals: "a radius of \(numberText(size)) reaches nothing; write a finite number above 0, such as 40")
    }
    for rows in [
      [], [ZoomStep(from: 3, 20), ZoomStep(from: 3, 10)], [ZoomStep(from: 3, 20), ZoomStep(from: .nan, 10)],
    ] {
      try expect(
        message(.standard.with { $0.cellSize = .byZoom(rows) }),
        equals: "the cell sizes by zoom are empty or out of order; write rising zooms, such as 0:88,12:64")
    }
    for anchor in GridAnchor.allCases {
      for aligned in [true, false] {
        try expect(
          message(
            .standard.with {
              ($0.cellSize, $0.anchor, $0.alignsToWorld) = (.points(1e-6), anchor, aligned)
            }), equals: "cells of 1e-06 points would be more than 2147483648 here; write a larger cell size")
      }
    }
    for ring in [RingRadius.meters(-1), .points(-1)] {
      try expect(
        message(.standard.with { $0.coLocated = .ring(ring) }),
        equals: "a ring of -1 cannot be drawn; write a finite radius from 0 on, such as 3 meters or 12pt")
    }
    for distance in [ClusterDistance.meters(0), .points(0)] {
      try expect(
        message(.standard(.distance).with { $0.distance = distance }),
        equals: "a distance of 0 joins nothing; write a finite number above 0, such as 80 meters or 50pt")
    }
    try expect(message(.standard(.kmeans).with { $0.clusterCount = 3 }, table([])), equals: "")
  }

  @Test(arguments: [ClusterMethod.grid, .radius, .leader, .distance, .kmeans, .dbscan, .none])
  func `name the point that has no place`(method: ClusterMethod) throws {
    for (latitude, longitude) in [
      (Double.nan, 0.0), (0, .nan), (91, 0), (-90.5, 0), (0, .infinity), (-.infinity, 0),
    ] {
      var places = trickyTable(3000, seed: 4)
      (places.latitudes[2777], places.longitudes[2777]) = (latitude, longitude)
      for ring in [CoLocated.merge, .ring(.meters(3))] {
        try expect(
          message(.standard(method).with { $0.coLocated = ring }, places),
          equals:
            "point 2778 has no place on Earth (longitude \(numberText(longitude)), latitude \(numberText(latitude))); leave it out"
        )
      }
    }
  }

  @Test func `name columns and weights that do not fit`() throws {
    var uneven = table([(1, 1), (2, 2)])
    uneven.longitudes.append(3)
    try expect(
      message(.standard, uneven),
      equals: "there are 3 longitudes and 2 latitudes; give each point one of both")
    try expect(
      message(.standard, weights: [1]), equals: "there are 1 weights for 2 points; give each point one")
    for weight in [-1, .nan, .infinity] as [Double] {
      try expect(
        message(.standard, weights: [1, weight]),
        equals: "point 2 weighs \(numberText(weight)); write a finite weight from 0 on")
    }
  }

  @Test func `are each a line`() {
    let errors: [ClusterError] = [
      .tooManyPoints(600_000_000), .tooHeavy(2e21), .unknownID("a"), .cellsTooFine(points: 8), .cancelled,
      .neverAlone, .unknownMarker(7), .tooManyForRadius(67_108_865), .unknownCluster(3), .unknownPoint(3),
      .tileOutOfRange(zoom: 1, column: 2, row: 3), .moreClustersThanPoints(clusters: 2, points: 1),
    ]
    let texts = """
      600000000 points are more than the 500000000 that can be summed exactly; cluster them in parts
      the weights are more than 1e21 in all, which is the most that is summed exactly; write them in a larger unit
      no point has the id a; write the id of a point that was added
      cells of 8 points are a few centimeters at this zoom, finer than points are placed; write a larger cell size or a smaller zoom
      the clustering was cancelled; reload again
      the point shares its marker at every zoom up to 24; select its marker instead
      no marker 7 is shown; take one from the last reload
      67108865 points are more than the 67108864 a radius index can number; use a grid or split the data
      No cluster with the specified id.
      no point has the index 3; indices count the points from 0
      tile 1/2/3 does not exist; columns and rows count from 0 to 2^zoom - 1, zooms from 0 to 31
      2 clusters cannot be made of 1 point; write at most 1
      """
    expect(errors.map(\.description), equals: texts.split(separator: "\n").map(String.init))
    expect(ClusterError.view(.paddingTooLarge).description, equals: GeometryError.paddingTooLarge.description)
  }
}
