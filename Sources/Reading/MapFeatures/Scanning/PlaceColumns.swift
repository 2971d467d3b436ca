import JSONDocument

extension ReadingOptions {
  /// Indices of the coordinate columns by name, if known.
  ///
  /// - Throws: ``FeatureError`` if requested columns are missing or equal.
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

  /// True if column names are those of coordinates or geometries.
  public func mayFindPlaces(among names: [String]) -> Bool {
    var finder = ColumnFinder(header: names, options: self) { _ in .coordinates }
    finder.looksAtContent = false
    return (try? finder.find()) != nil
  }

  /// - Throws: ``FeatureError`` if the requested column is missing.
  public func checkIdentifier(among names: [String]) throws(FeatureError) {
    guard let identifierColumn else { return }
    let finder = ColumnFinder(header: names, options: self) { _ in nil }
    _ = try rethrowing(
      try finder.column(identifierColumn, "id"), as: { (error: FeatureProblem) in FeatureError(error) })
  }
}
