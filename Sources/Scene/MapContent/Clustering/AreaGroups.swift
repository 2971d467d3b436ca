import Drawing
import JSONDocument
import MapClusters
package import MapFeatures
import MapGeometry

/// The areas in which the points of a source are counted, and which of them holds each point.
package struct AreaGroups: Sendable {
  /// The lines and areas of the file.
  private let features: FeatureTable
  private let shapes: [ShapeFeature]
  package let outlines: OutlineProjection
  /// By area: where its marker stands.
  private let poles: [Coordinate]
  /// By point: the area that holds it, -1 for none.
  private var codes: [Int32]
  /// The areas that hold points.
  private let held: [Int]
  private var built = BuildOnce<ClusterResult, ClusterError>()
  /// Notes about the areas.
  let notes: [String]

  /// The property of markers that names their area.
  static let property = "area"

  /// Counts points in areas.
  ///
  /// - Parameters:
  ///   - features: a table with areas; its points and lines are left out.
  ///   - file: the table's file in messages.
  /// - Returns: `nil` for a table without areas.
  /// - Complexity: O(*points* + *edges*).
  init?(_ features: FeatureTable, named file: String, points: CoordinateTable, threads: Int) {
    self.features = features
    shapes = features.shapes.filter { $0.kind == .area }
    guard !shapes.isEmpty else { return nil }
    let rings = shapes.map { shape in (0..<shape.pathCount).map(shape.coordinates(ofPath:)) }
    // By polygon: those of a MultiPolygon may overlap.
    let polygons = shapes.map(AreaGroups.polygons)
    let shapeOfPolygon = polygons.enumerated().flatMap { number, parts in
      Array(repeating: Int32(truncatingIfNeeded: number), count: parts.count)
    }
    let index = AreaIndex(polygons.flatMap(\.self), forPoints: points.count)
    codes = index.areas(of: points, threads: threads).map { $0 < 0 ? $0 : shapeOfPolygon[Int($0)] }
    outlines = OutlineProjection(features)
    var isHeld = Array(repeating: false, count: shapes.count)
    for code in codes where code >= 0 { isHeld[Int(code)] = true }
    held = shapes.indices.filter { isHeld[$0] }
    var poles = Array(repeating: Coordinate(latitude: 0, longitude: 0), count: shapes.count)
    for number in held {
      let shape = shapes[number]
      let outline = ShapeOutline(rings[number], isHole: (0..<shape.pathCount).map(shape.isHole), isArea: true)
      guard let pole = outline.pole else { continue }
      poles[number] = Coordinate(
        latitude: pole.latitude, longitude: Coordinate.wrappedLongitude(pole.longitude))
    }
    self.poles = poles
    var notes: [String] = []
    let crossings = shapeOfPolygon.enumerated().compactMap { part, number in
      index.crossing(ofArea: part).map { (Int(number), $0.coordinate) }
    }.distinct(by: \.0)
    if let (number, point) = crossings.first {
      let others = crossings.count - 1
      notes.append(
        "area \(escapedForMessage(AreaGroups.name(of: shapes[number]))) of \(file) crosses itself near \(decimalText(of: point.longitude, decimals: 4)),\(decimalText(of: point.latitude, decimals: 4))\(others > 0 ? ", as \(others) more do" : ""); its points are counted by the even-odd rule"
      )
    }
    let outside = codes.count { $0 < 0 }
    if outside > 0 {
      notes.append(
        "\(counted(outside, "point lies", "points lie")) in no area of \(file) and \(outside == 1 ? "is" : "are") left out"
      )
    }
    self.notes = notes
  }

  /// Returns the areas for points in other places, perhaps for some of them.
  func placedAnew(rows: [Int]?) -> AreaGroups {
    var groups = self
    groups.built = BuildOnce()
    if let rows { groups.codes = rows.map { codes[$0] } }
    return groups
  }

  private static func name(of shape: ShapeFeature) -> String {
    MapSource.nameColumns.lazy.compactMap { shape.property($0)?.text }.first { !$0.isEmpty }
      ?? shape.identifier.text
  }

  /// The name of the area that holds a point: its name or title, else its id, else the number of its record; `nil` for none.
  package func name(ofPoint index: Int) -> String? { shape(ofPoint: index).map(AreaGroups.name) }

  /// The area that holds a point; `nil` for none.
  package func shape(ofPoint index: Int) -> ShapeFeature? {
    codes[index] < 0 ? nil : shapes[Int(codes[index])]
  }

  /// The areas that hold points.
  package var heldShapes: [ShapeFeature] { held.map { shapes[$0] } }

  /// A marker for each area that holds points.
  ///
  /// - Parameters:
  ///   - rows: the points that are counted; `nil` for all.
  ///   - sheet: the sheet on which the points lie; `nil` for Mercator's plane.
  func markers(
    of input: ClusterInput, rows: [UInt32]?, on sheet: Sheet?
  ) throws(ClusterError) -> ClusterResult {
    guard let rows else {
      return try built.value { () throws(ClusterError) in
        try self.markers(of: input, rows: Array(0..<UInt32(codes.count)), on: sheet)
      }
    }
    var lists: [[UInt32]] = Array(repeating: [], count: shapes.count)
    for row in rows where codes[Int(row)] >= 0 { lists[Int(codes[Int(row)])].append(row) }
    let found = lists.indices.filter { !lists[$0].isEmpty }.sorted { lists[$0][0] < lists[$1][0] }
    var (markers, members): ([Marker], [UInt32]) = ([], [])
    for number in found {
      let own = lists[number]
      let start = members.count
      members += own
      let places = input.coordinates.taking(own)
      let pole = sheet.map { $0.planar(poles[number]) ?? places[0] } ?? poles[number]
      guard let box = BoundingBox(holding: places) else { continue }
      markers.append(
        Marker(
          id: .group(first: Int(own[0])), position: pole, count: own.count,
          weight: input.weights.map { weights in own.reduce(0) { $0 + weights[Int($1)] } }
            ?? Double(own.count), members: start..<members.count, isCluster: true,
          isUniqueLocation: (1..<places.count).allSatisfy { places[$0] == places[0] }, cell: nil,
          bounds: box.including(pole)))
    }
    return ClusterResult(markers: markers, members: members)
  }

  /// The markers whose areas reach into a view.
  func shown(_ all: ClusterResult, in viewport: Viewport) -> ClusterResult {
    let frame = ViewFrame(viewport)
    let markers = all.markers.filter { marker in
      let shape = all.members(of: marker).first.flatMap { self.shape(ofPoint: Int($0)) }
      guard let shape else { return false }
      return !outlines.paths(of: shape, in: frame).isEmpty
    }
    return ClusterResult(markers: markers, members: all.members)
  }

  /// Writes an area as GeoJSON has it, as it was read.
  func write(_ shape: ShapeFeature, to json: inout JSONWriter) {
    json.polygons(AreaGroups.polygons(of: shape))
  }

  /// The polygons of an area, each an outer ring with its holes.
  private static func polygons(of shape: ShapeFeature) -> [[[Coordinate]]] {
    var polygons: [[[Coordinate]]] = []
    for path in 0..<shape.pathCount {
      let ring = shape.coordinates(ofPath: path)
      if shape.isHole(path), let last = polygons.indices.last {
        polygons[last].append(ring)
      } else {
        polygons.append([ring])
      }
    }
    return polygons
  }
}
