/// Reads properties of a table's points: a reference, as copying a table takes longer than reading one.
package final class PropertyReader: Sendable {
  private let columns: [PropertyColumn]
  private let withheld: Set<String>
  private let records: RecordStore
  private let places: RecordPlaces

  package init(_ table: FeatureTable) {
    (columns, withheld, records, places) = (table.columns, table.withheld, table.records, table.places)
  }

  /// Returns what ``FeatureTable/property(_:ofPoint:)`` does.
  package func property(_ name: String, ofPoint index: Int) -> PropertyValue? {
    if !columns.isEmpty, let column = columns.first(where: { $0.name == name }) { return column[index] }
    if !withheld.isEmpty, withheld.contains(name) { return nil }
    return records.isEmpty ? nil : records.property(name, at: places[index])
  }
}
