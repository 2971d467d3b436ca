import JSONDocument
import MapFeatures

/// The columns of a table of cells by their meaning, found by their names in any case.
struct CellColumns {
  enum Form {
    case cells
    case quadbin, quadkey
    case tiles
    case tilePath
    case geohash
    case means
  }

  /// A sum in one column, or in two halves, with the multiples of 2^64 in a third part where it is there.
  struct Sum {
    let name: StaticString
    let whole, top, high, low: Int?
    var isThere: Bool { whole != nil || (high != nil && low != nil) }
    var hasPart: Bool { [whole, top, high, low].contains { $0 != nil } }
  }

  let names: [String]
  let form: Form
  private(set) var requests: [ColumnTable.Request] = []
  let weight: String?

  // All that follows are numbers of requests.

  /// The columns of the cell: column and row in a grid or pyramid, cells along the world, zoom, and a name in one column.
  private(set) var x, y, n, z, cell: Int?
  private(set) var view: Int?
  /// The first column, the columns, the first row and the rows of a view's window; empty where the table has none.
  private(set) var window: [Int] = []
  let count: Int?
  private(set) var longitude, latitude: Int?
  let box: [Int]
  let first: Int?
  /// The sums of longitudes and latitudes; empty where the table has none.
  let sums: [Sum]
  /// The sums of weights, and of longitudes and latitudes times the weights; empty where the table has none.
  private(set) var weights: [Sum] = []
  private(set) var badWeights, plainWeight: Int?
  /// The count of a row's numbers, their sum in parts, the least and the greatest one; `nil` where it carries none.
  private(set) var numberCount: Int?
  private(set) var numberParts: [Int] = [], numberExtremes: [Int] = []

  /// The column that counts points. `clusters` writes their number beside their weight.
  static func countName(among names: [String]) -> String? {
    func name(_ lower: String) -> String? { names.first { $0.lowercased() == lower } }
    if name("point_count") != nil, let leaves = name("leaf_count") { return leaves }
    return ["point_count", "count", "doc_count"].lazy.compactMap(name).first
  }

  init(_ names: [String], _ request: CellRequest, arePoints: Bool) throws(CellTableError) {
    (self.names, weight) = (names, request.weight)
    var header = CellHeader(names, request, arePoints: arePoints)
    form = try header.form()
    switch form {
    case .cells:
      x = try header.take("cell_x", .whole)
      (y, n) = (try header.take("cell_y", .whole), try header.take("n", .whole))
      if y == nil { throw header.missing("cell_y", "of the cells' rows") }
      if n == nil { throw header.missing("n", "of the cells along the world") }
      window = try header.takeAll(["from_x", "cells_x", "from_y", "cells_y"], .whole)
      view = try header.take("view_number", .whole)
    case .tiles:
      (z, x, y) = (try header.take("z", .whole), try header.take("x", .whole), try header.take("y", .whole))
    case .quadbin: cell = try header.take("quadbin", .whole)
    case .quadkey: cell = try header.take("quadkey", .text)
    case .tilePath: cell = try header.take(at: try header.first(CellHeader.pathNames + ["key"]), .text)
    case .geohash: cell = try header.take("geohash", .text)
    case .means: break
    }
    guard let countName = CellColumns.countName(among: names) else {
      throw header.missing("point_count", "of the points in each cell")
    }
    count = try header.take(countName.lowercased(), .whole)
    if !request.isAnswer {
      longitude = try header.take(at: try header.longitude(isNeeded: form == .means), .number)
      latitude = try header.take(at: try header.latitude(isNeeded: form == .means), .number)
    }
    box = try header.takeAll(["west", "south", "east", "north"], .number)
    first = try header.take("first", .whole)
    let sums = [
      try header.takeSum("lon_e8", of: "lon_e8", parts: false),
      try header.takeSum("lat_e8", of: "lat_e8", parts: false),
    ]
    self.sums = sums.contains(where: \.hasPart) ? sums : []
    for (sum, what) in zip(self.sums, ["longitudes", "latitudes"]) where !sum.isThere {
      throw header.missing("\(sum.name)", "of the sums of \(what)")
    }
    if let weight = request.weight?.lowercased() { try takeWeights(weight, &header) }
    if request.isAnswer {
      numberCount = try header.take(NumberField.countName, .whole)
      for part in NumberField.parts { numberParts += try header.takeAll([part.name], .whole) }
      for name in NumberField.extremes { numberExtremes += try header.takeAll([name], .number) }
    }
    requests = header.requests
  }

  private mutating func takeWeights(_ weight: String, _ header: inout CellHeader) throws(CellTableError) {
    let sums = [
      try header.takeSum("w", of: weight + "_e6"), try header.takeSum("w_lon", of: weight + "_lon_e14"),
      try header.takeSum("w_lat", of: weight + "_lat_e14"),
    ]
    badWeights = try header.take(weight + "_e6_bad", .whole)
    guard sums[0].whole != nil || sums[0].high != nil || sums[0].low != nil else {
      plainWeight = try header.take(weight, .number)
      if plainWeight == nil { throw header.missing(weight + "_e6", "of the weights") }
      return
    }
    let purposes = [
      ("_e6", "of the weights"), ("_lon_e14", "of the longitudes times the weights"),
      ("_lat_e14", "of the latitudes times the weights"),
    ]
    for (sum, (name, purpose)) in zip(sums, purposes) where !sum.isThere {
      throw header.missing(weight + name, purpose)
    }
    weights = sums
  }

  /// Names of what clusters and views carry: a style takes a point that has one for a cluster.
  private static let ofClusters: Set = [
    "view", "cluster", "cluster_id", "point_count", "point_count_abbreviated", "leaf_count",
    "unique_location",
  ]

  /// The columns that are no properties of single points.
  var withheld: Set<String> {
    var withheld = Set(requests.map { names[$0.column] })
    for name in names where GridQuery.columnName(ofAnswer: name) == name {
      let lower = name.lowercased()
      let isSum = ["_e6", "_e14", "_e8"].contains { lower.hasSuffix($0) || lower.contains($0 + "_") }
      if isSum || CellColumns.ofClusters.contains(lower) { withheld.insert(name) }
    }
    return withheld
  }
}

private struct CellHeader {
  static let pathNames = ["tile", "geotile"]

  private(set) var requests: [ColumnTable.Request] = []
  private let names: [String]
  private let lower: [String]

  private let arePoints: Bool
  /// The columns that are asked for.
  private let longitude, latitude: ColumnName?

  init(_ names: [String], _ request: CellRequest, arePoints: Bool) {
    (self.names, lower, self.arePoints) = (names, names.map { $0.lowercased() }, arePoints)
    longitude = arePoints ? nil : request.longitude.map(ColumnName.init)
    latitude = arePoints ? nil : request.latitude.map(ColumnName.init)
  }

  func missing(_ name: String, _ purpose: String) -> CellTableError {
    CellTableError(
      .other("there is no column \(escapedForMessage(name)) \(purpose); \(nameAdvice(name, among: names))"))
  }

  func column(_ name: String) throws(CellTableError) -> Int? {
    let found = lower.indices.filter { lower[$0] == name }
    if found.count > 1 {
      throw CellTableError(.other("two columns are named \(escapedForMessage(name)); rename one"))
    }
    return found.first
  }

  func first(_ names: [String]) throws(CellTableError) -> Int? {
    for name in names { if let column = try column(name) { return column } }
    return nil
  }

  func longitude(isNeeded: Bool) throws(CellTableError) -> Int? {
    try coordinate(longitude, ["longitude", "lon", "lng"], isNeeded: isNeeded)
  }

  func latitude(isNeeded: Bool) throws(CellTableError) -> Int? {
    try coordinate(latitude, ["latitude", "lat"], isNeeded: isNeeded)
  }

  /// Cells need no such columns: those that are wanted may be a table of points' that was counted.
  private func coordinate(
    _ wanted: ColumnName?, _ usual: [String], isNeeded: Bool
  ) throws(CellTableError) -> Int? {
    let found: Int?
    switch wanted {
    case nil: return try first(usual)
    case .number(let number): found = number <= names.count ? number - 1 : nil
    case .name(let name): found = names.firstIndex(of: name) ?? lower.firstIndex(of: name.lowercased())
    }
    return found == nil && !isNeeded ? try first(usual) : found
  }

  func form() throws(CellTableError) -> CellColumns.Form {
    if arePoints { return .means }
    if try column("cell_x") != nil { return .cells }
    if try column("quadbin") != nil { return .quadbin }
    if try column("quadkey") != nil { return .quadkey }
    if try column("z") != nil, try column("x") != nil, try column("y") != nil { return .tiles }
    if try first(Self.pathNames) != nil { return .tilePath }
    if try column("geohash") != nil { return .geohash }
    if try longitude(isNeeded: true) != nil, try latitude(isNeeded: true) != nil { return .means }
    // Elasticsearch's buckets; beside coordinates it is any key.
    if try column("key") != nil { return .tilePath }
    if let h3 = lower.first(where: { $0 == "h3" || $0.hasPrefix("h3_") || $0.hasSuffix("_h3") }) {
      throw CellTableError(
        .other(
          "the cells of column \(escapedForMessage(h3)) are H3, whose places the engine knows; add h3_cell_to_lng(\(h3)) AS longitude and h3_cell_to_lat(\(h3)) AS latitude to the query"
        ))
    }
    throw CellTableError(.noPlace(names: names))
  }

  mutating func take(at column: Int?, _ kind: ColumnKind) throws(CellTableError) -> Int? {
    guard let column else { return nil }
    if requests.contains(where: { $0.column == column }) {
      throw CellTableError(
        .other(
          "column \(escapedForMessage(names[column])) already has a meaning in a table of cells; weigh by another"
        ))
    }
    requests.append(ColumnTable.Request(column, kind))
    return requests.count - 1
  }

  mutating func take(_ name: String, _ kind: ColumnKind) throws(CellTableError) -> Int? {
    try take(at: try column(name), kind)
  }

  /// Asks for the columns of all names that are there. Returns the requests; none where one is missing.
  mutating func takeAll(_ names: [String], _ kind: ColumnKind) throws(CellTableError) -> [Int] {
    var taken: [Int] = []
    for name in names { if let request = try take(name, kind) { taken.append(request) } }
    return taken.count == names.count ? taken : []
  }

  mutating func takeSum(
    _ role: StaticString, of name: String, parts: Bool = true
  ) throws(CellTableError) -> CellColumns.Sum {
    let whole = try take(name, .whole)
    let top = parts ? try take(name + "_top", .whole) : nil
    return CellColumns.Sum(
      name: role, whole: whole, top: top, high: try take(name + "_high", .whole),
      low: try take(name + "_low", .whole))
  }
}
