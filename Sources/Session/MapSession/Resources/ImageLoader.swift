import CairoCanvas
import Drawing
import JSONDocument
import MapFeatures
import MapContent
import MapStyle

struct ImageLoader {
  let folder: StyleFolder
  let scale: Double
  let cache: SessionCache
  let log: SessionLog
  private(set) var images = ImageSet()

  /// A sprite's picture or index is not larger.
  private static let sheetLimit = 32 << 20
  /// An icon's file is not larger.
  private static let iconLimit = 8 << 20
  /// A folder of icons has no more files.
  private static let folderLimit = 10_000

  /// Loads a sprite of a style.
  ///
  /// - Parameter isOfSeveral: true for one of a list: the others are drawn where it is missing, with a warning.
  mutating func load(_ sprite: Style.Sprite, ofSeveral isOfSeveral: Bool) throws(SessionError) {
    let name = folder.name(
      of: sprite.reference, at: sprite.location,
      advice: "put its files beside the style, or name \(setting: "sprite") or \(setting: "icons")", log)
    guard let name else { return }
    let prefix = sprite.id == "default" ? "" : sprite.id + ":"
    do throws(SessionError) {
      try folder.naming(sprite.location, "damaged-image", load(name, at: sprite.location, prefix: prefix))
    } catch {
      guard isOfSeveral, var diagnostic = error.diagnostic else { throw error }
      diagnostic.severity = .warning
      log.report([diagnostic], of: folder.style)
    }
  }

  private mutating func load(_ name: String, at location: SourceLocation, prefix: String) throws(SessionError)
  {
    if let files = try? folder.path(of: name, at: location, orFolder: true),
      folder.resources.kind(of: files, followingLinks: true) == .folder
    {
      try load(folder: files, prefix: prefix)
      return
    }
    func file(_ ending: String) throws(SessionError) -> String {
      try folder.path(
        of: name + ending, at: location,
        advice: "a sprite is named without .json and .png, and both lie beside or below the style")
    }
    if scale > 1, let index = try? file("@2x.json"), let picture = try? file("@2x.png") {
      try load(index: index, picture: picture, prefix: prefix)
    } else {
      try load(index: try file(".json"), picture: try file(".png"), prefix: prefix)
    }
  }

  /// Loads a sprite that an option or a request names.
  ///
  /// - Parameter path: a folder with `sprite.json` and `sprite.png`, or the path of both without their endings.
  mutating func load(
    sprite path: String, named setting: SettingText, in document: String?
  ) throws(SessionError) {
    guard !path.contains("://") else {
      throw .input(
        "\(setting): sprites are not fetched; name a folder or files of this machine", at: document)
    }
    let resources = folder.resources
    func isFile(_ path: String) -> Bool { resources.kind(of: path, followingLinks: true) == .file }
    var stem = path
    if resources.kind(of: path, followingLinks: true) == .folder {
      stem += path.hasSuffix("/") ? "sprite" : "/sprite"
    } else {
      for ending in [".json", ".png", "@2x"] where stem.hasSuffix(ending) {
        stem.removeLast(ending.utf8.count)
      }
    }
    let known = ["", "@2x"].filter { isFile(stem + $0 + ".json") && isFile(stem + $0 + ".png") }
    guard let size = scale > 1 ? known.last : known.first else {
      throw .input(
        "\(setting): there are no files \(stem).json and \(stem).png; name a folder that has sprite.json and sprite.png, or the path of such files without their endings",
        at: document)
    }
    try load(index: stem + size + ".json", picture: stem + size + ".png", prefix: "")
  }

  private static let iconEndings = [".png", ".webp", ".jpg", ".jpeg"]

  /// Loads pictures by their names: `pin.png`, and `pin@2x.png` for two pixels a point.
  mutating func load(folder path: String, prefix: String = "") throws(SessionError) {
    let prefixPath = path.hasSuffix("/") ? path : path + "/"
    let names = try rethrowing(
      folder.resources.names(in: path, limit: ImageLoader.folderLimit), as: unread(path))
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
    let sheet = try sheet(index: index, picture: picture)
    log.report(sheet.diagnostics, of: index)
    for (name, image) in sheet.images { images.add(image, named: prefix + name) }
  }

  // MARK: Reading

  private func sheet(index: String, picture: String) throws(SessionError) -> SpriteSheet {
    func read() throws(SessionError) -> SpriteSheet {
      let bytes = try folder.bytes(of: index, limit: ImageLoader.sheetLimit)
      let bitmap = try decoded(picture, limit: ImageLoader.sheetLimit)
      return try rethrowing(SpriteSheet(index: bytes, picture: bitmap), as: SessionError.notJSON(in: index))
    }
    guard let own = version(of: index), let pixels = version(of: picture) else { return try read() }
    return try cache.value(
      .sprite(identity: own.identity), [own, pixels],
      size: { sheet in sheet.images.reduce(2 * own.size) { $0 + $1.image.bitmap.pixels.count } }, build: read)
  }

  private func picture(_ path: String, limit: Int) throws(SessionError) -> Bitmap {
    try cache.value(
      of: version(of: path), { .picture(identity: $0) }, size: { bitmap, _ in bitmap.pixels.count }
    ) {
      () throws(SessionError) in
      try decoded(path, limit: limit)
    }
  }

  private func version(of path: String) -> ResourceVersion? {
    folder.resources.version(of: Resource(path: path, isFromDocument: true))
  }

  private func decoded(_ path: String, limit: Int) throws(SessionError) -> Bitmap {
    let bytes = try folder.bytes(of: path, limit: limit)
    return try rethrowing(PictureReader.decode(bytes)) { (error: PictureError) in
      SessionError.input("\(error)", at: path)
    }
  }
}
