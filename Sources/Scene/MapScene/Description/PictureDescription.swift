import BuiltIns
import CSystem
public import Drawing
import MapClusters
public import MapContent
public import MapGeometry
public import MapSettings

/// The words that describe a picture, made from its markers: how many points it shows, where, and what is largest.
///
/// - Complexity: O(*markers* + *points of other sources*).
public struct PictureDescription: Sendable {
  private let words: DescriptionWords
  private let numbers: NumberFormat
  private let viewport: Viewport
  private let metersPerPoint: Double
  /// The distance within which the largest city is named, not the nearest.
  private let reach: Double
  private let gazetteer = Gazetteer.world
  private var places = PlaceCounts()
  /// The points of clusters by the countries of their cities.
  private var countsByCountry: [Int: Int] = [:]
  private var clusters = 0
  private var singles = 0
  private var count = 0
  /// The largest clusters in view, and where they are on Earth.
  private var largest: [(marker: Marker, coordinate: Coordinate)] = []
  /// Sentences about columns, source by source.
  private var columns: [String] = []
  private var shares: [String] = []
  private let language: AltLanguage

  /// Counts what a picture shows.
  ///
  /// - Parameters:
  ///   - groups: the markers of clustered sources.
  ///   - points: how many points of other sources are in view.
  ///   - others: the coordinates of these.
  ///   - format: the notation that the picture's numbers have; `nil` for all digits, as the language writes them.
  public init(
    of groups: [MarkerGroup], points: Int, at others: [Coordinate], in viewport: Viewport,
    language: AltLanguage = .en, format: NumberFormat? = nil
  ) {
    (self.viewport, self.language) = (viewport, language)
    metersPerPoint =
      viewport.sheet == nil
      ? viewport.metersPerPoint(atLatitude: (viewport.middle ?? viewport.center).latitude)
      : 40_030_000 / viewport.worldSize
    reach = max(10_000, min(100_000, 24 * metersPerPoint))
    words = DescriptionWords(language)
    let notation = format.map { $0.notation == .auto ? .plain : $0.notation } ?? .plain
    numbers = NumberFormat(
      notation,
      marks: format?.marks ?? (format?.notation == .plain ? nil : NumberMarks(language: language.rawValue)))
    (singles, count) = (points, points)
    for coordinate in others { places.add(1, at: coordinate) }
    // In degrees: projecting a million places would take a tenth of their picture's time.
    let window = PointWindow(of: ViewFrame(viewport))
    var described: [(source: String, theme: DataTheme, counts: [Double])] = []
    for group in groups {
      var visible: [Marker] = []
      for marker in group.markers.markers where window.contains(marker.position) {
        // Columns describe them; of a million plain points none is kept.
        if group.source.theme != nil { visible.append(marker) }
        count += marker.count
        guard marker.isCluster else {
          places.add(1, at: group.coordinate(of: marker))
          singles += 1
          continue
        }
        clusters += 1
        // By its city, so that cells that a database counted have the words of their points.
        if let city = gazetteer.largest(near: group.coordinate(of: marker), within: reach),
          let country = gazetteer.country(of: city)
        {
          countsByCountry[country, default: 0] += marker.count
        }
        if largest.count < 3 || PictureDescription.goesBefore(marker, largest[2].marker) {
          add(marker, at: group.coordinate(of: marker))
        }
      }
      guard let theme = group.source.theme else { continue }
      let counts = PictureDescription.counts(of: theme, in: group, visible)
      // Small maps have the points of a source by their values.
      if let index = described.firstIndex(where: { $0.source == group.source.id }) {
        for (code, count) in counts.enumerated() { described[index].counts[code] += count }
      } else {
        described.append((group.source.id, theme, counts))
      }
    }
    for (_, theme, counts) in described { describeColumns(of: theme, counts) }
  }

  /// The larger first, of equal ones the northern, then the western one: databases count in another order.
  private static func goesBefore(_ a: Marker, _ b: Marker) -> Bool {
    (a.weight, a.position.latitude, b.position.longitude) > (
      b.weight, b.position.latitude, a.position.longitude
    )
  }

  /// Keeps the three largest clusters.
  private mutating func add(_ marker: Marker, at coordinate: Coordinate) {
    let index = largest.firstIndex { PictureDescription.goesBefore(marker, $0.marker) } ?? largest.count
    largest.insert((marker, coordinate), at: index)
    if largest.count > 3 { largest.removeLast() }
  }

  /// The words as a picture carries them.
  ///
  /// - Parameters:
  ///   - title: the one that is set, if one is.
  ///   - template: words of the user's own.
  public func text(title: String?, template: AltTemplate?) -> AltText {
    let title = title ?? counted(count, .mapOfOne, .mapOfMany)
    return AltText(
      title: title, details: template.map { fill($0, title) } ?? sentences.joined(separator: " "),
      language: language.rawValue)
  }

  private func fill(_ template: AltTemplate, _ title: String) -> String {
    template.parts.map { part in
      switch part {
      case .words(let text): text
      case .gap(.title): title
      case .gap(.count): number(count)
      case .gap(.clusters): number(clusters)
      case .gap(.singles): number(singles)
      case .gap(.area): area ?? ""
      case .gap(.largest):
        largest.map { "\(number($0.marker.count)) \(location(of: $0.coordinate))" }.joined(separator: ", ")
      case .gap(.shares): shares.joined(separator: "; ")
      case .gap(.description): sentences.joined(separator: " ")
      }
    }.joined()
  }

  private var sentences: [String] {
    var result = [counts]
    let area = area
    if let area { result.append("\(words[.area])\(words[.colon]) \(area).") }
    if clusters > 1 {
      let town = String(area?.prefix { $0 != "," } ?? "")
      let list = largest.map { marker, coordinate in
        // Within a town all are near it.
        let location = location(of: coordinate)
        let isKnown = [town, "\(words[.near]) \(town)"].contains(location)
        return filled(words[.points], marker.count) + (isKnown ? "" : " " + location)
      }
      result.append("\(words[.largest])\(words[.colon]) \(list.joined(separator: ", ")).")
    }
    return result + columns
  }

  private var counts: String {
    guard count > 0 else { return words[.noPoints] + "." }
    let points = counted(count, .onePoint, .points)
    var parts: [String] = []
    if clusters > 0 { parts.append(counted(clusters, .oneCluster, .clusters)) }
    if singles > 0, clusters > 0 { parts.append(counted(singles, .oneSingle, .singles)) }
    return parts.isEmpty ? "\(points)." : "\(points)\(words[.colon]) \(parts.joined(separator: ", "))."
  }

  // MARK: Where

  /// The countries of markers, those with most points first; without points those in view.
  private var countries: [Int] {
    var counts = countsByCountry
    for (coordinate, count) in places.cells {
      if let country = gazetteer.country(of: coordinate) { counts[country, default: 0] += count }
    }
    if !counts.isEmpty { return counts.keys.sorted { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) } }
    return gazetteer.countries.indices.filter { isShown(gazetteer.countries[$0].coordinate) }
  }

  /// True if the picture shows a coordinate.
  private func isShown(_ coordinate: Coordinate) -> Bool {
    guard let planar = viewport.sheet.map({ $0.planar(coordinate) }) ?? coordinate else { return false }
    let point = viewport.project(planar)
    return (0...viewport.size.width).contains(point.x) && (0...viewport.size.height).contains(point.y)
  }

  /// Pictures of so many meters or less across show a town.
  private static let town = 150_000.0

  /// The whole world, or countries, and of a town its name before these.
  private var area: String? {
    let box = viewport.boundingBox
    let shown =
      viewport.sheet.map { $0.shown(in: viewport) } ?? (0...box.longitudes.width, box.south...box.north)
    if let (offsets, latitudes) = shown, offsets.upperBound - offsets.lowerBound >= 330,
      latitudes.upperBound - latitudes.lowerBound > 100
    {
      return words[.world]
    }
    let middle = viewport.middle ?? viewport.center
    let countries = countries
    let more = countries.count - 4
    var names = countries.prefix(4).map { gazetteer.countries[$0].name }
    if more > 0 { names.append(counted(more, .oneMoreCountry, .moreCountries)) }
    if names.isEmpty || metersPerPoint * viewport.size.width <= PictureDescription.town {
      let around = gazetteer.largest(near: middle, within: 10_000).flatMap {
        $0.meters <= 10_000 ? $0.city : nil
      }
      let city = gazetteer.largestCity(where: isShown) ?? around
      names.insert(city.map(gazetteer.name) ?? location(of: middle), at: 0)
    }
    // Singapore is a city and a country.
    return names.distinct(by: \.self).joined(separator: ", ")
  }

  /// The middle of a view by the largest city within 10 km, or the nearest: `2 km northeast of Ghent`.
  package static func whereabouts(of viewport: Viewport, language: AltLanguage) -> String {
    PictureDescription(of: [], points: 0, at: [], in: viewport, language: language)
      .location(of: viewport.middle ?? viewport.center, isNear: true)
  }

  /// A coordinate by the largest city nearby, or the nearest: `near Paris`, `210 km west of Vienna`.
  ///
  /// - Parameter isNear: true for distances from 1 km on; else those from 50 km on are given.
  private func location(of coordinate: Coordinate, isNear: Bool = false) -> String {
    guard let nearest = gazetteer.largest(near: coordinate, within: reach) else {
      return "\(decimal(coordinate.latitude))°, \(decimal(coordinate.longitude))°"
    }
    let kilometers = nearest.meters / 1000
    guard kilometers >= (isNear ? 0.95 : 50) else {
      return "\(words[.near]) \(gazetteer.name(ofCity: nearest.city))"
    }
    let step = kilometers < 50 ? 1.0 : kilometers < 1000 ? 10 : 100
    let distance = filled(words[.away], Int((kilometers / step).rounded() * step))
    let bearing = Geodesy.bearing(from: gazetteer.coordinate(ofCity: nearest.city), to: coordinate)
    return "\(distance) \(words.directions[(Int((bearing / 45).rounded()) + 8) % 8]) "
      + gazetteer.name(ofCity: nearest.city)
  }

  // MARK: What

  private mutating func describeColumns(of theme: DataTheme, _ counts: [Double]) {
    if let column = theme.donut ?? theme.color {
      var sentence = "\(words[.colorShows]) \(theme.withUnit(column.name, of: column.name))"
      let shares = shares(of: column, counts)
      if !shares.isEmpty {
        self.shares.append(shares)
        sentence += "\(words[.colon]) \(shares)"
      }
      columns.append(sentence + ".")
    }
    if theme.donut == nil, let column = theme.drawing.sizeBy {
      columns.append("\(words[.sizeShows]) \(theme.withUnit(column, of: column)).")
    }
  }

  /// The points of visible markers by category, or what these weigh, last those without a value; none for numbers.
  private static func counts(of theme: DataTheme, in group: MarkerGroup, _ visible: [Marker]) -> [Double] {
    guard let column = theme.donut ?? theme.color, !column.categories.isEmpty else { return [] }
    let (end, rows) = (column.categories.count, column.codes.count)
    var counts = column.categories.map { Double($0.count) } + [0]
    if theme.weights == nil, visible.reduce(0, { $0 + $1.members.count }) == rows {
      counts[end] = Double(rows) - counts.reduce(0, +)
      return counts
    }
    counts = Array(repeating: 0, count: end + 1)
    for marker in visible {
      for member in group.markers.members(of: marker) where Int(member) < rows {
        let code = Int(column.codes[Int(member)])
        counts[code < 0 ? end : code] += theme.weights?[Int(member)] ?? 1
      }
    }
    return counts
  }

  /// The most frequent categories of the points in view with their shares; empty for numbers.
  private func shares(of column: ColumnValues, _ counts: [Double]) -> String {
    let (total, empty, counts) = (counts.reduce(0, +), counts.last ?? 0, counts.dropLast())
    guard total > empty else { return "" }
    let most = counts.count <= 5 ? 5 : 4
    let order = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
    var list = order.prefix(most).map { "\(column.categories[$0].text) \(share(counts[$0], of: total))" }
    let rest = order.dropFirst(most).reduce(0) { $0 + counts[$1] }
    if rest > 0 { list.append("\(words[.others]) \(share(rest, of: total))") }
    if empty > 0 { list.append("\(words[.noValue]) \(share(empty, of: total))") }
    return list.joined(separator: ", ")
  }

  private func share(_ count: Double, of total: Double) -> String {
    let percent = count / total * 100
    return percent < 1 ? "< " + filled(words[.percent], 1) : filled(words[.percent], Int(percent.rounded()))
  }

  // MARK: Numbers

  private func number(_ count: Int) -> String { numbers.whole(Double(count)) }
  private func decimal(_ number: Double) -> String { numbers.whole((number * 100).rounded() / 100) }
  /// The words for one thing, or for so many of them.
  private func counted(_ count: Int, _ one: DescriptionWords.Name, _ many: DescriptionWords.Name) -> String {
    count == 1 ? words[one] : filled(words[many], count)
  }
  private func filled(_ words: String, _ count: Int) -> String { words.replacing("#", with: number(count)) }
}

/// The words of descriptions in one language, with gaps `#` for numbers and names.
struct DescriptionWords {
  enum Name: String, CaseIterable {
    case mapOfOne, mapOfMany, noPoints, onePoint, points, oneCluster, clusters, oneSingle, singles
    /// The mark between a heading and its list.
    case colon
    case area, world, oneMoreCountry, moreCountries, largest, near, away, colorShows, sizeShows, others,
      noValue,
      percent
  }

  private let fields: [String: String]
  /// From a city to the north, north-east and on clockwise.
  let directions: [String]

  init(_ language: AltLanguage) {
    fields = Words.ofDescriptions.fields(of: "words", in: language.rawValue)
    directions = (fields["directions"] ?? "").split(separator: ", ").map(String.init)
  }

  subscript(name: Name) -> String { fields[name.rawValue] ?? "" }
}
