import JSONDocument
public import MapFeatures

/// The resources of a map beside its style and its data, and the limits of requests to the network.
public struct ResourceSettings: Hashable, SettingValues {
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// A sprite in place of the style's own: a folder with `sprite.json` and `sprite.png`, or the path of such files
  /// without their endings.
  public var sprite: String?
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
      "maxPoints", \.maxPoints, .whole(1...1_000_000_000), "whole number, {range}",
      or: "\(ReadingOptions.usualPointLimit)",
      "How many points and vertices are kept of one input; 50 million take 1.5 GB. An input with more is refused.",
      "200000000",
      option: .init(
        "How many points and vertices are kept of one input; one with more is refused. 50 million take 1.5 GB.",
        "N")),
    .init(
      "edges", \.edges, .name(), or: "`straight`",
      "The way that lines and areas of GeoJSON and overlays take between their positions: straight in longitude and latitude, or along great circles, across the antimeridian where that is shorter. Layers of circles then have one at each position that is added, a quarter of a degree apart.",
      #""geodesic""#,
      option: .init(
        "The way of lines and areas between their positions: straight in longitude and latitude, or along great circles."
      )),
    .init(
      "stream", \.stream, .yesOrNo, or: "true for pipes and large files, else false",
      "Whether points are summed into cells while they are read, in memory for the cells alone. It is the way of one view with a place of its own and a grid, and gives the same picture; where it cannot, points are kept.",
      "true",
      option: .init(
        "Whether points are summed into cells while they are read, in memory for the cells alone; for one view with a place of its own and a grid.",
        default: "yes for pipes and large files, else no")),
    .init(
      "maxMemory", \.maxMemory, .whole(1...1_000_000), "whole number of megabytes, {range}", or: "no limit",
      "From what size of text and points on an input is not kept whole where the view is fitted to its points: a file is read twice, for the view and into cells; of a pipe 16 bytes a point and 8 bytes for each column that is used are kept, ids where points are looked for by them, and points, single or in clusters, have no other properties. The process takes memory for the program and the picture beside that.",
      "200",
      option: .init(
        "From how many megabytes of text and points on a file whose points the view is fitted to is read twice instead of being kept. Of a pipe only places, 16 bytes a point, and the columns that are used, 8 bytes a point each, are then kept. The limit is for the text, not for the process: program, picture and clustering take more.",
        "MB", default: "no limit")),
  ]
  /// Those about pictures, as the command lists them.
  public static let pictures: [SettingEntry<ResourceSettings>] = [
    .init(
      "sprite", \.sprite, .text("a folder or the beginning of file names"),
      "folder, or path of `.json` and `.png` without the endings", or: "the style's",
      "The sprite in place of the style's own; `@2x` files are taken for larger scales.",
      #""sprites/streets""#,
      option: .init(
        "A sprite in place of the style's own: a folder with sprite.json and sprite.png, or their path without the endings.",
        "DIR|PREFIX"))
  ]

  /// Those about the network, as the command lists them.
  public static let network: [SettingEntry<ResourceSettings>] = [
    .init(
      "tileTimeout", \.tileTimeout, .number(timeouts, .seconds), "seconds, {range}", or: "30",
      "How long loading the tiles of all pictures may take; a single tile may take \(tileSeconds) seconds.",
      "60",
      option: .init("Seconds that loading all tiles may take; a single tile may take \(tileSeconds).", "S")),
    .init(
      "privateNetworks", \.privateNetworks, .flag, or: "false",
      "Whether redirects and proxies may lead to servers of private networks.", "true",
      option: .init(
        "Allow redirects and proxies to lead to servers of private networks. Those of the machine's metadata service stay refused.",
        form: .flag)),
  ]

  private static let tileSeconds = javaScriptText(of: NetworkLimits.secondsPerTile)

  static let timeouts = 0.1...600.0

  /// The limits of the network that are set.
  public var network: NetworkLimits {
    NetworkLimits(seconds: tileTimeout, allowsPrivateNetworks: privateNetworks)
  }
}
