import CSystem
import Drawing
import MapContent
import MapStyle

/// Light on walls and roofs, by MapLibre's formulas.
///
/// - SeeAlso: `fill_extrusion.vertex.glsl` of MapLibre GL JS.
struct WallLight {
  /// From the ground to the light: right and down in the picture, and up.
  private let direction: SIMD3<Double>
  private let color: SIMD3<Double>
  private let intensity: Double
  /// To the north, in the picture.
  private let north: Point

  init(_ style: Style, in drawing: inout LayerDrawing) {
    let context = drawing.context()
    func value<Value>(_ key: PropertyKey<Value>) -> Value {
      style.light(key, in: context, noting: &drawing.warnings)
    }
    let (position, light) = (value(.lightPosition), value(.lightColor))
    let (around, down) = (position[1] * Double.pi / 180, position[2] * Double.pi / 180)
    north = drawing.frame.turned(vector: Point(x: 0, y: -1))
    let flat = drawing.frame.way(
      Point(x: sin(around) * sin(down), y: -cos(around) * sin(down)), value(.lightAnchor))
    direction = SIMD3(flat.x, flat.y, cos(down)) * position[0]
    color = SIMD3(light.red, light.green, light.blue) * light.alpha
    intensity = value(.lightIntensity)
  }

  /// The color of a face that has a color without light, whose alpha darkens it and is not looked through.
  ///
  /// The normal has length 1 and leads away from the face: right, down and up. The heights are those of the roof and
  /// the base of a wall with a gradient, in meters.
  func shade(
    _ surface: Color, facing normal: SIMD3<Double>, _ height: (roof: Double, base: Double, isTop: Bool)? = nil
  ) -> Color {
    let surface = SIMD3(surface.red, surface.green, surface.blue) * surface.alpha
    let luminance = (surface * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    let cosine = min(1, max(0, (normal * direction).sum()))
    let (dark, bright) = (1 - intensity, max(1 - luminance + intensity, 1))
    var share = dark + (bright - dark) * cosine
    // MapLibre's walls that face straight east or west have no gradient.
    if let height, abs(normal.x * north.x + normal.y * north.y) >= 1.0 / 16384 {
      let rise = (height.base + (height.isTop ? 1 : 0)) * (height.roof / 150).squareRoot()
      share *= min(1, max(0.7 + 0.28 * (1 - intensity), rise))
    }
    let lit = ((surface + 0.03) * share * color)
      .clamped(lowerBound: 0.3 * (1 - color), upperBound: SIMD3(repeating: 1))
    return Color(red: lit.x, green: lit.y, blue: lit.z)
  }
}
