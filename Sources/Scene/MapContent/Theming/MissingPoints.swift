import JSONDocument
import MapFeatures
import MapSettings

/// Points that lack something, and the record of the first of them.
package struct MissingPoints: Sendable {
  private(set) var count: Int
  /// The record's number and its name, which is empty where it is not known.
  private(set) var first: (number: Int, name: String)

  package init(count: Int = 0, first: (number: Int, name: String) = (.max, "")) {
    (self.count, self.first) = (count, first)
  }

  init(ofRow row: Int, in features: FeatureTable) {
    self.init(count: 1, first: (features.recordNumber(ofPoint: row), features.recordName(ofPoint: row)))
  }

  /// The first of them in words, behind a note about all.
  var example: String { first.name.isEmpty ? "" : "; the first is \(first.name)" }

  mutating func add(_ other: MissingPoints) {
    count += other.count
    if other.first.number < first.number { first = other.first }
  }

  /// A note about them, with what becomes of one and of several; `nil` for none.
  func note(_ column: String, _ one: String, _ several: String) -> String? {
    guard count > 0 else { return nil }
    let who = counted(count, "point has", "points have")
    return "\(who) no \(escapedForMessage(column)) and \(count == 1 ? one : several)\(example)"
  }

  /// A note about those without the number that sizes them; `nil` for none.
  package func sizeNote(_ column: String) -> String? {
    note(column, "is drawn as a dot", "are drawn as dots")
  }
}
