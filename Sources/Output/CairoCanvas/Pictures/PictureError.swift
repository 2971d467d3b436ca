/// Why bytes are no picture that can be read, or a bitmap cannot be written as PNG.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no bytes.
  case empty
  /// The bytes begin otherwise; the associated value names what they look like, if that is known.
  case notAPicture(looksLike: String?)
  /// There are no bytes of a PNG.
  case emptyPNG
  /// The bytes begin otherwise than a PNG; the associated value names what they look like, if that is known.
  case notPNG(looksLike: String?)
  /// The check sum of a PNG's chunk does not fit its bytes.
  case badChecksum(chunk: String, offset: Int)
  /// The chunks of a PNG are not what the format asks for.
  case malformed(String)
  /// The file ends before the picture does.
  case truncated(PictureHeader.Format, bytes: Int)
  /// The pixels do not unpack to a picture of the promised size.
  case damaged(PictureHeader.Format)
  /// It has more pixels than the limits allow; known before anything is allocated.
  case tooLarge(PictureHeader.Format, width: Int, height: Int, limits: PixelLimits)
  /// It has several frames.
  case animated(PictureHeader.Format)
  /// The library that reads the format is not installed.
  case noLibrary(PictureHeader.Format)
  /// The library that writes the format is not installed.
  case noWriter(PictureHeader.Format)
  /// The format has no room for so many pixels a side.
  case tooLargeToWrite(PictureHeader.Format, side: Int)
  /// Memory gave out.
  case outOfMemory(PictureHeader.Format)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .empty: "the picture is empty; write it again"
    case .notAPicture(let kind?):
      "not a picture but \(kind); PNG, JPEG and WebP are read, so convert it to one of them"
    case .notAPicture(nil): "not a picture: it begins neither as PNG nor as JPEG or WebP"
    case .emptyPNG: "the PNG file is empty; write it again"
    case .notPNG(let kind?): "not a PNG but \(kind); only PNG is read, so convert it to PNG"
    case .notPNG(nil): "not a PNG: it does not begin with the PNG signature"
    case .badChecksum(let chunk, let offset):
      "the PNG is damaged: check sum of chunk \(chunk) at byte \(offset) is wrong; fetch or write it again"
    case .malformed(let what): "the PNG is damaged: \(what); fetch or write it again"
    case .truncated(let format, let bytes):
      "the \(format.rawValue) ends early, after \(bytes) bytes; fetch or write it again"
    case .damaged(let format):
      "the \(format.rawValue) is damaged: its pixels do not unpack; fetch or write it again"
    case .tooLarge(let format, let width, let height, let limits):
      """
      the \(format.rawValue) has \(width)×\(height) pixels; at most \(limits.side) a side and \(limits.area) in all \
      are read
      """
    case .animated(let format): "the \(format.rawValue) is an animation; write one frame of it as a picture"
    case .noLibrary(.webp):
      "libwebp is missing, which reads WebP; install the package libwebp7 (brew: webp), or convert it to PNG"
    case .noLibrary(.avif):
      "libavif is missing, which reads AVIF; install the package libavif16 or libavif15 (brew: libavif)"
    case .noLibrary(.pdf):
      "poppler is missing, which draws PDF; install the package libpoppler-glib8 (brew: poppler)"
    case .noLibrary(let format):
      "libjpeg-turbo is missing, which reads \(format.rawValue); install the package libturbojpeg0 (brew: jpeg-turbo), or convert it to PNG"
    case .noWriter(.webp):
      "libwebp is missing, which writes WebP; install the package libwebp7 (brew: webp), or write PNG"
    case .noWriter(.avif):
      "libavif is missing, which writes AVIF; install the package libavif16 or libavif15 (brew: libavif), or write PNG"
    case .noWriter(let format):
      "libjpeg-turbo is missing, which writes \(format.rawValue); install the package libturbojpeg0 (brew: jpeg-turbo), or write PNG"
    case .tooLargeToWrite(let format, let side):
      "a \(format.rawValue) has at most \(side) pixels a side; write PNG, or a smaller picture"
    case .outOfMemory(let format): "out of memory for the \(format.rawValue)'s pixels; use a smaller picture"
    }
  }
}
