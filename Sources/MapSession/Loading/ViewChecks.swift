import JSONDocument
import MapScene
import MapSettings

// Reports on what views name: points and columns.
extension MapLoader {
  /// Reports ids of views that several points have: the first is taken.
  func reportAmbiguousPoints(_ views: [SnapshotRequest.View], _ snapshotter: MapSnapshotter) {
    var seen: Set<String> = []
    for view in views {
      let ids = [view.view.selection, view.view.expandedPoint, view.view.fittedCluster].compactMap(\.self)
      for id in ids where seen.insert(id).inserted {
        guard let (count, first) = snapshotter.points(named: id), count > 1 else { continue }
        log.warning(
          "\(count) points have the id \(escapedForMessage(id)); record \(first.record) of \(first.source) is taken, "
            + "the first; give each point an id of its own", at: placeText(requestName, view.position))
      }
    }
  }

  /// Refuses to list the members of points that were counted elsewhere.
  func checkMembers(
    _ views: [SnapshotRequest.View], _ data: [MapSource], styleName: String
  ) throws(SessionError) {
    guard let source = data.first(where: \.isOfCells) else { return }
    let fault = "the members of \(source.name) are counted and not listed; leave it out"
    if specification.output.members == true { throw .input("--members: " + fault) }
    guard
      let number = views.indices.first(where: { specification.output.over(views[$0].output).members == true })
    else { return }
    let position = ["views[\(number)].members", "members"].lazy.compactMap { request?.settingPositions[$0] }
      .first
    throw .input("members: " + fault, at: position == nil ? styleName : placeText(requestName, position))
  }

  /// Reports columns for callouts that no source has.
  func reportCalloutColumns(_ views: [SnapshotRequest.View], _ data: [MapSource]) {
    let tables = data.filter { !$0.isBackdrop && !$0.isOfCells }.map(\.features)
    let option = specification.output.calloutColumns
    var seen: Set<String> = []
    for view in views {
      let columns = option ?? view.output.calloutColumns ?? []
      for column in columns where seen.insert(column).inserted {
        guard tables.contains(where: { $0.points.count > 0 }),
          !tables.contains(where: { $0.hasProperty(column) })
        else { continue }
        var known: [String] = []
        for name in tables.flatMap(\.propertyNames) where !known.contains(name) { known.append(name) }
        let name = option == nil ? "calloutColumns" : "--callout-columns"
        log.warning(
          "\(name): there is no column \(escapedForMessage(column)); "
            + (known.isEmpty ? "the points have no properties" : nameAdvice(column, among: known)),
          at: option == nil ? placeText(requestName, view.position) : nil)
      }
    }
  }
}
