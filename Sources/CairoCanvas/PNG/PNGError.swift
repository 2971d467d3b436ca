/// Why bytes are no PNG that can be read, or a bitmap cannot be written as one.
public enum PNGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no bytes.
  case empty
  /// The bytes begin otherwise; the associated value names what they look like, if that is known.
  case notPNG(looksLike: String?)
  /// The file ends before the picture does.
  case truncated(bytes: Int)
  /// A chunk's check sum does not fit its bytes.
  case badChecksum(chunk: String, offset: Int)
  /// The chunks are not what the format asks for.
  case malformed(String)
  /// The picture has more pixels than the limits allow; known before anything is allocated.
  case tooLarge(width: Int, height: Int, limits: PixelLimits)
  /// The compressed pixels do not unpack to a picture of the promised size.
  case damagedPixels
  /// Memory gave out.
  case outOfMemory

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .empty: "the PNG file is empty; write it again"
    case .notPNG(let kind?): "not a PNG but \(kind); only PNG is read, so convert it to PNG"
    case .notPNG(nil): "not a PNG: it does not begin with the PNG signature"
    case .truncated(let bytes): "the PNG ends early, after \(bytes) bytes; fetch or write it again"
    case .badChecksum(let chunk, let offset):
      "the PNG is damaged: check sum of chunk \(chunk) at byte \(offset) is wrong; fetch or write it again"
    case .malformed(let what): "the PNG is damaged: \(what); fetch or write it again"
    case .tooLarge(let width, let height, let limits):
      """
      the PNG has \(width)×\(height) pixels; at most \(limits.side) a side and \(limits.area) in all are read
      """
    case .damagedPixels: "the PNG is damaged: its pixels do not unpack; fetch or write it again"
    case .outOfMemory: "out of memory for the PNG's pixels; use a smaller picture"
    }
  }
}
