package import MapSettings
import CairoCanvas
import JSONDocument
import MapFeatures
package import MapGeometry
package import MapScene
public import MapSession

/// Draws the cases of requests through a session, exactly as `clustersnap render --request` would.
public struct SessionRenderer: GoldenRenderer {
  private let session: MapSession
  private let isStrict: Bool
  private let threads: Int

  /// A renderer.
  ///
  /// - Parameters:
  ///   - session: reads what requests name; renderers of several threads may share it.
  ///   - isStrict: whether warnings are errors.
  ///   - threads: how many threads cluster.
  public init(session: MapSession, isStrict: Bool = false, threads: Int = 1) {
    self.session = session
    self.isStrict = isStrict
    self.threads = threads
  }

  /// What a request's views look like.
  private struct Drawn {
    let view: Int
    let describesMarks: Bool
    let viewport: Viewport
    let snapshot: Snapshot
  }

  /// What was drawn for each case.
  public func draw(_ document: CaseDocument) -> [Result<GoldenActual, GoldenError>] {
    let log = SessionLog(isStrict: isStrict)
    do throws(SessionError) {
      var specification = MapSpecification(requestFile: document.path)
      specification.threads = threads
      var loaded = try session.load(specification, log: log)
      // A view that cannot be found is reported with its golden.
      let viewports = loaded.views.compactMap { view in try? loaded.viewport(of: view).viewport }
      try loaded.loadPictures(for: viewports, log: log)
      let shaper = try loaded.shaper(log: log)
      defer { loaded.giveBack(shaper) }
      var report = PictureReport(log: log, styleName: loaded.styleName)
      var drawn: Drawn?
      return document.cases.map { golden in
        Result { () throws(GoldenError) in
          do throws(SessionError) {
            let view = loaded.views[golden.viewIndex]
            // One scene serves all goldens of a view, but marks carry titles in SVG alone.
            let describes = golden.format == .svg
            if drawn?.view != golden.viewIndex || drawn?.describesMarks != describes {
              let (viewport, selection) = try loaded.viewport(of: view)
              let snapshot = try loaded.snapshot(
                of: view, in: viewport, selection: selection, describesMarks: describes, shaper: shaper)
              drawn = Drawn(
                view: golden.viewIndex, describesMarks: describes, viewport: viewport, snapshot: snapshot)
            }
            guard let drawn else { throw .output("nothing was drawn") }
            try report.take(drawn.snapshot)
            return try loaded.golden(as: golden.format, of: view, drawn.snapshot, in: drawn.viewport)
          } catch {
            throw .notDrawn(line(error, log))
          }
        }
      }
    } catch {
      let line = line(error, log)
      return document.cases.map { _ in .failure(.notDrawn(line)) }
    }
  }

  /// What went wrong in one line, with its place.
  private func line(_ error: SessionError, _ log: SessionLog) -> String {
    guard error.message == nil else { return error.description }
    let note = log.notes.first { $0.severity == .error || (isStrict && $0.severity == .warning) }
    return note?.line(asError: true) ?? "it cannot be drawn"
  }
}

extension LoadedMap {
  /// A view that was drawn, as its golden has it.
  package func golden(
    as format: GoldenFormat, of view: SnapshotRequest.View, _ snapshot: Snapshot, in viewport: Viewport
  ) throws(SessionError) -> GoldenActual {
    switch format {
    case .png:
      do throws(CanvasError) {
        return .picture(try CairoCanvas.bitmap(of: snapshot.scene))
      } catch {
        throw .output("it cannot be drawn: \(error)")
      }
    case .svg:
      return .svg(try encoded(snapshot.scene, of: view, as: .svg, place: "standard output"))
    case .geojson:
      let groups = try completed(snapshot.groups, of: view, in: viewport)
      let document = MarkerDocument(
        viewport: viewport, groups: groups, tileSize: view.view.tileSize ?? 512)
      return .geoJSON(document.bytes(.geojson))
    }
  }
}

extension GoldenRun {
  /// A way of going through cases that are requests in files.
  ///
  /// - Parameters:
  ///   - session: draws them.
  ///   - files: goldens.
  ///   - mode: when goldens are written.
  ///   - keepsPictures: whether outcomes hold what a report shows.
  ///   - isStrict: whether a warning about a request is an error.
  ///   - threads: how many threads cluster for one case.
  public init(
    session: MapSession, files: any GoldenFiles, mode: RecordMode = .never, keepsPictures: Bool = false,
    isStrict: Bool = false, threads: Int = 1
  ) {
    self.init(files: files, codec: GoldenPNG(), mode: mode, keepsPictures: keepsPictures) {
      SessionRenderer(session: session, isStrict: isStrict, threads: threads)
    }
  }
}
