import Drawing
import JSONDocument

/// A page with a picture and the titles of its markers over it, for mails and other places without scripts.
///
/// - Parameters:
///   - address: of the picture; `nil` if the page contains the pixels.
///   - png: makes the scene's pixels.
/// - Complexity: O(*marks* + *bytes*).
func imageMap(of scene: Scene, at address: String?, png: () throws -> [UInt8]) rethrows -> [UInt8] {
  let (width, height) = (
    Int((scene.size.width * scene.growth).rounded()), Int((scene.size.height * scene.growth).rounded())
  )
  let title = markupText(scene.alt?.title ?? scene.title ?? "", at: .content)
  var page = "<!DOCTYPE html>\n<html lang=\"\(scene.alt?.language ?? "en")\">\n<meta charset=\"utf-8\">\n"
  page += "<title>\(title)</title>\n<img usemap=\"#markers\" width=\"\(width)\" height=\"\(height)\" "
  page += "alt=\"\(markupText(scene.alt?.details ?? scene.title ?? "", at: .attribute))\" "
  page += "src=\"\(markupText(address ?? "data:image/png;base64,", at: .attribute))"
  var bytes = Array(page.utf8)
  if address == nil { appendBase64(of: try png(), to: &bytes) }
  var areas = "\">\n<map name=\"markers\">\n"
  // Of areas that overlap the first one counts; of marks the last one lies above.
  for layer in scene.layers.reversed() {
    for mark in layer.marks.reversed() {
      guard let subject = mark.subject, !subject.title.isEmpty,
        let (shape, numbers) = area(of: mark.shape, from: scene.origin)
      else { continue }
      let text = [subject.title, subject.details].compactMap(\.self).joined(separator: "\n")
      let words = markupText(text, at: .attribute)
      let coordinates = numbers.map { "\(Int(($0 * scene.growth).rounded()))" }.joined(separator: ",")
      areas += "<area shape=\"\(shape)\" coords=\"\(coordinates)\" title=\"\(words)\" alt=\"\(words)\">\n"
    }
  }
  bytes += (areas + "</map>\n</html>\n").utf8
  return bytes
}

/// The place of a mark in an image map, in points; `nil` for marks without an area.
private func area(of shape: Shape, from origin: Point) -> (shape: String, numbers: [Double])? {
  let box: Rectangle
  switch shape {
  case .circle(let circle):
    return (
      "circle",
      [circle.center.x - origin.x, circle.center.y - origin.y, circle.radius + circle.strokeWidth]
    )
  case .fill(let fill):
    guard let bounds = fill.path.bounds else { return nil }
    box = bounds
  case .image(let image): box = image.rectangle
  case .stroke, .circles, .text: return nil
  }
  return ("rect", [box.minX - origin.x, box.minY - origin.y, box.maxX - origin.x, box.maxY - origin.y])
}
