import CommandParts
import FileResources
import MapContent
public import MapSession
import TileSources

/// A map that was drawn.
public struct DrawnPicture: Sendable {
  /// The content of the picture's file.
  public let bytes: [UInt8]
  /// Warnings and information, in the order in which they were found.
  public let notes: [SessionNote]
  /// The picture in words, for those who cannot see it; `nil` where it carries none.
  public let alt: String?
  /// The clusters and single points, in the order in which they are drawn.
  public let markers: [PictureMarker]
}

/// A cluster or a single point of a map that was drawn.
public struct PictureMarker: Hashable, Sendable {
  /// The point's id; of a cluster its own in this view.
  public let id: String
  /// The title, as titles of SVG have it.
  public let title: String
  /// Degrees north, and east.
  public let latitude, longitude: Double
  /// The number of points.
  public let count: Int
  /// The sum of the points' weights; the count where nothing weighs them.
  public let weight: Double
  /// True for a cluster; false for a single point.
  public let isCluster: Bool
  /// The ids of the points.
  public let members: [String]

  static func list(of group: MarkerGroup) -> [PictureMarker] {
    group.markers.markers.map { marker in
      let place = group.coordinate(of: marker)
      return PictureMarker(
        id: group.identifier(of: marker), title: group.title(of: marker), latitude: place.latitude,
        longitude: place.longitude, count: marker.count, weight: marker.weight,
        isCluster: marker.isCluster, members: group.memberIdentifiers(of: marker))
    }
  }
}

/// The session behind all maps: what one reads is kept for the next.
enum SharedSession {
  private static let loader = FileLoader(mapsFiles: false, network: TileOptions(userAgent: "clustersnap"))
  static let session: MapSession = {
    var options = MapSession.Options()
    options.threads = processorCount
    return MapSession(resources: loader, options: options)
  }()

  /// The session with files that are bytes in memory.
  static func session(of memory: [String: MemoryResource]) -> MapSession {
    var loader = loader
    loader.memory = memory
    return MapSession(sharing: session, resources: loader)
  }
}
