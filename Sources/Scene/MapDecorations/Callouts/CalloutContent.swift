import Drawing
import MapClusters
import MapContent
import MapGeometry
import MapSettings

struct CalloutContent {
  var title: String
  var subtitle: String?
  /// A member: its name, and what else stands in a second line.
  struct Row: Hashable {
    var text: String
    var details: String?
  }

  var rows: [Row] = []
  /// The number of members without a row.
  var more = 0
  var numbers = NumberFormat()

  /// This content with a list of so many rows at most; 0 leaves it out.
  func listing(atMost limit: Int) -> CalloutContent {
    guard limit > 0 else { return CalloutContent(title: title, subtitle: subtitle) }
    var shorter = self
    shorter.rows = Array(rows.prefix(limit))
    shorter.more += rows.count - shorter.rows.count
    return shorter
  }

  /// All of it in one text, for readers who cannot see it.
  var details: String? {
    var lines = subtitle.map { [$0] } ?? []
    for row in rows { lines += [row.text] + (row.details.map { ["  " + $0] } ?? []) }
    if more > 0 { lines.append(moreText) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  var moreText: String { "… and \(numbers.whole(Double(more))) more" }
}

extension MarkerGroup {
  /// The text of a marker's callout: title and subtitle; a cluster without a subtitle lists its members, and so does
  /// any where columns are named.
  func callout(
    of marker: Marker, rows limit: Int, columns: [String] = [], numbers: NumberFormat
  ) -> CalloutContent {
    var content = CalloutContent(title: title(of: marker), subtitle: subtitle(of: marker))
    content.numbers = numbers
    let members = markers.members(of: marker)
    guard marker.isCluster else {
      guard !columns.isEmpty, let row = members.first.flatMap({ row(ofMember: $0, columns) }) else {
        return content
      }
      if singleTitle(of: marker) == nil {
        (content.title, content.subtitle) = (row.text, row.details ?? content.subtitle)
      } else {
        content.subtitle = [row.text, row.details].compactMap(\.self).joined(separator: ", ")
      }
      return content
    }
    if clustering?.listsMembersInCallouts == true { content.subtitle = nil }
    // Members of cells are counted and not known.
    guard content.subtitle == nil || !columns.isEmpty, limit > 0, !source.isOfCells else { return content }
    // Those without a name are counted among the rest.
    content.rows = Array(members.lazy.compactMap { row(ofMember: $0, columns) }.prefix(limit))
    content.more = content.rows.isEmpty ? 0 : members.count - content.rows.count
    return content
  }

  /// A member in a list: its name, in data without names its identifier, or the first of the columns and the other columns'
  /// values; `nil` for a member that has none of these.
  private func row(ofMember member: UInt32, _ columns: [String]) -> CalloutContent.Row? {
    guard !columns.isEmpty else {
      let title =
        source.hasNames ? source.name(ofPoint: Int(member)) : source.identifier(ofPoint: Int(member))
      return title.map { CalloutContent.Row(text: $0) }
    }
    let values = columns.map { column in
      let text = source.features.property(column, ofPoint: source.row(Int(member)))?.text
      return text?.isEmpty == true ? nil : text
    }
    guard values.contains(where: { $0 != nil }) else { return nil }
    let details = values.dropFirst().compactMap(\.self).joined(separator: ", ")
    return CalloutContent.Row(text: values[0] ?? "–", details: details.isEmpty ? nil : details)
  }
}

/// The colors of callouts: dark letters on white, or light ones on slate where the map is dark.
struct CalloutLook {
  let plate, edge, title, text, faint, rule: Color
  /// The ring about the selected marker, and the casing that lifts it off the map.
  let ring, casing: Color

  static func over(_ background: Color?) -> CalloutLook {
    func color(_ rgb: UInt32, _ alpha: Double = 1) -> Color { Color(rgb: rgb).multiplyingAlpha(by: alpha) }
    if let background, background.alpha > 0.5, background.relativeLuminance < 0.18 {
      return CalloutLook(
        plate: color(0x2D3744), edge: color(0xFFFFFF, 0.28), title: color(0xFFFFFF), text: color(0xD6DEE6),
        faint: color(0x9EACBA), rule: color(0xFFFFFF, 0.16), ring: color(0x7ABEFF),
        casing: color(0x0C121A, 0.85))
    }
    return CalloutLook(
      plate: color(0xFFFFFF), edge: color(0x172330, 0.26), title: color(0x172330), text: color(0x435160),
      faint: color(0x687684), rule: color(0x172330, 0.14), ring: color(0x0B57D0),
      casing: color(0xFFFFFF, 0.95))
  }
}

extension CalloutContent {
  /// The widest that a line gets, in points.
  static let widest = 220.0

  /// The text, shaped: lines below each other, a rule between head and list.
  ///
  /// - Parameter width: the widest that a line may be, in points.
  func box(_ look: CalloutLook, width: Double, in drawing: inout LayerDrawing) throws(SnapshotError) -> Box {
    let scale = drawing.labelScale
    let bold = Font(names: ["Noto Sans Bold"], size: 12.5 * scale)
    let (plain, small) = (Font(size: 11 * scale), Font(size: 9.5 * scale))
    func line(_ text: String, _ font: Font, _ color: Color, lines: Int = 1) throws(SnapshotError) -> Box {
      let shaped = try CalloutContent.fitted(text, font, lines: lines, width, &drawing)
      return shaped.fragments.isEmpty ? Box(Size(width: 0, height: 0)) { _ in [] } : Box(shaped, font, color)
    }
    var boxes = [try line(title, bold, look.title, lines: 2)]
    if let subtitle {
      boxes.append(try line(subtitle, plain, look.text, lines: 3))
      boxes[1].gap = 2
    }
    guard !rows.isEmpty else { return .column(boxes) }
    var rule = Box(Size(width: 0, height: 10)) { frame in
      let ends = [frame.x, frame.maxX].map { Point(x: $0, y: frame.y + 5) }
      return [.stroke(Path(lines: [ends]), look.rule, width: 1)]
    }
    (rule.isBeneath, rule.isStretched) = (true, true)
    boxes.append(rule)
    for row in rows {
      boxes.append(try line(row.text, plain, look.text))
      guard let details = row.details else { continue }
      boxes.append(try line(details, small, look.faint).padded(Padding(top: 0, right: 0, bottom: 2, left: 0)))
    }
    if more > 0 { boxes.append(try line(moreText, plain, look.faint)) }
    return .column(boxes)
  }

  /// A text in at most so many lines: as much of it as fits, and an ellipsis where something is left out.
  private static func fitted(
    _ text: String, _ font: Font, lines: Int, _ width: Double, _ drawing: inout LayerDrawing
  ) throws(SnapshotError) -> ShapedText {
    let whole = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    func shaped(_ text: String) throws(SnapshotError) -> ShapedText {
      try drawing.shape(
        TextRequest(
          sections: [.init(text: text, font: font)], maximumWidth: lines > 1 ? width : nil,
          lineHeight: (font.size * 1.3).rounded(), justification: .start))
    }
    func fits(_ shaped: ShapedText) -> Bool {
      shaped.size.width <= width && (shaped.fragments.last?.line ?? 0) < lines
    }
    let characters = Array(whole.prefix(240))
    if characters.count == whole.count {
      let all = try shaped(whole)
      if fits(all) { return all }
    }
    var best = try shaped("…")
    _ = try (1..<characters.count + 1).partitioningIndex { count throws(SnapshotError) in
      var beginning = String(characters[..<count])
      while beginning.last?.isWhitespace == true || beginning.last == "," { beginning.removeLast() }
      let cut = try shaped(beginning + "…")
      if fits(cut) { best = cut }
      return !fits(cut)
    }
    return best
  }
}
