public import Drawing
public import JSONDocument

/// Reads a sprite: one picture that holds many images, and the index with the rectangle of each.
///
/// - SeeAlso: MapLibre style specification, "Sprite".
public struct SpriteSheet: Sendable {
  /// The images by name, in the index's order.
  public let images: [(name: String, image: SpriteImage)]
  /// The faults of the index, whose faulty entries are left out.
  public let diagnostics: [Diagnostic]

  /// All images together have at most so many pixels; overlapping entries could otherwise ask for any number.
  static let pixelLimit = 64_000_000

  /// Reads an index and cuts its images out of their picture.
  ///
  /// - Parameters:
  ///   - index: the JSON document, UTF-8.
  ///   - picture: what its rectangles lie in.
  /// - Throws: where the index is no JSON.
  /// - Complexity: O(*bytes and pixels*).
  public init(index: [UInt8], picture: Bitmap) throws(JSONError) {
    try self.init(index: index, picture: picture, pixelLimit: SpriteSheet.pixelLimit)
  }

  /// Reads an index, as above, with another limit of the images' pixels.
  init(index: [UInt8], picture: Bitmap, pixelLimit: Int) throws(JSONError) {
    let root = try JSONText(parsing: index).root
    var reader = SpriteReader(picture: picture)
    guard let members = root.members else {
      reader.warn(
        "wrong-type", JSONPath(), root.position, "a sprite's index is an object of images; is this one?")
      (images, diagnostics) = ([], reader.diagnostics)
      return
    }
    var images: [(name: String, image: SpriteImage)] = []
    var left = pixelLimit
    for member in members {
      let path = JSONPath().appending(member.key)
      guard let (area, image) = reader.entry(member.value, path) else { continue }
      left -= area.width * area.height
      guard left >= 0, let bitmap = area.cut(from: picture) else {
        reader.warn(
          "too-large", path, member.keyPosition,
          "its images have more than \(pixelLimit) pixels in all; this one and what follows are left out"
        )
        break
      }
      images.append((member.key, image(bitmap)))
    }
    (self.images, diagnostics) = (images, reader.diagnostics)
  }
}

private struct SpriteReader {
  let picture: Bitmap
  var diagnostics: [Diagnostic] = []

  mutating func warn(_ code: String, _ path: JSONPath, _ position: TextPosition, _ message: String) {
    diagnostics.append(Diagnostic(.warning, code: code, path: path, position: position, message: message))
  }

  /// The area of an image, and its maker from the pixels that are cut out; `nil` for a faulty entry, which is reported.
  mutating func entry(_ value: JSONValue, _ path: JSONPath) -> (PixelArea, (Bitmap) -> SpriteImage)? {
    guard let x = value.whole("x"), let y = value.whole("y"), let width = value.whole("width"),
      let height = value.whole("height")
    else {
      warn("invalid-image", path, value.position, "an image needs whole numbers x, y, width and height")
      return nil
    }
    guard x >= 0, y >= 0, width > 0, height > 0, width <= picture.width - x, height <= picture.height - y
    else {
      warn(
        "invalid-image", path, value.position,
        "\(width)×\(height) at \(x), \(y) does not lie in the picture of \(picture.width)×\(picture.height)"
      )
      return nil
    }
    let ratio = value["pixelRatio"]?.number ?? 1
    guard ratio.isFinite, ratio > 0, ratio <= 64 else {
      warn("invalid-image", path, value.position, "a pixelRatio lies above 0, at most 64")
      return nil
    }
    let (stretchX, stretchY) = (
      zones(value["stretchX"], length: width, path), zones(value["stretchY"], length: height, path)
    )
    let content = content(value["content"], width: width, height: height, path)
    let isSDF = value["sdf"]?.bool ?? false
    let fits = ["textFitWidth", "textFitHeight"].map { key in
      value[key]?.string.flatMap(SpriteImage.TextFitting.init(rawValue:)) ?? .stretchOrShrink
    }
    return (
      PixelArea(x: x, y: y, width: width, height: height),
      { bitmap in
        SpriteImage(
          bitmap, pixelRatio: ratio, isSDF: isSDF, stretchX: stretchX, stretchY: stretchY, content: content,
          textFitWidth: fits[0], textFitHeight: fits[1])
      }
    )
  }

  /// Stretched columns or rows: pairs, ascending, within the image.
  private mutating func zones(_ value: JSONValue?, length: Int, _ path: JSONPath) -> [ClosedRange<Double>] {
    guard let value else { return [] }
    var zones: [ClosedRange<Double>] = []
    for pair in value.elements ?? [] {
      let numbers = (pair.elements ?? []).compactMap(\.number)
      guard numbers.count == 2, numbers[0] < numbers[1], numbers[0] >= (zones.last?.upperBound ?? 0),
        numbers[1] <= Double(length)
      else {
        warn(
          "invalid-image", path, pair.position,
          "stretched zones are pairs of pixels, ascending and within the image; they are left out")
        return []
      }
      zones.append(numbers[0]...numbers[1])
    }
    return zones
  }

  private mutating func content(
    _ value: JSONValue?, width: Int, height: Int, _ path: JSONPath
  ) -> Rectangle? {
    guard let value else { return nil }
    let edges = (value.elements ?? []).compactMap(\.number)
    guard edges.count == 4, 0 <= edges[0], edges[0] < edges[2], edges[2] <= Double(width), 0 <= edges[1],
      edges[1] < edges[3], edges[3] <= Double(height)
    else {
      warn(
        "invalid-image", path, value.position,
        "content is [left, top, right, bottom] within the image; all of it is taken instead")
      return nil
    }
    return Rectangle(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
  }
}

extension JSONValue {
  fileprivate func whole(_ key: String) -> Int? {
    guard let number = self[key]?.number else { return nil }
    return Int(exactly: number)
  }
}
