import CairoCanvas
import Drawing
import MapGeometry
import TileSources

/// Why the picture of a tile is not available.
enum TilePictureError: Error, Hashable, CustomStringConvertible {
  /// There are no bytes.
  case tile(TileError)
  /// The bytes are no picture that can be read.
  case notAPicture(name: String, reason: String)
  /// A tile has not the size of a tile, nor twice that.
  case wrongSize(name: String, width: Int, height: Int, tileSize: Int)

  var description: String {
    switch self {
    case .tile(let error): error.description
    case .notAPicture(let name, let reason): "\(name) cannot be drawn: \(reason)"
    case .wrongSize(let name, let width, let height, let size):
      "\(name) has \(width)×\(height) pixels, neither \(size) nor \(2 * size) a side; set the source's tileSize"
    }
  }
}

/// The pictures of raster tiles.
struct TilePictures {
  /// The pictures by their tiles.
  private(set) var pictures: [TileID: Bitmap] = [:]
  /// Tiles that the archive has not, in the order they were requested.
  private(set) var missing: [TileID] = []

  /// Loads and decodes tiles.
  ///
  /// - Parameter tileSize: pixels a side; a tile may have twice as many.
  /// - Throws: the error of the first tile, in the order given, that is not available.
  init(
    _ ids: [TileID], from archive: some TileArchive, tileSize: Int, during load: TileLoad
  ) throws(TilePictureError) {
    for (id, outcome) in zip(ids, archive.tiles(ids, during: load)) {
      switch outcome {
      case .success(let tile?): pictures[id] = try TilePictures.decode(tile, tileSize: tileSize)
      case .success(nil): missing.append(id)
      case .failure(let error): throw .tile(error)
      }
    }
  }

  /// Decodes a tile; what it is, its bytes show.
  static func decode(_ tile: TileBytes, tileSize: Int) throws(TilePictureError) -> Bitmap {
    if tile.content == .vector {
      throw .notAPicture(
        name: tile.name, reason: "it is a vector tile, and only PNG, JPEG and WebP tiles are drawn")
    }
    let header: PictureHeader
    do throws(PictureError) {
      header = try PictureReader.header(of: tile.bytes)
    } catch {
      throw .notAPicture(name: tile.name, reason: "\(error)")
    }
    guard header.width == header.height, header.width == tileSize || header.width == 2 * tileSize else {
      throw .wrongSize(name: tile.name, width: header.width, height: header.height, tileSize: tileSize)
    }
    do throws(PictureError) {
      return try PictureReader.decode(tile.bytes)
    } catch {
      throw .notAPicture(name: tile.name, reason: "\(error)")
    }
  }
}

extension TileLocation {
  /// The same place with what a style or TileJSON has of its templates.
  func with(isFlipped: Bool, prefersLarge: Bool) -> TileLocation {
    func changed(_ template: TileTemplate) -> TileTemplate {
      TileTemplate(template.text, isFlipped: isFlipped, prefersLarge: prefersLarge)
    }
    switch self {
    case .server(let template): return .server(changed(template))
    case .files(let template, let root): return .files(changed(template), root: root)
    default: return self
    }
  }
}
