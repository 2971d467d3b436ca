import JSONDocument

extension ReadingOptions {
  /// The columns of numbers that hold places, by their numbers from 0; `nil` where none are known by their names.
  ///
  /// - Parameter names: of all columns, in order.
  /// - Throws: ``FeatureError`` where columns that were asked for are not there, or are the same.
  public func placeColumns(
    among names: [String]
  ) throws(FeatureError) -> (longitude: Int, latitude: Int, identifier: Int?)? {
    let finder = ColumnFinder(header: names, options: self) { _ in nil }
    do throws(FeatureProblem) {
      let found = try finder.find()
      return found.latitude.map { (found.longitude, $0, found.identifier) }
    } catch {
      if case .columnNotFound = error, longitudeColumn == nil, latitudeColumn == nil { return nil }
      throw FeatureError(error)
    }
  }

  /// Returns true if columns may hold places, by their names: a pair of numbers, or geometries.
  ///
  /// - Parameter names: of all columns, in order.
  public func mayFindPlaces(among names: [String]) -> Bool {
    var finder = ColumnFinder(header: names, options: self) { _ in .places }
    finder.looksAtContent = false
    return (try? finder.find()) != nil
  }

  /// Refuses a column of identifiers that is not there.
  ///
  /// - Parameter names: of all columns, in order.
  /// - Throws: ``FeatureError`` where the column that was asked for is not among them.
  public func checkIdentifier(among names: [String]) throws(FeatureError) {
    guard let identifierColumn else { return }
    let finder = ColumnFinder(header: names, options: self) { _ in nil }
    _ = try rethrowing(
      try finder.column(identifierColumn, "id"), as: { (error: FeatureProblem) in FeatureError(error) })
  }
}
