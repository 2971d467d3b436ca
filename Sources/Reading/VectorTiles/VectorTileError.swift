/// Error of an archive's directory or a tile set's metadata. Broken tiles are ``TileFault``s instead.
public enum VectorTileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parts of a PMTiles archive.
  public enum Section: String, Hashable, Sendable {
    case rootDirectory = "root directory"
    case metadata
    case leafDirectories = "leaf directories"
    case tileData = "tile data"
  }

  case notPMTiles
  case unsupportedVersion(Int)
  case headerCutOff(bytes: Int)
  case zoomsOutOfRange(minimum: Int, maximum: Int)
  case emptySection(Section)
  case outsideFile(Section)
  case directoryCutOff
  case tooManyEntries(UInt64)
  /// Ids do not ascend, or are too large; `entry` from 0.
  case unsortedTiles(entry: Int)
  case brokenEntry(Int)
  case entryOutside(Section)
  /// Nested too deep, perhaps in circles.
  case leavesTooDeep(limit: Int)
  case metadataNotObject(found: String)
  case metadataNotJSON(String)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .notPMTiles:
      "this is not a PMTiles archive: it does not begin with \"PMTiles\"; name a file that ends in .pmtiles"
    case .unsupportedVersion(let version):
      "this is a PMTiles archive of version \(version), only version 3 is read; convert it with \"pmtiles convert\""
    case .headerCutOff(let bytes):
      "the PMTiles header is cut off after \(bytes) of 127 bytes; download the file again"
    case .zoomsOutOfRange(let minimum, let maximum):
      "the PMTiles header has zooms \(minimum) to \(maximum), which are not within 0...26; make the file again"
    case .emptySection(let section):
      "the PMTiles archive has an empty \(section.rawValue); make the file again"
    case .outsideFile(let section):
      "the PMTiles archive's \(section.rawValue) ends behind the end of the file; download the file again"
    case .directoryCutOff: "a PMTiles directory is cut off; download the file again"
    case .tooManyEntries(let count):
      "a PMTiles directory has \(count) entries, more than its bytes can hold; download the file again"
    case .unsortedTiles(let entry):
      "a PMTiles directory is not sorted by tile at entry \(entry); make the file again"
    case .brokenEntry(let entry):
      "entry \(entry) of a PMTiles directory has no valid place in the file; make the file again"
    case .entryOutside(let section):
      "a PMTiles directory points outside the \(section.rawValue); download the file again"
    case .leavesTooDeep(let limit):
      "PMTiles directories are nested more than \(limit) deep; make the file again"
    case .metadataNotObject(let found):
      "the tile metadata is of type \(found), expected a JSON object; make the file again"
    case .metadataNotJSON(let reason): "the tile metadata is not JSON (\(reason)); make the file again"
    }
  }
}
