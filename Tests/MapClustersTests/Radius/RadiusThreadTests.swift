import MapGeometry
import Testing

@testable import MapClusters

@Suite struct `Radius index on many threads` {
  /// Small chunks of a dense set make the threads meet all the time.
  @Test(arguments: [PointPattern.oneTown, .lineBackward, .towns])
  func `threads that meet agree with one that is alone`(set: PointPattern) throws {
    let table = set.table(3000)
    let settings = RadiusSettings(minimumZoom: 10, maximumZoom: 16)
    let alone = try RadiusIndex(of: table, settings: settings)
    let expected = (10...17).map { alone.items(zoom: $0) }
    for round in 0..<12 {
      let slices = ParallelSlices(threads: 2 + round % 7, worthwhile: 0, chunk: 1 + round)
      let index = try RadiusIndex(of: table, settings: settings, slices: slices)
      #expect((10...17).map { index.items(zoom: $0) } == expected)
    }
  }
}
