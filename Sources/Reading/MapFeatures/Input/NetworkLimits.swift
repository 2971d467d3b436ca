/// The limits of a request to the network; a loader may grant less.
public struct NetworkLimits: Hashable, Sendable {
  /// Seconds that all of the request's tiles and documents may take together; `nil` for the loader's own limit.
  public var seconds: Double?
  /// True if redirects and proxies may lead to servers of private networks; `nil` for the loader's own rule.
  public var allowsPrivateNetworks: Bool?

  /// Seconds that a single tile may take where a loader sets nothing else.
  public static let secondsPerTile = 8.0

  /// The loader's own limits.
  public init(seconds: Double? = nil, allowsPrivateNetworks: Bool? = nil) {
    (self.seconds, self.allowsPrivateNetworks) = (seconds, allowsPrivateNetworks)
  }
}
