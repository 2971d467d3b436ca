import JSONDocument
public import MapFeatures

/// The resources of a map beside its style and its data, and the limits of requests to the network.
public struct ResourceSettings: Hashable, SettingValues, Documented {
  package static var section: String { "resources" }
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// Sprite in place of the style's: a folder with `sprite.json` and `sprite.png`, or their path without
  /// endings.
  public var sprite: String?
  /// Distance-field glyphs: a folder, a zip archive, an address, or `style` for the style's own.
  public var glyphs: String?
  /// Seconds that loading the tiles of all pictures may take.
  public var tileTimeout: Double?
  /// True if redirects and proxies may lead to servers of private networks.
  public var privateNetworks: Bool?
  /// The number of points and vertices that are kept of one input.
  public var maxPoints: Int?
  /// The way that lines and the edges of areas take between their positions.
  public var edges: LineEdges?
  /// True to sum points into cells while they are read, where that gives the same picture.
  public var stream: Bool?
  /// From how many megabytes on an input is not kept whole for a view that is fitted to its points.
  public var maxMemory: Int?

  /// Settings of which nothing is set.
  public init() {}

  /// Every setting: for requests and on the command line.
  public static let table = SettingTable<ResourceSettings>("a request", data + pictures + network)
  /// Those about data, as the command lists them.
  public static let data: [SettingEntry<ResourceSettings>] = [
    .init(
      "maxPoints", \.maxPoints, .whole(1...1_000_000_000),
      filling: ["usualPointLimit": "\(ReadingOptions.usualPointLimit)"]),
    .init("edges", \.edges, .name()),
    .init("stream", \.stream, .yesOrNo),
    .init("maxMemory", \.maxMemory, .whole(1...1_000_000)),
  ]
  /// Those about pictures, as the command lists them.
  public static let pictures: [SettingEntry<ResourceSettings>] = [
    .init("sprite", \.sprite, .text("a folder or the beginning of file names")),
    .init("glyphs", \.glyphs, .text("a folder, a zip archive, an address or style"), use: .pixels),
  ]

  /// Those about the network, as the command lists them.
  public static let network: [SettingEntry<ResourceSettings>] = [
    .init(
      "tileTimeout", \.tileTimeout, .number(timeouts, .seconds), filling: ["tileSeconds": "\(tileSeconds)"]),
    .init("privateNetworks", \.privateNetworks, .flag, form: .flag),
  ]

  private static let tileSeconds = javaScriptText(of: NetworkLimits.secondsPerTile)

  static let timeouts = 0.1...600.0

  /// The limits of the network that are set.
  public var network: NetworkLimits {
    NetworkLimits(seconds: tileTimeout, allowsPrivateNetworks: privateNetworks)
  }
}
