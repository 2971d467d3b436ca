import JSONDocument
package import MapFeatures

// Faults that several callers report.
extension ResourceError {
  static func damaged(_ reason: String) -> ResourceError {
    ResourceError(.unusable, "the database cannot be read: \(escapedForMessage(reason)); write it anew")
  }

  package static func irregular(_ path: String) -> ResourceError {
    ResourceError(
      .notRegular,
      "its file \(escapedForMessage(path)) is no regular file in its place; replace or remove it")
  }

  package static func function(_ name: String) -> ResourceError {
    ResourceError(
      .unusable,
      "a computed column or view calls the function \(escapedForMessage(name)), which is not run in files; write its values into a plain column"
    )
  }

  static func geometry(_ reason: String) -> ResourceError {
    ResourceError(.unusable, "a geometry cannot be read: \(reason); write the file anew")
  }

  package static func tooSlow(_ seconds: Int) -> ResourceError {
    ResourceError(
      .unusable,
      "one row takes more than \(seconds) seconds; write the values of computed columns into plain ones")
  }
}
