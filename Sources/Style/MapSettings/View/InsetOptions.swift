import BuiltIns
import JSONDocument
public import MapGeometry

/// A small map in a strip beside the main one: what lies far away, in a view of its own.
public struct InsetOptions: Hashable, Documented {
  package static var section: String { "inset" }
  /// The text above it; `nil` for none.
  public var title: String?
  /// The box that it shows. The main map is not fitted to the points in it.
  public var box: BoundingBox?
  /// The size in points.
  public var size: ScreenSize?
  /// The corner of the picture that the strip has it in.
  public var corner: PictureCorner?
  /// The projection; `nil` for that of the main map.
  public var projection: ProjectionChoice?

  /// An inset of which nothing is set.
  public init() {}

  private var standardSize = ScreenSize(width: 160, height: 120)

  /// Size, smaller in small pictures unless set.
  package func size(in picture: ScreenSize) -> ScreenSize {
    let factor = min(1, picture.width / 540, picture.height / 400)
    return size
      ?? ScreenSize(
        width: (standardSize.width * factor).rounded(), height: (standardSize.height * factor).rounded())
  }

  /// True at a side: `top`, `bottom`, `left` or `right`.
  package func isAt(_ side: String) -> Bool { (corner ?? .bottomLeft).rawValue.contains(side) }

  static let table = SettingTable<InsetOptions>(
    "an inset", wanted: "an inset with a box",
    [
      .init("bbox", \.box, .box, traits: .isRequired),
      .init("at", \.corner, .name()),
      .init("size", \.size, .size),
      .init("title", \.title, .text("a text", form: "text")),
      .init("projection", \.projection, .projection),
    ])

  /// Insets that are known by name: countries with parts far away.
  public static let sets: KeyValuePairs<String, [(title: String, box: [Double], width: Double)]> = [
    "us": [
      ("Alaska", [172, 51, -129, 72], 180), ("Hawaii", [-160.7, 18.5, -154.4, 22.6], 130),
      ("Puerto Rico", [-67.6, 17.55, -64.4, 18.8], 110),
    ],
    "fr": [
      ("Guadeloupe", [-62, 15.7, -60.9, 16.6], 90), ("Martinique", [-61.4, 14.3, -60.7, 15], 90),
      ("Guyane", [-54.8, 2, -51.4, 6], 90), ("La Réunion", [55.1, -21.5, 56, -20.8], 90),
      ("Mayotte", [44.9, -13.1, 45.4, -12.5], 90),
    ],
    "es": [("Canarias", [-18.4, 27.4, -13.2, 29.6], 180)],
    "pt": [("Açores", [-31.6, 36.7, -24.8, 40], 140), ("Madeira", [-17.5, 32.3, -16, 33.3], 120)],
    "no": [("Svalbard", [9, 76.2, 34, 81], 120), ("Jan Mayen", [-9.3, 70.7, -7.7, 71.3], 110)],
  ]

  private init(_ title: String, _ box: BoundingBox, _ standard: ScreenSize?, _ corner: PictureCorner?) {
    (self.title, self.box, self.corner) = (title.isEmpty ? nil : title, box, corner)
    standardSize = standard ?? standardSize
  }

  /// Reads the name of a set, or `NAME=WEST,SOUTH,EAST,NORTH@CORNER` with an optional corner.
  ///
  /// - Throws: `SettingError` for other words.
  static func insets(word: String) throws(SettingError) -> [InsetOptions] {
    if let set = sets.first(where: { $0.key == word })?.value {
      return set.compactMap { part in
        let sides = part.box
        let box = try? BoundingBox(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
        let size = ScreenSize(width: part.width, height: 100)
        return box.map { InsetOptions(part.title, $0, size, nil) }
      }
    }
    let fault =
      "is no inset; write NAME=WEST,SOUTH,EAST,NORTH@CORNER, or one of \(sets.map(\.key).joined(separator: ", "))"
    guard let equals = word.firstIndex(of: "=") else { throw .malformed(word, fault: fault) }
    let parts = word[word.index(after: equals)...].split(separator: "@", omittingEmptySubsequences: false)
    let corner = parts.count > 1 ? PictureCorner(rawValue: String(parts[1])) : .bottomLeft
    guard parts.count < 3, let corner else {
      throw .noChoice(parts.dropFirst().joined(separator: "@"), of: PictureCorner.allCases.map(\.rawValue))
    }
    let box = try SettingType<BoundingBox>.box.word(String(parts[0]))
    return [InsetOptions(String(word[..<equals]), box, nil, corner)]
  }
}

extension ViewOptions {
  /// The view's set of insets, with or without others.
  package var insetSet: (name: String, insets: [InsetOptions])? {
    guard let insets, !insets.isEmpty else { return nil }
    return InsetOptions.sets.map { ($0.key, (try? InsetOptions.insets(word: $0.key)) ?? []) }
      .first { $0.1.allSatisfy(insets.contains) }
  }

  package var insetBoxes: [BoundingBox] { insets?.compactMap(\.box) ?? [] }

  /// Box of the main part of a country with a set of insets.
  package var mainPart: BoundingBox? {
    guard let set = insetSet?.name,
      let box = BuiltInPlace.countries.first(where: { $0.code == set.uppercased() })?.box
    else { return nil }
    return (try? BoundingBox(west: box[0], south: box[1], east: box[2], north: box[3]))?.grownByHalf
  }

  /// Boxes that the view is not fitted to: insets, and with a set all that lies far from the country's main
  /// part.
  package var unfittedBoxes: [BoundingBox] {
    guard let main = mainPart else { return insetBoxes }
    let beside = [(-180, -90, 180, main.south), (-180, main.north, 180, 90), (main.east, -90, main.west, 90)]
    return insetBoxes
      + beside.compactMap { try? BoundingBox(west: $0.0, south: $0.1, east: $0.2, north: $0.3) }
  }
}

extension BoundingBox {
  /// Enlarged by half of its width and height.
  package var grownByHalf: BoundingBox {
    let (across, up) = (min(longitudes.width, 360 - longitudes.width) / 2, (north - south) / 2)
    let (west, east) = (longitudes.west - across, longitudes.east + across)
    return (try? BoundingBox(west: west, south: max(-90, south - up), east: east, north: min(90, north + up)))
      ?? self
  }
}

extension SettingType where Value == [InsetOptions] {
  static var insets: SettingType {
    let names = InsetOptions.sets.map(\.key)
    return SettingType(
      schema: .either([
        .oneOf(names),
        .list(InsetOptions.table.schema, count: 1...20),
      ])
    ) { reader, node in
      if let name = node.value.string, names.contains(name) { return try? InsetOptions.insets(word: name) }
      guard let elements = reader.array(node, "a list of insets, or one of \(names.joined(separator: ", "))")
      else { return nil }
      return elements.compactMap { element in
        var inset = InsetOptions()
        let isWhole = InsetOptions.table.readWhole(element, into: &inset, in: &reader)
        return isWhole && inset.box != nil ? inset : nil
      }
    } word: { word throws(SettingError) in
      try InsetOptions.insets(word: word)
    }
  }
}
