import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import MapContent
import MapDecorations
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

/// Letters as boxes: 0.6 em wide, 0.7 em high above the baseline, which lies 0.85 em down its line.
struct BoxShaper: TextShaper {
  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    var fragments: [ShapedText.Fragment] = []
    var ink: Rectangle?
    var (line, width) = (0, 0.0)
    for (index, section) in request.sections.enumerated() {
      let em = section.font.size
      for text in lines(of: section.text, letter: em * 0.6, request.maximumWidth) {
        let advance = Double(text.count) * em * 0.6
        let origin = Point(x: 0, y: Double(line) * request.lineHeight + em * 0.85)
        let box = Rectangle(x: 0, y: origin.y - em * 0.7, width: advance, height: em * 0.7)
        ink = ink?.union(box) ?? box
        width = max(width, advance)
        fragments.append(
          .init(section: index, line: line, text: text, origin: origin, advance: advance, outline: Path()))
        line += 1
      }
    }
    return ShapedText(
      fragments: fragments, size: Size(width: width, height: Double(line) * request.lineHeight),
      inkBox: ink ?? Rectangle(x: 0, y: 0, width: 0, height: 0))
  }

  private func lines(of text: String, letter: Double, _ maximum: Double?) -> [String] {
    let most = maximum.map { Int($0 / letter) } ?? .max
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      var lines: [String] = []
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        if let last = lines.last, last.count + 1 + word.count <= most {
          lines[lines.count - 1] = last + " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines
    }
  }
}

/// A style that must be read without an error.
func style(_ text: String) throws -> Style {
  let parsing = Style.parseWithSettings(Array(text.utf8))
  expect(parsing.diagnostics.filter { $0.severity == .error }.map(\.message), equals: [])
  return try #require(parsing.style)
}

/// Points as `longitude,latitude,…` with further columns as the header names them.
func table(_ csv: String) throws -> FeatureTable {
  try FeatureTable.read(ByteArray(Array(csv.utf8)), options: ReadingOptions())
}

/// A view of the place where longitude and latitude are 0, 512 points a world.
func viewport(
  longitude: Double = 0, latitude: Double = 0, zoom: Double = 0, width: Double = 400, height: Double = 300,
  scale: Double = 1, bearing: Double = 0, pitch: Double = 0
) throws -> Viewport {
  try Viewport(
    center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
    size: ScreenSize(width: width, height: height), scale: scale, bearing: bearing, pitch: pitch)
}

/// A snapshot of points, their source clustered as the style sets.
func snapshot(
  _ style: Style, _ csv: [(source: String, csv: String)], _ viewport: Viewport,
  _ options: PictureOptions = PictureOptions()
) throws -> Snapshot {
  let sources = try csv.map { id, text in
    let source = try #require(style.source(id))
    return try MapSource(
      id: id, features: try table(text),
      clustering: SourceClustering(source, options: ClusterOptions(source.settings)),
      filter: source.geoJSON?.filter)
  }
  return try MapSnapshotter(style: style, sources: sources).snapshot(
    of: viewport, options: options, shaper: BoxShaper())
}

extension Scene {
  /// The lines of a layer's marks.
  func lines(of layer: String) -> [String] {
    layers.first { $0.id == layer }?.marks.map(\.text) ?? []
  }
}

/// Whether two numbers differ by no more than a tolerance.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }
