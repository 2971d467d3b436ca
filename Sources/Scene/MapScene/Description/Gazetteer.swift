import BuiltIns
import CSystem
import MapGeometry

/// The countries and cities that descriptions name.
struct Gazetteer: Sendable {
  /// Those that come with the program.
  static let world = Gazetteer()
  /// Points farther from all cities are in no country that is named, in meters: they may lie at sea.
  private static let farthest = 300_000.0
  private static let metersOfDegree = 111_195.0

  /// The largest first.
  let countries: [(name: String, coordinate: Coordinate)]
  private let cities = BuiltInCities()
  /// By code the number of its country.
  private let numbers: [UInt16: Int]
  /// By cell of a degree the first of its cities, and by city the next one of its cell; -1 for none.
  private var heads: [Int32]
  private var next: [Int32]

  private init() {
    let places = BuiltInPlace.all
    countries = places.map { ($0.name, Coordinate(latitude: $0.latitude, longitude: $0.longitude)) }
    let codes = places.map { $0.code.utf8.reduce(UInt16(0)) { $0 << 8 | UInt16($1) } }
    // Some territories have none.
    numbers = Dictionary(codes.enumerated().filter { $1 != 0 }.map { ($1, $0) }) { first, _ in first }
    heads = Array(repeating: -1, count: 180 * 360)
    next = Array(repeating: -1, count: cities.count)
    for city in (0..<cities.count).reversed() {
      let coordinate = coordinate(ofCity: city)
      let cell = Gazetteer.row(coordinate) * 360 + Gazetteer.column(coordinate)
      (next[city], heads[cell]) = (heads[cell], Int32(city))
    }
  }

  /// The coordinate of a city.
  func coordinate(ofCity city: Int) -> Coordinate {
    Coordinate(latitude: cities.latitudes[city], longitude: cities.longitudes[city])
  }

  /// The name of a city.
  func name(ofCity city: Int) -> String { cities.name(of: city) }

  private static func row(_ coordinate: Coordinate) -> Int { min(179, max(0, Int(coordinate.latitude + 90))) }
  private static func column(_ coordinate: Coordinate) -> Int {
    min(359, Int(Coordinate.wrappedLongitude(coordinate.longitude) + 180))
  }

  /// Calls with the cities that lie within so many degrees of a coordinate, and some more.
  private func forEachCity(near coordinate: Coordinate, within degrees: Double, _ body: (Int) -> Void) {
    let farthest = min(89.9, abs(coordinate.latitude) + degrees) * .pi / 180
    let across = min(180, Int((degrees / cos(farthest)).rounded(.up)))
    let (middle, reach) = (Gazetteer.column(coordinate), Int(degrees.rounded(.up)))
    let columns = across >= 180 ? 0...359 : middle - across...middle + across
    for row in max(0, Gazetteer.row(coordinate) - reach)...min(179, Gazetteer.row(coordinate) + reach) {
      for column in columns {
        var city = Int(heads[row * 360 + (column + 360) % 360])
        while city >= 0 {
          body(city)
          city = Int(next[city])
        }
      }
    }
  }

  /// The nearest city, and its distance in meters.
  ///
  /// Most cities are passed over by a lower bound of their distance, which takes no function of angles: the sine of half an
  /// angle is at least 0.98 times that up to 36°, and 2/π times at any.
  func nearest(to coordinate: Coordinate) -> (city: Int, meters: Double)? {
    var degrees = 1.0
    var nearest: (city: Int, meters: Double)?
    while true {
      let narrowing = cos(min(90, abs(coordinate.latitude) + degrees + 1) * .pi / 180)
      let isNear = degrees < 180 * narrowing / 8
      let shortest = (isNear ? 0.98 : 0.63) * Gazetteer.metersOfDegree
      forEachCity(near: coordinate, within: degrees) { city in
        let there = self.coordinate(ofCity: city)
        let across = abs(there.longitude - coordinate.longitude)
        let east = min(across, abs(360 - across)) * narrowing
        let north = there.latitude - coordinate.latitude
        let known = (nearest?.meters ?? .infinity) / shortest
        if east * east + north * north > known * known { return }
        let meters = Geodesy.distance(from: there, to: coordinate)
        if meters < nearest?.meters ?? .infinity { nearest = (city, meters) }
      }
      if let nearest, nearest.meters <= degrees * Gazetteer.metersOfDegree || degrees >= 180 {
        return nearest
      }
      guard degrees < 180 else { return nil }
      degrees *= 3
    }
  }

  /// The largest city within a distance in meters, or else the nearest one, with its distance.
  func largest(near coordinate: Coordinate, within reach: Double) -> (city: Int, meters: Double)? {
    var largest: (city: Int, meters: Double)?
    forEachCity(near: coordinate, within: reach / Gazetteer.metersOfDegree) { city in
      let meters = Geodesy.distance(from: self.coordinate(ofCity: city), to: coordinate)
      if meters <= reach, city < largest?.city ?? .max { largest = (city, meters) }
    }
    return largest ?? nearest(to: coordinate)
  }

  /// The largest city that a condition holds for.
  func largestCity(where isTaken: (Coordinate) -> Bool) -> Int? {
    (0..<cities.count).first { isTaken(coordinate(ofCity: $0)) }
  }

  /// The country of a coordinate: that of the nearest city; `nil` far from all cities.
  func country(of coordinate: Coordinate) -> Int? { nearest(to: coordinate).flatMap(country) }

  /// The country of a city; `nil` for one far away.
  func country(of city: (city: Int, meters: Double)) -> Int? {
    city.meters <= Gazetteer.farthest ? numbers[cities.codes[city.city]] : nil
  }
}

/// The number of points by cells of a quarter of a degree, or, of points in many of these, of a degree.
struct PlaceCounts {
  /// So many cells are few enough to find the country of each.
  private static let many = 1 << 14
  /// Cells by degree, and the cells' numbers of points.
  private var (fineness, counts): (Double, [Int: Int]) = (4, [:])

  /// Counts points at a coordinate.
  mutating func add(_ number: Int, at coordinate: Coordinate) {
    counts[cell(of: coordinate), default: 0] += number
    guard counts.count > PlaceCounts.many, fineness > 1 else { return }
    let fine = cells
    (fineness, counts) = (1, [:])
    for (coordinate, number) in fine { counts[cell(of: coordinate), default: 0] += number }
  }

  private var columns: Int { Int(360 * fineness) }

  private func cell(of coordinate: Coordinate) -> Int {
    let column = Int((Coordinate.wrappedLongitude(coordinate.longitude) + 180) * fineness)
    let row = min(Int(180 * fineness) - 1, max(0, Int((coordinate.latitude + 90) * fineness)))
    return row * columns + min(columns - 1, column)
  }

  /// The middles of cells with points, from the south, and the numbers of these.
  var cells: [(coordinate: Coordinate, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { cell, count in
      let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
      let (latitude, longitude) = (
        (Double(row) + 0.5) / fineness - 90, (Double(column) + 0.5) / fineness - 180
      )
      return (Coordinate(latitude: latitude, longitude: longitude), count)
    }
  }
}
