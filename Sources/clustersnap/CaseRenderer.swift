import CairoCanvas
import GoldenCases
import MapGeometry
import MapSnapshot
import SVGCanvas

/// Draws the cases of requests exactly as `clustersnap render --request` would.
final class CaseRenderer: GoldenRenderer {
  private let shared: SharedData
  private let isStrict: Bool
  private let threads: Int
  private var shaper: PangoTextShaper?

  /// A renderer for one thread.
  ///
  /// - Parameters:
  ///   - shared: data that other threads read, too.
  ///   - isStrict: whether warnings are errors.
  ///   - threads: how many threads cluster.
  init(shared: SharedData, isStrict: Bool, threads: Int) {
    self.shared = shared
    self.isStrict = isStrict
    self.threads = threads
  }

  func draw(_ document: CaseDocument) -> [Result<GoldenActual, GoldenError>] {
    let listener = MessageListener()
    do throws(Failure) {
      let command = RenderCommand()
      command.map.request = document.path
      var messages = Messages(isQuiet: !isStrict, isStrict: isStrict)
      messages.listener = listener
      var loader = MapLoader(command.map, messages: messages, progress: Progress(isQuiet: true))
      loader.shared = shared
      loader.threads = threads
      let loaded = try loader.load()
      var report = PictureReport(messages: loader.messages, styleName: loaded.styleName)
      let shaper = try shaper(for: command, loaded, &report)
      var drawn: (view: Int, describes: Bool, viewport: Viewport, snapshot: Snapshot)?
      return document.cases.map { golden in
        Result { () throws(GoldenError) in
          do throws(Failure) {
            let view = loaded.views[golden.viewIndex]
            // One scene serves all goldens of a view, but SVG alone says what marks stand for.
            let describes = golden.format == .svg
            if drawn?.view != golden.viewIndex || drawn?.describes != describes {
              let viewport = try MapLoader.snapshotting { () throws(SnapshotError) in
                try view.view.viewport { loaded.snapshotter.boundingBox }
              }
              let snapshot = try command.snapshot(
                of: view, in: viewport, as: describes ? .svg : .png, from: loaded, shaper: shaper)
              drawn = (golden.viewIndex, describes, viewport, snapshot)
            }
            guard let drawn else { throw .output("nothing was drawn") }
            report.tell(drawn.snapshot.notes)
            try report.messages.endIfStrict()
            return try self.actual(golden, drawn.snapshot, drawn.viewport, view, command)
          } catch {
            throw .notDrawn(CaseRenderer.line(error, listener))
          }
        }
      }
    } catch {
      let line = CaseRenderer.line(error, listener)
      return document.cases.map { _ in .failure(.notDrawn(line)) }
    }
  }

  private func actual(
    _ golden: GoldenCase, _ snapshot: Snapshot, _ viewport: Viewport, _ view: SnapshotRequest.View,
    _ command: RenderCommand
  ) throws(Failure) -> GoldenActual {
    do {
      switch golden.format {
      case .png: return .picture(try CairoCanvas.bitmap(of: snapshot.scene))
      case .svg: return .svg(try command.svgDocument(of: snapshot.scene, view))
      case .geojson:
        let document = MarkerDocument(
          viewport: viewport, groups: snapshot.groups, tileSize: view.view.tileSize ?? 512)
        return .geoJSON(document.bytes(.geojson))
      }
    } catch {
      throw .output("cannot be drawn: \(error)")
    }
  }

  /// Text that one case needed is not laid out again for the next, unless a style brings fonts of its own.
  private func shaper(
    for command: RenderCommand, _ loaded: LoadedMap, _ report: inout PictureReport
  ) throws(Failure) -> PangoTextShaper {
    let style = loaded.snapshotter.style
    guard style.fontFaces.isEmpty else { return try command.makeShaper(for: style, report: &report) }
    if let shaper { return shaper }
    let fresh = try command.makeShaper(for: style, report: &report)
    shaper = fresh
    return fresh
  }

  /// What went wrong in one line: what was said of a document, where anything was, tells more than that it has errors.
  private static func line(_ failure: Failure, _ listener: MessageListener) -> String {
    let said = listener.lines.first { $0.contains(": error: ") } ?? listener.lines.first
    let prefix = "clustersnap: error: "
    let text = said ?? failure.message
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }
}
