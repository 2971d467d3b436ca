import CSystem
import Drawing
import MapContent
import MapStyle

/// The color of a slope in the light of one or several lamps.
///
/// - SeeAlso: MapLibre GL JS, `hillshade.fragment.glsl`, whose formulas these are; all but the standard ones follow GDAL's.
struct Hillshade {
  private struct Light {
    /// The direction that it comes from and the opposite one, in radians clockwise from north.
    let azimuth: Float
    let cosine, sine: Float
    /// Of its height above the horizon.
    let level, height: Float
    /// Premultiplied.
    let shadow, highlight: SIMD4<Float>
  }

  private let method: HillshadeMethod
  private let exaggeration: Float
  private let accent: SIMD4<Float>
  private let lights: [Light]

  init(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) {
    method = drawing.value(of: .hillshadeMethod, in: layer)
    exaggeration = Float(drawing.value(of: .hillshadeExaggeration, in: layer))
    accent = drawing.value(of: .hillshadeAccentColor, in: layer).premultiplied
    let directions = drawing.value(of: .hillshadeIlluminationDirection, in: layer)
    let altitudes = drawing.value(of: .hillshadeIlluminationAltitude, in: layer)
    let shadows = drawing.value(of: .hillshadeShadowColor, in: layer)
    let highlights = drawing.value(of: .hillshadeHighlightColor, in: layer)
    let isOfPicture = drawing.value(of: .hillshadeIlluminationAnchor, in: layer) != .map
    let turn = isOfPicture ? drawing.frame.viewport.bearing : 0
    let count =
      method == .multidirectional
      ? max(directions.count, altitudes.count, shadows.count, highlights.count) : 1
    // A list that is too short goes on with its last value.
    lights = (0..<count).map { index in
      let azimuth = (directions[min(index, directions.count - 1)] + turn) * Double.pi / 180 + Double.pi
      let altitude = altitudes[min(index, altitudes.count - 1)] * Double.pi / 180
      return Light(
        azimuth: Float(azimuth), cosine: Float(cos(azimuth)), sine: Float(sin(azimuth)),
        level: Float(cos(altitude)), height: Float(sin(altitude)),
        shadow: shadows[min(index, shadows.count - 1)].premultiplied,
        highlight: highlights[min(index, highlights.count - 1)].premultiplied)
    }
  }

  /// The premultiplied color of a slope to the east and the south.
  func color(of slope: SIMD2<Float>) -> SIMD4<Float> {
    let light = lights[0]
    switch method {
    case .standard: return standard(slope, light)
    case .igor:
      let slope = slope * (exaggeration * 2)
      let strength: Float = atanf(length(slope)) * 2 / Float.pi
      let lit: Float = strength * facing(slope, light)
      return light.shadow * (strength - lit) + light.highlight * lit
    case .combined:
      let slope = slope * (exaggeration * 2)
      let quarter: Float = Float.pi / 2
      let angle: Float = min(quarter, acosf(min(1, max(-1, cosine(slope, light)))))
      let steepness: Float = atanf(length(slope)) / (quarter * quarter)
      let dark: Float = angle * steepness
      let lit: Float = (quarter - angle) * steepness
      return light.shadow * dark + light.highlight * lit
    case .basic, .multidirectional:
      let slope = slope * (exaggeration * 2)
      var color = SIMD4<Float>(repeating: 0)
      for light in lights {
        let shade: Float = min(1, max(0, cosine(slope, light)))
        color += shade > 0.5 ? light.highlight * (2 * shade - 1) : light.shadow * (1 - 2 * shade)
      }
      return color / Float(lights.count)
    }
  }

  private func standard(_ slope: SIMD2<Float>, _ light: Light) -> SIMD4<Float> {
    var steepness: Float = atanf(0.625 * length(slope))
    if exaggeration != 0.5 {
      let base: Float = 1.875 - exaggeration * 1.75
      let most: Float = Float.pi / 2
      steepness = (powf(base, steepness) - 1) / (powf(base, most) - 1) * most
    }
    let share: Float = min(1, exaggeration * 2)
    let strength: Float = sinf(steepness) * share
    let mixed = light.shadow + (light.highlight - light.shadow) * facing(slope, light)
    let shade = mixed * strength
    let accented: Float = (1 - cosf(steepness)) * share * (1 - shade.w)
    return accent * accented + shade
  }

  /// The share, `0...1`, by which a slope faces a light, whatever its steepness.
  private func facing(_ slope: SIMD2<Float>, _ light: Light) -> Float {
    let quarter: Float = Float.pi / 2
    let aspect: Float = slope.x != 0 ? atan2f(slope.y, -slope.x) : slope.y > 0 ? quarter : -quarter
    let turns: Float = (aspect + light.azimuth) / Float.pi + 0.5
    let whole: Float = (turns / 2).rounded(.down)
    return abs(turns - 2 * whole - 1)
  }

  /// The cosine of the angle between a light and what stands upright on a slope.
  private func cosine(_ slope: SIMD2<Float>, _ light: Light) -> Float {
    let across: Float = slope.y * light.cosine - slope.x * light.sine
    let upright: Float = 1 + (slope * slope).sum()
    return (light.height - across * light.level) / upright.squareRoot()
  }

  private func length(_ slope: SIMD2<Float>) -> Float { (slope * slope).sum().squareRoot() }
}

extension Color {
  var premultiplied: SIMD4<Float> {
    SIMD4(Float(red * alpha), Float(green * alpha), Float(blue * alpha), Float(alpha))
  }
}
