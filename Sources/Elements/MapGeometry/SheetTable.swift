/// A table of widths and planar latitudes of parallels, for sheets whose parallels are straight and evenly
/// divided.
///
/// Cubics through four samples in each 5/64° are exact to 1e-9°. Near the poles latitudes are computed one by
/// one.
public struct SheetTable: Sendable {
  private static let bins = 180 / 5 * 64
  private static let scale = Double(bins) / 180
  /// Latitude in degrees beyond which the table ends.
  static let limit = 85.0
  private let cubics: [(width: SIMD4<Double>, latitude: SIMD4<Double>)]

  /// `nil` for sheets with bent or unevenly divided parallels.
  init?(_ sheet: Sheet) {
    switch sheet.projection {
    case .equirectangular, .equalEarth, .naturalEarth, .robinson, .mollweide: break
    default: return nil
    }
    let nodes = (0..<4).map { 0.5 - 0.5 * cosine((2 * Double($0) + 1) * .pi / 8) }
    cubics = (0..<SheetTable.bins).map { bin in
      let values = nodes.map { node in
        let phi = ((Double(bin) + node) / SheetTable.scale - 90) * (.pi / 180)
        let point = sheet.formulas.point(1, phi)
        return SIMD2(point.x * sheet.magnification, WorldPoint.latitude(ofY: sheet.world(point).y))
      }
      return (SheetTable.cubic(nodes, values.map(\.x)), SheetTable.cubic(nodes, values.map(\.y)))
    }
  }

  /// Planar coordinate of a longitude from the central meridian and a latitude within ``limit``, in degrees.
  @inline(__always) func planar(_ offset: Double, _ latitude: Double) -> Coordinate {
    let position = (latitude + 90) * SheetTable.scale
    let bin = Int(position)
    let t = position - Double(bin)
    let (width, height) = cubics[bin]
    return Coordinate(
      latitude: height.x + t * (height.y + t * (height.z + t * height.w)),
      longitude: offset * (width.x + t * (width.y + t * (width.z + t * width.w))))
  }

  private static func cubic(_ nodes: [Double], _ values: [Double]) -> SIMD4<Double> {
    var differences = values
    for order in 1..<4 {
      for index in stride(from: 3, through: order, by: -1) {
        differences[index] =
          (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
      }
    }
    // Newton's form multiplied out, from the inside.
    var result = SIMD4(differences[3], 0, 0, 0)
    for index in stride(from: 2, through: 0, by: -1) {
      let raised = SIMD4(0, result.x, result.y, result.z)
      result = raised - nodes[index] * result
      result.x += differences[index]
    }
    return result
  }
}
