import CairoCanvas
import JSONDocument
import MapSession
import MapSettings
import MapStories

extension MapSession {
  /// Draws a story as its goldens have it: a film strip with the start, the middle and the end of each transition, and its
  /// film.
  func story(
    of document: CaseDocument, threads: Int, log: SessionLog
  ) throws(SessionError) -> [GoldenActual] {
    let frames = 3
    var specification = MapSpecification(requestFile: document.path)
    specification.threads = threads
    let story = try loadStory(specification, log: log)
    let results = try story.play(for: .png, log: log)
    let shares = (0..<frames).map { Double($0) / Double(frames - 1) }
    var actuals: [GoldenActual] = []
    for golden in document.cases {
      let isFilm = golden.format == .apng
      actuals.append(
        try story.film(of: results, shares: isFilm ? nil : shares, log: log) {
          film, story throws(SessionError) in
          if isFilm {
            let pace = story.pace
            let options = PNGOptions(compression: 9)
            return .file(
              try film.animation(rate: pace.rate, still: pace.still, options: options, log: log), as: .apng)
          }
          return try GoldenActual(drawing: film.strip(frames))
        })
    }
    return actuals
  }
}
