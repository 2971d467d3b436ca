import JSONDocument
import MapGeometry

struct WebTiles: TileArchive {
  private let template: TileTemplate
  private let client: WebClient
  private let known: ArchiveDescription

  /// The template without secrets.
  let name: String
  var fetchesAtOnce: Int { client.options.requestsAtOnce }

  init(
    _ template: TileTemplate, options: TileOptions, description: ArchiveDescription = ArchiveDescription()
  ) {
    (self.template, client, known) = (template, WebClient(options), description)
    name = addressForMessage(template.text)
  }

  func description(during load: TileLoad) -> ArchiveDescription { known }

  func tile(_ id: TileID, during load: TileLoad) throws(TileError) -> TileBytes? {
    let address = template.filled(id)
    let name = addressForMessage(address)
    var tile: TileBytes?
    _ = try client.document(address, during: load) { stored throws(TileError) in
      tile = try TileBytes(id, stored: stored, name: name, expected: known.format)
    }
    return tile
  }
}

/// Fetches a document under a tile's rules; `nil` if there is none.
///
/// - Throws: ``TileError`` for a refused, late or too large answer.
public func fetchDocument(
  _ address: String, options: TileOptions, during load: TileLoad = TileLoad()
) throws(TileError) -> [UInt8]? {
  try WebClient(options).document(address, during: load) { bytes throws(TileError) in bytes }
}
