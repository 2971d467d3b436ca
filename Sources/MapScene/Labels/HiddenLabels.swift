import Drawing
import JSONDocument
import MapContent
import MapStyle

struct HiddenLabels {
  private struct Entry {
    let layer: StyleLayer
    let all: Int
    /// Those in each other's way.
    let met: Int
    /// Those that the picture's edge would cut.
    let cut: Int
  }

  private var entries: [Entry] = []

  /// Counts those of a layer; layers come topmost first. What belongs to a point beyond the picture's edge is not missed,
  /// nor a count in a bubble that is cut itself.
  mutating func count(
    _ layer: StyleLayer, _ labels: [Label], _ result: LabelPlacement.Placed, in picture: Rectangle
  ) {
    let isPlaced = Set(result.labels.map(\.index))
    var (met, cut) = (0, 0)
    for index in labels.indices {
      guard !isPlaced.contains(index), !result.empty.contains(index), !labels[index].isRepeated,
        picture.contains(labels[index].point)
      else { continue }
      if !result.cut.contains(index) { met += 1 } else if labels[index].bubble == nil { cut += 1 }
    }
    if met + cut > 0 {
      entries.append(Entry(layer: layer, all: result.labels.count + met + cut, met: met, cut: cut))
    }
  }

  /// Warns of each cause, whatever the number of layers, at the lowest of them.
  func report(to drawing: inout LayerDrawing) {
    report(
      \.met, "found no place",
      "draw a larger or closer view, or set text-allow-overlap in a style of your own",
      to: &drawing)
    report(\.cut, "would be cut by the picture's edge", "show more around them", to: &drawing)
  }

  private func report(
    _ count: KeyPath<Entry, Int>, _ cause: String, _ hint: String, to drawing: inout LayerDrawing
  ) {
    let concerned = entries.filter { $0[keyPath: count] > 0 }
    guard let lowest = concerned.last?.layer else { return }
    let (hidden, all) = concerned.reduce((0, 0)) { ($0.0 + $1[keyPath: count], $0.1 + $1.all) }
    var layers = "layer \(escapedForMessage(lowest.id))"
    if concerned.count == 2 {
      layers = "layers \(escapedForMessage(lowest.id)) and \(escapedForMessage(concerned[0].layer.id))"
    } else if concerned.count > 2 {
      layers += " and \(concerned.count - 1) more layers"
    }
    drawing.omit(
      "labels-hidden", at: lowest.location(),
      "\(hidden) of \(all) labels of \(layers) \(cause) and \(hidden == 1 ? "is" : "are") not drawn; \(hint)")
  }
}
