import CairoCanvas

/// Why tiles cannot be had. Names of files and addresses in it carry no passwords and no queries.
public enum TileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file cannot be read.
  case unreadable(name: String, reason: String)
  /// A file leads out of the folder that it should lie in.
  case outside(name: String)
  /// A file or an answer is larger than any tile.
  case tooLarge(name: String, limit: Int)
  /// A tile is no picture that can be read.
  case notAPicture(name: String, reason: String)
  /// A tile has not the size of a tile, nor twice that.
  case wrongSize(name: String, width: Int, height: Int, tileSize: Int)
  /// A database is no MBTiles file, or damaged.
  case database(name: String, reason: String)
  /// The server says no.
  case status(name: String, Int)
  /// The server does not answer in time.
  case tooSlow(name: String, seconds: Int)
  /// The server cannot be reached, or does not finish its answer.
  case noAnswer(name: String, reason: String)
  /// The address must not be asked.
  case refused(name: String)
  /// The server redirects in circles or to another scheme.
  case redirected(name: String)
  /// There is no libcurl.
  case noTransfer(name: String)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason); check the name"
    case .outside(let name): "\(name) leads out of the style's folder; put the tiles below it"
    case .tooLarge(let name, let limit): "\(name) is larger than \(limit >> 20) MB; that is no tile"
    case .notAPicture(let name, let reason): "\(name) cannot be drawn: \(reason)"
    case .wrongSize(let name, let width, let height, let size):
      "\(name) has \(width)×\(height) pixels, neither \(size) nor \(2 * size) a side; set the source's tileSize"
    case .database(let name, let reason): "\(name) is no MBTiles file that can be read: \(reason)"
    case .status(let name, let status):
      "\(name): the server answers \(status)"
        + (status == 401 || status == 403 ? "; does it want a key?" : "; try again later")
    case .tooSlow(let name, let seconds):
      "\(name): the server has not answered within \(seconds) seconds; try again later"
    case .noAnswer(let name, let reason): "\(name): \(reason); check the address, or try again later"
    case .refused(let name): "\(name): addresses of the machine's own network segment are not asked"
    case .redirected(let name): "\(name): the server redirects too often or to another scheme"
    case .noTransfer(let name): "\(name): tiles from the network need libcurl; install libcurl4 or curl"
    }
  }
}

/// An address as messages may show it: without user, password, query and fragment.
func shown(_ address: String) -> String {
  var text = address.prefix { $0 != "?" && $0 != "#" }
  if let scheme = text.range(ofScheme: "://") {
    let rest = text[scheme...]
    let host = rest.prefix { $0 != "/" }
    if let at = host.lastIndex(of: "@") {
      text = text[..<scheme] + rest[rest.index(after: at)...]
    }
  }
  return String(text)
}

extension Substring {
  /// The index behind the first occurrence of a mark.
  fileprivate func range(ofScheme mark: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(mark) { return self.index(index, offsetBy: mark.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
