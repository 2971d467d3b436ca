// `global-state`, `collator` and `within`: what looks beyond the feature and the zoom.

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
    let letterCase = compiler.option("case-sensitive", of: options, at: 1, as: .boolean)
    let diacritic = compiler.option("diacritic-sensitive", of: options, at: 1, as: .boolean)
    let locale = compiler.option("locale", of: options, at: 1, as: .string)
    let all = [letterCase, diacritic, locale]
    guard all.allSatisfy({ !$0.found || $0.node != nil }) else { return nil }
    let (caseCode, diacriticCode) = (letterCase.node?.boolCode, diacritic.node?.boolCode)
    let localeCode = locale.node?.stringCode
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      .collator(
        Collator(
          isCaseSensitive: try caseCode?(&e) ?? false, isDiacriticSensitive: try diacriticCode?(&e) ?? false,
          locale: try localeCode?(&e)))
    }
    return Node(.collator, program, over: all.compactMap(\.node), dependence: [.surroundings, .collation])
  },
  Operator("within", "(GeoJSON areas) -> boolean") { compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failSingle("within", elements) }
    guard let areas = WithinAreas(geoJSON: elements[1]) else {
      return compiler.fail(
        "'within' expression requires valid geojson object that contains polygon geometry type.")
    }
    let program = Program.bool { (e: inout Evaluation) throws(EvaluationError) in
      guard let feature = e.feature else { return false }
      return areas.contain(feature, tile: e.context.pointee.canonicalTile)
    }
    return Node(.boolean, program, over: [], dependence: [.feature, .wholeFeature, .surroundings])
  },
  Operator("distance", "(GeoJSON geometry) -> number") { compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failSingle("distance", elements) }
    guard let places = DistanceIndex(geoJSON: elements[1]) else {
      return compiler.fail(
        "'distance' expression requires valid geojson object that contains polygon geometry type.")
    }
    let program = Program.number { (e: inout Evaluation) throws(EvaluationError) in
      guard let feature = e.feature else { return .nan }
      return places.distance(to: feature, tile: e.context.pointee.canonicalTile)
    }
    return Node(.number, program, over: [], dependence: [.feature, .wholeFeature, .surroundings])
  },
]
