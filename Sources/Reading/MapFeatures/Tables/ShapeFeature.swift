public import MapGeometry

/// Lines or areas of a record, with its identifier and properties. A MultiLineString or MultiPolygon is one
/// feature; a GeometryCollection is one of lines and one of areas for each run of them.
public struct ShapeFeature: Sendable {
  /// A shape's kind of drawing.
  public enum Kind: String, Hashable, Sendable {
    /// Open paths, stroked but never filled.
    case line
    /// Rings; the last position repeats the first, as in GeoJSON.
    case area
  }

  /// The kind of drawing.
  public let kind: Kind
  /// The record it came from, from 1.
  public let recordNumber: Int

  let offset: Int
  /// Offset of the value of `properties`, if known: it is slow to find behind a long outline.
  let propertiesOffset: Int?
  let pathRange: Range<Int>
  // There may be a hundred thousand of them, copied from list to list: one reference.
  let shapes: ShapeStore

  /// The number of lines or rings.
  public var pathCount: Int { pathRange.count }

  /// The positions of line or ring `index` as indices into ``longitudes`` and ``latitudes``.
  public func path(_ index: Int) -> Range<Int> { shapes.paths.positions(ofPath: pathNumber(index)) }

  /// Index of a line or ring among those of all shapes.
  package func pathNumber(_ index: Int) -> Int {
    precondition(pathRange.indices.contains(pathRange.lowerBound + index), "path index out of range")
    return pathRange.lowerBound + index
  }

  package var pathCountOfAll: Int { shapes.paths.ends.count }

  /// True if ring `index` is a hole in the area that an earlier ring encloses.
  public func isHole(_ index: Int) -> Bool { shapes.paths.isHole[pathRange.lowerBound + index] }

  /// Degrees east of all shapes **as read**, `-540...540`, so that rings across 180° stay in one piece.
  public var longitudes: [Double] { shapes.paths.longitudes }

  /// Degrees north of all shapes of the input, `-90...90`.
  public var latitudes: [Double] { shapes.paths.latitudes }

  /// Line or ring `index`, copied.
  public func coordinates(ofPath index: Int) -> [Coordinate] {
    path(index).map {
      Coordinate(latitude: shapes.paths.latitudes[$0], longitude: shapes.paths.longitudes[$0])
    }
  }

  /// The feature's `id`, else its record number.
  public var identifier: PropertyValue { ownIdentifier ?? .number(Double(recordNumber)) }

  /// The feature's `id`; `nil` where it has none.
  public var ownIdentifier: PropertyValue? { shapes.records.identifier(at: offset) }

  /// The properties in input order, read on demand; a repeated name is there once, with its last value.
  public var properties: [(name: String, value: PropertyValue)] { shapes.records.properties(at: offset) }

  /// The property of a name; `nil` where the record has none.
  public func property(_ name: String) -> PropertyValue? {
    shapes.records.property(name, at: offset, propertiesAt: propertiesOffset)
  }
}

/// Positions, the end of each path, and true for holes.
struct ShapePaths: Sendable {
  var longitudes: [Double] = []
  var latitudes: [Double] = []
  var ends: [Int] = []
  var isHole: [Bool] = []

  func positions(ofPath path: Int) -> Range<Int> { (path == 0 ? 0 : ends[path - 1])..<ends[path] }
}

final class ShapeStore: Sendable {
  let paths: ShapePaths
  let records: RecordStore

  init(_ paths: ShapePaths, _ records: RecordStore) { (self.paths, self.records) = (paths, records) }
}
