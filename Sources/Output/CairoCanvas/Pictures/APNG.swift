public import Drawing
import JSONDocument

/// Writes animated PNG frame by frame.
///
/// Of every frame but the first only the smallest rectangle that changed is written; a frame that changes nothing prolongs the one
/// before it.
///
/// - SeeAlso: PNG Specification (Third Edition), §11.3.6: `acTL`, `fcTL`, `fdAT`.
public struct APNGEncoder {
  /// A frame before the next one decides how long it is shown.
  private let hasAlpha: Bool
  private let ticksPerSecond: Int
  private let loops: Int
  private var size: (width: Int, height: Int)?
  /// The next frame decides how long it is shown.
  private var pending: (frame: PackedFrame, ticks: Int)?
  private var head: [UInt8] = []
  private var body: [UInt8] = []
  private var frameCount = 0
  private var sequence = 0

  /// An animation without frames.
  ///
  /// - Parameters:
  ///   - hasAlpha: whether frames may be translucent; where not, three bytes a pixel are packed instead of four.
  ///   - ticksPerSecond: what frames are timed in, `1...65535`; others count as the nearer end.
  ///   - loops: how often the animation is played; 0 plays it forever.
  public init(hasAlpha: Bool, ticksPerSecond: Int, loops: Int = 0) {
    self.hasAlpha = hasAlpha
    self.ticksPerSecond = min(65_535, max(1, ticksPerSecond))
    self.loops = max(0, loops)
  }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - frame: of the first frame's size, compared with the frame that was appended last.
  ///   - ticks: how long it is shown, `1...65535`; others count as the nearer end.
  /// - Throws: ``APNGError/differentSize(frame:width:height:first:)``, ``APNGError/translucent(frame:)``.
  public mutating func append(_ frame: PackedFrame, ticks: Int = 1) throws(APNGError) {
    let ticks = min(65_535, max(1, ticks))
    let number = frameCount + (pending == nil ? 1 : 2)
    let size = size ?? frame.size
    guard frame.size == size else {
      throw .differentSize(frame: number, width: frame.size.width, height: frame.size.height, first: size)
    }
    guard frame.isOpaque != hasAlpha else { throw .translucent(frame: number) }
    if !frame.isChanged, let pending, pending.ticks + ticks <= 65_535 {
      self.pending?.ticks += ticks
      return
    }
    try flush()
    // Where nothing changes, the frame before it cannot be shown any longer.
    pending = (frame, ticks)
    self.size = size
  }

  /// The file. The encoder is used up.
  ///
  /// - Throws: ``APNGError/noFrames``.
  public mutating func finish() throws(APNGError) -> [UInt8] {
    guard pending != nil || frameCount > 0 else { throw .noFrames }
    try flush()
    var control: [UInt8] = []
    control.appendBigEndian(frameCount)
    control.appendBigEndian(min(loops, 0x7FFF_FFFF))
    var file = head
    file.appendChunk("acTL", control)
    file += body
    file.appendChunk("IEND", [])
    return file
  }

  private mutating func flush() throws(APNGError) {
    guard let (frame, ticks) = pending.take() else { return }
    var control: [UInt8] = []
    control.appendBigEndian(sequence)
    for number in [frame.area.width, frame.area.height, frame.area.x, frame.area.y] {
      control.appendBigEndian(number)
    }
    control += [UInt8(truncatingIfNeeded: ticks >> 8), UInt8(truncatingIfNeeded: ticks)]
    control += [UInt8(truncatingIfNeeded: ticksPerSecond >> 8), UInt8(truncatingIfNeeded: ticksPerSecond)]
    // The frame stays as it is, and what is new replaces what was there, alpha included.
    control += [0, 0]
    sequence += 1
    if frameCount == 0 { head = Array(frame.png[..<PNGHeader.signature.count]) }
    var hasControl = false
    var offset = PNGHeader.signature.count
    while frame.png.count - offset >= 12 {
      let chunk = PNGChunk(at: offset, in: frame.png)
      offset = chunk.end
      guard chunk.type == "IDAT" else {
        if frameCount == 0, chunk.type != "IEND" { head += frame.png[chunk.offset..<chunk.end] }
        continue
      }
      if !hasControl { body.appendChunk("fcTL", control) }
      hasControl = true
      if frameCount == 0 {
        body += frame.png[chunk.offset..<chunk.end]
      } else {
        var data: [UInt8] = []
        data.reserveCapacity(chunk.count + 4)
        data.appendBigEndian(sequence)
        data += frame.png[(chunk.offset + 8)..<(chunk.offset + 8 + chunk.count)]
        body.appendChunk("fdAT", data)
        sequence += 1
      }
    }
    frameCount += 1
  }
}

/// A frame of an animation, packed: only the smallest rectangle that differs from the frame before it.
///
/// Frames are packed on any number of threads, and then appended in order.
public struct PackedFrame: Sendable {
  let size: (width: Int, height: Int)
  /// The packed area; one pixel where nothing differs.
  let area: PixelArea
  let isChanged: Bool
  let png: [UInt8]
  let isOpaque: Bool

  /// Packs a frame.
  ///
  /// - Parameters:
  ///   - last: the frame before it, which is compared; `nil` for the first.
  ///   - hasAlpha: whether frames of the animation may be translucent.
  ///   - options: how pixels are packed; a palette is never used.
  /// - Throws: ``APNGError/png(_:)`` where it cannot be packed.
  public init(
    _ frame: Bitmap, after last: Bitmap?, hasAlpha: Bool, options: PNGOptions = .init()
  ) throws(APNGError) {
    size = (frame.width, frame.height)
    let whole = PixelArea(x: 0, y: 0, width: frame.width, height: frame.height)
    // A frame of another size is refused when it is appended.
    let last = last.flatMap { $0.width == frame.width && $0.height == frame.height ? $0 : nil }
    let changed = last.map { PixelArea(of: frame, differingFrom: $0) } ?? whole
    isChanged = changed != nil
    area = changed ?? PixelArea(x: 0, y: 0, width: 1, height: 1)
    var options = options
    options.palette = .never
    let pixels = area == whole ? frame : (area.cut(from: frame) ?? frame)
    png = try rethrowing(PNG.encode(pixels, options: options, keepsAlpha: hasAlpha), as: APNGError.png)
    isOpaque = try rethrowing(PNG.header(of: png), as: APNGError.png).colorType == .rgb
  }
}

/// Why frames do not make an animation.
public enum APNGError: Error, Sendable, CustomStringConvertible {
  /// An animation without frames.
  case noFrames
  /// A frame whose size is not the first one's.
  case differentSize(frame: Int, width: Int, height: Int, first: (width: Int, height: Int))
  /// A frame that something shines through, or nothing, where the others are of the other kind.
  case translucent(frame: Int)
  /// A frame that cannot be written as PNG.
  case png(PictureError)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .noFrames: "the animation has no frames; append one"
    case .differentSize(let frame, let width, let height, let first):
      "frame \(frame) has \(width)×\(height) pixels, the first one \(first.width)×\(first.height); draw all in one size"
    case .translucent(let frame):
      "frame \(frame) is translucent, but the animation was begun without alpha; begin it with alpha"
    case .png(let error): error.description
    }
  }
}
