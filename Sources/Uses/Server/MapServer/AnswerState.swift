import CSystem
import MapFeatures
import TileSources

struct ServedFile: Hashable, Sendable {
  let path: String
  let version: ResourceVersion

  init?(_ path: String, _ resources: any ResourceLoader) {
    guard let version = resources.version(of: Resource(path: path, isFromDocument: true)) else { return nil }
    (self.path, self.version) = (path, version)
  }

  var line: String { "\(path)\t\(version.size)\t\(version.modified)\t\(version.serial)\n" }
}

/// The state of everything that an answer depends on, beside its address.
struct AnswerState: Sendable {
  /// Equal texts mean equal files.
  private(set) var text = ""
  /// The time of the last change of a file, in nanoseconds since 1970; `nil` without files.
  private(set) var modified: Int?
  /// False where something has no version, such as a table of a database: the answer is neither tagged nor kept.
  private(set) var isKnown = true
  private var files: [ServedFile] = []

  /// A file that is not looked at by ``isCurrent(_:)`` is left to the next look at the folder.
  mutating func add(_ file: ServedFile?, isLookedAt: Bool = true) {
    guard let file else { return isKnown = false }
    text += file.line
    modified = max(modified ?? .min, file.version.modified)
    if isLookedAt { files.append(file) }
  }

  mutating func add(version: String) { text += version + "\n" }

  mutating func add(_ other: AnswerState) {
    text += other.text
    isKnown = isKnown && other.isKnown
    if let time = other.modified { modified = max(modified ?? .min, time) }
    files += other.files
  }

  mutating func close() { text = SHA256.hexadecimal(text) + "\n" }

  func isCurrent(_ resources: any ResourceLoader) -> Bool {
    files.allSatisfy { ServedFile($0.path, resources) == $0 }
  }

  /// When the oldest of its files changed that have some versions, in nanoseconds since 1970; `nil` for none.
  func oldest(of versions: [ResourceVersion]) -> Int? {
    files.map(\.version).filter(versions.contains).map(\.modified).min()
  }

  var lastModified: String? {
    guard let modified else { return nil }
    var (seconds, parts) = (modified / 1_000_000_000, tm())
    guard gmtime_r(&seconds, &parts) != nil else { return nil }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    return "\(day) \(parts.tm_year + 1900) \(time) GMT"
  }
}

/// The names in an address that decide on which files its answer depends.
struct AnswerNames: Sendable {
  private(set) var map: String?
  /// Names of sources, and files of data by their paths.
  private(set) var sources: [String]
  private(set) var style: String
  /// True if the answer depends on its source alone.
  private(set) var isTile = false
  private(set) var mayBeArchive = false

  init(_ route: Route, _ address: RequestAddress, style: String) {
    (sources, self.style) = (address.values(of: "source") + address.areas, address["style"] ?? style)
    switch route {
    case .tileServer(let style, _, _), .mapbox(let style, _): self.style = style
    case .map(let name, _, _): (map, sources) = (name, address.areas)
    case .styleTile(let style, _, _), .style(let style): self.style = style
    case .clusterTile(let source, let tile):
      isTile = AnswerForm.tiles.contains(tile.ending)
      sources = isTile ? [source] : sources + [source]
    case .clusterSet(let source): (isTile, sources) = (true, [source])
    case .dataSet(let name), .dataTile(let name, _): (isTile, mayBeArchive, sources) = (true, true, [name])
    default: break
    }
  }

  var all: [String] { sources + [map].compactMap(\.self) }
}
