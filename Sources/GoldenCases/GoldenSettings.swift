import ImageDiff
public import JSONDocument
import MapSettings

/// How a case is held against its golden: the member `golden` of its request.
///
/// ```json
/// "golden": {"tolerance": 1, "reason": "emoji are drawn by the system's font"}
/// ```
///
/// Without it every channel of every pixel, every character and every number must be the same.
///
/// - `tolerance`: how much a channel may differ, 1…255; needs a `reason`.
/// - `threshold` (0…1), `includeAa`, `profile`: compare as `clustersnap diff` does instead; needs a `reason`.
/// - `maxPixels`, `maxRatio`, `window` with `maxWindow`: how much may differ.
/// - `masks`: rectangles `[x, y, width, height]` in pixels that are not compared.
/// - `numberTolerance`: how much numbers of a GeoJSON golden may differ, 1e-9 without it; needs a `reason`.
/// - `formats`: the goldens the case has, of `png`, `svg`, `geojson`; without it those that lie beside the request.
/// - `reason`: why the case is not exact.
public struct GoldenSettings: Hashable, Sendable {
  /// How much pictures may differ.
  public var picture: PictureLimits
  /// How much numbers of GeoJSON may differ. Numbers are written with nine decimals, so that less has no effect.
  public var numberTolerance: Double
  /// The goldens that the case names.
  public var formats: [GoldenFormat]?
  /// Why the case is not exact.
  public var reason: String?

  /// How a case is held against its golden.
  public init(
    picture: PictureLimits = .exact, numberTolerance: Double = 1e-9, formats: [GoldenFormat]? = nil,
    reason: String? = nil
  ) {
    self.picture = picture
    self.numberTolerance = numberTolerance
    self.formats = formats
    self.reason = reason
  }

  /// Everything must be the same.
  public static let exact = GoldenSettings()

  /// Every channel of every pixel may differ by so many of 255 steps, for a reason.
  public static func within(_ steps: Int, reason: String) -> GoldenSettings {
    GoldenSettings(
      picture: PictureLimits(comparison: DiffOptions(window: 32, channelTolerance: steps)), reason: reason)
  }

  /// Reads the member of a request.
  ///
  /// - Returns: the settings, unless there are errors, and all diagnostics of it.
  public static func parse(_ value: JSONValue?) -> (settings: GoldenSettings?, diagnostics: [Diagnostic]) {
    guard let value else { return (.exact, []) }
    var reader = GoldenSettingsReader()
    let settings = reader.settings(value)
    return (reader.diagnostics.isEmpty ? settings : nil, reader.diagnostics)
  }
}

/// What a golden is.
public enum GoldenFormat: String, CaseIterable, Hashable, Sendable {
  /// A picture, compared by its pixels.
  case png
  /// A picture, compared as text.
  case svg
  /// The markers as data, compared value by value.
  case geojson
}

/// Goes through the member and collects what is wrong with it.
private struct GoldenSettingsReader {
  private static let keys = SnapshotRequest.goldenMembers.map(\.name)

  var diagnostics: [Diagnostic] = []

  mutating func settings(_ value: JSONValue) -> GoldenSettings {
    var settings = GoldenSettings.exact
    let path = JSONPath([.key("golden")])
    guard let members = value.members else {
      error("wrong-type", path, value, "expected an object, found \(value.kindName)")
      return settings
    }
    var eased: JSONMember?
    var likeDiff: JSONMember?
    for member in members {
      let place = path.appending(member.key)
      let value = member.value
      switch member.key {
      case "tolerance":
        let steps = whole(value, place, 0...255)
        settings.picture.comparison.channelTolerance = steps ?? 0
        if steps != 0 { eased = eased ?? member }
      case "threshold":
        settings.picture.comparison.threshold = number(value, place, 0...1) ?? 0
        likeDiff = likeDiff ?? member
      case "includeAa":
        if let bool = value.bool {
          settings.picture.comparison.includesAntialiased = bool
        } else {
          error("wrong-type", place, value, "expected true or false, found \(value.kindName)")
        }
        likeDiff = likeDiff ?? member
      case "profile":
        if let profile = choice(value, place, DiffProfile.self) {
          settings.picture.comparison.profile = profile
        }
        likeDiff = likeDiff ?? member
      case "maxPixels": settings.picture.maximumPixels = whole(value, place, 0...Int.max)
      case "maxRatio": settings.picture.maximumRatio = number(value, place, 0...1)
      case "window": settings.picture.comparison.window = whole(value, place, 1...1 << 20) ?? 32
      case "maxWindow": settings.picture.maximumInWindow = whole(value, place, 0...Int.max)
      case "masks": settings.picture.comparison.masks = masks(value, place)
      case "numberTolerance":
        settings.numberTolerance = number(value, place, 0...Double.greatestFiniteMagnitude) ?? 0
        eased = eased ?? member
      case "formats": settings.formats = formats(value, place)
      case "reason":
        settings.reason = value.string.flatMap { $0.isEmpty ? nil : $0 }
        if settings.reason == nil {
          error("wrong-type", place, value, "write why the case is not exact")
        }
      default:
        let guess = didYouMean(member.key, among: Self.keys).map { "did you mean \($0)?" }
        diagnostics.append(
          Diagnostic(
            .error, code: "unknown-member", path: place, position: member.keyPosition,
            message: "there is no member \"\(member.key)\" here; \(guess ?? "remove it")"))
      }
    }
    if let likeDiff {
      if value["tolerance"] != nil {
        error(
          "contradiction", path.appending(likeDiff.key), likeDiff.value,
          "tolerance compares channels, \(likeDiff.key) colors as seen; set one of them")
      }
      settings.picture.comparison.channelTolerance = nil
    }
    if let member = eased ?? likeDiff, value["reason"] == nil {
      error(
        "no-reason", path.appending(member.key), member.value,
        "a golden that is not exact needs a reason; add \"reason\": \"…\"")
    }
    return settings
  }

  private mutating func masks(_ value: JSONValue, _ path: JSONPath) -> [PixelRectangle] {
    guard let elements = value.elements else {
      error("wrong-type", path, value, "expected a list of [x, y, width, height], found \(value.kindName)")
      return []
    }
    var masks: [PixelRectangle] = []
    for (index, element) in elements.enumerated() {
      let sides = wholeNumbers(element)
      if sides.count == 4, sides[0] >= 0, sides[1] >= 0, sides[2] > 0, sides[3] > 0 {
        masks.append(PixelRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3]))
      } else {
        error("wrong-type", path.appending(index), element, "a mask is [x, y, width, height] in whole pixels")
      }
    }
    return masks
  }

  /// The whole numbers of a list, −1 for what is none. (A loop: Swift 6.3's optimizer crashes on a closure here.)
  private func wholeNumbers(_ value: JSONValue) -> [Int] {
    var result: [Int] = []
    for element in value.elements ?? [] {
      guard let number = element.number, let whole = Int(exactly: number) else { return [-1] }
      result.append(whole)
    }
    return result
  }

  private mutating func formats(_ value: JSONValue, _ path: JSONPath) -> [GoldenFormat]? {
    guard let elements = value.elements, !elements.isEmpty else {
      error("wrong-type", path, value, "expected a list of png, svg and geojson")
      return nil
    }
    var result: [GoldenFormat] = []
    for (index, element) in elements.enumerated() {
      guard let format = choice(element, path.appending(index), GoldenFormat.self) else { continue }
      if !result.contains(format) { result.append(format) }
    }
    return result
  }

  private mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ value: JSONValue, _ path: JSONPath, _: Value.Type
  ) -> Value? where Value.RawValue == String {
    if let choice = value.string.flatMap(Value.init(rawValue:)) { return choice }
    let names = Value.allCases.map(\.rawValue)
    let guess = value.string.flatMap { didYouMean($0, among: names) }.map { "; did you mean \($0)?" } ?? ""
    error("unknown-choice", path, value, "expected one of \(names.joined(separator: ", "))\(guess)")
    return nil
  }

  private mutating func number(_ value: JSONValue, _ path: JSONPath, _ range: ClosedRange<Double>) -> Double?
  {
    if let number = value.number, range.contains(number) { return number }
    let bounds =
      range.upperBound > 1e300 ? "of at least 0" : "in \(Int(range.lowerBound))...\(Int(range.upperBound))"
    error("out-of-range", path, value, "expected a number \(bounds)")
    return nil
  }

  private mutating func whole(_ value: JSONValue, _ path: JSONPath, _ range: ClosedRange<Int>) -> Int? {
    if let number = value.number.flatMap({ Int(exactly: $0) }), range.contains(number) { return number }
    let bounds =
      range.upperBound == .max ? "of at least 0" : "in \(range.lowerBound)...\(range.upperBound)"
    error("out-of-range", path, value, "expected a whole number \(bounds)")
    return nil
  }

  private mutating func error(_ code: String, _ path: JSONPath, _ value: JSONValue, _ message: String) {
    diagnostics.append(
      Diagnostic(.error, code: code, path: path, position: value.position, message: message))
  }
}
