import CairoCanvas
public import Drawing
import ImageDiff
import JSONDocument
import MapSettings

/// The drawing of a case.
public enum GoldenActual: Sendable {
  /// A picture, compared pixel by pixel.
  case picture(Bitmap)
  /// A file, compared as its format is.
  case file([UInt8], as: GoldenFormat)
}

package enum GoldenJudge {
  /// - Parameter scale: of the pages of a PDF, in pixels per point.
  package static func verdict(
    on actual: GoldenActual, golden: [UInt8]?, settings: GoldenSettings, scale: Double = 1, threads: Int = 1
  ) -> GoldenVerdict {
    guard let golden else { return .missing }
    guard !isPointer(golden) else { return .notComparable(.pointer) }
    do throws(GoldenError) {
      let difference: GoldenDifference? =
        switch actual {
        case .picture(let bitmap):
          try pixels(GoldenFrames(golden, as: .png), GoldenFrames(bitmap), settings, threads: threads)
        case .file(let bytes, _) where bytes == golden: nil
        case .file(let bytes, .geojson): try values(golden, bytes, tolerance: settings.numberTolerance)
        case .file(let bytes, let format) where format.isPixels:
          try pixels(
            GoldenFrames(golden, as: format, scale: scale), GoldenFrames(bytes, as: format, scale: scale),
            settings, threads: threads)
        case .file(let text, _): LineDifference(expected: golden, actual: text).map { .lines($0) }
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
    _ golden: GoldenFrames, _ actual: GoldenFrames, _ settings: GoldenSettings, threads: Int
  ) throws(GoldenError) -> GoldenDifference? {
    guard golden.count == actual.count else {
      return .frames("\(counted(actual.count, golden.word)), and the golden has \(golden.count)")
    }
    var limits = settings.picture
    limits.comparison.threads = threads
    var found = try FrameComparison(golden, actual, limits: limits, mayMaskAll: settings.reason != nil)
    if found.differing == 0 { return found.pace.map { .frames($0) } }
    found.measureStep()
    return .pixels(found)
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
    case .file(let bytes, _): bytes.hashValue
    }
  }

  /// `nil` for a file that cannot be read.
  package static func fingerprint(of bytes: [UInt8], format: GoldenFormat) -> Int? {
    // Pages are drawn by a library that need not be there.
    if format == .pdf { return bytes.starts(with: "%PDF-".utf8) ? bytes.hashValue : nil }
    guard format.isPixels else { return bytes.hashValue }
    guard var frames = try? GoldenFrames(bytes, as: format), let first = try? frames.next() else {
      return nil
    }
    return format == .png ? first.bitmap.hashValue : bytes.hashValue
  }

  // MARK: Files

  package static func bytes(of actual: GoldenActual) throws(GoldenError) -> [UInt8] {
    switch actual {
    case .picture(let bitmap):
      // Packed as small as possible, because goldens stay in a repository.
      try rethrowing(PNG.encode(bitmap, options: PNGOptions(compression: 9))) { (error: PictureError) in
        GoldenError.notWritten("\(error)")
      }
    case .file(let bytes, _): bytes
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
    if case .notComparable(.damaged) = verdict { pictures.expected = nil }
    guard let actual, let golden = pictures.expected,
      let drawn = try? differencePicture(of: actual, golden: golden, verdict: verdict)
    else { return pictures }
    pictures.difference = try? bytes(of: .picture(drawn))
    return pictures
  }

  private static func differencePicture(
    of actual: GoldenActual, golden: [UInt8], verdict: GoldenVerdict
  ) throws -> Bitmap? {
    switch (verdict, actual) {
    case (.different(.pixels(let found)), _):
      guard let (expected, actual) = found.bitmaps else { return nil }
      // Pages have no other picture.
      let options = DifferencePictureOptions(layout: found.word == "page" ? .strip : .single)
      return try ImageDiff.differencePicture(
        of: found.difference, expected: expected, actual: actual, options: options)
    case (.notComparable(.otherSize), .picture(let bitmap)):
      var frames = try GoldenFrames(golden, as: .png)
      return try frames.next().flatMap { frame in
        try ImageDiff.differencePicture(
          ofSizes: frame.bitmap, bitmap, comparison: PictureLimits.exact.comparison)
      }
    default: return nil
    }
  }
}
