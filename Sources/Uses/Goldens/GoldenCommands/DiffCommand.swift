import CommandParts
package import Arguments
import CairoCanvas
import Drawing
import GoldenCases
import ImageDiff
import JSONDocument
import MapSettings
import TileSources

extension DifferencePictureOptions.Layout: ExpressibleByArgument {}

package struct DiffCommand: ParsableCommand {
  @Argument var pictures: [String]
  @Option(short: "-o") var output: String?
  @Option() var layout: DifferencePictureOptions.Layout?
  @SettingOptions(GoldenOptions.differences) var comparison: GoldenOptions
  @Flag var json: Bool
  @OptionGroup("Everywhere") var common: CommonOptions

  package init() {}

  package static let configuration = CommandConfiguration("diff")

  package func run() throws -> Int32 {
    guard pictures.count == 2 else {
      throw Failure.input("diff compares two pictures; write clustersnap diff A.png B.png")
    }
    if pictures == ["-", "-"] {
      throw Failure.input("standard input holds one picture; name a file for the other")
    }
    let limits = try limits()
    let target = output.map { OutputFile(path: $0) }
    if let target {
      try target.check()
      for picture in pictures where isSameFile(picture, target.path) {
        throw Failure.input("-o: \(target.path) is one of the pictures; name another file")
      }
    }
    let (first, second) = try PictureFile.pair(pictures[0], pictures[1])
    guard first.header.width == second.header.width, first.header.height == second.header.height else {
      if let target {
        var (expected, actual) = try PictureFile.frames(of: first, second)
        if let a = try expected.next()?.bitmap, let b = try actual.next()?.bitmap,
          let picture = try differencePicture(ofSizes: a, b, comparison: limits.comparison, options: drawing)
        {
          try write(picture, to: target)
        }
      }
      throw Failure.input(
        "\(first.name) has \(size(first)) pixels, \(second.name) \(size(second)); only pictures of one size can be compared"
      )
    }
    guard var found = try compared(first, second, limits, target) else { return ExitStatus.different }
    if let target, let (expected, actual) = found.bitmaps.take() {
      let picture = try differencePicture(
        of: found.difference, expected: expected, actual: consume actual, options: drawing)
      try write(picture, to: target)
    }
    try print(json ? jsonText(found) : text(of: found, limits.comparison), target)
    return passes(found) ? ExitStatus.done : ExitStatus.different
  }

  /// `nil` for animations of other lengths, which is printed. Nothing else holds the pictures then.
  private func compared(
    _ first: PictureFile, _ second: PictureFile, _ limits: PictureLimits, _ target: OutputFile?
  ) throws(Failure) -> FrameComparison? {
    let (expected, actual) = try PictureFile.frames(of: first, second)
    guard expected.count == actual.count else {
      try print(
        "different: \(counted(expected.count, "frame")), and \(counted(actual.count, "frame"))", target)
      return nil
    }
    return try rethrowing(FrameComparison(expected, actual, limits: limits, countsUnequal: true)) {
      (error: GoldenError) in
      Failure.input("\(error.reason)")
    }
  }

  private func passes(_ found: FrameComparison) -> Bool { found.differing == 0 && found.pace == nil }

  private func print(_ line: String, _ target: OutputFile?) throws(Failure) {
    if !common.quiet || json {
      let isTaken = target?.isStandardOutput == true
      if !writeAll(Array((line + "\n").utf8), to: isTaken ? STDERR_FILENO : STDOUT_FILENO), errno != EPIPE {
        throw .output("cannot write it: \(systemErrorText())", at: "standard output")
      }
    }
  }

  private var drawing: DifferencePictureOptions {
    var drawing = DifferencePictureOptions(layout: layout ?? .single)
    drawing.threads = processorCount
    return drawing
  }

  private func write(_ picture: Bitmap, to target: OutputFile) throws {
    var writing = PNGOptions()
    writing.threads = processorCount
    try target.write(try PNG.encode(picture, options: writing))
  }

  private func text(of found: FrameComparison, _ options: DiffOptions) -> String {
    let (difference, unequal) = (found.difference, found.unequal)
    if let pace = found.pace, found.differing == 0 { return "different: \(pace)" }
    if unequal == 0 {
      return "equal: no pixel differs" + (found.count > 1 ? " in \(found.count) frames" : "")
    }
    guard difference.isEqual else {
      return (found.differing == 0 ? "within the limits: " : "different: ") + found.place + difference.text
    }
    let limit =
      options.channelTolerance.map { "tolerance \($0)" }
      ?? "threshold \(decimalText(of: options.threshold, decimals: 6))"
    let total = difference.width * difference.height * found.count
    let smoothed =
      difference.antialiasedPixels > 0 ? "; \(difference.antialiasedPixels) only by smoothing" : ""
    return "within \(limit)\(options.masks.isEmpty ? "" : " and the masks"): "
      + "\(unequal) of \(total) pixels differ, none by more\(smoothed)"
  }

  private func limits() throws(Failure) -> PictureLimits {
    if let conflict = comparison.conflict { throw .input("\(conflict.spelled(SettingSpelling(.options)))") }
    if layout != nil && output == nil {
      throw .input("--layout is for a difference picture; add -o DIFF.png")
    }
    return PictureLimits(
      comparison, over: PictureLimits(comparison: DiffOptions(window: 32, threads: processorCount)))
  }

  private func jsonText(_ found: FrameComparison) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("equal", found.difference.isEqual)
      json.member("identical", found.unequal == 0 && found.pace == nil)
      json.member("unequalPixels", found.unequal)
      json.member("withinLimits", passes(found))
      found.write(to: &json)
    }
    return json.text
  }

  private func size(_ file: PictureFile) -> String { "\(file.header.width)x\(file.header.height)" }
}

func isSameFile(_ a: String, _ b: String) -> Bool {
  var (first, second) = (stat(), stat())
  guard a != "-", b != "-", stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_mode & S_IFMT == S_IFREG
}
