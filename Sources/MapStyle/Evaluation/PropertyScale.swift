/// The scale by which a layer's property follows one property of its features, for legends.
public struct PropertyScale: Hashable, Sendable {
  /// The inputs at which the value changes.
  public enum Domain: Hashable, Sendable {
    /// It jumps where the number reaches one of these, ascending.
    case steps([Double])
    /// It goes from one of these to the next, ascending.
    case ramp([Double])
    /// It has a value for each of these words.
    case categories([String])
  }

  /// The property of features that decides.
  public let property: String
  /// The inputs at which the value changes.
  public let domain: Domain
}
