import JSONDocument
import MapGeometry

// `global-state`, `collator`, `within` and `distance`: what looks beyond the feature and the zoom.

let surroundingForms = [
  Operator("global-state", "(name) -> value") { compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failCount("1 argument", elements) }
    if elements[1].isNull { return compiler.fail("Global state property must be defined.") }
    guard let name = elements[1].string else {
      return compiler.fail(
        "Global state property must be string, but found \(javaScriptKind(of: elements[1])) instead.")
    }
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      e.context.pointee.globalState[name] ?? .null
    }
    return Node(.value, program, over: [], dependence: .globalState)
  },
  Operator("collator", "({case-sensitive, diacritic-sensitive, locale}) -> collator") {
    compiler, elements, _ in
    guard elements.count == 2 else { return compiler.fail("Expected one argument.") }
    let options = elements[1]
    guard options.members != nil else { return compiler.fail("Collator options argument must be an object.") }
    let members: KeyValuePairs<String, ValueType> = [
      "case-sensitive": .boolean, "diacritic-sensitive": .boolean, "locale": .string,
    ]
    guard let nodes = compiler.options(members, of: options, at: 1) else { return nil }
    let (letterCase, diacritic, locale) = (nodes[0]?.boolCode, nodes[1]?.boolCode, nodes[2]?.stringCode)
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      .collator(
        Collator(
          isCaseSensitive: try letterCase?(&e) ?? false, isDiacriticSensitive: try diacritic?(&e) ?? false,
          locale: try locale?(&e)))
    }
    return Node(.collator, program, over: nodes.compactMap { $0 }, dependence: [.surroundings, .collation])
  },
  spatialForm("within", "(GeoJSON areas) -> boolean", .boolean, nowhere: false, WithinAreas.init) {
    $0.contain($1, tile: $2)
  },
  spatialForm("distance", "(GeoJSON geometry) -> number", .number, nowhere: .nan, DistanceIndex.init) {
    $0.distance(to: $1, tile: $2)
  },
]

/// An operator on a spatial relation of the feature to GeoJSON; `nowhere` is the answer without a feature.
private func spatialForm<Places: Sendable, Answer: CodeResult>(
  _ name: String, _ signature: String, _ type: ValueType, nowhere: Answer,
  _ geometries: @escaping @Sendable (JSONValue) -> Places?,
  _ ask: @escaping @Sendable (Places, any StyleFeature, TileID?) -> Answer
) -> Operator {
  Operator(name, signature) { compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failSingle(name, elements) }
    guard let geometries = geometries(elements[1]) else {
      return compiler.fail(
        "'\(name)' expression requires valid geojson object that contains polygon geometry type.")
    }
    let program = Answer.program { (e: inout Evaluation) throws(EvaluationError) in
      guard let feature = e.feature else { return nowhere }
      return ask(geometries, feature, e.context.pointee.canonicalTile)
    }
    return Node(type, program, over: [], dependence: [.feature, .wholeFeature, .surroundings])
  }
}
