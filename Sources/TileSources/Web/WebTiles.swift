import JSONDocument
public import MapGeometry

/// Tiles on a server, an address each.
public struct WebTiles: TileArchive {
  private let template: TileTemplate
  private let client: WebClient
  private let known: ArchiveDescription
  private let expected: ExpectedContent

  /// The template without its secrets.
  public let name: String
  /// Requests that are under way at once.
  public var fetchesAtOnce: Int { client.options.requestsAtOnce }

  /// Tiles on a server.
  ///
  /// - Parameters:
  ///   - template: their addresses; of several equal ones the first.
  ///   - options: how they are fetched.
  ///   - description: what is known of them.
  public init(
    _ template: TileTemplate, options: TileOptions, description: ArchiveDescription = ArchiveDescription()
  ) {
    self.init(template, client: WebClient(options), description: description)
  }

  init(_ template: TileTemplate, client: WebClient, description: ArchiveDescription) {
    (self.template, self.client, known) = (template, client, description)
    name = addressForMessage(template.text)
    expected = ExpectedContent(description)
  }

  /// The contents of the archive, by its metadata.
  public func description(during load: TileLoad) -> ArchiveDescription { known }

  /// A tile, inflated; `nil` where there is none.
  ///
  /// - Throws: ``TileError`` for an answer that is refused, late or damaged.
  public func tile(_ id: TileID, during load: TileLoad) throws(TileError) -> TileBytes? {
    let address = template.filled(id)
    let name = addressForMessage(address)
    var tile: TileBytes?
    _ = try client.document(address, during: load) { stored throws(TileError) in
      tile = try TileBytes(id, stored: stored, name: name, expected: expected)
    }
    return tile
  }
}

/// Fetches a document, such as a TileJSON or a picture, under the same rules as a tile; `nil` where there is none.
///
/// - Throws: ``TileError`` for an answer that is refused, late or too large.
public func fetchDocument(
  _ address: String, options: TileOptions, during load: TileLoad = TileLoad()
) throws(TileError) -> [UInt8]? {
  try WebClient(options).document(address, during: load) { bytes throws(TileError) in bytes }
}
