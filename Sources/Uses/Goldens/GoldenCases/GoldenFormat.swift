import CairoCanvas
package import Drawing
import JSONDocument
package import MapSettings

/// The format of a golden.
public enum GoldenFormat: String, CaseIterable, Hashable, Sendable {
  /// A picture, compared by its pixels; of a story a film strip.
  case png
  /// A picture, compared as text.
  case svg
  /// The markers as data, compared value by value.
  case geojson
  /// The film of a story, compared frame by frame.
  case apng
  /// A picture, whose pages poppler draws for the comparison.
  case pdf
  /// A picture, compared by the pixels that it unpacks to.
  case webp
  /// A picture, likewise.
  case avif
  /// A picture, likewise; its files end in `.jpg`.
  case jpeg
  /// A picture with an image map, compared as text.
  case html

  /// The formats whose files are goldens wherever a request has their name; others are where a request names the format.
  static let ofNeighbors: [GoldenFormat] = [.png, .svg, .geojson]

  /// The ending of files of the format.
  package var ending: String { self == .jpeg ? "jpg" : rawValue }

  /// True for a format that is compared by its pixels.
  package var isPixels: Bool { ![.svg, .geojson, .html].contains(self) }

  /// The format of the picture that a view is drawn as for the golden.
  package var drawn: PictureFormat {
    switch self {
    case .svg, .pdf, .html: PictureFormat(rawValue: rawValue) ?? .png
    case .png, .geojson, .apng, .webp, .avif, .jpeg: .png
    }
  }

  /// The format that the ending of a file's name has; `nil` for others.
  init?(ofFile name: String) {
    guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.ending) }) else { return nil }
    self = format
  }
}

/// The pictures in a file, one at a time: the frames of an animation, the pages of a PDF, or one.
package struct GoldenFrames {
  private enum Content {
    case picture(Bitmap)
    case animation(PNGFrames)
    case pages([UInt8], first: Bitmap, scale: Double)
  }

  /// The number of pictures, at least 1.
  package let count: Int
  private var content: Content
  private var number = 0
  var word: String { if case .pages = content { "page" } else { "frame" } }

  package init(_ picture: Bitmap) { (count, content) = (1, .picture(picture)) }

  /// Reads a file.
  ///
  /// - Parameter scale: of pages, in pixels per point.
  /// - Throws: ``GoldenError/damaged(_:)``, and ``GoldenError/unreadable(_:)`` where a library is missing.
  package init(_ bytes: [UInt8], as format: GoldenFormat, scale: Double = 1) throws(GoldenError) {
    (count, content) = try GoldenFrames.reading { () throws(PictureError) in
      switch format {
      case .webp, .jpeg: return (1, .picture(try PictureReader.decode(bytes)))
      case .avif: return (1, .picture(try PictureReader.avif(bytes)))
      case .pdf:
        let (first, count) = try PictureReader.pdf(bytes, page: 0, scale: scale)
        return (count, .pages(bytes, first: first, scale: scale))
      case .png, .apng, .svg, .geojson, .html:
        var frames = try PNGFrames(of: bytes)
        if frames.count == 1, let only = try frames.next() { return (1, .picture(only.bitmap)) }
        return (frames.count, .animation(frames))
      }
    }
  }

  /// The next picture, and for how many seconds it is shown; `nil` behind the last one.
  package mutating func next() throws(GoldenError) -> (bitmap: Bitmap, seconds: Double)? {
    guard number < count else { return nil }
    number += 1
    switch content {
    case .picture(let bitmap): return (bitmap, 0)
    case .animation(var frames):
      defer { content = .animation(frames) }
      return try GoldenFrames.reading { () throws(PictureError) in try frames.next() }
    case .pages(_, let first, _) where number == 1: return (first, 0)
    case .pages(let bytes, _, let scale):
      return try GoldenFrames.reading { () throws(PictureError) in
        (try PictureReader.pdf(bytes, page: number - 1, scale: scale).bitmap, 0)
      }
    }
  }

  private static func reading<Value>(
    _ body: () throws(PictureError) -> Value
  ) throws(GoldenError) -> Value {
    do throws(PictureError) {
      return try body()
    } catch {
      switch error {
      case .noLibrary, .outOfMemory: throw .unreadable("\(error)")
      default: throw .damaged("\(error)")
      }
    }
  }
}
