import MapGeometry
import MapStyle
import VectorTiles

/// A feature of vector tiles as expressions see it: its properties are read when they are asked for.
package struct TileFeature: StyleFeature {
  let layer: TileLayer
  let index: Int

  private var stitched: StitchedFeature { layer.stitched[index] }
  var origin: VectorTileFeature { stitched.origin }

  var identifier: StyleValue? {
    guard let name = layer.idProperty else { return origin.id.map { .number(Double($0)) } }
    switch origin.property(name).map(StyleValue.init) {
    case .bool(let bool)?: return .number(bool ? 1 : 0)
    case let value: return value
    }
  }

  var geometryType: GeometryType {
    let feature = stitched
    switch feature.kind {
    case .point: return feature.partCount > 1 ? .multiPoint : .point
    case .line: return feature.partCount > 1 ? .multiLineString : .lineString
    case .polygon: return (0..<feature.partCount).count { !feature.isHole($0) } > 1 ? .multiPolygon : .polygon
    }
  }

  func property(_ name: String) -> StyleValue? { origin.property(name).map(StyleValue.init) }

  var propertyObject: StyleValue {
    .object(origin.properties.map { StyleMember(key: $0.key, value: StyleValue($0.value)) })
  }

  var rings: [[Coordinate]] {
    let feature = stitched
    return (0..<feature.partCount).map { part in
      var coordinates = feature.part(part).map { layer.stitched.positions[$0].coordinate }
      if feature.kind == .polygon, let first = coordinates.first { coordinates.append(first) }
      return coordinates
    }
  }
}

extension StyleValue {
  init(_ value: TileValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .bool(let bool): self = .bool(bool)
    case .double(let number): self = .number(number)
    case .int(let number): self = .number(Double(number))
    case .uint(let number): self = .number(Double(number))
    }
  }
}
