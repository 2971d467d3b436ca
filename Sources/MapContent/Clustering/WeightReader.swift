import JSONDocument
import MapFeatures
import MapSettings
import MapStyle

/// Reads what the points of a source weigh.
struct WeightReader {
  private let property: String
  private let missing: MissingWeight
  private let features: FeatureTable
  private let source: String
  /// True if the features are a part of an input: then another part may have the property.
  private let isPart: Bool
  /// The number of points without a weight, and the record of the first: its number and its name.
  private(set) var missingCount = 0
  private(set) var firstMissing: (number: Int, name: String) = (0, "")

  init(
    _ property: String, _ missing: MissingWeight, of features: FeatureTable, source: String,
    isPart: Bool = false
  ) {
    (self.property, self.missing, self.features, self.source) = (property, missing, features, source)
    self.isPart = isPart
  }

  var note: String? { WeightReader.note(property, missing, missingCount, firstMissing.name) }

  /// A note about so many points without a weight, and the record of the first; `nil` for none.
  static func note(
    _ property: String, _ missing: MissingWeight, _ missingCount: Int, _ firstMissing: String
  ) -> String? {
    guard missingCount > 0 else { return nil }
    let first = firstMissing.isEmpty ? "" : "; the first is \(firstMissing)"
    let what = missingCount == 1 ? "1 point has" : "\(missingCount) points have"
    let consequence =
      switch missing {
      case .count(let number):
        (missingCount == 1 ? "counts " : "count ") + javaScriptText(of: number)
      case .skip, .error: missingCount == 1 ? "is left out" : "are left out"
      }
    return "\(what) no \(escapedForMessage(property)) and \(consequence)\(first)"
  }

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
      let row = rows.map { Int($0[index]) } ?? index
      if let column, column[row] >= 0 {
        weights.append(column[row])
      } else if let weight = try weight(of: row, isFirst: index == 0) {
        weights.append(weight)
      } else {
        continue
      }
      // A table of 2^32 points would need 64 GiB for its coordinates alone.
      if missing == .skip { kept.append(UInt32(truncatingIfNeeded: row)) }
    }
    if missing == .skip, kept.count < count { rows = kept }
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
    if missingCount == 0 {
      firstMissing = (features.recordNumber(ofPoint: row), features.recordName(ofPoint: row))
    }
    missingCount += 1
    switch missing {
    case .count(let number): return number
    case .skip: return nil
    case .error: throw .missingWeight(source: source, property: property, record: firstMissing.name)
    }
  }
}

extension MapSource {
  /// The unit of what bubbles count, which is theirs where neither what they show nor what colors them has it.
  package var countUnit: String? { theme?.hasUnit == true ? nil : weightUnit }
}
