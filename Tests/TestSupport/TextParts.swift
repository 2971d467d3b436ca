public import Testing

extension StringProtocol {
  /// Expects that a text contains all parts, and shows those that it does not.
  public func shows(_ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    let missing = parts.filter { !contains($0) }
    #expect(missing == [], "in: \(self)", sourceLocation: sourceLocation)
  }

  /// Expects that a text contains none of the parts, and shows those that it does.
  public func hides(_ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    let held = parts.filter(contains)
    #expect(held == [], "in: \(self)", sourceLocation: sourceLocation)
  }
}
