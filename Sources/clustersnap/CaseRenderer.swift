import CairoCanvas
import GoldenCases
import MapGeometry
import MapScene
import MapSettings
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
    var said: [String] = []
    let messages = Messages(isQuiet: !isStrict, isStrict: isStrict) { said.append($0) }
    do throws(Failure) {
      let command = RenderCommand()
      command.map.request = document.path
      command.map.threads = threads
      var loader = MapLoader(
        command.map, messages: messages, progress: Progress(isQuiet: true), shared: shared)
      var loaded = try loader.load()
      // A view that cannot be found is told with its golden.
      let viewports = loaded.views.compactMap { view in try? loaded.snapshotter.view(of: view.view).viewport }
      try command.picture.loadPictures(of: &loaded, for: viewports, messages: messages)
      let shaper = try shaper(for: command, loaded, messages)
      var report = PictureReport(messages: messages, styleName: loaded.styleName)
      var drawn: (view: Int, describes: Bool, viewport: Viewport, snapshot: Snapshot)?
      return document.cases.map { golden in
        Result { () throws(GoldenError) in
          do throws(Failure) {
            let view = loaded.views[golden.viewIndex]
            // One scene serves all goldens of a view, but SVG alone says what marks stand for.
            let describes = golden.format == .svg
            if drawn?.view != golden.viewIndex || drawn?.describes != describes {
              let (viewport, selection) = try snapshotting(
                at: loaded.place(of: view), origins: loaded.origins
              ) {
                () throws(SnapshotError) in
                try loaded.snapshotter.view(of: view.view)
              }
              let snapshot = try command.snapshot(
                of: view, in: viewport, from: loaded, selection: selection, describesMarks: describes,
                shaper: shaper)
              drawn = (golden.viewIndex, describes, viewport, snapshot)
            }
            guard let drawn else { throw .output("nothing was drawn") }
            try report.take(drawn.snapshot)
            return try self.actual(golden, drawn.snapshot, drawn.viewport, view, loaded, command)
          } catch {
            throw .notDrawn(CaseRenderer.line(error, said))
          }
        }
      }
    } catch {
      let line = CaseRenderer.line(error, said)
      return document.cases.map { _ in .failure(.notDrawn(line)) }
    }
  }

  private func actual(
    _ golden: GoldenCase, _ snapshot: Snapshot, _ viewport: Viewport, _ view: SnapshotRequest.View,
    _ loaded: LoadedMap, _ command: RenderCommand
  ) throws(Failure) -> GoldenActual {
    switch golden.format {
    case .png:
      do throws(CanvasError) {
        return .picture(try CairoCanvas.bitmap(of: snapshot.scene))
      } catch {
        throw .output("it cannot be drawn: \(error)")
      }
    case .svg:
      let target = try PictureTarget("-", format: .svg, option: "verify")
      return .svg(try command.picture.encoded(snapshot.scene, as: target, over: view.output))
    case .geojson:
      let groups = try snapshotting(at: loaded.place(of: view), origins: loaded.origins) {
        () throws(SnapshotError) in
        try loaded.snapshotter.completed(snapshot.groups, in: viewport)
      }
      let document = MarkerDocument(
        viewport: viewport, groups: groups, tileSize: view.view.tileSize ?? 512)
      return .geoJSON(document.bytes(.geojson))
    }
  }

  /// Text that one case needed is not laid out again for the next, unless style or request bring fonts of their own.
  private func shaper(
    for command: RenderCommand, _ loaded: LoadedMap, _ messages: Messages
  ) throws(Failure) -> PangoTextShaper {
    let request = loaded.request
    let isPlain =
      loaded.snapshotter.style.fontFaces.isEmpty && request?.fonts.isEmpty != false
      && request?.fontFolders.isEmpty != false && request?.usesSystemFonts != true
    guard isPlain else { return try command.fonts.shaper(for: loaded, messages: messages) }
    if let shaper { return shaper }
    let fresh = try command.fonts.shaper(for: loaded, messages: messages)
    shaper = fresh
    return fresh
  }

  /// What went wrong in one line, with its place.
  private static func line(_ failure: Failure, _ said: [String]) -> String {
    guard let message = failure.message else { return said.first ?? "it cannot be drawn" }
    return failure.place.map { "\($0): error: \(message)" } ?? message
  }
}
