public import JSONDocument

/// Why tiles are not available. Addresses in it carry no passwords and no keys.
public enum TileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file cannot be read.
  case unreadable(name: String, reason: String)
  /// A file leads out of the folder that it should lie in.
  case outside(name: String)
  /// A file lies outside of the folder that may be read.
  case closed(name: String)
  /// Nothing is fetched.
  case noNetwork(name: String)
  /// A file, an answer or an inflated tile is larger than any tile.
  case tooLarge(name: String, limit: Int)
  /// A tile that cannot be inflated.
  case damagedTile(name: String, reason: String)
  /// A text in a tile's place.
  case notATile(name: String, found: String)
  /// A tile of another kind than its archive's metadata has it.
  case otherContent(name: String, found: TileFormat, expected: String)
  /// A format that is known, but not read.
  case unsupported(name: String, format: String)
  /// A database is not an MBTiles file, or damaged.
  case database(name: String, reason: String)
  /// An archive or its metadata cannot be read; the reason ends with what to do.
  case archive(name: String, reason: String)
  /// A name of something that is no archive of tiles.
  case notAnArchive(name: String, reason: String)
  /// The archive has no such tile.
  case noTile(name: String, tile: String)
  /// A tile that holds no features.
  case noFeatures(name: String, found: TileFormat)
  /// A file changes while it is read.
  case changed(name: String)
  /// A server sends whole files where parts are requested.
  case noRanges(name: String)
  /// A server sends another part than the one requested.
  case wrongRange(name: String)
  /// The server refuses.
  case status(name: String, Int)
  /// A tile does not come in time.
  case tooSlow(name: String, seconds: Int)
  /// The whole load does not end in time.
  case outOfTime(name: String, seconds: Int)
  /// The server cannot be reached, or does not finish its answer.
  case noAnswer(name: String, reason: String)
  /// The certificate of the server cannot be trusted: it is signed by nobody of a bundle, of another name or out of date.
  case untrusted(name: String, bundle: String)
  /// The bundle of certificates cannot be read.
  case noCertificates(name: String, bundle: String)
  /// The address is not valid.
  case invalidAddress(name: String, reason: String)
  /// The address must not be requested.
  case refused(name: String)
  /// The address belongs to a private network, and a redirect or a proxy leads there.
  case privateNetwork(name: String, isBehindProxy: Bool)
  /// The server redirects in circles or to another scheme.
  case redirected(name: String)
  /// There is no libcurl.
  case noTransfer(name: String)
  /// Nobody waits for it any more.
  case cancelled(name: String)

  /// The fault and its remedy, as documents spell settings.
  public var description: String { message.description }

  /// The fault and its remedy, in one line.
  public var message: SettingText {
    switch self {
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason); check the name"
    case .outside(let name): "\(name) leads out of the style's folder; put the tiles below it"
    case .closed(let name): "\(name) lies outside of the folder that may be read; put it there"
    case .noNetwork(let name):
      "\(name): nothing is fetched from the network here without \(setting: "network"); name a file"
    case .tooLarge(let name, let limit): "\(name) is larger than \(limit >> 20) MB; that is no tile"
    case .damagedTile(let name, let reason): "\(name) is damaged: \(reason)"
    case .notATile(let name, let found): "\(name) is \(found), not a tile; check the address"
    case .otherContent(let name, let found, let expected):
      "\(name) is \(found.phrase), but the metadata has \(expected); correct the metadata's format"
    case .unsupported(let name, let format):
      "\(name) is \(format), which is not read; \(TileError.readFormats)"
    case .database(let name, let reason): "\(name) is no MBTiles file that can be read: \(reason)"
    case .archive(let name, let reason): "\(name): \(reason)"
    case .notAnArchive(let name, let reason): "\(name) is no archive of tiles: \(reason)"
    case .noTile(let name, let tile):
      "\(name) has no tile \(tile); name another, of the zooms and bounds that clustersnap tile lists without one"
    case .noFeatures(let name, let found):
      "\(name) is \(found.phrase), which has no features; name vector tiles"
    case .changed(let name): "\(name) changes while it is read; try again when it is complete"
    case .noRanges(let name):
      "\(name): the server sends the whole file where parts are requested; download it, or use another server"
    case .wrongRange(let name):
      "\(name): the server sends another part of the file than requested; download it"
    case .status(let name, let status):
      "\(name): the server answers \(status); \(status == 401 || status == 403 ? "does it want a key?" : "try again later")"
    case .tooSlow(let name, let seconds):
      "\(name): the server has not answered within \(seconds) seconds; try again later"
    case .outOfTime(let name, let seconds):
      "\(name): the tiles are not loaded within \(seconds) seconds; allow more with \(setting: "tileTimeout"), or draw fewer tiles"
    case .noAnswer(let name, let reason): "\(name): \(reason); check the address, or try again later"
    case .untrusted(let name, let bundle):
      "\(name): the server's certificate is not trusted by \(bundle); check the address, or name a file of certificates in SSL_CERT_FILE"
    case .noCertificates(let name, let bundle):
      "\(name): the certificates that servers are trusted by cannot be read from \(bundle); install ca-certificates, or name a file in SSL_CERT_FILE"
    case .invalidAddress(let name, let reason): "\(name): \(reason); correct the address"
    case .refused(let name): "\(name): addresses of the machine's own network segment are not asked"
    case .privateNetwork(let name, let isBehindProxy):
      isBehindProxy
        ? "\(name): addresses of private networks are not requested through a proxy; name the host in no_proxy, or add \(setting: "privateNetworks")"
        : "\(name): a redirect leads to an address of a private network, which is not requested without \(setting: "privateNetworks")"
    case .redirected(let name): "\(name): the server redirects too often or to another scheme"
    case .noTransfer(let name): "\(name): tiles from the network need libcurl; install libcurl4 or curl"
    case .cancelled(let name): "\(name): the task was cancelled"
    }
  }

  private static let readFormats =
    "convert it to vector tiles (MVT), PNG, JPEG or WebP, packed with gzip or zstd"

  /// True if a repetition may help.
  var isPassing: Bool {
    switch self {
    case .status(_, let status): status >= 500 || status == 429
    case .noAnswer, .tooSlow, .outOfTime: true
    default: false
    }
  }

  /// True if the fault is one tile's own, so that others may still be fine.
  var concernsOneTile: Bool {
    switch self {
    case .tooLarge, .damagedTile, .notATile, .otherContent: true
    default: false
    }
  }
}
