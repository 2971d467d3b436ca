import FileResources
public import GoldenCases
import MapGeometry
import MapScene
import MapSession

/// A request as a test can hold it against a golden: drawn as `clustersnap render --request` draws it.
///
/// ```swift
/// expectMapSnapshot(request: """
///   {"sources": {"hotels": "hotels.csv"}, "style": "light", "size": [320, 240]}
///   """, named: "hotels")
/// ```
public struct MapRequest: GoldenSubject {
  /// Pixels, unless another format is named.
  public static var standardFormat: GoldenFormat { .png }

  /// What all requests of a test process read is kept for the next one.
  private static let session = MapSession(resources: FileLoader())

  private let specification: Result<MapSpecification, SessionError>
  /// The view that is drawn; `nil` for the first one.
  private let view: String?

  /// A request in memory.
  ///
  /// - Parameters:
  ///   - json: the request.
  ///   - folder: what the names of its files are relative to.
  ///   - view: the name of the view that is drawn; `nil` for the first one.
  public init(json: String, folder: String, view: String? = nil) {
    specification = Result { () throws(SessionError) in
      try MapSpecification(json: json, name: folder + "/request")
    }
    self.view = view
  }

  /// A request in a file.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - view: the name of the view that is drawn; `nil` for the first one.
  public init(file: String, view: String? = nil) {
    specification = .success(MapSpecification(requestFile: file))
    self.view = view
  }

  /// The picture or the markers of the view.
  ///
  /// - Throws: ``MapSession/SessionError`` where the request cannot be drawn.
  public func drawn(as format: GoldenFormat) throws -> GoldenActual {
    let log = SessionLog()
    do throws(SessionError) {
      return try drawn(as: format, log)
    } catch {
      var error = error
      error.notes = log.notes
      throw error
    }
  }

  private func drawn(as format: GoldenFormat, _ log: SessionLog) throws(SessionError) -> GoldenActual {
    var map = try MapRequest.session.load(try specification.get(), log: log)
    guard let chosen = map.views.first(where: { view == nil || $0.name == view }) else {
      let known = map.views.compactMap(\.name).joined(separator: ", ")
      throw .input("the request has no view \(view ?? ""); it has \(known)")
    }
    let (viewport, selection) = try map.viewport(of: chosen)
    try map.loadPictures(for: [viewport], log: log)
    let shaper = try map.shaper(log: log)
    defer { map.giveBack(shaper) }
    let snapshot = try map.snapshot(
      of: chosen, in: viewport, selection: selection, describesMarks: format == .svg, shaper: shaper)
    return try map.golden(as: format, of: chosen, snapshot, in: viewport)
  }
}
