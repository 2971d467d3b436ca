import CairoCanvas
import Drawing
import JSONDocument
import MapSession
import MapSettings
import MapStories

extension MapSession {
  /// Draws a story as its golden has it: a film strip with the start, the middle and the end of each transition.
  func strip(of path: String, threads: Int, log: SessionLog) throws(SessionError) -> Bitmap {
    let frames = 3
    var specification = MapSpecification(requestFile: path)
    specification.threads = threads
    var story = try loadStory(specification, log: log)
    let results = try rethrowing(story.play()) { (error: ScenarioError) in
      log.report(error.diagnostics, of: path)
      return SessionError.reported
    }
    log.report(results[0].warnings, of: path)
    let settings = FilmSettings()
    let shares = (0..<frames).map { Double($0) / Double(frames - 1) }
    try story.loadPictures(for: results, settings: settings, shares: shares, log: log)
    let shaper = try story.map.shaper(log: log)
    defer { story.map.giveBack(shaper) }
    var film = Film(of: results, in: story, shaper: shaper, settings: settings)
    let scene = try film.strip(frames)
    try story.checkInputs()
    return try rethrowing(CairoCanvas.bitmap(of: scene)) { (error: CanvasError) in
      SessionError.output("it cannot be drawn: \(error)")
    }
  }
}
