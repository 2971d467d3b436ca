/// Reads properties of a table's points: a reference, because copying a table takes longer than reading one.
package final class PropertyReader: Sendable {
  private let columns: [PropertyColumn]
  private let withheld: Set<String>
  private let records: RecordStore
  private let offsets: RecordOffsets
  private let missing: MissingWords

  package init(_ table: FeatureTable) {
    (columns, withheld, records, offsets) = (table.columns, table.withheld, table.records, table.offsets)
    missing = table.missing
  }

  package func property(_ name: String, ofPoint index: Int) -> PropertyValue? {
    if !columns.isEmpty, let column = columns.first(where: { $0.name == name }) {
      return missing.applied(to: column[index])
    }
    if !withheld.isEmpty, withheld.contains(name) { return nil }
    return records.isEmpty ? nil : missing.applied(to: records.property(name, at: offsets[index]))
  }
}
