import Drawing
import JSONDocument
import MapGeometry
import MapSettings

/// Small maps in strips above and below the map of a view, or left and right of it, whichever leaves it larger.
struct InsetLayout {
  struct Place {
    let options: InsetOptions
    let size: ScreenSize
    /// The upper left corner in the picture, below the title.
    var origin: Point
  }

  static let setting = SettingName("insets", option: ViewOptions.table["insets"]?.optionName)
  private static let gap = 8.0
  /// The width of insets in a row by their height at most, unless they have a size of their own.
  private static let mostShape = 2.5
  /// The smallest side of the map between the strips.
  private static let leastSide = 64.0
  /// The height of a line of titles, in points.
  private(set) var titleHeight: Double
  private var size: ScreenSize
  private(set) var places: [Place] = []
  /// The room of the strips at each side.
  private(set) var strips = Padding(0)
  /// The length of the longest strip.
  private var longest = 0.0

  /// The upper left corner of the map.
  var corner: Point { Point(x: strips.left, y: strips.top) }
  /// The size of the map.
  var mapSize: ScreenSize {
    ScreenSize(
      width: max(0, size.width - strips.left - strips.right),
      height: max(0, size.height - strips.top - strips.bottom))
  }
  /// The share of the picture that the strips take.
  var share: Double { 1 - mapSize.width * mapSize.height / (size.width * size.height) }

  /// - Parameter shape: the width of what the map shows by its height; `nil` where it is not fitted.
  /// - Throws: ``SessionError`` for insets of no area, and for those that do not fit into a picture of the size.
  init(_ insets: [InsetOptions], in size: ScreenSize, textSize: Double, shape: Double?) throws(SessionError) {
    if insets.contains(where: { $0.box?.isFlat == true }) {
      throw .input(
        "\(setting: InsetLayout.setting): a box without an area shows nothing; write WEST,SOUTH,EAST,NORTH")
    }
    let (rows, columns) = (
      InsetLayout(insets, size, textSize, isRow: true), InsetLayout(insets, size, textSize, isRow: false)
    )
    func room(_ layout: InsetLayout) -> Double {
      let (width, height) = (layout.mapSize.width, layout.mapSize.height)
      guard min(width, height) >= InsetLayout.leastSide else { return 0 }
      return shape.map { min(width / $0, height) } ?? width * height
    }
    let hasRoom = room(rows) > 0
    self = rows
    if columns.longest <= size.height, room(columns) > (rows.longest > size.width ? 0 : room(rows)) {
      self = columns
    } else if rows.longest > size.width {
      throw .input(
        "insets of \(Int(rows.longest.rounded(.up))) points in a row do not fit a picture that is \(Int(size.width)) wide; make them smaller with \(setting: InsetLayout.setting), or the picture larger"
      )
    } else if !hasRoom {
      throw .input(
        "strips of insets leave \(Int(mapSize.height)) of \(Int(size.height)) points for the map; make them smaller with \(setting: InsetLayout.setting), or the picture larger"
      )
    }
  }

  private init(_ insets: [InsetOptions], _ size: ScreenSize, _ textSize: Double, isRow: Bool) {
    (self.size, titleHeight) = (size, textSize + 5)
    let gap = InsetLayout.gap
    let whole = isRow ? size.width : size.height
    for isFirst in [true, false] {
      var strip = insets.filter { $0.isAt(isRow ? "top" : "left") == isFirst }
      guard !strip.isEmpty else { continue }
      // What is built up from below is read from above.
      if !isRow {
        strip = strip.filter { !$0.isAt("bottom") } + strip.filter { $0.isAt("bottom") }.reversed()
      }
      let titles = strip.contains { $0.title != nil } ? titleHeight : 0
      var sizes = strip.map { $0.size(in: size) }
      // The land around an inset shows more than an empty row.
      let growth = (whole - gap) / sizes.reduce(gap) { $0 + $1.width + gap }
      for index in strip.indices where isRow && strip[index].size == nil && growth > 1 {
        let most = InsetLayout.mostShape * sizes[index].height
        sizes[index].width = max(sizes[index].width, min(growth * sizes[index].width, most).rounded(.down))
      }
      let lengths = sizes.map { isRow ? $0.width : $0.height + titles }
      longest = max(longest, lengths.reduce(gap) { $0 + $1 + gap })
      let breadth = 2 * gap + (sizes.map { isRow ? $0.height + titles : $0.width }.max() ?? 0)
      let across = isFirst ? gap : (isRow ? size.height : size.width) - breadth + gap
      switch (isRow, isFirst) {
      case (true, true): strips.top = breadth
      case (true, false): strips.bottom = breadth
      case (false, true): strips.left = breadth
      case (false, false): strips.right = breadth
      }
      var (near, far) = (gap, whole - gap)
      for ((inset, own), length) in zip(zip(strip, sizes), lengths) {
        let isFar = inset.isAt(isRow ? "right" : "bottom")
        let start = isFar ? far - length : near
        if isFar { far = start - gap } else { near = start + length + gap }
        let origin = isRow ? Point(x: start, y: across + titles) : Point(x: across, y: start + titles)
        places.append(Place(options: inset, size: own, origin: origin))
      }
    }
  }
}
