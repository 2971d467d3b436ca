import JSONDocument
import MapFeatures

// Tables that libraries of others read, by their rows.
extension TableLoader {
  /// The table that a library of others reads under a resource's name; `nil` for all that is read here.
  ///
  /// - Parameter isOfCells: whether its rows are cells, not points.
  func foreignTable(
    _ resource: Resource, isOfCells: Bool = false
  ) throws(FeatureError) -> (any ForeignTable)? {
    if inline[resource] != nil { return nil }
    do throws(ResourceError) {
      return try resources.foreignTable(resource, isCancelled: log.isCancelled)
    } catch {
      let address = DatabaseAddress(resource.name, isOfCells: isOfCells)
      throw FeatureError(.unusable(address?.reason(error) ?? SettingText(error.reason)))
    }
  }

  /// All rows: at their geometries where there are some and no columns are named, else at columns of numbers.
  func table(
    of foreign: any ForeignTable, _ options: ReadingOptions, into sink: (any PointSink)?
  ) throws(FeatureError) -> FeatureTable {
    guard options.decimal != .comma else {
      throw FeatureError(
        .unusable(
          "\(setting: "decimal", to: "comma") is for CSV and JSON; the columns of this table are numbers, leave it out"
        ))
    }
    let areFeatures = foreign.hasGeometry && options.longitudeColumn == nil && options.latitudeColumn == nil
    // Before any row is asked for: columns that are named and not there.
    let names = foreign.columns.map(\.name)
    var places: (longitude: String, latitude: String)?
    if areFeatures {
      try options.checkIdentifier(among: names)
    } else {
      places = try options.placeColumns(among: names).map { (names[$0.longitude], names[$0.latitude]) }
    }
    if areFeatures || places != nil,
      let points = try opening({ () throws(ResourceError) in try foreign.points(at: places) }),
      let table = try FeatureTable.read(points, areFeatures: areFeatures, options: options, into: sink)
    {
      return table
    }
    var options = options
    (options.format, options.areRows) = (areFeatures ? .ndjson : .json, true)
    let stream = try opening { () throws(ResourceError) in try foreign.rows(areFeatures: areFeatures) }
    var count = 0
    do throws(FeatureError) {
      let table = try FeatureTable.read(options: options, into: sink) { buffer throws(FeatureError) in
        let filled = try opening { () throws(ResourceError) in try stream.fill(buffer) }
        count += filled
        if sink == nil, count > TableLoader.memoryLimit {
          throw FeatureError(
            .unusable(
              "the table is larger than \(TableLoader.memoryLimit >> 20) MB as text; set a view with \(setting: "bbox"), so that its points are counted, or draw a part of it"
            ))
        }
        return filled
      }
      return foreign.query == nil ? table : table.with(columnNames: names)
    } catch {
      guard count == 0, case .empty = error.problem else { throw FeatureError(error.problem) }
      throw FeatureError(.unreadable("the table has no row; expected at least one"))
    }
  }

  /// The rows that a statement answers, or all, in memory; without any an empty list.
  func answer(
    of foreign: any ForeignTable, to statement: String?
  ) throws(FeatureError) -> any ByteSource {
    let bytes = try opening { () throws(ResourceError) in
      guard let statement else { return try foreign.rows(areFeatures: false).rest() }
      return try foreign.answer(to: statement).rest()
    }
    return ByteArray(bytes.isEmpty ? Array("[]".utf8) : bytes)
  }

  func answer(of foreign: any ForeignTable) throws(FeatureError) -> any ByteSource {
    try answer(of: foreign, to: nil)
  }

  private func opening<Value>(
    _ body: () throws(ResourceError) -> Value
  ) throws(FeatureError) -> Value {
    do throws(ResourceError) { return try body() } catch { throw FeatureError(.unreadable(error.reason)) }
  }
}
