import CairoCanvas
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
        let strip = try strip(of: document.path, threads: threads, log: log)
        return CaseDrawings(
          actuals: document.cases.map { _ in .success(.picture(strip)) },
          notes: log.notes.filter { $0.severity == .warning }.map { CaseNote($0) })
      }
      var specification = MapSpecification(requestFile: document.path)
      specification.threads = threads
      let map = try load(specification, log: log)
      var plans: [PicturePlan] = []
      // One scene serves all goldens of a view, but marks carry titles in SVG alone.
      var cases: [[Int]] = []
      for (number, golden) in document.cases.enumerated() {
        let format: PictureFormat = golden.format == .svg ? .svg : .png
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
      let writesMarkers = document.cases.contains { $0.format == .geojson || $0.markersPath != nil }
      try map.draw(plans, writesMarkers: writesMarkers, log: log, time: nil, observer: { _ in }) {
        drawn throws(SessionError) in
        let index = plans.firstIndex { $0.number == drawn.plan.number && $0.format == drawn.plan.format } ?? 0
        return numbers[index].map { number in
          let golden = document.cases[number]
          return Result { () throws(SessionError) in
            let markers = golden.markersPath == nil ? nil : try drawn.markers(as: .geojson)
            return (actual: try drawn.golden(as: golden.format), markers: markers)
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

extension MapPicture {
  package func golden(as format: GoldenFormat) throws(SessionError) -> GoldenActual {
    switch format {
    case .png:
      return .picture(
        try rethrowing(CairoCanvas.bitmap(of: snapshot.scene)) { (error: CanvasError) in
          SessionError.output("it cannot be drawn: \(error)")
        })
    case .svg: return .svg(try encoded(as: .svg))
    case .geojson: return .geoJSON(try markers(as: .geojson))
    }
  }
}

extension GoldenRun {
  /// `threads` is the number of threads that cluster for one case.
  package init(
    session: MapSession, files: any GoldenFiles, mode: RecordMode = .never, failsOnWarnings: Bool = false,
    threads: Int = 1, store: (@Sendable (GoldenOutcome.Pictures, GoldenCase) -> GoldenOutcome.Files)? = nil
  ) {
    self.init(files: files, mode: mode, failsOnWarnings: failsOnWarnings, store: store) {
      session.drawings(of: $0, threads: threads)
    }
  }
}
