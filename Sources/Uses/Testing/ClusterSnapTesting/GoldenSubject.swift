import CairoCanvas
public import Drawing
public import GoldenCases
import MapSettings
public import MapContent
public import MapScene
import SVGCanvas

/// A subject that a test can compare with a golden.
public protocol GoldenSubject {
  /// The golden's format where the test names none.
  static var standardFormat: GoldenFormat { get }
  /// The drawing that is compared and, when asked for, recorded.
  ///
  /// - Throws: whatever keeps the subject from being drawn; ``GoldenSubjectError`` for a format it does not have.
  func drawn(as format: GoldenFormat) throws -> GoldenActual
}

extension GoldenSubject {
  /// Pixels.
  public static var standardFormat: GoldenFormat { .png }
}

/// A subject was asked for in a format that it does not have.
public struct GoldenSubjectError: Error, Equatable, CustomStringConvertible {
  /// The format that was requested.
  public let format: GoldenFormat
  /// The name of the subject.
  public let subject: String

  /// The fault and its remedy, in one line.
  public var description: String {
    "\(subject) has no form as \(format.rawValue); leave the format out, or hand over something else"
  }
}

extension Bitmap: GoldenSubject {
  /// The bitmap itself.
  ///
  /// - Throws: ``GoldenSubjectError`` for any format but PNG.
  public func drawn(as format: GoldenFormat) throws -> GoldenActual {
    guard format == .png else { throw GoldenSubjectError(format: format, subject: "a bitmap") }
    return .picture(self)
  }
}

extension Scene: GoldenSubject {
  /// Pixels by Cairo, or SVG.
  ///
  /// - Throws: ``GoldenSubjectError`` for other formats; the canvas's error for a scene that cannot be drawn.
  public func drawn(as format: GoldenFormat) throws -> GoldenActual {
    switch format {
    case .png: .picture(try CairoCanvas.bitmap(of: self))
    case .svg:
      .file(try SVGCanvas.svg(of: self, options: SVGOptions(encodePNG: { try PNG.encode($0) })), as: .svg)
    default: throw GoldenSubjectError(format: format, subject: "a scene")
    }
  }
}

extension Snapshot: GoldenSubject {
  /// Its scene: pixels by Cairo, or SVG.
  ///
  /// - Throws: ``GoldenSubjectError`` for other formats; the canvas's error for a scene that cannot be drawn.
  public func drawn(as format: GoldenFormat) throws -> GoldenActual { try scene.drawn(as: format) }
}

extension MarkerDocument: GoldenSubject {
  /// GeoJSON, compared value by value.
  public static var standardFormat: GoldenFormat { .geojson }

  /// The markers as GeoJSON.
  ///
  /// - Throws: ``GoldenSubjectError`` for any format but GeoJSON.
  public func drawn(as format: GoldenFormat) throws -> GoldenActual {
    guard format == .geojson else { throw GoldenSubjectError(format: format, subject: "a list of markers") }
    return .file(bytes(.geojson), as: .geojson)
  }
}
