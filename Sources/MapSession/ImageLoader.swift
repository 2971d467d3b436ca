import CairoCanvas
import Drawing
import JSONDocument
import MapFeatures
import MapScene
import MapStyle

/// Loads what icons and patterns are drawn with: the style's sprites and folders of pictures.
struct ImageLoader {
  private let folder: StyleFolder
  private let scale: Double
  private let log: SessionLog
  private(set) var images = ImageSet()

  /// A sprite's picture or index is not larger.
  private static let sheetLimit = 32 << 20
  /// An icon's file is not larger.
  private static let iconLimit = 8 << 20
  /// A folder of icons has no more files.
  private static let folderLimit = 10_000

  /// - Parameters:
  ///   - folder: where the style's files lie.
  ///   - scale: pixels a point; above 1 files made for two pixels a point are taken where there are any.
  init(folder: StyleFolder, scale: Double, log: SessionLog) {
    (self.folder, self.scale, self.log) = (folder, scale, log)
  }

  /// Loads the style's sprites, in its order.
  mutating func load(_ sprites: [Style.Sprite]) throws(SessionError) {
    for sprite in sprites { try load(sprite) }
  }

  /// Loads a sprite of the style.
  mutating func load(_ sprite: Style.Sprite) throws(SessionError) {
    let prefix = sprite.id == "default" ? "" : sprite.id + ":"
    switch sprite.reference {
    case .path(let name):
      var loader = self
      try folder.naming(sprite.place, "damaged-image") { () throws(SessionError) in
        try loader.load(name, at: sprite.place, prefix: prefix)
      }
      self = loader
    case .url(let url):
      let message =
        "\(addressForMessage(url)) is not fetched; put its files beside the style, or name --icons"
      log.report([folder.diagnostic(.warning, "not-fetched", sprite.place, message)], of: folder.style)
    }
  }

  private mutating func load(_ name: String, at place: StylePlace, prefix: String) throws(SessionError) {
    if let files = try? folder.path(of: name, at: place, as: .fileOrFolder),
      folder.resources.kind(of: files, followingLinks: true) == .folder
    {
      try load(folder: files, prefix: prefix)
      return
    }
    func file(_ ending: String) throws(SessionError) -> String {
      try folder.path(
        of: name + ending, at: place,
        advice: "a sprite is named without .json and .png, and both lie beside or below the style")
    }
    if scale > 1, let index = try? file("@2x.json"), let picture = try? file("@2x.png") {
      try load(index: index, picture: picture, prefix: prefix)
    } else {
      try load(index: try file(".json"), picture: try file(".png"), prefix: prefix)
    }
  }

  /// The endings of files that are icons; of files of one name the first of these.
  private static let iconEndings = [".png", ".webp", ".jpg", ".jpeg"]

  /// Loads pictures by their names: `pin.png`, and `pin@2x.png` for two pixels a point.
  mutating func load(folder path: String, prefix: String = "") throws(SessionError) {
    let prefixPath = path.hasSuffix("/") ? path : path + "/"
    let names = try opening(path) { () throws(ResourceError) in
      try folder.resources.names(in: path, limit: ImageLoader.folderLimit)
    }
    var endings: [String: String] = [:]
    var stems: [String] = []
    for ending in ImageLoader.iconEndings {
      for name in names where name.hasSuffix(ending) {
        let stem = String(name.dropLast(ending.count))
        if endings.updateValue(endings[stem] ?? ending, forKey: stem) == nil { stems.append(stem) }
      }
    }
    if stems.isEmpty { log.warning("there are no PNG, WebP or JPEG files in this folder", at: path) }
    let known = Set(stems)
    for stem in stems {
      let isLarge = stem.hasSuffix("@2x")
      let name = isLarge ? String(stem.dropLast(3)) : stem
      // Of the two that stand for one image, the one that suits.
      if isLarge ? scale <= 1 && known.contains(name) : scale > 1 && known.contains(stem + "@2x") { continue }
      let bitmap = try picture(prefixPath + stem + (endings[stem] ?? ".png"), limit: ImageLoader.iconLimit)
      images.add(SpriteImage(bitmap, pixelRatio: isLarge ? 2 : 1), named: prefix + name)
    }
  }

  private mutating func load(index: String, picture: String, prefix: String) throws(SessionError) {
    let bytes = try folder.bytes(of: index, limit: ImageLoader.sheetLimit)
    let bitmap = try self.picture(picture, limit: ImageLoader.sheetLimit)
    do throws(JSONError) {
      let sheet = try SpriteSheet(index: bytes, picture: bitmap)
      log.report(sheet.diagnostics, of: index)
      for (name, image) in sheet.images { images.add(image, named: prefix + name) }
    } catch {
      throw .notJSON(error, in: index)
    }
  }

  private func picture(_ path: String, limit: Int) throws(SessionError) -> Bitmap {
    let bytes = try folder.bytes(of: path, limit: limit)
    do throws(PictureError) {
      return try PictureReader.decode(bytes)
    } catch {
      throw .input("\(error)", at: path)
    }
  }
}
