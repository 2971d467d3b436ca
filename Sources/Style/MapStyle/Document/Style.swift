public import JSONDocument
public import MapGeometry

/// A valid MapLibre style, version 8, without unsupported layers and sources.
public struct Style: Sendable {
  /// A face of `font-faces`: what `text-font` calls it, and the files to load.
  public struct FontFace: Sendable {
    /// A file, and which characters it is for.
    public struct File: Sendable {
      /// The reference of the file.
      public let reference: FileReference
      /// The code points it is for, as CSS writes them (`U+0000-00FF`); none means all.
      public let unicodeRanges: [String]
      /// The location in the style.
      public let location: SourceLocation
    }

    /// The name in `text-font`.
    public let name: String
    /// Its files, in order of preference.
    public let files: [File]
    /// The location in the style.
    public let position: TextPosition
  }

  /// A set of images: `sprite`.
  public struct Sprite: Sendable {
    /// The prefix of image names, before a colon; `default` for names without one.
    public let id: String
    /// The common beginning of its two files; `.json` and `.png`, or `@2x.json` and `@2x.png`, are added.
    public let reference: FileReference
    /// The location in the style.
    public let location: SourceLocation
  }

  /// The location of letters as distances to their edges: `glyphs`.
  public struct Glyphs: Sendable {
    /// An address with `{fontstack}` and `{range}`, as written.
    public let address: String
    /// The location in the style.
    public let location: SourceLocation
  }

  /// The name that the style gives itself; `nil` for none.
  public let name: String?
  /// The center the style asks for; its longitude as written.
  public let center: Coordinate?
  /// View of the style: bearing in degrees clockwise, pitch in degrees from straight down.
  public let zoom, bearing, pitch: Double?
  /// The name of the projection that the style asks for, if it is one that is drawn.
  public let projection: String?
  /// The values of `global-state` where nobody sets others, by name.
  public let state: [String: StyleValue]
  /// The sources that are drawn, in the style's order.
  public internal(set) var sources: [StyleSource]
  /// The layers that are drawn, bottom first.
  public internal(set) var layers: [StyleLayer]
  let light: [PropertyAssignment]
  /// Faces that the style brings, in its order.
  public let fontFaces: [FontFace]
  /// Images that the style brings, in its order.
  public let sprites: [Sprite]
  /// The location of glyphs; `nil` for none.
  public let glyphs: Glyphs?
  /// Result of the ``MetadataReader`` for the root.
  package let extra: (any Sendable)?
  /// The whole root `metadata`.
  public let metadata: JSONValue?

  /// The source of an id; `nil` where there is none, or none that is drawn.
  public func source(_ id: String) -> StyleSource? { sources.first { $0.id == id } }

  /// The layer of an id; `nil` where there is none, or none that is drawn.
  public func layer(_ id: String) -> StyleLayer? { layers.first { $0.id == id } }

  package func light<Value>(
    _ key: PropertyKey<Value>, in view: EvaluationContext, noting warnings: inout StyleWarnings
  ) -> Value {
    light.bound(key).value(in: view, noting: &warnings)
  }

  /// Returns the context of expressions in a view: its zoom, the style's state and the available images.
  public func context(zoom: Double, availableImages: Set<String> = []) -> EvaluationContext {
    EvaluationContext(zoom: zoom, availableImages: availableImages, globalState: state)
  }
}

/// The location of a file that a style names.
public enum FileReference: Hashable, Sendable {
  /// Below the style's folder: relative, with `/`, never with `..`.
  case path(String)
  case url(String)
}
