import CSystem
public import MapFeatures

/// A clock that never jumps and that can be waited on; tests pass one that does not sleep.
public protocol TileClock: Sendable {
  /// Seconds since some fixed moment.
  var seconds: Double { get }

  func pause(seconds: Double)
}

/// The system's monotonic clock.
public struct SystemClock: TileClock {
  /// The system's monotonic clock.
  public init() {}

  /// Seconds since the system was started.
  public var seconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// Sleeps for so many seconds, at most 60; negative ones do not wait.
  public func pause(seconds: Double) { usleep(UInt32(max(0, min(seconds, 60)) * 1_000_000)) }
}

/// The time limit that the requests for one or several pictures share.
public struct TileLoad: Sendable {
  /// Seconds for the whole load, and for one tile with its retries.
  public let secondsAllowed, secondsPerTile: Double
  /// True if nobody waits for the tiles any more: then no other one is begun. Asked on any thread.
  public var isCancelled: @Sendable () -> Bool = { false }
  let clock: any TileClock
  let deadline: Double

  /// A load that begins now; each tile's limit includes its retries.
  public init(
    secondsAllowed: Double = 30, secondsPerTile: Double = NetworkLimits.secondsPerTile,
    clock: any TileClock = SystemClock()
  ) {
    (self.secondsAllowed, self.secondsPerTile, self.clock) = (secondsAllowed, secondsPerTile, clock)
    deadline = clock.seconds + secondsAllowed
  }

  func tileDeadline() -> Double { min(deadline, clock.seconds + secondsPerTile) }

  func timeout(_ name: String) -> TileError {
    clock.seconds + 0.001 >= deadline && secondsAllowed > secondsPerTile
      ? .outOfTime(name: name, seconds: rounded(secondsAllowed))
      : .tooSlow(name: name, seconds: rounded(min(secondsAllowed, secondsPerTile)))
  }

  private func rounded(_ seconds: Double) -> Int { Int(max(1, min(seconds.rounded(.up), 1e9))) }
}

/// Settings for fetching tiles.
public struct TileOptions: Hashable, Sendable {
  /// The folder that keeps answers of servers; `nil` keeps none.
  public var cacheFolder: String?
  /// Answers younger than this many seconds are taken from the cache without a request.
  public var freshSeconds = 7 * 24 * 3600
  /// The name that requests carry.
  public var userAgent: String
  /// Requests that are under way at once, per archive.
  public var requestsAtOnce = 2
  /// True if redirects and proxies may reach private networks. A server that is named directly needs no
  /// permission; metadata services are never requested.
  public var allowsPrivateNetworks = false
  /// Seconds that a load may take where nothing else is set.
  public var secondsAllowed = 30.0
  /// The most seconds that a request may set for itself.
  public var mostSecondsAllowed = 600.0
  /// True if a request may set ``allowsPrivateNetworks`` for itself; not where requests come from strangers.
  public var requestsMayAllowPrivateNetworks = false
  /// Seconds before the first retry; four times as many before the next.
  var pause = 0.25
  var proxies = ProxySettings.ofEnvironment
  var certificates = CertificateBundle.ofProcess
  /// Disables checks for private networks, for tests of redirects.
  var treatsServersAsPublic = false

  /// Settings for fetching tiles.
  public init(cacheFolder: String? = nil, userAgent: String) {
    (self.cacheFolder, self.userAgent) = (cacheFolder, userAgent)
  }
}

enum TileLimits {
  static let storedBytes = 8 << 20
  static let bytes = 32 << 20
  static let metadataBytes = 4 << 20
  /// Inflated bytes of a PMTiles directory: at most four million entries.
  static let directoryBytes = 16 << 20
}
