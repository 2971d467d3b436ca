import FileResources
import MapSession

/// Answers requests for maps, as an HTTP handler would.
public struct MapServer: Sendable {
  private let folder: String
  private let session: MapSession

  /// A server that reads files of one folder and nothing else.
  ///
  /// - Parameter budget: the bytes that may be kept between requests; `nil` for the session's own.
  public init(folder: String, budget: Int? = nil) {
    self.folder = folder
    var options = MapSession.Options()
    options.budget = budget ?? options.budget
    session = MapSession(resources: FileLoader(root: folder, mapsFiles: false), options: options)
  }

  /// A picture with its warnings, or what is wrong with the request.
  public func answer(_ body: [UInt8]) async -> (status: Int, body: [UInt8], warnings: [String]) {
    do {
      let map = try MapSpecification(json: body, name: folder + "/request")
      let answer = try await session.pictures(of: map, as: .png)
      return (200, answer.pictures[0].bytes, answer.notes.map(\.description))
    } catch {
      return (error.kind == .input ? 400 : 500, Array(error.description.utf8), [])
    }
  }

  /// The bytes that are kept between requests, for a page of figures.
  public var keptBytes: Int { session.keptBytes }
}
