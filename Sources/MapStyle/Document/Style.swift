public import JSONDocument

/// A MapLibre style, version 8, read and checked.
///
/// Only what is drawn here is in it: layers and sources of other kinds were warned about and left out.
public struct Style: Sendable {
  /// A face of `font-faces`: what `text-font` calls it, and the files to load.
  public struct FontFace: Sendable {
    /// A file, and which characters it is for.
    public struct File: Sendable {
      /// Where the file is.
      public let reference: FileReference
      /// Which code points it is for, as CSS writes them (`U+0000-00FF`); none means all.
      public let unicodeRanges: [String]
      /// Where it stands in the style.
      public let place: StylePlace
    }

    /// What `text-font` calls it.
    public let name: String
    /// Its files, in order of preference.
    public let files: [File]
    /// Where it stands in the style.
    public let position: TextPosition
  }

  /// A set of images: `sprite`.
  public struct Sprite: Sendable {
    /// What comes before the image's name and a colon; `default` comes before none.
    public let id: String
    /// The common beginning of its two files; `.json` and `.png`, or `@2x.json` and `@2x.png`, are added.
    public let reference: FileReference
    /// Where it stands in the style.
    public let place: StylePlace
  }

  /// The style's name.
  public let name: String?
  /// The center the style asks for, degrees.
  public let center: Center?
  /// The zoom the style asks for.
  public let zoom: Double?
  /// The values of `global-state` where nobody sets others, by name.
  public let state: [String: StyleValue]
  /// The sources that are drawn, in the style's order.
  public let sources: [StyleSource]
  /// The layers that are drawn, bottom first.
  public let layers: [StyleLayer]
  /// Faces that the style brings, in its order.
  public let fontFaces: [FontFace]
  /// Images that the style brings, in its order.
  public let sprites: [Sprite]
  /// What `metadata["clustersnap:output"]` asks for.
  public let output: OutputSettings
  /// The whole root `metadata`.
  public let metadata: JSONValue?

  /// A place in degrees.
  public struct Center: Hashable, Sendable {
    /// Degrees east, as written.
    public let longitude: Double
    /// Degrees north, `-90...90`.
    public let latitude: Double
  }

  /// The source of an id; `nil` where there is none, or none that is drawn.
  public func source(_ id: String) -> StyleSource? {
    sources.first { $0.id == id }
  }

  /// The layer of an id; `nil` where there is none, or none that is drawn.
  public func layer(_ id: String) -> StyleLayer? {
    layers.first { $0.id == id }
  }

  /// What expressions see of a view: its zoom, the style's state and the images at hand.
  public func context(zoom: Double, availableImages: Set<String> = []) -> EvaluationContext {
    EvaluationContext(zoom: zoom, availableImages: availableImages, globalState: state)
  }

  /// Reads and checks a style.
  ///
  /// - Parameter bytes: the whole document, JSON in UTF-8.
  /// - Returns: the style, unless there are errors, and all there is to say about it in the document's order.
  /// - Complexity: O(*n* log *n*).
  public static func parse(_ bytes: [UInt8]) -> StyleParsing {
    do throws(JSONError) {
      let text = try JSONText(parsing: bytes, depthLimit: 128)
      return parse(text)
    } catch {
      return StyleParsing(style: nil, diagnostics: [error.diagnostic], portability: [])
    }
  }

  /// Reads and checks a style that is already read as JSON.
  public static func parse(_ text: JSONText) -> StyleParsing {
    var parser = StyleParser()
    for key in text.repeatedKeys { parser.report.add(key.diagnostic) }
    let style = parser.style(text.root)
    let diagnostics = parser.report.diagnostics
    let isDrawable = !diagnostics.contains { $0.severity == .error }
    return StyleParsing(
      style: isDrawable ? style : nil, diagnostics: diagnostics, portability: parser.portability)
  }
}

/// What came of reading a style.
public struct StyleParsing: Sendable {
  /// The style; `nil` where there are errors.
  public let style: Style?
  /// Errors, warnings and information in the document's order, each distinct cause once with a count.
  ///
  /// The codes of errors: `json-syntax wrong-version missing-key wrong-type out-of-range invalid-value invalid-color
  /// unknown-key unknown-property unknown-setting invalid-expression invalid-filter duplicate-id missing-source
  /// unknown-source wrong-source-type unknown-layer cyclic-ref unsafe-path`. Of warnings: `repeated-key unknown-key
  /// unsupported-key unsupported-layer unsupported-source unsupported-property unsupported-url
  /// source-layer filter-mixing never-drawn no-effect`, and while drawing `expression-failed filter-failed`. Of information:
  /// `no-effect glyphs-ignored zero-cluster-zoom`, and in ``portability`` `not-portable`.
  public let diagnostics: [Diagnostic]
  /// What other renderers will not see: one entry for each `clustersnap:` setting.
  public let portability: [Diagnostic]
}

/// Where a file that a style names is found.
public enum FileReference: Hashable, Sendable {
  /// A file below the style's folder: relative, with `/`, never with `..` or a root.
  case path(String)
  /// On the network: `http` or `https`.
  case url(String)
}
