#if canImport(XCTest)
  public import GoldenCases
  import MapSettings
  import XCTest

  /// Asserts that a map looks like its golden (XCTest); see ``expectMapSnapshot(of:named:as:settings:filePath:function:sourceLocation:)``
  /// for Swift Testing.
  ///
  /// The golden lies beside the test, `Goldens/TESTFILE/NAME.png`, and is written only when the environment variable
  /// `CLUSTERSNAP_RECORD` asks for it (`missing`, `failed`, `all`), never where `CI` is set.
  ///
  /// A failure reports how many pixels differ and where; picture and difference are written to `CLUSTERSNAP_ARTIFACTS`, or
  /// a temporary folder, which the message names.
  ///
  /// - Parameters:
  ///   - subject: a scene, a snapshot, a bitmap, or a document of markers.
  ///   - name: what the golden is called; the test's name where there is none.
  ///   - format: what the golden is; the subject's own where there is none.
  ///   - settings: how the two are compared; exactly by default.
  /// - Returns: whether the golden is met, or was recorded.
  @discardableResult public func assertMapSnapshot(
    of subject: some GoldenSubject, named name: String? = nil, as format: GoldenFormat? = nil,
    settings: GoldenSettings = .exact, file: StaticString = #filePath, function: String = #function,
    line: UInt = #line
  ) -> Bool {
    let result = trialResult(
      of: subject, named: name, as: format, settings: settings, function: function, filePath: "\(file)",
      call: "\(file):\(line)")
    if let notice = result.notice { print("\(file):\(line): \(notice)") }
    guard let failure = result.failure else { return true }
    XCTFail(failure, file: file, line: line)
    return false
  }
#endif
