import Drawing
import JSONDocument
import MapClusters
import MapSettings

/// The text of a callout.
struct CalloutContent {
  var title: String
  var subtitle: String?
  /// A member: its name, and what else stands in a second line.
  struct Row: Hashable {
    var text: String
    var details: String?
  }

  /// Members.
  var rows: [Row] = []
  /// How many members have no row.
  var more = 0
  /// How their number is written.
  var numbers = NumberFormat()

  /// The same without its list.
  var brief: CalloutContent { CalloutContent(title: title, subtitle: subtitle) }

  /// The same in the lengths to be tried, the longest first: a long list is halved while it has more than ten rows, and at
  /// last left out.
  var versions: [CalloutContent] {
    guard !rows.isEmpty else { return [self] }
    var versions = [self]
    while let last = versions.last, last.rows.count > 10 {
      var shorter = last
      shorter.rows = Array(last.rows.prefix(last.rows.count / 2))
      shorter.more += last.rows.count - shorter.rows.count
      versions.append(shorter)
    }
    return versions + [brief]
  }

  /// All of it in one text, for readers who cannot see it.
  var details: String? {
    var lines = subtitle.map { [$0] } ?? []
    for row in rows { lines += [row.text] + (row.details.map { ["  " + $0] } ?? []) }
    if more > 0 { lines.append(moreText) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The last row.
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
  let plate: Color
  let edge: Color
  let title: Color
  let text: Color
  let faint: Color
  let rule: Color
  /// The ring about the selected marker, and the casing that lifts it off the map.
  let ring: Color
  let casing: Color

  init(over background: Color?) {
    func gray(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Color {
      Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    }
    if let background, background.alpha > 0.5, background.relativeLuminance < 0.18 {
      plate = gray(45, 55, 68)
      edge = gray(255, 255, 255, 0.28)
      title = gray(255, 255, 255)
      text = gray(214, 222, 230)
      faint = gray(158, 172, 186)
      rule = gray(255, 255, 255, 0.16)
      ring = gray(122, 190, 255)
      casing = gray(12, 18, 26, 0.85)
    } else {
      plate = gray(255, 255, 255)
      edge = gray(23, 35, 48, 0.26)
      title = gray(23, 35, 48)
      text = gray(67, 81, 96)
      faint = gray(104, 118, 132)
      rule = gray(23, 35, 48, 0.14)
      ring = gray(11, 87, 208)
      casing = gray(255, 255, 255, 0.95)
    }
  }
}

/// A callout's text, shaped: where each line lies in the block, and how large the block is.
struct CalloutText {
  /// The widest that a line gets, in points.
  static let widest = 220.0

  private(set) var size = Size(width: 0, height: 0)
  private var blocks: [(shaped: ShapedText, font: Font, color: Color, y: Double)] = []
  /// Where a rule divides head and list.
  private var ruleY: Double?
  private let look: CalloutLook

  /// Shapes a callout's text.
  ///
  /// - Parameter width: the widest that a line may be, in points.
  init(
    _ content: CalloutContent, look: CalloutLook, width: Double, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    self.look = look
    let (bold, plain) = (
      Font(names: ["DejaVu Sans Bold"], size: 12.5), Font(names: ["DejaVu Sans"], size: 11)
    )
    let small = Font(names: ["DejaVu Sans"], size: 9.5)
    try add(content.title, bold, look.title, lines: 2, width, &drawing)
    if let subtitle = content.subtitle {
      size.height += 2
      try add(subtitle, plain, look.text, lines: 3, width, &drawing)
    }
    guard !content.rows.isEmpty else { return }
    ruleY = size.height + 5
    size.height += 10
    for row in content.rows {
      try add(row.text, plain, look.text, lines: 1, width, &drawing)
      if let details = row.details {
        try add(details, small, look.faint, lines: 1, width, &drawing)
        size.height += 2
      }
    }
    if content.more > 0 { try add(content.moreText, plain, look.faint, lines: 1, width, &drawing) }
  }

  private mutating func add(
    _ text: String, _ font: Font, _ color: Color, lines: Int, _ width: Double,
    _ drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let shaped = try CalloutText.fitted(text, font, lines: lines, width, &drawing)
    guard !shaped.fragments.isEmpty else { return }
    blocks.append((shaped, font, color, size.height))
    size.width = max(size.width, shaped.size.width)
    size.height += shaped.size.height
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
          lineHeight: (font.size * 1.3).rounded(), justification: .left))
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
    var (low, high) = (0, characters.count)
    while low < high {
      let middle = (low + high + 1) / 2
      var beginning = String(characters[..<middle])
      while beginning.last?.isWhitespace == true || beginning.last == "," { beginning.removeLast() }
      let cut = try shaped(beginning + "…")
      if fits(cut) {
        best = cut
        low = middle
      } else {
        high = middle - 1
      }
    }
    return best
  }

  /// The block's marks, its upper left corner at a place.
  func marks(at corner: Point) -> [Mark] {
    var marks: [Mark] = []
    if let ruleY {
      var line = Path()
      line.move(to: corner + Point(x: 0, y: ruleY))
      line.line(to: corner + Point(x: size.width, y: ruleY))
      marks.append(Mark(.stroke(Stroke(line, .color(look.rule), width: 1))))
    }
    for block in blocks {
      let fragments = block.shaped.fragments.map { fragment in
        TextRun.Fragment(
          text: fragment.text, font: block.font, color: block.color,
          origin: fragment.origin + corner + Point(x: 0, y: block.y), advance: fragment.advance,
          outline: fragment.outline, images: fragment.images)
      }
      marks.append(Mark(.text(TextRun(fragments: fragments, alignment: .start))))
    }
    return marks
  }
}
