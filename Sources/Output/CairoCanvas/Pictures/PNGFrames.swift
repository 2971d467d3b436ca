public import Drawing

/// Reads the frames of a PNG one at a time: those of an animation as they are shown, else the picture alone.
///
/// - SeeAlso: PNG Specification (Third Edition), §11.3.6.
public struct PNGFrames: Sendable {
  /// A part of an animation, and what becomes of it.
  private struct Frame {
    var area: PixelArea
    /// The duration in seconds.
    var seconds: Double
    var disposal: UInt8
    var isBlended: Bool
    /// The stretches of the file with its pixels.
    var data: [Range<Int>] = []
  }

  /// The number of frames, at least 1.
  public var count: Int { max(1, frames.count) }
  private let bytes: [UInt8]
  private let limits: PixelLimits
  private let size: PixelArea
  private var frames: [Frame] = []
  /// The chunks with the palette and its transparency, which each frame needs.
  private var kinds: [Range<Int>] = []
  private var number = 0
  private var canvas: [UInt8] = []

  /// Finds the frames; no pixel is unpacked.
  ///
  /// - Throws: ``PictureError`` for what is no PNG, and for an animation whose frames are not those that it promises.
  public init(of bytes: [UInt8], limits: PixelLimits = .standard) throws(PictureError) {
    let header = try PNGHeader(of: bytes)
    (self.bytes, self.limits) = (bytes, limits)
    size = PixelArea(x: 0, y: 0, width: header.width, height: header.height)
    var (offset, promised) = (PNGHeader.signature.count, 0)
    while bytes.count - offset >= 12 {
      let chunk = PNGChunk(at: offset, in: bytes)
      guard chunk.end <= bytes.count else { throw .truncated(.png, bytes: bytes.count) }
      offset = chunk.end
      let data = chunk.offset + 8..<chunk.end - 4
      // Those of a picture alone are checked where it is unpacked.
      guard !["acTL", "fcTL", "fdAT"].contains(chunk.type) || chunk.hasRightChecksum(in: bytes) else {
        throw .badChecksum(chunk: chunk.type, offset: chunk.offset)
      }
      switch chunk.type {
      case "acTL" where data.count >= 4: promised = bytes.bigEndian(at: data.lowerBound)
      case "fcTL": frames.append(try frame(at: data))
      case "IDAT" where frames.count == 1: frames[0].data.append(data)
      case "fdAT" where !frames.isEmpty && data.count >= 4:
        frames[frames.count - 1].data.append(data.dropFirst(4))
      case "PLTE", "tRNS": kinds.append(chunk.offset..<chunk.end)
      default: break
      }
    }
    if promised == 0 { frames = [] }
    guard promised == frames.count, frames.allSatisfy({ !$0.data.isEmpty }) else {
      throw .malformed("it promises \(promised) frames and has others")
    }
    guard frames.isEmpty || limits.allow(width: size.width, height: size.height) else {
      throw .tooLarge(.png, width: size.width, height: size.height, limits: limits)
    }
  }

  private func frame(at data: Range<Int>) throws(PictureError) -> Frame {
    guard data.count >= 26 else { throw .malformed("frame \(frames.count + 1) has no size") }
    func number(_ offset: Int) -> Int { bytes.bigEndian(at: data.lowerBound + offset) }
    let area = PixelArea(x: number(12), y: number(16), width: number(4), height: number(8))
    guard area.width > 0, area.height > 0, area.x + area.width <= size.width,
      area.y + area.height <= size.height
    else { throw .malformed("frame \(frames.count + 1) lies outside of the picture") }
    let (ticks, rate) = (number(20) >> 16, number(20) & 0xFFFF)
    return Frame(
      area: area, seconds: Double(ticks) / Double(rate == 0 ? 100 : rate),
      disposal: bytes[data.lowerBound + 24], isBlended: bytes[data.lowerBound + 25] == 1)
  }

  /// The next frame as it is shown, and for how many seconds; `nil` after the last one.
  ///
  /// - Throws: ``PictureError`` for pixels that do not unpack.
  public mutating func next() throws(PictureError) -> (bitmap: Bitmap, seconds: Double)? {
    guard number < count else { return nil }
    defer { number += 1 }
    if frames.isEmpty { return (try PNG.decode(bytes, limits: limits), 0) }
    let frame = frames[number]
    if canvas.isEmpty { canvas = Array(repeating: 0, count: size.width * size.height * 4) }
    // Kept where it is needed alone, as it takes a copy.
    let before = frame.disposal == 2 ? canvas : []
    let part = try PNG.decode(file(of: frame), limits: limits)
    for row in 0..<frame.area.height {
      let target = ((frame.area.y + row) * size.width + frame.area.x) * 4
      lay(part.pixels[row * frame.area.width * 4..<(row + 1) * frame.area.width * 4], at: target, frame)
    }
    let shown = Bitmap(width: size.width, height: size.height, pixels: canvas)
    if frame.disposal == 2 { canvas = before }
    for row in frame.area.y..<frame.area.y + frame.area.height where frame.disposal == 1 {
      let start = (row * size.width + frame.area.x) * 4
      for index in start..<start + frame.area.width * 4 { canvas[index] = 0 }
    }
    guard let shown else { throw .damaged(.png) }
    return (shown, frame.seconds)
  }

  /// Replaces pixels of a row, or lays others over them.
  private mutating func lay(_ row: ArraySlice<UInt8>, at start: Int, _ frame: Frame) {
    guard frame.isBlended else { return canvas.replaceSubrange(start..<start + row.count, with: row) }
    for (target, source) in zip(
      stride(from: start, to: .max, by: 4), stride(from: row.startIndex, to: row.endIndex, by: 4))
    {
      let alpha = Int(row[source + 3]) * 255
      let below = Int(canvas[target + 3]) * (255 - Int(row[source + 3]))
      for channel in 0..<3 where alpha > 0 {
        let sum = Int(row[source + channel]) * alpha + Int(canvas[target + channel]) * below
        canvas[target + channel] = UInt8((sum + (alpha + below) / 2) / (alpha + below))
      }
      canvas[target + 3] = UInt8((alpha + below + 127) / 255)
    }
  }

  /// A frame's part as a file of its own.
  private func file(of frame: Frame) -> [UInt8] {
    var header: [UInt8] = []
    header.appendBigEndian(frame.area.width)
    header.appendBigEndian(frame.area.height)
    header += bytes[24..<29]
    var file = PNGHeader.signature
    file.appendChunk("IHDR", header)
    for kind in kinds { file += bytes[kind] }
    for data in frame.data { file.appendChunk("IDAT", Array(bytes[data])) }
    file.appendChunk("IEND", [])
    return file
  }
}
