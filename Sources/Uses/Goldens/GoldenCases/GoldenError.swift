package import ImageDiff
package import JSONDocument

/// Why a picture cannot be held against its golden. No case names the file: whoever reports the error knows it.
package enum GoldenError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreadable(String)
  case isFolder
  case damaged(String)
  case otherSize(golden: PixelSize, actual: PixelSize)
  case badJSON(JSONError)
  /// Several cases have the same golden; these are their requests, each once.
  case sharedGolden(of: [String])
  /// The golden was not written, as a request reads it as an icon.
  case icon(of: String)
  case badCase(String)
  case notDrawn(String)
  case notWritten(String)
  case pointer
  /// The golden was not written, as it would depend on the machine; the text is the reason.
  case ofMachine(String)
  case badLimits(DiffError)

  /// The reason for a file that need not be a golden.
  package var reason: String {
    switch self {
    case .damaged(let reason), .unreadable(let reason): reason
    default: description
    }
  }

  package var description: String {
    switch self {
    case .unreadable(let reason): "the golden cannot be read: \(reason)"
    case .isFolder: "a folder stands in the golden's place; move it"
    case .damaged(let reason): "the golden is no picture to compare with: \(reason)"
    case .otherSize(let golden, let actual):
      """
      the golden has \(golden.width)x\(golden.height) pixels, the picture \(actual.width)x\(actual.height); \
      record it anew if that is meant
      """
    case .badJSON(let error): "the golden is no GeoJSON: \(error.description)"
    case .sharedGolden(let requests):
      requests.count == 1
        ? "two views of \(requests[0]) have this golden; rename one of them"
        : "\(requests.joined(separator: " and ")) have this golden; rename one of the cases or views"
    case .icon(let reader):
      "\(reader) reads this file as an icon, so that it is not recorded over; move the icons into a folder of their own"
    case .badCase(let reason), .notDrawn(let reason): reason
    case .notWritten(let reason): "the golden cannot be written: \(reason)"
    case .pointer: "the golden is a pointer of Git LFS; fetch the file with git lfs pull"
    case .ofMachine(let reason): "not recorded, as other machines would draw it otherwise: \(reason)"
    case .badLimits(let error): error.description
    }
  }
}
