import Drawing
package import MapContent
package import MapStyle

/// Lines of the same text whose ends meet, labeled as one: streets are cut at every crossing.
///
/// - SeeAlso: MapLibre GL JS, `merge_lines`, whose order this is.
package struct LineMerging {
  private struct End: Hashable {
    let text: String
    let x: Double
    let y: Double

    init(_ text: String, _ point: Point) { (self.text, x, y) = (text, point.x, point.y) }
  }

  private var merged: [OutlineItem?] = []
  private var starts: [End: Int] = [:]
  private var ends: [End: Int] = [:]

  package static func merged(
    _ outlines: [OutlineItem], _ layer: ResolvedLayer, in drawing: inout LayerDrawing
  ) -> [OutlineItem] {
    let field = layer.property(.textField)
    var merging = LineMerging()
    for outline in outlines {
      let text = field.known(in: drawing.context(for: outline.feature))?.sections.map(\.text).joined() ?? ""
      guard !text.isEmpty, outline.kind == .line else {
        merging.merged.append(outline)
        continue
      }
      for path in outline.paths {
        merging.add(OutlineItem(feature: outline.feature, kind: .line, paths: [path]), text)
      }
    }
    return merging.merged.compactMap { $0 }
  }

  private mutating func add(_ outline: OutlineItem, _ text: String) {
    guard let first = outline.paths[0].points.first, let last = outline.paths[0].points.last else { return }
    let (start, end) = (End(text, first), End(text, last))
    let (before, after) = (ends[start], starts[end])
    if let before, let after, before != after {
      (ends[start], starts[end]) = (nil, nil)
      guard let following = merged[after] else { return }
      append(outline, to: before)
      append(following, to: before)
      merged[after] = nil
      if let last = following.paths[0].points.last { ends[End(text, last)] = before }
    } else if let before {
      ends[start] = nil
      append(outline, to: before)
      ends[end] = before
    } else if let after {
      starts[end] = nil
      guard let following = merged[after] else { return }
      merged[after] = OutlineItem(
        feature: following.feature, kind: .line, paths: [outline.paths[0].continued(by: following.paths[0])])
      starts[start] = after
    } else {
      (starts[start], ends[end]) = (merged.count, merged.count)
      merged.append(outline)
    }
  }

  private mutating func append(_ outline: OutlineItem, to number: Int) {
    guard let before = merged[number] else { return }
    merged[number] = OutlineItem(
      feature: before.feature, kind: .line, paths: [before.paths[0].continued(by: outline.paths[0])])
  }
}

extension OutlinePath {
  fileprivate func continued(by other: OutlinePath) -> OutlinePath {
    OutlinePath(
      points: points + other.points.dropFirst(), isInside: isInside && other.isInside, isHole: false,
      cutEdges: [], beginsInside: beginsInside, overscaling: overscaling)
  }
}
