import Parallel

/// The goldens that tests of this process have compared, so that no two of them share one.
final class GoldenClaims: Sendable {
  static let ofProcess = GoldenClaims()

  private let claims = Mutex<[String: (call: String, fingerprint: Int)]>([:])

  /// Notes a comparison of `call`, which is a file and a line; returns what is wrong, if anything is.
  ///
  /// A test that is repeated draws the same picture again. Another call, or another picture of the same call, is
  /// another case.
  func fault(of golden: String, call: String, fingerprint: Int) -> String? {
    // File systems may take letters of both cases for one.
    let key = golden.lowercased()
    let (owner, known) = claims.withLock { claims in
      if let claim = claims[key] { return claim }
      claims[key] = (call, fingerprint)
      return (call, fingerprint)
    }
    if owner != call { return "\(golden) is compared at \(owner), too; give each call a name of its own" }
    guard known != fingerprint else { return nil }
    return
      "\(golden) is compared with two pictures at \(call); give the golden of each argument a name of its own"
  }
}
