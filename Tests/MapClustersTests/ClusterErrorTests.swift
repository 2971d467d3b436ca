import MapGeometry
import Testing

@testable import MapClusters

@Suite struct `Cluster errors` {
  private func message(
    _ method: ClusterMethod = .grid, _ places: CoordinateTable = table([(1, 1), (2, 2)]), zoom: Double = 3,
    weights: [Double]? = nil, _ change: (inout ClusterSettings) -> Void = { _ in }
  ) throws -> String {
    var message = ""
    do throws(ClusterError) {
      var settings = ClusterSettings.standard(method)
      change(&settings)
      let viewport: Viewport
      do { viewport = try view(0, 0, zoom: zoom) } catch { return "no view" }
      _ = try markers(of: ClusterInput(places, weights: weights), in: viewport, settings: settings)
    } catch {
      message = error.description
    }
    return message
  }

  @Test func `name the cell size`() throws {
    for size in [0, -3, .infinity, .nan] as [Double] {
      #expect(
        try message { $0.cellSize = .points(size) }
          == "a cell size of \(numberText(size)) points makes no cells; write a finite number above 0, such as 60"
      )
    }
    #expect(
      try message { $0.cellSize = .fraction(0) }
        == "a cell size of inf points makes no cells; write a finite number above 0, such as 60")
    for rows in [
      [], [ZoomStep(from: 3, 20), ZoomStep(from: 3, 10)], [ZoomStep(from: 3, 20), ZoomStep(from: .nan, 10)],
    ] {
      #expect(
        try message { $0.cellSize = .byZoom(rows) }
          == "the cell sizes by zoom are empty or out of order; write rising zooms, such as 0:88,12:64")
    }
    let tooMany = "cells of 1e-06 points would be more than 2147483648 here; write a larger cell size"
    for anchor in GridAnchor.allCases {
      for aligned in [true, false] {
        #expect(
          try message {
            $0.cellSize = .points(1e-6)
            $0.anchor = anchor
            $0.alignsToWorld = aligned
          } == tooMany)
      }
    }
    #expect(try message(.leader) { $0.cellSize = .points(1e-6) } == tooMany)
    #expect(try message { $0.cellSize = .points(0.005) }.hasPrefix("cells of 0.005 points would be more"))
  }

  @Test func `name what is out of range`() throws {
    #expect(
      try message { $0.margin = .infinity }
        == "a margin of inf is not a share of the picture; write a finite number, such as 0.5")
    #expect(
      try message { $0.minimumCount = 0 }
        == "a minimum count of 0 is below 1; write how many points make a cluster, such as 2")
    #expect(
      try message { $0.minimumUnique = -1 }
        == "a minimum of -1 unique locations is below 0; write 1 for no minimum")
    #expect(
      try message { $0.maximumZoom = .nan }
        == "a cluster maximum zoom of nan is no zoom; write a finite number, such as 16")
    for ring in [RingRadius.meters(-1), .points(-1)] {
      #expect(
        try message { $0.coLocated = .ring(ring) }
          == "a ring of -1 cannot be drawn; write a finite radius from 0 on, such as 3 meters or 12pt")
    }
    for radius in [0, -1, .infinity, .nan] as [Double] {
      #expect(
        try message(.radius) { $0.radius = radius }
          == "a radius of \(numberText(radius)) reaches nothing; write a finite number above 0, such as 40")
    }
    #expect(
      try message(.radius) { $0.extent = 0 }
        == "an extent of 0 divides no tile; write a finite number above 0, such as 512")
    #expect(
      try message(.radius) { $0.minimumPoints = 0 }
        == "a minimum of 0 points is below 1; write how many points make a cluster, such as 2")
    for distance in [ClusterDistance.meters(0), .points(0)] {
      #expect(
        try message(.distance) { $0.distance = distance }
          == "a distance of 0 joins nothing; write a finite number above 0, such as 80 meters or 50pt")
    }
    #expect(
      try message(.dbscan) { $0.epsilon = 0 }
        == "an eps of 0 points reaches nothing; write a finite number above 0, such as 40")
    #expect(
      try message(.dbscan) { $0.minimumPoints = 0 }
        == "a minimum of 0 points is below 1; write how many points make a cluster, such as 2")
    #expect(
      try message(.kmeans) { $0.clusterCount = 0 }
        == "0 clusters are too few; write a number of clusters from 1 on")
    #expect(
      try message(.kmeans) { $0.clusterCount = 3 } == "3 clusters cannot be made of 2 points; write at most 2"
    )
    #expect(try message(.kmeans, table([])) { $0.clusterCount = 3 } == "")
  }

  @Test(arguments: [ClusterMethod.grid, .radius, .leader, .distance, .kmeans, .dbscan, .none])
  func `name the point that has no place`(method: ClusterMethod) throws {
    for (latitude, longitude) in [
      (Double.nan, 0.0), (0, .nan), (91, 0), (-90.5, 0), (0, .infinity), (-.infinity, 0),
    ] {
      var places = trickyTable(3000, seed: 4)
      places.latitudes[2777] = latitude
      places.longitudes[2777] = longitude
      for ring in [CoLocated.merge, .ring(.meters(3))] {
        #expect(
          try message(method, places) { $0.coLocated = ring }
            == "point 2778 has no place on Earth (longitude \(numberText(longitude)), latitude \(numberText(latitude))); leave it out"
        )
      }
    }
  }

  @Test func `name columns and weights that do not fit`() throws {
    var uneven = table([(1, 1), (2, 2)])
    uneven.longitudes.append(3)
    #expect(
      try message(.grid, uneven) == "there are 3 longitudes and 2 latitudes; give each point one of both")
    #expect(try message(weights: [1]) == "there are 1 weights for 2 points; give each point one")
    for weight in [-1, .nan, .infinity] as [Double] {
      #expect(
        try message(weights: [1, weight])
          == "point 2 weighs \(numberText(weight)); write a finite weight from 0 on")
    }
  }

  @Test func `sum up the rest in one line`() {
    #expect(
      ClusterError.tooManyPoints(600_000_000).description
        == "600000000 points are more than the 500000000 that can be summed exactly; cluster them in parts")
    #expect(
      ClusterError.unknownID("a").description
        == "no point has the id a; write the id of a point that was added")
    #expect(
      ClusterError.cellsTooFine(points: 8).description
        == "cells of 8 points are a few centimeters at this zoom, finer than points are placed; write a larger cell "
        + "size or a smaller zoom")
    #expect(ClusterError.cancelled.description == "the clustering was cancelled; reload again")
    #expect(
      ClusterError.neverAlone.description
        == "the point shares its marker at every zoom up to 24; select its marker instead")
    #expect(
      ClusterError.unknownMarker(7).description == "no marker 7 is shown; take one from the last reload")
    #expect(ClusterError.view(.paddingTooLarge).description == GeometryError.paddingTooLarge.description)
    #expect(
      ClusterError.clusterZooms(minimum: 5, maximum: 4).description
        == "cluster zooms 5 to 4 are outside 0...30 or in wrong order; write the coarser zoom first")
    #expect(
      ClusterError.tooManyForRadius(67_108_865).description
        == "67108865 points are more than the 67108864 a radius index can number; use a grid or split the data"
    )
    #expect(ClusterError.unknownCluster(3).description == "No cluster with the specified id.")
    #expect(
      ClusterError.unknownPoint(3).description == "no point has the index 3; indices count the points from 0")
    #expect(
      ClusterError.tileOutOfRange(zoom: 1, column: 2, row: 3).description
        == "tile 1/2/3 does not exist; columns and rows count from 0 to 2^zoom - 1, zooms from 0 to 31")
    #expect(
      ClusterError.moreClustersThanPoints(clusters: 2, points: 1).description
        == "2 clusters cannot be made of 1 point; write at most 1")
  }
}
