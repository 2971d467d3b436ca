enum RecordStore: Sendable {
  case none
  case csv(RecordBytes, CSVLayout)
  case json(RecordBytes)
  case rows(RecordBytes, JSONRows)
  case collected([CollectedRecord])
  case columns(RowColumns)
  /// By row number; `identifier` names rows that are no features.
  case numbered(any NumberedTable, identifier: String?)

  init(_ bytes: RecordBytes, _ rows: JSONRows?) { self = rows.map { .rows(bytes, $0) } ?? .json(bytes) }

  var isEmpty: Bool { if case .none = self { true } else { false } }

  var bytes: RecordBytes? {
    switch self {
    case .none, .collected, .columns, .numbered: nil
    case .csv(let bytes, _), .json(let bytes), .rows(let bytes, _): bytes
    }
  }

  func reading(_ bytes: RecordBytes) -> RecordStore {
    switch self {
    case .none, .collected, .columns, .numbered: self
    case .csv(_, let layout): .csv(bytes, layout)
    case .json: .json(bytes)
    case .rows(_, let rows): .rows(bytes, rows)
    }
  }

  func changedFile() -> String? {
    if case .numbered(let table, _) = self { return table.changedFile() }
    return if case .source(let source)? = bytes { source.changedFile() } else { nil }
  }

  /// Line of the record at an offset, from 1; `nil` outside of text.
  func line(at offset: Int) -> Int? {
    switch self {
    case .none, .collected, .columns, .numbered: nil
    case .csv(let bytes, let layout): bytes.line(of: offset, newline: layout.newline)
    case .json(let bytes), .rows(let bytes, _): bytes.line(of: offset, newline: 0x0A)
    }
  }

  var hasIdentifiers: Bool {
    if case .csv(_, let layout) = self { layout.identifier != nil } else { !isEmpty }
  }

  func identifier(at offset: Int) -> PropertyValue? {
    let value: PropertyValue?
    switch self {
    case .none: return nil
    case .csv(let bytes, let layout):
      value = layout.identifier.map { column in
        bytes.withBytes(at: offset) { CSVRow(bytes: $0, start: $1, layout: layout).value(ofColumn: column) }
      }
    case .json(let bytes):
      value = bytes.scanned(at: offset) { json, offset in
        json.offset(ofFeatureMember: "id", at: offset).map { json.value(at: $0) }
      }
    case .rows(_, let rows): value = rows.identifier.flatMap { property($0.name, at: offset) }
    case .collected(let records): return records[offset].identifier
    case .columns(let rows): return rows.identifier(at: offset)
    case .numbered(let table, nil): return table.record(offset).identifier
    case .numbered(_, let column?): value = property(column, at: offset)
    }
    return value == .null ? nil : value
  }

  func properties(at offset: Int) -> [(name: String, value: PropertyValue)] {
    switch self {
    case .none: return []
    case .csv(let bytes, let layout):
      let values = bytes.withBytes(at: offset) { bytes, offset in
        let row = CSVRow(bytes: bytes, start: offset, layout: layout)
        return row.fields.map(row.value)
      }
      return layout.names.indices.map { (layout.names[$0], $0 < values.count ? values[$0] : .null) }
    case .json(let bytes):
      let properties = bytes.scanned(at: offset) { json, offset in
        json.offset(ofFeatureMember: "properties", at: offset).map { json.value(at: $0) }
      }
      guard case .object(let members)? = properties else { return [] }
      return members.map { ($0.name, $0.value) }
    case .rows(let bytes, let rows):
      return rows.named(bytes.scanned(at: offset) { $0.rowMembers(at: $1) } ?? [])
    case .collected(let records): return records[offset].properties.map { ($0.name, $0.value) }
    case .columns(let rows): return rows.properties(at: offset)
    case .numbered(let table, _): return table.record(offset).properties.map { ($0.name, $0.value) }
    }
  }

  func property(_ name: String, at offset: Int, propertiesAt propertiesOffset: Int? = nil) -> PropertyValue? {
    switch self {
    case .none: return nil
    case .csv(let bytes, let layout):
      guard let column = layout.names.firstIndex(of: name) else { return nil }
      return bytes.withBytes(at: offset) {
        CSVRow(bytes: $0, start: $1, layout: layout).value(ofColumn: column)
      }
    case .json(let bytes):
      return bytes.scanned(at: propertiesOffset ?? offset) { json, offset in
        let properties =
          propertiesOffset == nil ? json.offset(ofFeatureMember: "properties", at: offset) : offset
        return properties.flatMap { json.member(name, ofObjectAt: $0) }
      }
    case .rows(let bytes, let rows):
      return bytes.scanned(at: offset) { $0.rowMember(rows.member(of: name), at: $1) }
    case .collected(let records): return records[offset].properties.first { $0.name == name }?.value
    case .columns(let rows): return rows.property(name, at: offset)
    case .numbered(let table, _): return table.record(offset).properties.first { $0.name == name }?.value
    }
  }
}

struct CollectedRecord: Sendable {
  let identifier: PropertyValue?
  let properties: [PropertyMember]
}
