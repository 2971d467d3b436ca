import CSystem
import JSONDocument

/// The scale by which a layer's property follows one property of its features, for legends.
public struct PropertyScale: Hashable, Sendable {
  /// The inputs at which the value changes.
  public enum Domain: Hashable, Sendable {
    /// Jumps at these ascending numbers.
    case steps([Double])
    /// Interpolates between these ascending numbers.
    case ramp([Double])
    case categories([String])
  }

  /// The property of features that decides.
  public let property: String
  /// The inputs at which the value changes.
  public let domain: Domain
}

extension PropertyScale {
  init?(foundIn json: JSONValue) {
    if let scale = PropertyScale(json) {
      self = scale
      return
    }
    for element in json.elements ?? [] {
      guard let scale = PropertyScale(foundIn: element) else { continue }
      self = scale
      return
    }
    return nil
  }

  private init?(_ json: JSONValue) {
    if json.members != nil {
      self.init(function: json)
      return
    }
    guard let elements = json.elements, elements.count > 3 else { return nil }
    switch elements[0].string {
    case "step": self.init(elements[1], stops: elements, from: 3) { .steps($0) }
    case "interpolate", "interpolate-hcl", "interpolate-lab":
      self.init(elements[2], stops: elements, from: 3) { .ramp($0) }
    case "match":
      guard let input = Input(elements[1]) else { return nil }
      let labels = elements[2..<(elements.count - 1)].enumerated().filter { $0.offset.isMultiple(of: 2) }
      let words = labels.flatMap { PropertyScale.words($0.element) }
      guard !words.isEmpty else { return nil }
      self.init(property: input.property, domain: .categories(words))
    default: return nil
    }
  }

  private init?(
    _ json: JSONValue, stops elements: [JSONValue], from first: Int, _ domain: ([Double]) -> Domain
  ) {
    guard let input = Input(json) else { return nil }
    let stops = stride(from: first, to: elements.count, by: 2).compactMap { elements[$0].number }
    guard !stops.isEmpty else { return nil }
    self.init(property: input.property, domain: domain(stops.map(input.inverse)))
  }

  /// A legacy function: `{"property": …, "stops": [[10, …], …]}`.
  private init?(function json: JSONValue) {
    guard let property = json["property"]?.string, let pairs = json["stops"]?.elements else { return nil }
    let inputs = pairs.compactMap { $0.elements?.first }
    // A stop of a function of zoom and property sets both.
    let plain = inputs.map { $0["value"] ?? $0 }
    let numbers = plain.compactMap(\.number)
    if json["type"]?.string == "categorical" {
      self.init(property: property, domain: .categories(plain.flatMap(PropertyScale.words)))
      return
    }
    guard numbers.count == plain.count, !numbers.isEmpty else { return nil }
    let stops = Set(numbers).sorted()
    // Below its second stop an interval function has its first value.
    self.init(
      property: property,
      domain: json["type"]?.string == "interval" ? .steps(Array(stops.dropFirst())) : .ramp(stops))
  }

  private static func words(_ json: JSONValue) -> [String] {
    if let elements = json.elements { return elements.flatMap(words) }
    return json.string.map { [$0] } ?? json.number.map { [javaScriptText(of: $0)] } ?? []
  }

  /// Input of a curve: a property, or an increasing function of it.
  private struct Input {
    let property: String
    /// From the curve's input to the property.
    let inverse: (Double) -> Double

    init?(_ json: JSONValue) {
      guard let elements = json.elements, elements.count > 1, let name = elements[0].string else {
        return nil
      }
      switch name {
      case "get":
        guard elements.count == 2, let property = elements[1].string else { return nil }
        (self.property, inverse) = (property, { $0 })
      case "to-number", "number", "to-string", "coalesce":
        guard let inner = Input(elements[1]) else { return nil }
        self = inner
      case "sqrt", "ln", "log2", "log10":
        guard let inner = Input(elements[1]) else { return nil }
        property = inner.property
        inverse = { number in
          switch name {
          case "sqrt": inner.inverse(number * number)
          case "ln": inner.inverse(exp(number))
          case "log2": inner.inverse(exp2(number))
          default: inner.inverse(pow(10, number))
          }
        }
      default: return nil
      }
    }
  }
}

extension PropertyScale {
  /// Properties read by `get` or a legacy function, at any depth.
  static func properties(readBy json: JSONValue) -> [String] {
    if json.members != nil { return json["property"]?.string.map { [$0] } ?? [] }
    guard let elements = json.elements else { return [] }
    guard let name = elements.first?.string else { return elements.flatMap(properties) }
    if name == "literal" { return [] }
    let own = name == "get" && elements.count == 2 ? elements[1].string : nil
    return (own.map { [$0] } ?? []) + elements.dropFirst().flatMap(properties)
  }
}
