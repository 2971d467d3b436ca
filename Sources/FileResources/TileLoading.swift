public import MapFeatures
import Synchronization
import TileSources

extension FileLoader {
  /// A document on the network.
  func fetched(_ resource: Resource, limit: Int) throws(ResourceError) -> ResourceContent {
    let options = try checkedNetwork()
    let bytes: [UInt8]?
    do throws(TileError) {
      bytes = try fetchDocument(resource.name, options: options)
    } catch {
      throw ResourceError(.unreadable, "\(error)")
    }
    guard let bytes else {
      throw ResourceError(.missing, "there is nothing at this address; check it")
    }
    return .bytes(ByteArray(bytes))
  }

  /// What an MBTiles file says of itself.
  public func metadata(of archive: TileArchive) throws(ResourceError) -> [String: String] {
    guard case .file(let path) = archive else { return [:] }
    do throws(TileError) {
      return try TileReader(.database(path: path), tileSize: 256, options: options).metadata()
    } catch {
      throw ResourceError(.unreadable, "\(error)")
    }
  }

  /// Tiles in files, in an MBTiles file, or on a server.
  public func tiles(_ query: TileQuery) -> [Result<TileContent?, ResourceError>] {
    let location: TileLocation
    do throws(ResourceError) {
      switch query.archive {
      case .files(let template, let root): location = .files(template: template, root: root)
      case .file(let path): location = .database(path: path)
      case .server(let template):
        _ = try checkedNetwork()
        location = .server(template: template)
      }
    } catch {
      return query.tiles.map { _ in .failure(error) }
    }
    let known = query.tiles.map { TileAddress(zoom: $0.zoom, column: $0.column, row: $0.row) }
    // What the caller refuses comes back in the caller's own words.
    let refused = Mutex<[String: ResourceError]>([:])
    let outcomes = TileReader.bytes(
      of: known.compactMap(\.self), at: location, isFlipped: query.isFlipped, ratio: query.ratio,
      options: options
    ) { bytes, name throws(TileError) in
      do throws(ResourceError) {
        try query.check(bytes, name)
      } catch {
        refused.withLock { $0[name] = error }
        throw .notAPicture(name: name, reason: error.reason)
      }
    }
    var results: [Result<TileContent?, ResourceError>] = []
    var next = outcomes.makeIterator()
    for tile in known {
      guard tile != nil, let outcome = next.next() else {
        results.append(.success(nil))
        continue
      }
      results.append(
        outcome.map { $0.map { TileContent(bytes: $0.bytes, name: $0.name) } }.mapError { error in
          if case .notAPicture(let name, _) = error, let own = refused.withLock({ $0[name] }) { return own }
          return ResourceError(.unreadable, "\(error)")
        })
    }
    return results
  }

  private var options: TileOptions { network ?? TileOptions(userAgent: "clustersnap") }

  private func checkedNetwork() throws(ResourceError) -> TileOptions {
    guard let network else {
      throw ResourceError(.unsupported, "nothing is fetched from the network here; name a file")
    }
    return network
  }
}
