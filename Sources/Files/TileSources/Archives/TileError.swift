public import JSONDocument

/// Why tiles are not available. Addresses in it carry no passwords and no keys.
public enum TileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(name: String, reason: String)
  case outside(name: String)
  case closed(name: String)
  case noNetwork(name: String)
  case tooLarge(name: String, limit: Int)
  case damagedTile(name: String, reason: String)
  case notATile(name: String, found: String)
  case otherContent(name: String, found: TileFormat, expected: String)
  case unsupported(name: String, format: String)
  case database(name: String, reason: String)
  /// The reason ends with the remedy.
  case archive(name: String, reason: String)
  case notAnArchive(name: String, reason: String)
  case noTile(name: String, tile: String)
  case noFeatures(name: String, found: TileFormat)
  case changed(name: String)
  case noRanges(name: String)
  case wrongRange(name: String)
  case status(name: String, Int)
  case tooSlow(name: String, seconds: Int)
  case outOfTime(name: String, seconds: Int)
  /// The server is unreachable, or cuts off its answer.
  case noAnswer(name: String, reason: String)
  /// The server's certificate is untrusted, for another name, or expired.
  case untrusted(name: String, bundle: String)
  case noCertificates(name: String, bundle: String)
  case invalidAddress(name: String, reason: String)
  case refused(name: String)
  /// The address belongs to a private network, behind a redirect or a proxy.
  case privateNetwork(name: String, isBehindProxy: Bool)
  case redirected(name: String)
  case noTransfer(name: String)
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

  /// True if a retry may help.
  var isPassing: Bool {
    switch self {
    case .status(_, let status): status >= 500 || status == 429
    case .noAnswer, .tooSlow, .outOfTime: true
    default: false
    }
  }

  /// True if other tiles may still be readable.
  var concernsOneTile: Bool {
    switch self {
    case .tooLarge, .damagedTile, .notATile, .otherContent: true
    default: false
    }
  }
}
