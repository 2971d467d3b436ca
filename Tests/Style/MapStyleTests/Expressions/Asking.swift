import JSONDocument
import MapStyle

/// The answer to one eval request.
func reply(_ request: String) throws -> JSONValue {
  try JSONText(parsing: answer(evalRequest: Array(request.utf8))).root
}

/// What an expression gives for one feature, as JSON text.
///
/// Compile errors come out as `[2][1]: text`, one after another, and run-time errors as `failure: text`.
func value(
  _ expression: String, _ properties: String = "{}", as spec: String = "{}", globals: String = "{}",
  feature: String = ""
) throws -> String {
  let answer = try reply(
    """
    {"expression": \(expression), "propertySpec": \(spec),
     "inputs": [[\(globals), {"properties": \(properties)\(feature.isEmpty ? "" : ", " + feature)}]]}
    """)
  if let errors = answer["compiled"]?["errors"]?.elements {
    return errors.map { "\($0["key"]?.string ?? "?"): \($0["error"]?.string ?? "?")" }.joined(separator: "; ")
  }
  guard let output = answer["outputs"]?.elements?.first else { return "no output" }
  if let failure = output["error"]?.string { return "failure: \(failure)" }
  var json = JSONWriter()
  json.value(output)
  return json.text
}

/// The static type an expression compiles to.
func type(_ expression: String, as spec: String = "{}") throws -> String? {
  try reply("{\"expression\": \(expression), \"propertySpec\": \(spec)}")["compiled"]?["type"]?.string
}

/// A feature made of what a test needs.
final class Item: StyleFeature {
  let identifier: StyleValue?
  let geometryType: GeometryType
  let members: [StyleMember]

  init(
    _ members: [(String, StyleValue)] = [], identifier: StyleValue? = nil, geometryType: GeometryType = .point
  ) {
    self.members = members.map { StyleMember(key: $0.0, value: $0.1) }
    self.identifier = identifier
    self.geometryType = geometryType
  }

  func property(_ name: String) -> StyleValue? { members.first { $0.key == name }?.value }
  var propertyObject: StyleValue { .object(members) }
}
