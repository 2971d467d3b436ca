import Foundation

/// A letter that is a filled rectangle, with its exact distances.
package struct BoxGlyph {
  package var code: UInt64
  package var width, height, left, top: Int
  package var advance: UInt64

  package init(
    _ letter: Unicode.Scalar, width: Int = 10, height: Int = 10, left: Int = 2, top: Int = -8, advance: UInt64
  ) {
    (code, self.width, self.height, self.left, self.top, self.advance) = (
      UInt64(letter.value), width, height, left, top, advance
    )
  }

  /// Bytes of distances, 8 pixels a byte's range, a quarter of it outside.
  package var distances: [UInt8] {
    guard width > 0, height > 0 else { return [] }
    return (-3..<height + 3).flatMap { row in
      (-3..<width + 3).map { column in
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let (outX, outY) = (max(-x, x - Double(width)), max(-y, y - Double(height)))
        let outside = hypot(max(0, outX), max(0, outY))
        let distance = outside > 0 ? outside : max(outX, outY)
        return UInt8(max(0, min(255, (255 - 255 * (distance / 8 + 0.25)).rounded())))
      }
    }
  }

  package var bytes: [UInt8] {
    Wire.number(1, code) + (width * height > 0 ? Wire.message(2, distances) : [])
      + Wire.number(3, UInt64(width)) + Wire.number(4, UInt64(height)) + Wire.number(5, Wire.zigzag(left))
      + Wire.number(6, Wire.zigzag(top)) + Wire.number(7, advance)
  }
}

/// Files of glyphs and archives of them.
package enum GlyphWriter {
  /// A range of a stack.
  package static func range(_ name: String, _ glyphs: [[UInt8]], from first: Int = 0) -> [UInt8] {
    Wire.message(
      1,
      Wire.message(1, Array(name.utf8)) + Wire.message(2, Array("\(first)-\(first + 255)".utf8))
        + glyphs.flatMap { Wire.message(3, $0) })
  }

  /// Letters A to Z, digits and the space, each as wide as its place among them modulo 5, plus 8.
  package static func latin(_ name: String) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)
    let space = BoxGlyph(" ", width: 0, height: 0, advance: 6)
    return range(
      name,
      [space.bytes]
        + letters.enumerated().map { index, letter in
          BoxGlyph(letter, width: 6 + index % 5, height: 14, left: 1, top: -4, advance: UInt64(8 + index % 5))
            .bytes
        })
  }

  /// A zip archive.
  ///
  /// - Parameter pack: deflates a file; `nil` stores it.
  package static func zip(
    _ files: KeyValuePairs<String, [UInt8]>, pack: (([UInt8]) -> [UInt8])? = nil
  ) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var (body, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, bytes) in files {
      let content = pack?(bytes) ?? bytes
      let method = pack == nil ? 0 : 8
      let sizes =
        little(0, 4) + little(content.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2)
      let head = little(20, 2) + little(0, 2) + little(method, 2) + little(0, 4)
      directory += little(0x0201_4B50, 4) + little(20, 2) + head + sizes + little(0, 12)
      directory += little(body.count, 4) + name.utf8
      body += little(0x0403_4B50, 4) + head + sizes + little(0, 2) + name.utf8 + content
    }
    return body + directory + little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2)
      + little(files.count, 2) + little(directory.count, 4) + little(body.count, 4) + little(0, 2)
  }
}
