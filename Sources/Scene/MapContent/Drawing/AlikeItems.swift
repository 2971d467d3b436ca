import JSONDocument
import MapStyle

/// The items of a list by what filters read of them, so that a filter is asked once for all that are alike.
struct AlikeItems {
  /// The inputs that items are alike in, and the list: its address, which no other has while the items are held.
  struct Key: Hashable {
    let names: [String]
    let readsGeometryType: Bool
    let address: UnsafeRawPointer?
    let count: Int

    /// `nil` where a filter looks at more than properties by their names.
    init?(_ inputs: CompiledExpression.Inputs, _ items: [PointItem]) {
      guard !inputs.reads([.wholeFeature, .featureState, .special]) else { return nil }
      (names, readsGeometryType) = (inputs.propertyNames, inputs.reads(.geometryType))
      (address, count) = (items.withUnsafeBytes(\.baseAddress), items.count)
    }
  }

  private struct Edge: Hashable {
    let node: Int
    /// `nil` for a property that is missing.
    let value: ScalarKey?
  }

  private let items: [PointItem]
  private let readsOneProperty: Bool
  /// The class of each item.
  private var classes: [UInt32] = []
  private let feature: AlikeFeature
  /// A tree with a level for each property, whose leaves are the classes; looked up, never iterated.
  private var edges: [Edge: Int] = [:]

  /// - Parameter most: the number of classes that are worth it.
  /// - Returns: `nil` where there are more, and where properties hold lists or objects.
  /// - Complexity: O(*items* · *properties*).
  init?(_ items: [PointItem], by key: Key, most: Int) {
    self.items = items
    readsOneProperty = key.names.count == 1 && !key.readsGeometryType
    feature = AlikeFeature(key.names)
    classes.reserveCapacity(items.count)
    var nodeCount = 1
    var values: [StyleValue?] = []
    /// Who made the item before, and the class of those of its that have none of the properties; `nil` where some may have.
    var (maker, bare): (ItemMaker?, UInt32?)
    for item in items {
      if maker === item.maker, let bare {
        classes.append(bare)
        continue
      }
      values.removeAll(keepingCapacity: true)
      for name in key.names { values.append(item.feature.property(name)) }
      if key.readsGeometryType { values.append(.string(item.feature.geometryType.rawValue)) }
      var node = 0
      for (level, value) in values.enumerated() {
        let scalar = value.flatMap(ScalarKey.init)
        // Of two zeros one may be negative, which division shows.
        guard value == nil || scalar != nil, scalar?.isNegativeZero != true else { return nil }
        let edge = Edge(node: node, value: scalar)
        if let known = edges[edge] {
          node = known
          continue
        }
        if level == values.count - 1 {
          node = feature.count
          feature.add(values.prefix(key.names.count), item.feature.geometryType)
          guard node < most else { return nil }
        } else {
          node = nodeCount
          nodeCount += 1
        }
        edges[edge] = node
      }
      classes.append(UInt32(truncatingIfNeeded: node))
      guard maker !== item.maker else { continue }
      maker = item.maker
      bare = !key.readsGeometryType && key.names.allSatisfy(item.maker.lacks) ? classes.last : nil
    }
    if values.isEmpty { return nil }
  }

  /// The items that a layer's filter lets pass; `nil` where it fails for some, each of which is to be noted.
  ///
  /// - Parameter context: that of any feature.
  func passing(_ layer: StyleLayer, in context: EvaluationContext) -> [PointItem]? {
    let requirement = layer.filter?.requirement
    if readsOneProperty, let requirement, requirement.isEnough {
      guard let number = edges[Edge(node: 0, value: requirement.value)] else { return [] }
      return items.indices.filter { classes[$0] == number }.map { items[$0] }
    }
    var context = context
    context.feature = feature
    if let comparison = layer.filter?.comparison {
      return feature.indices(classes, by: comparison, in: context)?[comparison.value, default: []].map {
        items[$0]
      }
    }
    // A constant is not copied for each class.
    let own = context
    var failures = StyleWarnings()
    let answers = (0..<feature.count).map { number in
      feature.number = number
      if let requirement, feature.property(requirement.name).flatMap(ScalarKey.init) != requirement.value {
        return false
      }
      return layer.accepts(own, noting: &failures)
    }
    guard failures.isEmpty else { return nil }
    if !answers.contains(false) { return items }
    if !answers.contains(true) { return [] }
    return items.indices.filter { answers[Int(classes[$0])] }.map { items[$0] }
  }
}

/// A feature with the values of one class after the other.
private final class AlikeFeature: StyleFeature {
  private let names: [String]
  private var values: [StyleValue?] = []
  private var types: [GeometryType] = []
  /// By the expressions of comparisons.
  private var indicesByValue: [ExactText: [ScalarKey: [Int]]?] = [:]
  /// The class whose values it has.
  var number = 0

  init(_ names: [String]) { self.names = names }

  var count: Int { types.count }
  var identifier: StyleValue? { nil }
  var geometryType: GeometryType { types[number] }
  var propertyObject: StyleValue { .object([]) }

  func property(_ name: String) -> StyleValue? {
    names.firstIndex(of: name).flatMap { values[number * names.count + $0] }
  }

  /// Indices of features of some classes by the value of an expression; `nil` where it fails for a class.
  func indices(
    _ classes: [UInt32], by comparison: PropertyComparison, in context: EvaluationContext
  ) -> [ScalarKey: [Int]]? {
    if let known = indicesByValue[comparison.text] { return known }
    let keys = try? (0..<count).map { (index: Int) throws -> ScalarKey? in
      number = index
      return ScalarKey(try comparison.expression.evaluate(context))
    }
    let found = keys.map { keys in
      // A list equals no constant.
      Dictionary(grouping: classes.indices.filter { keys[Int(classes[$0])] != nil }) {
        keys[Int(classes[$0])]!
      }
    }
    indicesByValue[comparison.text] = .some(found)
    return found
  }

  func add(_ values: some Sequence<StyleValue?>, _ type: GeometryType) {
    self.values += values
    types.append(type)
  }
}
