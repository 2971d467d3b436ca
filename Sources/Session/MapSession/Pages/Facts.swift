import JSONDocument
import MapContent
import MapGeometry
import MapScene
import MapSettings
import Parallel

/// Facts of the data of a map that pages are made of, read once after loading.
final class Facts: Sendable {
  /// The values, those that have a map each first, in their order; `nil` where nothing asks for it.
  let facets: [(text: String, count: Int, period: Int?)]?
  private let projected = Mutex<[Sheet: [MapSource]]>([:])

  init(_ sources: [MapSource]) {
    let columns = sources.compactMap(\.facetCategories)
    guard !columns.isEmpty else {
      facets = nil
      return
    }
    var found = OrderedValues<String, (text: String, count: Int, period: Int?)>()
    for category in columns.joined() {
      found.add((category.text, category.count, category.period), for: category.text) {
        $0.count += category.count
      }
    }
    let values = found.values
    let periods = values.compactMap(\.period)
    let order =
      periods.count == values.count
      ? values.indices.sorted { periods[$0] < periods[$1] }
      : sources.lazy.compactMap(\.categoryOrder).first?
        .order(of: values.map(\.text), counts: values.map(\.count), first: FacetLayout.most)
    facets = order?.map { values[$0] }
  }

  /// Notes on points and values without a map.
  func facetNotes(of sources: [MapSource]) -> [SettingText] {
    var notes: [SettingText] = []
    for source in sources {
      guard let categories = source.facetCategories else { continue }
      let bare = source.pointCount - categories.reduce(0) { $0 + $1.count }
      if bare > 0 {
        notes.append(
          "\(counted(bare, "point")) of \(source.name) without a value \(bare == 1 ? "is" : "are") on no map")
      }
    }
    let rest = (facets ?? []).dropFirst(FacetLayout.most)
    guard !rest.isEmpty else { return notes }
    let names = rest.prefix(12).map { "\(escapedForMessage($0.text)) (\($0.count))" }.joined(separator: ", ")
    let others = rest.count > 12 ? " and \(rest.count - 12) more" : ""
    return notes + [
      "\(rest.count == 1 ? "1 value has" : "\(rest.count) values have") no map, for a sheet has \(FacetLayout.most): \(names)\(others)"
    ]
  }

  /// The data of a map on a sheet, shared by the pages that have the same sheet.
  ///
  /// - Complexity: O(*points*) for the first of them, O(1) for others.
  func sources(of map: MapSnapshotter, on sheet: Sheet?) throws(SnapshotError) -> [MapSource] {
    guard let sheet else { return map.sources }
    if let sources = projected.withLock({ $0[sheet] }) { return sources }
    let sources = try map.on(sheet).sources
    projected.withLock { $0[sheet] = sources }
    return sources
  }
}
