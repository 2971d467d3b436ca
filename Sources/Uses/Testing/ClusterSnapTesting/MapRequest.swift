import FileResources
public import GoldenCases
import MapSettings
import MapSession

/// A request as a test can hold it against a golden: drawn as `clustersnap render --request` draws it.
///
/// ```swift
/// expectMapSnapshot(request: """
///   {"sources": {"hotels": "hotels.csv"}, "style": "light", "size": [320, 240]}
///   """, named: "hotels")
/// ```
public struct MapRequest: GoldenSubject {
  /// Everything that requests of a test process read is kept for the next one.
  private static let session = MapSession(resources: FileLoader())

  private let specification: Result<MapSpecification, SessionError>
  private let view: String?
  private let isStrict: Bool

  /// A request in memory.
  ///
  /// - Parameters:
  ///   - folder: what the names of its files are relative to.
  ///   - view: the name of the view that is drawn; `nil` for the first one.
  ///   - isStrict: whether a warning is an error, as under `clustersnap verify --strict`.
  public init(json: String, folder: String, view: String? = nil, isStrict: Bool = false) {
    specification = Result { () throws(SessionError) in
      try MapSpecification(json: json, name: folder + "/request")
    }
    (self.view, self.isStrict) = (view, isStrict)
  }

  /// A request in a file.
  ///
  /// - Parameters:
  ///   - view: the name of the view that is drawn; `nil` for the first one.
  ///   - isStrict: whether a warning is an error, as under `clustersnap verify --strict`.
  public init(file: String, view: String? = nil, isStrict: Bool = false) {
    specification = .success(MapSpecification(requestFile: file))
    (self.view, self.isStrict) = (view, isStrict)
  }

  /// The picture or the markers of the view.
  ///
  /// - Throws: ``MapSession/SessionError`` where the request cannot be drawn.
  public func drawn(as format: GoldenFormat) throws -> GoldenActual {
    let log = SessionLog(isStrict: isStrict)
    do throws(SessionError) {
      return try drawn(as: format, log)
    } catch {
      var error = error
      error.notes = log.notes
      throw error
    }
  }

  private func drawn(as format: GoldenFormat, _ log: SessionLog) throws(SessionError) -> GoldenActual {
    let map = try MapRequest.session.load(try specification.get(), log: log)
    guard let number = map.views.firstIndex(where: { view == nil || $0.name == view }) else {
      let known = map.views.compactMap(\.name).joined(separator: ", ")
      throw .input("the request has no view \(view ?? ""); it has \(known)")
    }
    let plan = try map.plan(of: number, as: format.drawn)
    var actual = Result<GoldenActual, SessionError>.failure(.output("nothing was drawn"))
    try map.draw([plan], writesMarkers: format == .geojson, log: log, time: nil, observer: { _ in }) {
      drawn throws(SessionError) in
      try drawn.golden(as: format)
    } take: { _, drawn throws(SessionError) in
      actual = drawn
    }
    return try actual.get()
  }
}
