import CBuiltIns

/// Land, lakes and country borders of the whole world, from Natural Earth (public domain).
///
/// It is kept compressed and is decoded when it is wanted, one level of detail at a time:
///
/// ```swift
/// let world = try BuiltInWorld(inflatedGzip(BuiltInWorld.compressed(.coarse)))
/// ```
///
/// Areas run on across 180° up to 190° east, so that nothing is cut there but Antarctica, whose ring runs along ±180° to
/// the pole. Borders are those between countries; where land meets the sea there is none.
public struct BuiltInWorld: Sendable {
  /// The amount that is left out.
  public enum Detail: Int, CaseIterable, Sendable {
    /// 1:110 million, in steps of 0.01°: for the whole world.
    case coarse
    /// 1:50 million, in steps of 0.002°: for continents and countries.
    case fine

    /// The zoom from which on the fine one is drawn.
    public static let fineZoom = 2.5

    /// The detail that suits a zoom.
    public init(zoom: Double) { self = zoom < Detail.fineZoom ? .coarse : .fine }
  }

  /// Rings of areas, or lines, one behind the other.
  public struct Paths: Hashable, Sendable {
    /// The positions in degrees east, `-180..<200`.
    public fileprivate(set) var longitudes: [Double] = []
    /// The positions in degrees north, `-90...90`.
    public fileprivate(set) var latitudes: [Double] = []
    /// The end of each path in the two columns. A ring's last position repeats its first.
    public fileprivate(set) var ends: [Int] = []
    /// True if a ring is a hole in the last ring before it that is none.
    public fileprivate(set) var isHole: [Bool] = []
  }

  /// All land, islands in lakes left out.
  public let land: Paths
  /// Large lakes, their islands as holes.
  public let lakes: Paths
  /// The lines between countries.
  public let borders: Paths

  /// A level of detail as a zlib stream. It lives as long as the process.
  public static func compressed(_ detail: Detail) -> UnsafeRawBufferPointer {
    builtInPart(detail.rawValue)
  }

  /// Decodes a level of detail.
  ///
  /// - Parameter bytes: what ``compressed(_:)`` inflates to.
  /// - Returns: `nil` where the bytes are something else.
  /// - Complexity: O(*bytes*).
  public init?(_ bytes: [UInt8]) {
    let parts = bytes.withUnsafeBytes { buffer -> (Paths, Paths, Paths)? in
      var reader = WorldReader(buffer)
      guard let units = reader.units(), let land = reader.paths(units, areClosed: true),
        let lakes = reader.paths(units, areClosed: true),
        let borders = reader.paths(units, areClosed: false), reader.isAtEnd
      else { return nil }
      return (land, lakes, borders)
    }
    guard let parts else { return nil }
    (land, lakes, borders) = parts
  }
}

/// A part of the embedded file.
func builtInPart(_ index: Int) -> UnsafeRawBufferPointer {
  let part = world_part_at(index)
  return UnsafeRawBufferPointer(start: part.bytes, count: part.count)
}

extension WorldReader {
  /// Paths: how many, how many positions in all, and for each its length with a mark in the lowest bit, and its
  /// positions, each as the difference from the one before.
  fileprivate mutating func paths(_ units: Double, areClosed: Bool) -> BuiltInWorld.Paths? {
    // Each takes a byte at least.
    guard let count = natural(), let total = natural(), count <= rest, total <= rest else { return nil }
    var paths = BuiltInWorld.Paths()
    paths.ends.reserveCapacity(count)
    paths.isHole.reserveCapacity(count)
    let room = total + (areClosed ? count : 0)
    var isWhole = false
    var latitudes: [Double] = []
    paths.longitudes = [Double](unsafeUninitializedCapacity: room) { xs, xCount in
      latitudes = [Double](unsafeUninitializedCapacity: room) { ys, yCount in
        var written = 0
        isWhole = (0..<count).allSatisfy { _ in
          guard let head = natural(), head > 1, head >> 1 <= room - written else { return false }
          let start = written
          for _ in 0..<head >> 1 {
            guard let position = position() else { return false }
            xs.initializeElement(at: written, to: Double(position.x) / units)
            ys.initializeElement(at: written, to: Double(position.y) / units)
            written += 1
          }
          if areClosed {
            guard written < room else { return false }
            xs.initializeElement(at: written, to: xs[start])
            ys.initializeElement(at: written, to: ys[start])
            written += 1
          }
          paths.ends.append(written)
          paths.isHole.append(head & 1 == 1)
          return true
        }
        (xCount, yCount) = (written, written)
      }
    }
    paths.latitudes = latitudes
    guard isWhole, paths.longitudes.count == room else { return nil }
    return paths
  }
}
