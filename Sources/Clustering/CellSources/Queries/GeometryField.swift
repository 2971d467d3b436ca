/// A column of geometries in a statement: where its points lie.
package struct GeometryField {
  /// Degrees, null where there is no point.
  package let longitude: String, latitude: String
  /// True if there is a geometry that is no point, which has no place of its own; `nil` where the column holds points alone.
  package let isOther: String?
  /// Columns that are to be selected before these, with their names.
  package let prepared: [String]

  package init(longitude: String, latitude: String, isOther: String?) {
    (self.longitude, self.latitude, self.isOther, prepared) = (longitude, latitude, isOther, [])
  }

  /// A column by an expression; `nil` for SQLite, which knows no geometries.
  ///
  /// Places are degrees of WGS 84; PostGIS brings those of other reference systems there, row by row, and takes a geometry
  /// without one as it is.
  package init?(_ column: String, _ dialect: SQLDialect) {
    switch dialect {
    case .postgresql: self.init(postGIS: column)
    case .duckdb:
      // DuckDB's type has no dimensions in its name, and is one of a list.
      self.init(column, isPoint: "CAST(ST_GeometryType(\(column)) AS VARCHAR) = 'POINT'", isEmpty: nil)
    case .clickhouse:
      self.init(longitude: "tupleElement(\(column), 1)", latitude: "tupleElement(\(column), 2)", isOther: nil)
    case .spark: self.init(column, isPoint: "ST_GeometryType(\(column)) = 'ST_Point'", isEmpty: nil)
    case .bigquery:
      self.init(column, isPoint: "ST_GEOMETRYTYPE(\(column)) = 'ST_Point'", isEmpty: "ST_ISEMPTY(\(column))")
    case .snowflake:
      self.init(column, isPoint: "ST_ASGEOJSON(\(column)):type::STRING = 'Point'", isEmpty: nil)
    case .sqlite: return nil
    }
  }

  /// A column of PostGIS.
  package init(postGIS column: String, type: String? = nil) {
    let geometry = "CAST(\(column) AS geometry)"
    let type = type?.lowercased() ?? ""
    let degrees = GeometryField.degrees(ofPostGIS: column, isKnown: type.hasSuffix(",4326)"))
    if type.contains("(point") {
      self.init(longitude: "ST_X(\(degrees))", latitude: "ST_Y(\(degrees))", isOther: nil)
    } else {
      self.init(degrees, isPoint: "ST_GeometryType(\(geometry)) = 'ST_Point'", isEmpty: nil)
    }
  }

  private init(_ geometry: String, isPoint: String, isEmpty: String?) {
    let condition = isPoint + (isEmpty.map { " AND NOT \($0)" } ?? "")
    self.init(
      longitude: "CASE WHEN \(condition) THEN ST_X(\(geometry)) END",
      latitude: "CASE WHEN \(condition) THEN ST_Y(\(geometry)) END", isOther: "NOT (\(isPoint))")
  }

  /// A geometry of PostGIS in EPSG:4326; one without a reference system is taken as it is.
  package static func degrees(ofPostGIS column: String, isKnown: Bool = false) -> String {
    let geometry = "CAST(\(column) AS geometry)"
    if isKnown { return geometry }
    return
      "CASE WHEN ST_SRID(\(geometry)) IN (0, 4326) THEN \(geometry) ELSE ST_Transform(\(geometry), 4326) END"
  }

  /// A column of DuckDB as bytes, for one without its extension `spatial`: well-known binary, the lower bytes first, with
  /// 2, 3 or 4 dimensions. What is written in another way counts as no point.
  ///
  /// Numbers are made of bytes outside of a condition, where DuckDB computes what occurs twice once: a fifth of the time.
  ///
  /// - Parameter bytes: an expression of well-known binary.
  package init(wellKnownBinary bytes: String) {
    func literal(_ hex: [String]) -> String { "CAST('\(hex.map { "\\x" + $0 }.joined())' AS BLOB)" }
    let heads = [["01", "00"], ["E9", "03"], ["D1", "07"], ["B9", "0B"]]
      .map { literal(["01"] + $0 + ["00", "00"]) }
    let nan = Array(repeating: "00", count: 6) + ["F8", "7F"]
    // Of what is shorter no number could be made, and not of nothing either.
    let padded = "(\(bytes) || \(literal(Array(repeating: "00", count: 21))))"
    prepared = [
      "\(bytes)[1:5] IN (\(heads.joined(separator: ", "))) AS cs_is_point",
      "\(bytes)[6:21] = \(literal(nan + nan)) AS cs_is_empty",
      "\(GeometryField.number(ofBytes: "\(padded)[6:13]")) AS cs_x",
      "\(GeometryField.number(ofBytes: "\(padded)[14:21]")) AS cs_y",
    ]
    let isThere = "cs_is_point AND NOT cs_is_empty"
    longitude = "CASE WHEN \(isThere) THEN cs_x END"
    latitude = "CASE WHEN \(isThere) THEN cs_y END"
    isOther = "NOT cs_is_point"
  }

  /// A double of eight bytes, the lowest first: a cast from bits takes the highest first.
  private static func number(ofBytes bytes: String) -> String {
    var number = "CAST(CAST(\(bytes) AS BIT) AS UBIGINT)"
    for (bits, lower) in [
      (8, 0x00FF_00FF_00FF_00FF as UInt64), (16, 0x0000_FFFF_0000_FFFF), (32, 0x0000_0000_FFFF_FFFF),
    ] {
      number = "(((\(number) & \(~lower)) >> \(bits)) | ((\(number) & \(lower)) << \(bits)))"
    }
    return "CAST(CAST(\(number) AS BIT) AS DOUBLE)"
  }
}
