extension ExpectedContent {
  /// The kind of tiles that a description announces.
  init(_ description: ArchiveDescription) {
    switch description.format {
    case .mvt: self = .vector
    case .png, .jpeg, .webp: self = .picture
    default: self = .anything
    }
  }
}

/// The name of a format that is known but not read; `nil` for all others.
func unreadFormat(_ description: ArchiveDescription) -> String? {
  switch description.format {
  case .avif: "of type AVIF"
  case .mlt: "of type MLT"
  default: nil
  }
}
