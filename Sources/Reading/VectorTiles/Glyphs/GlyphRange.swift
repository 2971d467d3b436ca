public import Drawing

/// 256 distance-field glyphs of a font, from a file of MapLibre's `glyphs.proto`.
public struct GlyphRange: Sendable {
  /// Why a file is no range of glyphs.
  public enum Fault: String, Error {
    case cutOff = "the glyphs are cut off; fetch the file again"
    case noGlyphs = "this is no file of glyphs (protobuf); fetch it again"
  }

  /// The letters by their code points; of two of one code point the first.
  public private(set) var glyphs: [UInt32: DistanceGlyph] = [:]

  /// Reads a range, without incomplete or inconsistent glyphs.
  ///
  /// - Throws: ``Fault``.
  public init(_ bytes: [UInt8]) throws(Fault) {
    let result: Result<[UInt32: DistanceGlyph], TileFault.Problem> = bytes.withUnsafeBytes { bytes in
      guard let begin = bytes.baseAddress else { return .success([:]) }
      return Result { () throws(TileFault.Problem) in
        var (glyphs, hasStack) = ([UInt32: DistanceGlyph](), false)
        try WireReader(begin, count: bytes.count).forEachMessage(1) { stack throws(TileFault.Problem) in
          hasStack = true
          try stack.forEachMessage(3) { message throws(TileFault.Problem) in
            let (code, glyph) = try GlyphRange.glyph(message)
            guard let code, let glyph, glyphs[code] == nil else { return }
            glyphs[code] = glyph
          }
        }
        guard hasStack || bytes.isEmpty else { throw .wrongWireType }
        return glyphs
      }
    }
    switch result {
    case .success(let glyphs): self.glyphs = glyphs
    case .failure(let problem): throw problem == .cutOff ? .cutOff : .noGlyphs
    }
  }

  private static func glyph(
    _ message: WireReader
  ) throws(TileFault.Problem) -> (code: UInt32?, glyph: DistanceGlyph?) {
    var reader = message
    var distances: [UInt8] = []
    // By the numbers of their fields: code point, bitmap, width, height, left, top, advance.
    var numbers = [UInt64?](repeating: nil, count: 8)
    while let field = try reader.field() {
      switch (field.number, field.kind) {
      case (2, .message): distances = Array(try reader.message().bytes)
      case (1...7, .varint): numbers[Int(field.number)] = try reader.varint()
      default: try reader.skip(field.kind)
      }
    }
    func signed(_ number: UInt64) -> Int { Int(truncatingIfNeeded: number >> 1) ^ -Int(number & 1) }
    guard let code = numbers[1].flatMap(UInt32.init(exactly:)), let width = numbers[3], width < 256,
      let height = numbers[4], height < 256, let left = numbers[5].map(signed), (-128..<128).contains(left),
      let top = numbers[6].map(signed), (-128..<128).contains(top), let advance = numbers[7], advance < 256
    else { return (nil, nil) }
    return (
      code,
      DistanceGlyph(
        width: Int(width), height: Int(height), left: left, top: top, advance: Int(advance),
        distances: distances)
    )
  }
}
