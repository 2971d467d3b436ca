import Drawing
public import JSONDocument
import MapGeometry

/// Answers a line of `clustersnap eval`, an object with `expression` and `inputs`; malformed ones get a
/// compile error.
public func answer(evalRequest line: [UInt8], collation: (any TextCollation)? = nil) -> [UInt8] {
  var json = JSONWriter()
  do throws(ExpressionErrors) {
    let request = try readRequest(line)
    let spec = PropertySpecification(json: request["propertySpec"])
    guard let source = request["expression"] else {
      throw refusal("The request has no \"expression\".", at: request.position)
    }
    let expression = try CompiledExpression(
      compiling: source, as: spec, path: JSONPath([.key("expression")]), takesPlainLists: false,
      collation: collation)
    json.object { json in
      json.object("compiled") { json in
        json.member("result", "success")
        json.member("type", expression.type.description)
        json.member("isFeatureConstant", expression.isFeatureConstant)
        json.member("isZoomConstant", expression.isZoomConstant)
      }
      json.array("outputs") { json in
        for input in request["inputs"]?.elements ?? [] {
          var context = EvaluationContext(evalInput: input)
          for member in request["globalState"]?.members ?? [] {
            context.globalState[member.key] = StyleValue(member.value)
          }
          do throws(EvaluationError) {
            try expression.evaluate(context).write(to: &json, as: expression.type)
          } catch {
            json.object { $0.member("error", error.description) }
          }
        }
      }
    }
  } catch {
    json.object { json in
      json.object("compiled") { json in
        json.member("result", "error")
        json.array("errors") { json in
          for fault in error.errors {
            json.object { json in
              json.member("key", fault.key)
              json.member("error", fault.text)
            }
          }
        }
      }
    }
  }
  return json.bytes
}

extension StyleValue {
  /// Writes an answer; colors as premultiplied channels.
  fileprivate func write(to json: inout JSONWriter, as type: ValueType) {
    guard type == .color, case .color(let color) = self else { return write(to: &json) }
    json.array { json in
      for channel in [color.red, color.green, color.blue] { json.number(channel * color.alpha) }
      json.number(color.alpha)
    }
  }
}

private func readRequest(_ line: [UInt8]) throws(ExpressionErrors) -> JSONValue {
  let root: JSONValue
  root = try rethrowing(JSONText(parsing: line).root) { (error: JSONError) in
    refusal("The line is not JSON: \(error)", at: .start)
  }
  guard root.members != nil else {
    throw refusal("Expected an object with \"expression\" and \"inputs\".", at: root.position)
  }
  return root
}

private func refusal(_ text: String, at position: TextPosition) -> ExpressionErrors {
  ExpressionErrors(text, at: SourceLocation(path: JSONPath(), position: position))
}

extension PropertySpecification {
  /// A property from JSON of the style specification's own form; by default it is data-driven and may be anything.
  public init(json: JSONValue?) {
    self.init(nil)
    guard let json else { return }
    let (name, element) = (json["type"]?.string, json["value"]?.string)
    type =
      name == "array"
      ? .array(
        PropertySpecification.type(named: element) ?? .value,
        length: json["length"]?.number.flatMap { Int(exactly: $0) })
      : PropertySpecification.type(named: name)
    if name == "enum" || name == "array" && element == "enum" {
      // Enumerations list their values as an object's keys or as a list.
      values = json["values"]?.members?.map(\.key) ?? json["values"]?.elements?.compactMap(\.string) ?? []
    }
    acceptsTokens = json["tokens"]?.bool ?? false
    if ["data-constant", "cross-faded", "color-ramp", "constant"].contains(json["property-type"]?.string) {
      dependence.remove(.feature)
    }
    if let expression = json["expression"] {
      isInterpolated = expression["interpolated"]?.bool ?? false
      let names = expression["parameters"]?.elements ?? []
      if !names.contains(where: { $0.string == "zoom" }) { dependence.remove(.zoom) }
    }
    if let plain = json["default"] { defaultValue = value(of: StyleValue(plain)) }
  }

  private static func type(named name: String?) -> ValueType? {
    if name == "enum" { return .string }
    let types: [ValueType] = [
      .number, .string, .boolean, .color, .object, .formatted, .image, .padding, .numberArray, .colorArray,
      .variableAnchorOffsetCollection, .projection,
    ]
    return types.first { $0.description == name }
  }

  /// Converts a plain value to the property's type, such as text to a color; `nil` for null and other values.
  public func value(of plain: StyleValue) -> StyleValue? {
    if plain == .null { return nil }
    switch type {
    case .color: return (try? Color(coercing: plain)).map(StyleValue.color)
    case .formatted: return .formatted(FormattedText(plain.text))
    case .image: return .image(ResolvedImage(name: plain.text))
    case .padding, .numberArray, .colorArray, .variableAnchorOffsetCollection, .projection:
      return type.flatMap { plain.coerced(to: $0) }
    default: return type.map { plain.type.isSubtype(of: $0) } ?? true ? plain : nil
    }
  }
}

extension EvaluationContext {
  /// Reads `[globals, feature]`.
  fileprivate init(evalInput input: JSONValue) {
    let parts = input.elements ?? []
    let globals = parts.first
    let tile = globals?["canonicalID"].flatMap { id in
      func integer(_ key: String) -> Int { id[key]?.number.flatMap { Int(exactly: $0) } ?? 0 }
      return TileID(zoom: integer("z"), column: integer("x"), row: integer("y"))
    }
    self.init(
      zoom: globals?["zoom"]?.number ?? 0,
      feature: parts.count > 1 ? EvalFeature(parts[1], hasPlace: globals?["canonicalID"] != nil) : nil,
      heatmapDensity: globals?["heatmapDensity"]?.number, lineProgress: globals?["lineProgress"]?.number,
      accumulated: globals?["accumulated"].map(StyleValue.init),
      availableImages: Set(globals?["availableImages"]?.elements?.compactMap(\.string) ?? []),
      canonicalTile: tile)
    elevation = globals?["elevation"]?.number
  }
}

private final class EvalFeature: StyleFeature {
  let identifier: StyleValue?
  let geometryType: GeometryType
  let propertyObject: StyleValue
  let rings: [[Coordinate]]
  private let properties: [String: StyleValue]

  /// - Parameter hasPlace: false without a tile; the geometry then has no coordinates.
  init(_ json: JSONValue, hasPlace: Bool) {
    identifier = json["id"].map(StyleValue.init)
    let geometry = json["geometry"]
    geometryType = geometry?["type"]?.string.flatMap(GeometryType.init(rawValue:)) ?? .unknown
    let members = json["properties"]?.members ?? []
    propertyObject = .object(members.map { StyleMember(key: $0.key, value: StyleValue($0.value)) })
    properties = Dictionary(members.map { ($0.key, StyleValue($0.value)) }, uniquingKeysWith: { $1 })
    rings = hasPlace ? geometry?["coordinates"].map(EvalFeature.rings) ?? [] : []
  }

  func property(_ name: String) -> StyleValue? { properties[name] }

  /// Nested lists of coordinates; a single one as a list of its own.
  private static func rings(_ coordinates: JSONValue) -> [[Coordinate]] {
    if let coordinate = coordinates.coordinate { return [[coordinate]] }
    let elements = coordinates.elements ?? []
    let line = elements.compactMap(\.coordinate)
    return line.isEmpty ? elements.flatMap(rings) : [line]
  }
}
