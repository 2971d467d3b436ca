import Foundation
public import GoldenCases
import MapSettings
public import Testing

/// Expects that a map looks like its golden (Swift Testing).
///
/// ```swift
/// @Test func `shows hotels in clusters`() throws {
///   expectMapSnapshot(of: try hotelMap(), named: "hotels")
/// }
/// ```
///
/// The golden lies beside the test, `Goldens/TESTFILE/hotels.png`. Two calls with one golden, and one call with two pictures, as
/// a parameterized test makes them without names, are errors. It is written only when that is asked for: by the
/// environment variable `CLUSTERSNAP_RECORD` (`missing`, `failed`, `all`), or the trait
/// `Trait.goldens(record:)`; never where `CI` is set. A test that records passes with a warning.
///
/// A failure reports how many pixels differ and where, and attaches golden, picture and difference; the last two are also
/// written to `CLUSTERSNAP_ARTIFACTS`, or a temporary folder, which the message names.
///
/// - Parameters:
///   - subject: a scene, a snapshot, a bitmap, or a document of markers.
///   - name: what the golden is called; the test's name where there is none.
///   - format: what the golden is; the subject's own where there is none.
///   - settings: how the two are compared; exactly by default.
/// - Returns: whether the golden is met, or was recorded.
@discardableResult public func expectMapSnapshot(
  of subject: some GoldenSubject, named name: String? = nil, as format: GoldenFormat? = nil,
  settings: GoldenSettings = .exact, filePath: String = #filePath, function: String = #function,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let result = trialResult(
    of: subject, named: name, as: format, settings: settings, function: function, filePath: filePath,
    call: "\(sourceLocation.fileName):\(sourceLocation.line):\(sourceLocation.column)")
  for (name, bytes) in result.attachments {
    Attachment.record(bytes, named: name, sourceLocation: sourceLocation)
  }
  if let failure = result.failure {
    Issue.record("\(failure)", sourceLocation: sourceLocation)
    return false
  }
  if let notice = result.notice {
    #if compiler(>=6.3)
      Issue.record("\(notice)", severity: .warning, sourceLocation: sourceLocation)
    #else
      print(notice)
    #endif
  }
  return true
}

/// Expects that the first view of a request is drawn as its golden (Swift Testing).
///
/// Names of files in the request are relative to the test's folder. `expectMapSnapshot(of: MapRequest(json:folder:view:))` draws
/// another view.
///
/// - Returns: whether the golden is met, or was recorded.
@discardableResult public func expectMapSnapshot(
  request json: String, named name: String? = nil, as format: GoldenFormat? = nil,
  settings: GoldenSettings = .exact, filePath: String = #filePath, function: String = #function,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  expectMapSnapshot(
    of: MapRequest(json: json, folder: folder(of: filePath)), named: name, as: format,
    settings: settings, filePath: filePath, function: function, sourceLocation: sourceLocation)
}

/// Expects that the first view of a request in a file, whose path is relative to the test's folder, is drawn as its golden (Swift
/// Testing).
///
/// - Returns: whether the golden is met, or was recorded.
@discardableResult public func expectMapSnapshot(
  requestFile path: String, named name: String? = nil, as format: GoldenFormat? = nil,
  settings: GoldenSettings = .exact, filePath: String = #filePath, function: String = #function,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let file = path.hasPrefix("/") ? path : folder(of: filePath) + "/" + path
  return expectMapSnapshot(
    of: MapRequest(file: file), named: name, as: format, settings: settings, filePath: filePath,
    function: function, sourceLocation: sourceLocation)
}

private func folder(of filePath: String) -> String {
  URL(filePath: filePath).deletingLastPathComponent().path(percentEncoded: false)
}

func trialResult<Subject: GoldenSubject>(
  of subject: Subject, named name: String?, as format: GoldenFormat?, settings: GoldenSettings,
  function: String, filePath: String, call: String
) -> GoldenTrial.Result {
  let environment = ProcessInfo.processInfo.environment
  let trial = GoldenTrial(
    named: name, format: format ?? Subject.standardFormat, settings: settings, function: function,
    filePath: filePath, environment: environment)
  do {
    return trial.result(
      of: subject, mode: try GoldenRecording.mode(environment: environment), claims: .ofProcess, call: call)
  } catch {
    return GoldenTrial.Result(failure: "golden \(trial.name): \(error)")
  }
}
