import MapContent
import MapDecorations
import MapSettings
import MapStyle
import Testing

@testable import MapScene
@testable import MapSession

@Suite("Sizes of values")
struct ValueSizeTests {
  /// Values that others hold, or that functions hand on for each picture: as bytes that are copied member by member.
  private static let sizes: [(name: String, bytes: Int, limit: Int)] = [
    ("DrawnMap", MemoryLayout<DrawnMap>.size, 512),
    ("MapPicture", MemoryLayout<MapPicture>.size, 512),
    ("MapPlan", MemoryLayout<MapPlan>.size, 512),
    ("PictureOptions", MemoryLayout<PictureOptions>.size, 512),
    ("PlacedMap", MemoryLayout<PlacedMap>.size, 512),
    ("RequestedMap", MemoryLayout<RequestedMap>.size, 512),
    ("SnapshotRequest.View", MemoryLayout<SnapshotRequest.View>.size, 512),
    ("LoadedMap", MemoryLayout<LoadedMap>.size, 512),
    ("MapSpecification", MemoryLayout<MapSpecification>.size, 512),
    ("SourcePlan", MemoryLayout<SourcePlan>.size, 640),
    ("MapSource", MemoryLayout<MapSource>.size, 1280),
    ("MarkerGroup", MemoryLayout<MarkerGroup>.size, 800),
  ]

  @Test("store what is large out of line")
  func largeMembersAreOutOfLine() {
    let largest = Self.sizes.sorted { $0.bytes > $1.bytes }.prefix(10)
    print(largest.map { "\($0.name) \($0.bytes)" }.joined(separator: ", "))
    for (name, bytes, limit) in Self.sizes {
      #expect(bytes <= limit, "\(name)")
    }
  }
}
