public import JSONDocument

/// The result of reading a style.
public struct StyleParsing: Sendable {
  /// The style; `nil` where there are errors.
  public let style: Style?
  /// Errors, warnings and information in the document's order, each distinct cause once with a count.
  ///
  /// The codes of errors: `json-syntax wrong-version missing-key wrong-type out-of-range invalid-value invalid-color
  /// unknown-key unknown-property unknown-setting invalid-expression invalid-function invalid-filter invalid-ref
  /// duplicate-id missing-source unknown-source wrong-source-type unknown-layer cyclic-ref unsafe-path`. Of warnings:
  /// `repeated-key unknown-key unsupported-key unsupported-layer unsupported-source unsupported-url
  /// source-layer filter-mixing never-drawn no-effect`, some that are errors to a check (`unknown-layer-type
  /// unknown-source-type chained-ref`, and `unsafe-path` of tiles and sprites, which may be replaced), and while drawing `expression-failed filter-failed`. Of information: `no-collation no-effect
  /// glyphs-ignored zero-cluster-zoom`, and in ``portability`` `not-portable`.
  public let diagnostics: [Diagnostic]
  /// Diagnostics with each location, as editors mark them, and settings that other renderers ignore.
  public let locatedDiagnostics, portability: [Diagnostic]
}

extension Diagnostic {
  /// The diagnostic of a check: violations of the specification are errors, even if drawing ignores them.
  public var asChecked: Diagnostic {
    guard ["unknown-layer-type", "unknown-source-type", "chained-ref", "unsafe-path"].contains(code) else {
      return self
    }
    var diagnostic = self
    diagnostic.severity = .error
    return diagnostic
  }
}

extension Style {
  /// Parses a style; metadata is kept as written.
  ///
  /// - Parameter collation: `nil` for the table of Latin letters.
  /// - Returns: the style, unless there are errors, and diagnostics in document order.
  public static func parse(_ bytes: [UInt8], collation: (any TextCollation)? = nil) -> StyleParsing {
    parse(bytes, metadata: nil, collation: collation)
  }

  /// - Parameter metadata: reads what metadata sets beyond the specification.
  package static func parse(
    _ bytes: [UInt8], metadata: (any MetadataReader)?, collation: (any TextCollation)? = nil
  ) -> StyleParsing {
    do throws(JSONError) {
      let text = try JSONText(parsing: bytes, depthLimit: 128)
      return parse(text, metadata: metadata, collation: collation)
    } catch {
      return StyleParsing(
        style: nil, diagnostics: [error.diagnostic], locatedDiagnostics: [error.diagnostic], portability: [])
    }
  }

  package static func parse(
    _ text: JSONText, metadata: (any MetadataReader)?, collation: (any TextCollation)? = nil
  ) -> StyleParsing {
    var parser = StyleParser(metadata: metadata, collation: collation)
    for key in text.repeatedKeys { parser.reader.report.add(key.diagnostic) }
    let style = parser.style(text.root)
    let diagnostics = parser.reader.report.diagnostics
    let isDrawable = !diagnostics.contains { $0.severity == .error }
    return StyleParsing(
      style: isDrawable ? style : nil, diagnostics: diagnostics,
      locatedDiagnostics: parser.reader.report.locatedDiagnostics, portability: parser.reader.portability)
  }
}
