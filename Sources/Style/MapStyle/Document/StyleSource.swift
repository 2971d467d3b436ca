public import JSONDocument
public import MapGeometry

/// A source that is drawn: where data comes from.
public struct StyleSource: Sendable {
  /// Kinds of sources that are drawn.
  public enum Content: Sendable {
    case geoJSON(GeoJSONSource)
    case vector(VectorSource)
    case raster(RasterSource)
    /// One image with coordinates for its corners.
    case image(ImageSource)
  }

  /// The name in the style.
  public internal(set) var id: String
  /// The kind and origin of its data.
  public let content: Content
  /// The attribution, as written; may hold HTML links.
  public let attribution: String?
  /// Result of the ``MetadataReader``.
  package let extra: (any Sendable)?
  /// The location in the style.
  public let location: SourceLocation

  /// Its features, for a source that has some.
  public var geoJSON: GeoJSONSource? { if case .geoJSON(let source) = content { source } else { nil } }

  /// The tile set of a source of tiles; `nil` for others.
  public var tileSet: TileSet? {
    switch content {
    case .vector(let source): source.tileSet
    case .raster(let source): source.tileSet
    case .geoJSON, .image: nil
    }
  }
}

/// A source of features.
public struct GeoJSONSource: Sendable {
  /// The location of the features.
  public enum Data: Sendable {
    case inline(JSONValue)
    case file(FileReference, TextPosition)
  }

  /// The standard clustering: `cluster` and what refines it.
  public struct Clustering: Sendable {
    /// Points closer than this many screen points are clustered.
    public let radius: Double
    /// Largest zoom of clusters, and their fewest points, at least 2.
    public let maxZoom, minPoints: Int
    /// The properties of clusters beyond their count, in the style's order.
    public let properties: [ClusterProperty]
  }

  /// The location of the features.
  public let data: Data
  /// The filter of the features, applied before clustering; `nil` for all.
  public let filter: FeatureFilter?
  /// The clustering of points; `nil` for none.
  public let clustering: Clustering?
  /// The property that is every feature's id; `nil` for the feature's own.
  public let promoteID: String?
  /// True if features are numbered in order, from 0.
  public let generateID: Bool
  /// The largest zoom the data is cut for elsewhere; here it only gives `clusterMaxZoom` its default.
  public let maxZoom: Double
}

/// A property that clusters get from their points: `clusterProperties`.
public struct ClusterProperty: Sendable {
  /// The property's name in clusters.
  public let name: String
  /// Value of each point at zoom 0, and reduction of `accumulated` with the property of this name.
  public let map, reduce: CompiledExpression
  /// The location in the style.
  public let site: EvaluationSite

  /// The value of a point; null where the expression fails, which is noted.
  public func mapped(
    _ feature: any StyleFeature, state: [String: StyleValue] = [:], noting warnings: inout StyleWarnings
  ) -> StyleValue {
    evaluate(map, EvaluationContext(zoom: 0, feature: feature, globalState: state), &warnings)
  }

  /// Joins two values by the expression; null if it fails.
  ///
  /// - Parameter feature: holds the second value under the property's name.
  public func reduced(
    _ accumulated: StyleValue, with feature: any StyleFeature, state: [String: StyleValue] = [:],
    noting warnings: inout StyleWarnings
  ) -> StyleValue {
    evaluate(
      reduce, EvaluationContext(zoom: 0, feature: feature, accumulated: accumulated, globalState: state),
      &warnings)
  }

  private func evaluate(
    _ expression: CompiledExpression, _ context: EvaluationContext, _ warnings: inout StyleWarnings
  ) -> StyleValue {
    do throws(EvaluationError) {
      return try expression.evaluate(context)
    } catch {
      warnings.note(error, at: site, for: context.feature)
      return .null
    }
  }
}

/// The location of a source's tiles, and the tiles that exist.
public struct TileSet: Sendable {
  /// The direction in which rows count.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// Rows count from the north.
    case xyz
    /// Rows count from the south.
    case tms
  }

  /// Templates of tile locations with `{z}`, `{x}`, `{y}`; one is used.
  public let tiles: [FileReference]
  /// A TileJSON document, or an archive, that names the tiles instead.
  public let url: FileReference?
  /// True if the style leaves tiles to be named, and if ``url`` began with `mbtiles://` or `pmtiles://`.
  public let isUnaddressed, isArchive: Bool
  /// Zooms with tiles; larger ones are enlarged. The default is 0 to 22.
  public let minZoom, maxZoom: Int
  /// The bounding box of the tiles; `nil` for everywhere, and where the style names no box.
  public let bounds: BoundingBox?
  /// The direction in which rows count.
  public let scheme: Scheme
}

/// The heights that the colors of pixels stand for.
public struct ElevationEncoding: Hashable, Sendable {
  /// Meters for a step of red, of green and of blue, `0...255` each, and below the height of black.
  public let redFactor, greenFactor, blueFactor, baseShift: Double

  /// An encoding by its factors.
  public init(redFactor: Double, greenFactor: Double, blueFactor: Double, baseShift: Double) {
    (self.redFactor, self.greenFactor, self.blueFactor) = (redFactor, greenFactor, blueFactor)
    self.baseShift = baseShift
  }

  /// Tenths of a meter above -10,000, as Mapbox has them.
  public static let mapbox = ElevationEncoding(
    redFactor: 6553.6, greenFactor: 25.6, blueFactor: 0.1, baseShift: 10_000)
  /// Parts of a meter, 1/256 each, above -32,768.
  public static let terrarium = ElevationEncoding(
    redFactor: 256, greenFactor: 1, blueFactor: 1.0 / 256, baseShift: 32_768)

  /// The encoding of a name, `mapbox` or `terrarium`; `nil` for another.
  public init?(named name: String) {
    guard let known = ["mapbox": Self.mapbox, "terrarium": .terrarium][name] else { return nil }
    self = known
  }
}

/// A source of tiles of pictures, or of heights as pictures.
public struct RasterSource: Sendable {
  /// The tile set of the source.
  public let tileSet: TileSet
  /// The width of a tile in points.
  public let tileSize: Int
  /// The heights that its pictures stand for; `nil` for pictures to be seen.
  public let elevation: ElevationEncoding?
}

/// A source of vector tiles: features in layers of their own.
public struct VectorSource: Sendable {
  /// The property that is a feature's id.
  public enum PromotedID: Hashable, Sendable {
    case property(String)
    /// A property by layer; others keep the features' own ids.
    case byLayer([String: String])
  }

  /// The tile set of the source.
  public let tileSet: TileSet
  /// The property that is a feature's id; `nil` for the feature's own.
  public let promotedID: PromotedID?

  /// The property that is the id of a layer's features; `nil` for their own.
  public func idProperty(ofLayer layer: String) -> String? {
    switch promotedID {
    case .property(let name): name
    case .byLayer(let names): names[layer]
    case nil: nil
    }
  }
}

/// A source of one picture.
public struct ImageSource: Sendable {
  /// The location of the image.
  public let reference: FileReference
  /// Its corners in degrees, longitude first: upper left, upper right, lower right, lower left.
  public let corners: [Coordinate]
}
