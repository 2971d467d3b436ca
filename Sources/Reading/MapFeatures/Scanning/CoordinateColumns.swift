import JSONDocument
struct CoordinateColumns: Hashable {
  /// Column of longitudes, or of texts such as well-known text; see ``CoordinateText``.
  let longitude: Int
  let latitude: Int?
  var coordinateOrder = CoordinateOrder.latitudeFirst
  let identifier: Int?
  let note: SettingText?
  /// The degrees of a number: of columns such as `latitudeE7` a ten-millionth.
  var unit = 1.0

  /// The degrees of a number in a column of this name.
  static func unit(of name: String) -> Double { name.lowercased().hasSuffix("e7") ? 1e-7 : 1 }
}

/// Finds coordinate columns by names of a header.
///
/// Exact names win: `longitude`, `lon`, `lng`, `long` or `x` with `latitude`, `lat` or `y`. Else an axis is
/// part of the name, set apart by separators or capitals (`pickup_longitude`, `decimalLongitude`, `@lon`), in
/// pairs that agree in the rest. Else a column of well-known text.
struct ColumnFinder {
  let header: [String]
  /// Lowercase names; empty for those longer than ``longestName``.
  private let plain: [String]
  let options: ReadingOptions
  let kind: (Int) -> CoordinateText.Kind?
  var looksAtContent = true

  /// Bytes of the longest name searched for an axis.
  private static let longestName = 256

  init(header: [String], options: ReadingOptions, kind: @escaping (Int) -> CoordinateText.Kind?) {
    (self.header, self.options, self.kind) = (header, options, kind)
    plain = header.map { $0.utf8.count <= Self.longestName ? $0.lowercased() : "" }
  }

  private static let longitudeNames = ["longitude", "lon", "lng", "long", "x"]
  private static let latitudeNames = ["latitude", "lat", "y"]
  private static let longitudeWords: Set = [
    "longitude", "lon", "lng", "long", "längengrad", "laengengrad", "länge", "laenge", "longitud",
    "longitudine",
    "lengtegraad", "længdegrad", "lengdegrad", "pituusaste", "hosszúság", "długość", "délka", "dĺžka",
    "boylam", "долгота", "довгота", "経度", "经度", "經度", "경도", "μήκος",
  ]
  private static let latitudeWords: Set = [
    "latitude", "lat", "breitengrad", "breite", "latitud", "latitudine", "breedtegraad", "breddegrad",
    "leveysaste", "szélesség", "szerokość", "šířka", "šírka", "enlem", "широта", "緯度", "纬度", "위도", "πλάτος",
  ]
  /// Words of lengths and widths, too: geometry columns precede them.
  private static let wordsOfSizes: Set = [
    "länge", "laenge", "breite", "długość", "szerokość", "délka", "šířka", "dĺžka", "šírka", "hosszúság",
    "szélesség", "μήκος", "πλάτος",
  ]
  private static let textNames: Set = [
    "geometry", "geom", "wkt", "the_geom", "wkb_geometry", "location", "point", "coordinates", "geo_point",
    "geopoint", "geo_point_2d", "geography", "geog", "shape",
  ]
  /// Names of positions; geometry columns precede them.
  private static let positionNames: Set = [
    "position", "pos", "coords", "coord", "coordinate", "latlng", "latlon", "lat_lng", "lat_lon", "lnglat",
    "lonlat",
    "lng_lat", "lon_lat", "geo", "gps", "geolocation", "center", "centroid",
  ]
  /// Joined names, such as of the US Census (`INTPTLAT`) and NASA (`reclat`).
  private static let joinedNames = [
    "intptlong": ["intpt", "long"], "intptlon": ["intpt", "long"], "intptlat": ["intpt", "lat"],
    "reclong": ["rec", "long"], "reclat": ["rec", "lat"], "xcoord": ["x", "coord"], "ycoord": ["y", "coord"],
  ]
  /// `x` and `y` are coordinates only beside these words; sizes have them, too.
  private static let wordsOfCoordinates: Set = [
    "coord", "coords", "coordinate", "coordinates", "geometry", "geo", "gps", "point", "pos", "position",
    "location", "loc", "center", "centre", "centroid", "wgs", "84", "map",
  ]

  func find() throws(FeatureProblem) -> CoordinateColumns {
    let identifier: Int?
    switch options.identifierColumn {
    case let column?: identifier = try self.column(column, "id")
    case nil: identifier = plain.firstIndex(of: "id")
    }
    let (longitude, latitude, note) = try choose()
    if longitude == latitude { throw .sameColumn(longitude + 1) }
    return CoordinateColumns(
      longitude: longitude, latitude: latitude,
      coordinateOrder: latitude == nil ? coordinateOrder(of: longitude) : .latitudeFirst,
      identifier: identifier, note: note,
      unit: latitude == nil ? 1 : CoordinateColumns.unit(of: header[longitude]))
  }

  private func coordinateOrder(of column: Int) -> CoordinateOrder {
    if isOfGeohashes(column) { return .geohash }
    if kind(column) == .longitudeFirst { return .longitudeFirst }
    // Both words may be one, as in lnglat.
    let name = plain[column]
    let axes = [Self.longitudeNames.prefix(3), Self.latitudeNames.prefix(2)].map { words in
      words.compactMap { name.firstRange(of: $0)?.lowerBound }.min()
    }
    guard case (let longitude?, let latitude?) = (axes[0], axes[1]) else { return .latitudeFirst }
    return longitude < latitude ? .longitudeFirst : .latitudeFirst
  }

  /// False for cells that are counted already.
  private func isOfGeohashes(_ column: Int) -> Bool {
    (plain[column].hasSuffix("geohash") || isOfBuckets(column)) && kind(column) == nil
      && !plain.contains("point_count")
  }

  /// True for the names of cells in answers of Elasticsearch.
  private func isOfBuckets(_ column: Int) -> Bool { plain[column] == "key" && plain.contains("doc_count") }

  private func choose() throws(FeatureProblem) -> (longitude: Int, latitude: Int?, note: SettingText?) {
    if let asked = options.geometryColumn { return (try column(asked, "geometry"), nil, nil) }
    let longitude = try axis(options.longitudeColumn, "longitude", names: Self.longitudeNames)
    let latitude = try axis(options.latitudeColumn, "latitude", names: Self.latitudeNames)
    switch (longitude, latitude) {
    case (let longitude?, let latitude?):
      // A pyramid's x and y number tiles.
      let note: SettingText = "z, x, y and point_count seem to be cells; \(FeatureProblem.cellsAdvice)"
      return (longitude, latitude, hasCells && options.longitudeColumn == nil ? note : nil)
    case (let longitude?, nil):
      if let latitude = partner(of: longitude, .longitude) { return (longitude, latitude, nil) }
      throw .columnNotFound(.latitude, header: header)
    case (nil, let latitude?):
      if let longitude = partner(of: latitude, .latitude) { return (longitude, latitude, nil) }
      throw .columnNotFound(.longitude, header: header)
    case (nil, nil):
      let pairs = pairs()
      // Beside a geometry `xcoord` mostly is in the feet or meters of a plane.
      if let first = pairs.first,
        plain[first.longitude] != "xcoord" && !isSize(first.longitude) || textColumn == nil
      {
        let others = pairs.dropFirst().map { "\"\(header[$0.longitude].forMessage)\"" }
        let note: SettingText? =
          others.isEmpty
          ? nil
          : "points are at \"\(header[first.longitude].forMessage)\" and \"\(header[first.latitude].forMessage)\"; choose \(others.prefix(4).joined(separator: " or ")) with \(setting: "longitude")"
        return (first.longitude, first.latitude, note)
      }
      if let textColumn {
        let note: SettingText = "key and doc_count seem to be cells; \(FeatureProblem.cellsAdvice)"
        return (textColumn, nil, isOfBuckets(textColumn) ? note : nil)
      }
      throw .columnNotFound(.longitude, header: header)
    }
  }

  /// Geometry column, preferably of points: rows with lines and areas are skipped with a reason.
  private var textColumn: Int? {
    // Of a path its end.
    let names = plain.map { String($0.split(separator: ".").last ?? "") }
    let texts =
      names.indices.filter { Self.textNames.contains(names[$0]) }
      + names.indices.filter { Self.positionNames.contains(names[$0]) }
    let kinds = texts.map(kind)
    if let found = kinds.firstIndex(where: { $0?.isOfPoints == true }) { return texts[found] }
    if let found = kinds.firstIndex(of: .otherGeometries) { return texts[found] }
    return columnOfContent
  }

  /// Column found by content: geometries, or pairs of numbers under a fitting name.
  private var columnOfContent: Int? {
    guard looksAtContent else { return nil }
    // Numbers with decimal commas look like two, as 52,52 in a column of latitudes.
    let axes = Set(pairs().flatMap { [$0.longitude, $0.latitude] })
    let kinds = header.indices.map { column in
      plain[column].isEmpty || axes.contains(column) ? nil : kind(column).map { (column: column, kind: $0) }
    }.compactMap(\.self)
    let candidates = kinds.filter { $0.kind == .coordinates || $0.kind == .otherGeometries }
    return
      (kinds.first { $0.kind == .geometries } ?? candidates.first { isOfCoordinates($0.column) }
      ?? kinds.first { $0.kind == .longitudeFirst && isOfCoordinates($0.column) }
      ?? kinds.first { $0.kind == .otherGeometries })?.column
      ?? header.indices.first(where: isOfGeohashes)
  }

  private func isOfCoordinates(_ column: Int) -> Bool {
    ColumnFinder.words(of: header[column]).contains { word in
      Self.wordsOfCoordinates.contains(word) || Self.longitudeWords.contains(word)
        || Self.latitudeWords.contains(word) || Self.textNames.contains(word)
        || Self.positionNames.contains(word)
    }
  }

  private var hasCells: Bool { Set(plain).isSuperset(of: ["z", "x", "y", "point_count"]) }

  private func axis(_ asked: ColumnName?, _ option: SettingName, names: [String]) throws(FeatureProblem)
    -> Int?
  {
    if let asked { return try column(asked, option) }
    for name in names {
      let found = header.indices.filter { plain[$0] == name }
      if found.count > 1 {
        throw .ambiguousColumn(name, option: option, columns: found.map { $0 + 1 })
      }
      if let column = found.first { return column }
    }
    return nil
  }

  func column(_ asked: ColumnName, _ option: SettingName) throws(FeatureProblem) -> Int {
    switch asked {
    case .number(let number):
      guard number >= 1, number <= header.count else {
        throw .noSuchColumn(asked, option: option, header: header)
      }
      return number - 1
    case .name(let name):
      let wanted = name.trimmed
      var found = header.indices.filter { header[$0] == wanted }
      if found.isEmpty { found = header.indices.filter { header[$0].lowercased() == wanted.lowercased() } }
      if found.count > 1 {
        throw .ambiguousColumn(name, option: option, columns: found.map { $0 + 1 })
      }
      guard let column = found.first else { throw .noSuchColumn(asked, option: option, header: header) }
      return column
    }
  }

  // MARK: Axes as parts of names

  private struct Reading {
    let axis: SkipReason.Axis
    let rest: [String]
  }

  private func reading(_ column: Int) -> Reading? {
    guard !plain[column].isEmpty else { return nil }
    let joined = Self.joinedNames[plain[column]]
    let words = joined ?? ColumnFinder.words(of: header[column])
    // Sums of cells, such as `lon_e8`.
    if words.contains("e"), words.contains("8") || words.contains("14") { return nil }
    func only(_ names: Set<String>) -> Int? {
      let parts = words.indices.filter { names.contains(words[$0]) }
      return parts.count == 1 ? parts[0] : nil
    }
    func reading(_ axis: SkipReason.Axis, _ part: Int) -> Reading {
      var rest = words
      rest[part] = ""
      // Of x_lon and y_lat both words are the axis.
      let letter = axis == .longitude ? "x" : "y"
      if rest.count == 2, let other = rest.firstIndex(of: letter) { rest[other] = "" }
      return Reading(axis: axis, rest: rest)
    }
    if let part = only(Self.longitudeWords) { return reading(.longitude, part) }
    if let part = only(Self.latitudeWords) { return reading(.latitude, part) }
    guard words.count > 1, words.contains(where: Self.wordsOfCoordinates.contains) else { return nil }
    if let part = only(["x"]) { return reading(.longitude, part) }
    if let part = only(["y"]) { return reading(.latitude, part) }
    return nil
  }

  /// True if a name may be a size's, such as `Länge`, unlike `geogr. Länge`.
  private func isSize(_ column: Int) -> Bool {
    !plain[column].isEmpty
      && ColumnFinder.words(of: header[column]).contains(where: Self.wordsOfSizes.contains)
  }

  /// Pairs of names that differ only by the axis, in header order; sizes last.
  private func pairs() -> [(longitude: Int, latitude: Int)] {
    let readings = header.indices.map { reading($0) }
    let columns = header.indices.filter { !isSize($0) } + header.indices.filter(isSize)
    var latitudes: [[String]: Int] = [:]  // looked up, never iterated
    for column in columns {
      if let reading = readings[column], reading.axis == .latitude, latitudes[reading.rest] == nil {
        latitudes[reading.rest] = column
      }
    }
    return columns.compactMap { column in
      guard let longitude = readings[column], longitude.axis == .longitude else { return nil }
      return latitudes[longitude.rest].map { (column, $0) }
    }
  }

  /// The column whose name agrees, else the only one of its axis.
  private func partner(of column: Int, _ axis: SkipReason.Axis) -> Int? {
    let own = reading(column)
    let others = header.indices.filter { other in
      other != column && reading(other).map { $0.axis != axis } == true
    }
    return others.first { own != nil && reading($0)?.rest == own?.rest }
      ?? (others.count == 1 ? others[0] : nil)
  }

  /// Lowercase words, split at separators, capitals and digits.
  static func words(of name: String) -> [String] {
    enum Kind { case upper, lower, digit, other }
    func kind(_ scalar: Unicode.Scalar) -> Kind {
      if scalar.properties.numericType != nil { return .digit }
      if scalar.properties.isUppercase { return .upper }
      // A letter's mark, where letters are written in parts.
      if scalar.properties.generalCategory == .nonspacingMark { return .lower }
      return scalar.properties.isAlphabetic ? .lower : .other
    }
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let own = kind(scalar)
      if own == .other {
        end()
        continue
      }
      if index > 0 {
        let former = kind(scalars[index - 1])
        let isNextLower = index + 1 < scalars.count && kind(scalars[index + 1]) == .lower
        let begins =
          former == .lower && own == .upper || former == .upper && own == .upper && isNextLower
          || (former == .digit) != (own == .digit)
        if begins { end() }
      }
      word.unicodeScalars.append(scalar)
    }
    end()
    return words
  }
}

extension FeatureProblem: Error {}
