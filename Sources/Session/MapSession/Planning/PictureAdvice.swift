import JSONDocument
import MapContent
public import MapSettings

/// Judges the settings of pictures, whose formats only whoever draws them knows.
///
/// - Parameters:
///   - formats: those of each view's pictures, in order; none for a view that is not drawn.
func advice(of plan: MapPlan, drawnAs formats: [[PictureFormat]], writesMarkers: Bool) -> [PlanNote] {
  let basemap = plan.chosen.basemap
  let pictures = zip(plan.views, formats).map { view, formats in
    formats.map { format in
      var picture = SettingContext.Picture(of: view.view, view.output, as: format, hasSteps: plan.hasSteps)
      picture.hasWorld = basemap.hasWorld
      picture.hasNames = basemap.hasWorld || !plan.chosen.tiles.isEmpty
      return picture
    }
  }
  let sources = plan.sources.filter { $0.finding != nil }.compactMap { plan.clustering(of: $0)?.settings }
  var advice = PictureAdvice(
    request: plan.requested.request, requestName: plan.requested.requestName, pictures: pictures,
    sources: sources.map { SettingContext.Source($0) }, writesMarkers: writesMarkers)
  advice.judge(OutputSettings.ownEntries, plan.requested.given) { $0.output }
  let asked = plan.requested.asked.resources
  advice.judge(ResourceSettings.pictures, plan.requested.own.resources) { _ in asked }
  return advice.notes
}

/// Judges the settings of a statement for a database.
///
/// - Parameters:
///   - clustering: the settings over those of the request.
///   - merged: the settings that hold of both.
///   - view: the settings over those of the request's views.
///   - views: the views, all settings merged; none where the statement is of no view.
///   - request: the request; `nil` without one.
///   - requestName: the request's file; `nil` without one.
public func advice(
  ofStatement clustering: ClusterOptions, merged: ClusterOptions, view: ViewOptions, views: [ViewOptions],
  request: SnapshotRequest?, at requestName: String?
) -> [PlanNote] {
  let sources = SourceClustering(nil, options: merged).map { [SettingContext.Source($0, merged)] } ?? []
  let notes = PlanNote.unused(clustering, over: request ?? SnapshotRequest(), at: requestName) { _ in sources
  }
  guard !views.isEmpty else { return notes }
  let pictures = views.map {
    [SettingContext.Picture(of: $0, OutputSettings(), as: .png, hasSteps: false)]
  }
  var advice = PictureAdvice(request: request, requestName: requestName, pictures: pictures)
  advice.judge(ViewOptions.table.entries, view) { $0.view }
  return notes + advice.notes
}

/// Judges settings of views and pictures: those over a request where no picture uses them, those of a request where none of
/// the views uses them that they hold for.
struct PictureAdvice {
  let request: SnapshotRequest?
  let requestName: String?
  /// The pictures of each view, in order; none of a view that is not drawn.
  let pictures: [[SettingContext.Picture]]
  var sources: [SettingContext.Source] = []
  var writesMarkers = false
  var notes: [PlanNote] = []

  mutating func judge<Values>(
    _ entries: [SettingEntry<Values>], _ given: Values, requested: (SnapshotRequest.View) -> Values
  ) {
    for entry in entries {
      if let unused = entry.unused(given, in: situation(of: pictures.indices)) {
        notes.append(PlanNote(text: unused.text(name: "\(given: unused.setting)")))
      }
    }
    guard let request, request.views.count == pictures.count else { return }
    for entry in entries {
      let isShared = request.settingPositions[entry.key] != nil
      let own = request.views.indices.filter {
        !isShared || request.settingPositions["views[\($0)].\(entry.key)"] != nil
      }
      let shared = request.views.indices.filter { isShared && !own.contains($0) }
      for (views, name) in [(shared, entry.key)] + own.map({ ([$0], "views[\($0)].\(entry.key)") }) {
        let drawn = views.filter { !pictures[$0].isEmpty }
        guard let first = drawn.first,
          let unused = entry.unused(requested(request.views[first]), in: situation(of: drawn))
        else { continue }
        notes.append(PlanNote(text: unused.text(name: SettingText(name)), place: requestName))
      }
    }
  }

  private func situation(of views: some Collection<Int>) -> SettingContext {
    SettingContext(sources: sources, pictures: views.flatMap { pictures[$0] }, writesMarkers: writesMarkers)
  }
}
