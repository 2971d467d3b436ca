import CairoCanvas
import Drawing
import JSONDocument
package import MapSession
import MapSettings

extension MapSession {
  /// Draws the cases of a request, exactly as `clustersnap render --request` would.
  fileprivate func drawings(of document: CaseDocument, threads: Int) -> CaseDrawings {
    let log = SessionLog()
    var results: [Int: Result<GoldenActual, GoldenError>] = [:]
    var markers: [Int: [UInt8]] = [:]
    func line(_ error: SessionError) -> String {
      guard error.message == nil else { return error.description }
      return log.notes.first { $0.severity == .error }?.line() ?? "it cannot be drawn"
    }
    func fail(_ cases: some Sequence<Int>, _ error: SessionError) {
      for number in cases { results[number] = .failure(.notDrawn(line(error))) }
    }
    do throws(SessionError) {
      if document.isStory {
        let story = try story(of: document, threads: threads, log: log)
        return CaseDrawings(
          actuals: story.map { .success($0) },
          notes: log.notes.filter { $0.severity == .warning }.map { CaseNote($0) })
      }
      var specification = MapSpecification(requestFile: document.path)
      (specification.threads, specification.takesPairs) = (threads, true)
      let map = try load(specification, log: log)
      var plans: [PicturePlan] = []
      // One scene serves several goldens of a view.
      var cases: [[Int]] = []
      for (number, golden) in document.cases.enumerated() {
        let format = golden.format.drawn
        if let known = plans.firstIndex(where: { $0.number == golden.viewIndex && $0.format == format }) {
          cases[known].append(number)
          continue
        }
        do throws(SessionError) {
          plans.append(try map.plan(of: golden.viewIndex, as: format))
          cases.append([number])
        } catch {
          fail([number], error)
        }
      }
      let numbers = cases
      let writesMarkers = document.cases.contains { $0.format == .geojson || $0.needsMarkers }
      try map.draw(plans, writesMarkers: writesMarkers, log: log, time: nil, observer: { _ in }) {
        drawn throws(SessionError) in
        let index = plans.firstIndex { $0.number == drawn.plan.number && $0.format == drawn.plan.format } ?? 0
        return numbers[index].map { number in
          let golden = document.cases[number]
          return Result { () throws(SessionError) in
            let markers =
              golden.needsMarkers ? drawn.document(of: try drawn.groups(), describesMarks: true) : nil
            return (
              actual: try drawn.golden(as: golden.format, isDark: golden.isDark),
              markers: markers?.bytes(.geojson)
            )
          }
        }
      } take: { index, drawn throws(SessionError) in
        do throws(SessionError) {
          for (number, drawn) in zip(numbers[index], try drawn.get()) {
            markers[number] = (try? drawn.get())?.markers
            results[number] = drawn.map(\.actual).mapError { .notDrawn(line($0)) }
          }
        } catch {
          fail(numbers[index], error)
        }
      }
    } catch {
      fail(document.cases.indices, error)
    }
    return CaseDrawings(
      actuals: document.cases.indices.map { results[$0] ?? .failure(.notDrawn("nothing was drawn")) },
      notes: log.notes.filter { $0.severity == .warning }.map { CaseNote($0) }, markers: markers)
  }
}

extension CaseDrawings {
  /// A function that draws the cases of a request; `threads` threads cluster for one case.
  package static func drawing(
    with session: MapSession, threads: Int
  ) -> @Sendable (CaseDocument) -> CaseDrawings {
    { session.drawings(of: $0, threads: threads) }
  }
}

extension GoldenActual {
  /// A scene as pixels.
  init(drawing scene: Scene) throws(SessionError) {
    self = .picture(
      try rethrowing(CairoCanvas.bitmap(of: scene)) { (error: CanvasError) in
        SessionError.output("it cannot be drawn: \(error)")
      })
  }
}

extension MapPicture {
  package func golden(as format: GoldenFormat, isDark: Bool = false) throws(SessionError) -> GoldenActual {
    switch format {
    case .png, .apng:
      return try GoldenActual(drawing: isDark ? dark ?? snapshot.scene : snapshot.scene)
    case .geojson: return .file(try markers(as: .geojson), as: .geojson)
    case .svg, .pdf, .webp, .avif, .jpeg, .html:
      let file = PictureFormat(rawValue: format.rawValue)
      let bytes = isDark ? try encodedDark(as: file) : try encoded(as: file)
      return .file(bytes ?? [], as: format)
    }
  }
}
