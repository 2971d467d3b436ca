import Foundation
import GoldenCases
import MapSettings

struct GoldenTrial {
  struct Result {
    /// The fault and the files to look at, in a few lines; `nil` where the golden is met.
    var failure: String?
    var notice: String?
    var attachments: [(name: String, bytes: [UInt8])] = []
  }

  let name: String
  let format: GoldenFormat
  let settings: GoldenSettings
  /// `Goldens/TESTFILE/NAME.png` beside the test.
  let golden: URL
  let artifacts: URL

  /// Finds the files of a comparison; `CLUSTERSNAP_ARTIFACTS` of the environment may name a folder.
  init(
    named name: String?, format: GoldenFormat, settings: GoldenSettings, function: String, filePath: String,
    environment: [String: String]
  ) {
    self.name = GoldenTrial.fileName(name ?? String(function.prefix { $0 != "(" }))
    (self.format, self.settings) = (format, settings)
    let test = URL(filePath: filePath)
    let stem = String(test.lastPathComponent.split(separator: ".").first ?? "Tests")
    golden = test.deletingLastPathComponent().appending(path: "Goldens").appending(path: stem)
      .appending(path: "\(self.name).\(format.ending)")
    let base =
      environment["CLUSTERSNAP_ARTIFACTS"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "clustersnap-goldens")
    artifacts = base.appending(path: stem)
  }

  static func fileName(_ text: String) -> String {
    let words = text.unicodeScalars.split { scalar in
      !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_.".unicodeScalars.contains(scalar))
    }
    let name = words.map { String($0) }.joined(separator: "-")
    return name.isEmpty || name.hasPrefix(".") ? "golden" + name : name
  }

  /// Draws, compares, and records where the mode is set so.
  func result(
    of subject: some GoldenSubject, mode: RecordMode, claims: GoldenClaims = .init(), call: String = ""
  ) -> Result {
    let actual: GoldenActual
    do {
      actual = try subject.drawn(as: format)
    } catch {
      return Result(failure: "golden \(name): cannot be drawn: \(error)")
    }
    if let fault = claims.fault(
      of: path(golden), call: call, fingerprint: GoldenJudge.fingerprint(of: actual))
    {
      return Result(failure: "golden \(name): \(fault)")
    }
    var bytes: [UInt8]?
    var verdict: GoldenVerdict
    do throws(GoldenError) {
      bytes = try read()
      verdict = GoldenJudge.verdict(on: actual, golden: bytes, settings: settings)
    } catch {
      verdict = .notComparable(error)
    }
    if mode.writes(over: verdict) {
      do throws(GoldenError) {
        let new = try GoldenJudge.bytes(of: actual)
        if new == bytes { return Result() }
        try write(new)
        return Result(notice: "golden \(path(golden)) was recorded; look at it before you commit it")
      } catch {
        verdict = .notComparable(error)
      }
    }
    if case .same = verdict { return Result() }
    return failed(verdict, GoldenJudge.pictures(of: actual, golden: bytes, verdict: verdict))
  }

  private func failed(_ verdict: GoldenVerdict, _ pictures: GoldenOutcome.Pictures) -> Result {
    var result = Result()
    let outcome = GoldenOutcome(name: name, golden: nil, verdict: verdict)
    let message: String
    if case .missing = verdict {
      message = "there is no golden; look at the picture, then run with CLUSTERSNAP_RECORD=missing"
    } else {
      message = outcome.message
    }
    var lines = ["golden \(name): \(message)", "  golden:      \(path(golden))"]
    for (kind, bytes) in [("actual", pictures.actual), ("difference", pictures.difference)] {
      guard let bytes else { continue }
      let type = kind == "difference" ? GoldenFormat.png : format
      let file = artifacts.appending(path: "\(name).\(kind).\(type.ending)")
      result.attachments.append((file.lastPathComponent, bytes))
      do {
        try FileManager.default.createDirectory(at: artifacts, withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: .atomic)
        lines.append("  \(kind): " + String(repeating: " ", count: 11 - kind.count) + path(file))
      } catch {
        lines.append("  \(kind): cannot be written to \(path(file))")
      }
    }
    if let expected = pictures.expected {
      result.attachments.insert(("\(name).golden.\(format.ending)", expected), at: 0)
    }
    if case .different(let difference) = verdict, let details = difference.details(limit: 20) {
      lines.append(details)
    }
    result.failure = lines.joined(separator: "\n")
    return result
  }

  // MARK: Files

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  private func read() throws(GoldenError) -> [UInt8]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path(golden), isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { throw .isFolder }
    do {
      return Array(try Data(contentsOf: golden))
    } catch {
      throw .unreadable("\(path(golden)) is there, but closed to us")
    }
  }

  private func write(_ bytes: [UInt8]) throws(GoldenError) {
    do {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: golden, options: .atomic)
    } catch {
      throw .notWritten("\(path(golden)) or its folder is closed to us")
    }
  }
}
