import JSONDocument
import MapFeatures
import MapSettings
import MapStyle

/// Reads what the points of a source weigh.
struct WeightReader {
  let property: String
  let missingWeight: MissingWeight
  let features: FeatureTable
  let source: String
  /// True if the features are a part of an input: then another part may have the property.
  let isPart: Bool
  /// The points without a weight.
  private(set) var missing = MissingPoints()

  /// The weights of the points that take part.
  ///
  /// - Parameter rows: those that take part, `nil` for all; points that are left out are taken from them.
  /// - Throws: ``SnapshotError/noWeight(source:property:known:)``,
  ///   ``SnapshotError/badWeight(source:property:record:fault:)``.
  /// - Complexity: O(*points*); properties that are no columns of the table are read from its records.
  mutating func weights(_ rows: inout [UInt32]?) throws(SnapshotError) -> [Double] {
    // Read along with the points, where the reader knew that they would be asked for.
    let column = features.column(property)?.numbers
    if rows == nil, let column, column.allSatisfy({ $0 >= 0 }) { return column }
    let count = rows?.count ?? features.points.count
    var weights: [Double] = []
    weights.reserveCapacity(count)
    var kept: [UInt32] = []
    for index in 0..<count {
      let row = rows.row(index)
      if let column, column[row] >= 0 {
        weights.append(column[row])
      } else if let weight = try weight(of: row, isFirst: index == 0) {
        weights.append(weight)
      } else {
        continue
      }
      // A table of 2^32 points would need 64 GiB for its coordinates alone.
      if missingWeight == .skip { kept.append(UInt32(truncatingIfNeeded: row)) }
    }
    if missingWeight == .skip, kept.count < count { rows = kept }
    return weights
  }

  /// The weight of a point whose property is no plain number; `nil` where it is left out.
  private mutating func weight(of row: Int, isFirst: Bool) throws(SnapshotError) -> Double? {
    let value = features.property(property, ofPoint: row)
    if value == nil, isFirst, !isPart || !features.columnNames.isEmpty, !features.hasProperty(property) {
      throw .noWeight(source: source, property: property, known: features.propertyNames)
    }
    let number = value?.numericValue
    if let number, number >= 0 { return number }
    if let value, !value.isBlank {
      let found = value.text
      let fault = number == nil ? "\(quotedForMessage(found)) is no number" : "\(found) is below 0"
      throw .badWeight(
        source: source, property: property, record: features.recordName(ofPoint: row), fault: fault)
    }
    if missing.count == 0 {
      missing = MissingPoints(first: (features.recordNumber(ofPoint: row), features.recordName(ofPoint: row)))
    }
    missing.add(MissingPoints(count: 1))
    switch missingWeight {
    case .count(let number): return number
    case .skip: return nil
    case .error: throw .missingWeight(source: source, property: property, record: missing.first.name)
    }
  }
}

extension MapSource {
  /// The unit of what bubbles count, which is theirs where neither what they show nor what colors them has it.
  package var countUnit: String? { theme?.hasUnit == true ? nil : weightUnit }
}
