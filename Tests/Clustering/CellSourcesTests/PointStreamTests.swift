import CellSources
import MapClusters
import MapFeatures
import MapGeometry
import TestSupport
import Testing

@Suite struct `A stream of points` {
  private static let text = HardPoints(count: 12_000, seed: 12).csv
  private let view: Viewport

  init() throws {
    view = try Viewport(
      center: Coordinate(latitude: 10, longitude: -179), zoom: 4,
      size: ScreenSize(width: 700, height: 500))
  }

  /// The stream's bytes, in pieces of many sizes.
  private func refill(_ bytes: [UInt8]) -> (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int {
    var random = Seeded(seed: 4)
    var front = 0
    return { buffer in
      let count = min(buffer.count, bytes.count - front, 1 + random.below(100_000))
      buffer.copyBytes(from: bytes[front..<front + count])
      front += count
      return count
    }
  }

  /// All that is known of markers but the lists of members.
  private func plain(_ result: ClusterResult) -> [Marker] {
    result.markers.map { marker in
      var marker = marker
      marker.members = 0..<0
      return marker
    }
  }

  @Test(arguments: [0, 1, 2, 8]) func `gives the markers of its points`(threads: Int) throws {
    let bytes = Array(Self.text.utf8)
    let table = try FeatureTable.read(ByteArray(bytes))
    let expected = try markers(of: ClusterInput(table.points), in: view)
    let stream = PointStream { sink throws(FeatureError) in
      // No threads stand for a stream, which is read in its order.
      threads == 0
        ? try .read(into: sink, refill: refill(bytes))
        : try .read(ByteArray(bytes), options: ReadingOptions(threads: threads), into: sink)
    }
    let answer = try stream.cells(for: CellRequest(view: .init(view, .standard), threads: max(1, threads)))
    var input = ClusterInput(answer.features.points)
    input.cells = answer.cells
    let found = try markers(of: input, in: view)
    expect(plain(found), equals: plain(expected))
    #expect(found.markers.count > 10)
    expect(answer.features.recordCount, equals: table.recordCount)
    expect(answer.features.skipped, equals: table.skipped)
    // Single points have their own properties, from the file or out of the stream.
    var singles = 0
    for (marker, row) in zip(
      found.markers, expected.markers.map { expected.members(of: $0)[$0.members.lowerBound] })
    where !marker.isCluster {
      let own = Int(found.members(of: marker).first ?? 0)
      expect(
        answer.features.property("name", ofPoint: own), equals: table.property("name", ofPoint: Int(row)))
      expect(answer.features.identifier(ofPoint: own), equals: table.identifier(ofPoint: Int(row)))
      expect(answer.features.recordNumber(ofPoint: own), equals: table.recordNumber(ofPoint: Int(row)))
      singles += 1
    }
    #expect(singles > 3)
  }

  @Test func `needs a view, and settings that cells can serve`() throws {
    let stream = PointStream { sink throws(FeatureError) in
      try .read(ByteArray(Array("longitude,latitude\n1,2\n".utf8)), into: sink)
    }
    #expect {
      try stream.cells(for: CellRequest())
    } throws: {
      "\($0)" == "points are summed into the cells of a view while they are read; name the view"
    }
    #expect {
      try stream.cells(for: CellRequest(view: .init(view, .standard(.dbscan))))
    } throws: {
      ($0 as? CellTableError)?.problem == .uncountable(.cellLimit(.method(.dbscan)))
    }
    #expect(throws: CellTableError.self) {
      try PointStream { sink throws(FeatureError) in try .read(ByteArray([]), into: sink) }
        .cells(for: CellRequest(view: .init(view, .standard)))
    }
  }

  @Test func `and a table of cells answer the same request`() throws {
    let cells: [any CellSource] = [
      CellFile(ByteArray(Array("z,x,y,point_count,longitude,latitude\n9,0,241,1,-180,10\n".utf8))),
      PointStream { sink throws(FeatureError) in
        try .read(ByteArray(Array("longitude,latitude\n-180,10\n".utf8)), into: sink)
      },
    ]
    var settings = ClusterSettings.standard
    (settings.cellSize, settings.snapsZoom) = (.points(64), true)
    for source in cells {
      let answer = try source.cells(for: CellRequest(view: .init(view, settings)))
      var input = ClusterInput(answer.features.points)
      input.cells = answer.cells
      let found = try markers(of: input, in: view, settings: settings).markers
      expect(found.map(\.count), equals: [1])
      expect(found.map(\.position), equals: [Coordinate(latitude: 10, longitude: -180)])
    }
  }
}
