import MapFeatures

/// What the columns of a table of cells are, found by their names in any case.
struct CellColumns {
  /// How a row's place is written.
  enum Place {
    case cells
    case quadbin, quadkey
    case tiles
    case tilePath
    case geohash
    case means
  }

  let names: [String]
  let place: Place
  let requests: [ColumnTable.Request]
  /// By role: which request reads it.
  let values: [String: Int]
  /// The property whose sums are read; `nil` where nothing weighs.
  let weight: String?

  private static let windowNames = ["from_x", "cells_x", "from_y", "cells_y"]
  private static let boxNames = ["west", "south", "east", "north"]
  private static let countNames = ["point_count", "count", "doc_count"]
  private static let pathNames = ["tile", "geotile"]
  private static let longitudeNames = ["longitude", "lon", "lng"]
  private static let latitudeNames = ["latitude", "lat"]

  /// The column that counts points. What `clusters` writes has their number beside what they weigh.
  static func countName(among names: [String]) -> String? {
    func name(_ lower: String) -> String? { names.first { $0.lowercased() == lower } }
    if name("point_count") != nil, let leaves = name("leaf_count") { return leaves }
    return countNames.lazy.compactMap(name).first
  }

  /// What is wanted of a table's columns.
  struct Wanted {
    /// The property whose sums are read; `nil` where nothing weighs.
    var weight: String?
    /// The columns of counted points; `nil` to find them by their names.
    var longitude: ColumnName?, latitude: ColumnName?
    /// Whether the table is what a database answers to a ``GridQuery``, see ``CellRequest``.
    var isAnswer = false
    /// Whether rows lie at their longitude and latitude, whatever other columns there are.
    var arePoints = false
  }

  /// The columns of a header.
  init(_ names: [String], _ wanted: Wanted) throws(CellTableError) {
    let (isAnswer, arePoints) = (wanted.isAnswer, wanted.arePoints)
    (self.names, weight) = (names, wanted.weight)
    let lower = names.map { $0.lowercased() }
    func column(_ name: String) throws(CellTableError) -> Int? {
      let found = lower.indices.filter { lower[$0] == name }
      if found.count > 1 { throw CellTableError(.ambiguous(name)) }
      return found.first
    }
    func first(_ names: [String]) throws(CellTableError) -> Int? {
      for name in names { if let column = try column(name) { return column } }
      return nil
    }
    // Cells need no such columns: those that are wanted may be a table of points' that was counted.
    func coordinate(_ wanted: ColumnName?, _ usual: [String], isNeeded: Bool) throws(CellTableError) -> Int? {
      let found: Int?
      switch arePoints ? nil : wanted {
      case nil: return try first(usual)
      case .number(let number): found = number <= names.count ? number - 1 : nil
      case .name(let name): found = names.firstIndex(of: name) ?? lower.firstIndex(of: name.lowercased())
      }
      if found == nil, !isNeeded { return try first(usual) }
      return found
    }
    func missing(_ name: String, _ purpose: String) -> CellTableError {
      CellTableError(.noColumn(name, of: purpose, names: names))
    }
    var requests: [ColumnTable.Request] = []
    var values: [String: Int] = [:]
    func take(_ role: String, _ column: Int?, _ kind: ColumnKind) throws(CellTableError) {
      guard let column else { return }
      if requests.contains(where: { $0.column == column }) { throw CellTableError(.usedTwice(names[column])) }
      values[role] = requests.count
      requests.append(ColumnTable.Request(column, kind))
    }
    if arePoints {
      place = .means
    } else if let x = try column("cell_x") {
      place = .cells
      guard let y = try column("cell_y") else { throw missing("cell_y", "of the cells' rows") }
      guard let n = try column("n") else { throw missing("n", "of the cells along the world") }
      for (role, column) in [("x", x), ("y", y), ("n", n)] { try take(role, column, .whole) }
      for name in CellColumns.windowNames { try take(name, try column(name), .whole) }
      try take("view", try column("view_number"), .whole)
    } else if let quadbin = try column("quadbin") {
      place = .quadbin
      try take("cell", quadbin, .whole)
    } else if let quadkey = try column("quadkey") {
      place = .quadkey
      try take("cell", quadkey, .text)
    } else if let z = try column("z"), let x = try column("x"), let y = try column("y") {
      place = .tiles
      for (role, column) in [("z", z), ("x", x), ("y", y)] { try take(role, column, .whole) }
    } else if let path = try first(CellColumns.pathNames) {
      place = .tilePath
      try take("cell", path, .text)
    } else if let geohash = try column("geohash") {
      place = .geohash
      try take("cell", geohash, .text)
    } else if try coordinate(wanted.longitude, CellColumns.longitudeNames, isNeeded: true) != nil,
      try coordinate(wanted.latitude, CellColumns.latitudeNames, isNeeded: true) != nil
    {
      place = .means
    } else if let key = try column("key") {
      // Elasticsearch's buckets; beside coordinates it is any key.
      place = .tilePath
      try take("cell", key, .text)
    } else if let h3 = lower.first(where: { $0 == "h3" || $0.hasPrefix("h3_") || $0.hasSuffix("_h3") }) {
      throw CellTableError(.h3(h3))
    } else {
      throw CellTableError(.noPlace(names: names))
    }
    guard let name = CellColumns.countName(among: names), let count = try column(name.lowercased()) else {
      throw missing("point_count", "of the points in each cell")
    }
    try take("count", count, .whole)
    if !isAnswer {
      let isNeeded = place == .means
      try take(
        "longitude", try coordinate(wanted.longitude, CellColumns.longitudeNames, isNeeded: isNeeded), .number
      )
      try take(
        "latitude", try coordinate(wanted.latitude, CellColumns.latitudeNames, isNeeded: isNeeded), .number)
    }
    for name in CellColumns.boxNames { try take(name, try column(name), .number) }
    try take("first", try column("first"), .whole)
    for name in ["lon_e8", "lat_e8"] {
      for part in [name, name + "_high", name + "_low"] { try take(part, try column(part), .whole) }
    }
    for (name, what) in [("lon_e8", "longitudes"), ("lat_e8", "latitudes")] {
      let isWhole = values[name] != nil || values[name + "_high"] != nil && values[name + "_low"] != nil
      if !isWhole, values.keys.contains(where: { $0.contains("_e8") }) {
        throw missing(name, "of the sums of \(what)")
      }
    }
    if let weight = weight?.lowercased() {
      for (role, name) in [("w", "_e6"), ("w_lon", "_lon_e14"), ("w_lat", "_lat_e14")] {
        for part in ["", "_top", "_high", "_low"] {
          try take(role + part, try column(weight + name + part), .whole)
        }
      }
      try take("w_bad", try column(weight + "_e6_bad"), .whole)
      func hasSum(_ role: String) -> Bool {
        values[role] != nil || values[role + "_high"] != nil && values[role + "_low"] != nil
      }
      if values["w"] == nil, values["w_high"] == nil, values["w_low"] == nil {
        guard let plain = try column(weight) else { throw missing(weight + "_e6", "of the weights") }
        try take("w_plain", plain, .number)
      } else {
        for (role, name, what) in [
          ("w", "_e6", "of the weights"), ("w_lon", "_lon_e14", "of the longitudes times the weights"),
          ("w_lat", "_lat_e14", "of the latitudes times the weights"),
        ] where !hasSum(role) { throw missing(weight + name, what) }
      }
    }
    if isAnswer {
      for name in [NumberField.countName] + NumberField.parts.map(\.name) {
        try take(name, try column(name), .whole)
      }
      for name in NumberField.extremes { try take(name, try column(name), .number) }
    }
    (self.requests, self.values) = (requests, values)
  }

  /// The columns that are no properties of single points.
  var withheld: Set<String> {
    var withheld = Set(requests.map { names[$0.column] })
    for name in names {
      let lower = name.lowercased()
      let isSum = ["_e6", "_e14", "_e8"].contains { lower.hasSuffix($0) || lower.contains($0 + "_") }
      if isSum || lower == "view" { withheld.insert(name) }
    }
    return withheld
  }

  /// Whether all of some roles have a column.
  func has(_ roles: [String]) -> Bool { roles.allSatisfy { values[$0] != nil } }
}
