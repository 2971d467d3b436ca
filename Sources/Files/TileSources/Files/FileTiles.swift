import MapGeometry

struct FileTiles: TileArchive {
  private let template: TileTemplate
  private let root: FileRoot
  private let known: ArchiveDescription

  var name: String { template.text }
  let fetchesAtOnce = localFetchesAtOnce

  init(
    _ template: TileTemplate, below root: String, description: ArchiveDescription = ArchiveDescription()
  ) throws(TileError) {
    guard !template.text.utf8.contains(0) else {
      throw .invalidAddress(name: template.text, reason: "the name holds a zero byte")
    }
    (self.template, known) = (template, description)
    self.root = try FileRoot(root)
  }

  func description(during load: TileLoad) -> ArchiveDescription { known }

  func tile(_ id: TileID, during load: TileLoad) throws(TileError) -> TileBytes? {
    let path = template.filled(id)
    guard let file = try root.resolve(path) else { return nil }
    let stored = try readFile(file, name: path, limit: TileLimits.storedBytes)
    return try TileBytes(id, stored: stored, name: path, expected: known.format)
  }
}
