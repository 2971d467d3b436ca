extension StringProtocol {
  /// The parts that a text does not contain, before the text; `nil` where it contains all, so that an expectation shows both.
  package func lacks(_ parts: String...) -> String? {
    let missing = parts.filter { !contains($0) }
    return missing.isEmpty ? nil : "no \(missing) in: \(self)"
  }

  /// The parts that a text contains, before the text; `nil` where it contains none.
  package func holds(_ parts: String...) -> String? {
    let held = parts.filter(contains)
    return held.isEmpty ? nil : "\(held) in: \(self)"
  }
}
