public import Drawing
import ImageDiff
import JSONDocument
import MapSettings

/// The drawing of a case.
public enum GoldenActual: Sendable {
  /// A picture, compared pixel by pixel.
  case picture(Bitmap)
  /// An SVG document in UTF-8.
  case svg([UInt8])
  /// A GeoJSON document in UTF-8.
  case geoJSON([UInt8])
}

package enum GoldenJudge {
  package static func verdict(
    on actual: GoldenActual, golden: [UInt8]?, settings: GoldenSettings, threads: Int = 1
  ) -> GoldenVerdict {
    guard let golden else { return .missing }
    guard !isPointer(golden) else { return .notComparable(.pointer) }
    do throws(GoldenError) {
      let difference: GoldenDifference? =
        switch actual {
        case .picture(let bitmap):
          try pixels(
            try GoldenPNG.decode(golden), bitmap, settings.picture, hasReason: settings.reason != nil,
            threads: threads)
        case .svg(let text): LineDifference(expected: golden, actual: text).map { .lines($0) }
        case .geoJSON(let data): try values(golden, data, tolerance: settings.numberTolerance)
        }
      return difference.map { .different($0) } ?? .same
    } catch {
      return .notComparable(error)
    }
  }

  /// True for a pointer of Git LFS instead of a file; see its specification, version 1.
  package static func isPointer(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("version https://git-lfs.github.com/spec/v1".utf8))
  }

  private static func pixels(
    _ golden: Bitmap, _ actual: Bitmap, _ limits: PictureLimits, hasReason: Bool, threads: Int
  ) throws(GoldenError) -> GoldenDifference? {
    let total = actual.width * actual.height
    let masked = limits.comparison.masks.reduce(0) { $0 + $1.area(within: actual) }
    guard masked < total || hasReason else {
      throw .badCase("golden.masks cover the whole picture; add \"reason\": \"…\"")
    }
    var options = limits.comparison
    options.threads = threads
    switch try rethrowing(compare(golden, actual, options: options), as: GoldenError.badLimits) {
    case .sizeMismatch(let golden, let actual): throw .otherSize(golden: golden, actual: actual)
    case .difference(let difference):
      if limits.allow(difference) { return nil }
      return .pixels(difference, by: largestStep(golden, actual, in: difference))
    }
  }

  private static func largestStep(_ golden: Bitmap, _ actual: Bitmap, in difference: Difference) -> Int {
    guard let bounds = difference.bounds else { return 0 }
    var largest = 0
    golden.pixels.withUnsafeBufferPointer { a in
      actual.pixels.withUnsafeBufferPointer { b in
        for y in bounds.y..<bounds.y + bounds.height {
          for x in bounds.x..<bounds.x + bounds.width where difference[x, y] == .different {
            let offset = (y * golden.width + x) * 4
            for channel in offset..<offset + 4 {
              largest = max(largest, Int((Int16(a[channel]) - Int16(b[channel])).magnitude))
            }
          }
        }
      }
    }
    return largest
  }

  private static func values(
    _ golden: [UInt8], _ actual: [UInt8], tolerance: Double
  ) throws(GoldenError) -> GoldenDifference? {
    if golden == actual { return nil }
    let expected = try rethrowing(JSONText(parsing: golden), as: GoldenError.badJSON)
    let drawn = try rethrowing(JSONText(parsing: actual)) { (error: JSONError) in
      GoldenError.notDrawn("what was written is no GeoJSON: \(error)")
    }
    if let difference = FeatureDifference(between: expected.root, and: drawn.root, tolerance: tolerance) {
      return difference.isEmpty ? nil : .features(difference)
    }
    let differences = ValueDifference.all(between: expected.root, and: drawn.root, tolerance: tolerance)
    return differences.isEmpty ? nil : .values(differences)
  }

  /// A number that is the same for what looks the same, within one run.
  package static func fingerprint(of actual: GoldenActual) -> Int {
    switch actual {
    case .picture(let bitmap): bitmap.hashValue
    case .svg(let bytes), .geoJSON(let bytes): bytes.hashValue
    }
  }

  package static func fingerprint(of bytes: [UInt8], format: GoldenFormat) -> Int? {
    format == .png ? (try? GoldenPNG.decode(bytes))?.hashValue : bytes.hashValue
  }

  // MARK: Files

  package static func bytes(of actual: GoldenActual) throws(GoldenError) -> [UInt8] {
    switch actual {
    case .picture(let bitmap): try GoldenPNG.encode(bitmap)
    case .svg(let bytes), .geoJSON(let bytes): bytes
    }
  }

  /// The pictures that show a verdict. What cannot be shown is left out: a report about failures must not itself
  /// fail.
  package static func pictures(
    of actual: GoldenActual?, golden: [UInt8]?, verdict: GoldenVerdict
  ) -> GoldenOutcome.Pictures {
    var pictures = GoldenOutcome.Pictures()
    pictures.expected = golden
    if case .same = verdict { return pictures }
    pictures.actual = actual.flatMap { try? bytes(of: $0) }
    if case .different(.pixels(let difference, _)) = verdict, case .picture(let bitmap)? = actual,
      let golden, let expected = try? GoldenPNG.decode(golden),
      let drawn = try? differencePicture(of: difference, expected: expected, actual: bitmap)
    {
      pictures.difference = try? GoldenPNG.encode(drawn)
    }
    if case .notComparable(.otherSize) = verdict, case .picture(let bitmap)? = actual, let golden,
      let expected = try? GoldenPNG.decode(golden),
      let drawn = try? differencePicture(
        ofSizes: expected, bitmap, comparison: PictureLimits.exact.comparison)
    {
      pictures.difference = try? GoldenPNG.encode(drawn)
    }
    if case .notComparable(.damaged) = verdict { pictures.expected = nil }
    return pictures
  }
}

extension PixelRectangle {
  func area(within picture: Bitmap) -> Int {
    max(0, min(x + width, picture.width) - x) * max(0, min(y + height, picture.height) - y)
  }
}
