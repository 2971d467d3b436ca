import CairoCanvas
import Drawing
import JSONDocument
import MapSession
import MapStories

extension MapSession {
  /// Draws a story as its golden has it: a film strip with the start, the middle and the end of each transition.
  func strip(of path: String, threads: Int, log: SessionLog) throws(SessionError) -> Bitmap {
    let frames = 3
    var specification = MapSpecification(requestFile: path)
    specification.threads = threads
    let story = try loadStory(specification, log: log)
    let results = try story.play(for: .png, log: log)
    let shares = (0..<frames).map { Double($0) / Double(frames - 1) }
    let scene = try story.film(of: results, shares: shares, log: log) { film, _ throws(SessionError) in
      try film.strip(frames)
    }
    return try rethrowing(CairoCanvas.bitmap(of: scene)) { (error: CanvasError) in
      SessionError.output("it cannot be drawn: \(error)")
    }
  }
}
