import Drawing
import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapStories
import MapStyle

// The values that options take, read from one word each.

/// Numbers with commas between them.
private func numbers(_ word: String, separator: Character = ",") throws(ArgumentProblem) -> [Double] {
  var result: [Double] = []
  for part in word.split(separator: separator, omittingEmptySubsequences: false) {
    result.append(try Double.parse(argument: String(part)))
  }
  return result
}

extension Coordinate: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> Coordinate {
    let degrees = try numbers(argument)
    guard degrees.count == 2 else {
      throw ArgumentProblem("\"\(argument)\" is no place; write LON,LAT, such as 13.4,52.5")
    }
    do {
      return try Coordinate(checkedLatitude: degrees[1], longitude: degrees[0])
    } catch {
      throw ArgumentProblem(error.description)
    }
  }
}

extension BoundingBox: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> BoundingBox {
    let degrees = try numbers(argument)
    guard degrees.count == 4 else {
      throw ArgumentProblem(
        "\"\(argument)\" is no box; write WEST,SOUTH,EAST,NORTH, such as 13.1,52.3,13.8,52.7")
    }
    do {
      return try BoundingBox(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
    } catch {
      throw ArgumentProblem(error.description)
    }
  }
}

extension ScreenSize: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> ScreenSize {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    // Digits and a point: 1e3 is a number, but nobody writes sizes so, unless by mistake.
    let isPlain = sides.allSatisfy { side in
      side.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }
    guard isPlain, sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]),
      width.isFinite, height.isFinite, width >= 1, height >= 1
    else {
      throw ArgumentProblem(
        "\"\(argument)\" is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768")
    }
    return ScreenSize(width: width, height: height)
  }
}

extension Padding: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> Padding {
    let sides = try numbers(argument)
    guard sides.allSatisfy({ $0 >= 0 }) else {
      throw ArgumentProblem("\"\(argument)\" is negative; write points kept free, such as 20")
    }
    switch sides.count {
    case 1: return Padding(sides[0])
    case 4: return Padding(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    default: throw ArgumentProblem("\"\(argument)\" is no padding; write P, or TOP,RIGHT,BOTTOM,LEFT")
    }
  }
}

/// `yes` or `no`.
enum YesOrNo: String, CaseIterable, ExpressibleByArgument {
  case yes
  case no
}

extension ClusterPreset: ExpressibleByArgument {}
extension ClusterMethod: ExpressibleByArgument {}
extension GridAnchor: ExpressibleByArgument {}
extension MarkerPosition: ExpressibleByArgument {}
extension InputFormat: ExpressibleByArgument {}
extension OutputSettings.Callouts: ExpressibleByArgument {}
extension AnimatorName: ExpressibleByArgument {}

extension SelectionSpan: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> SelectionSpan {
    let meters = try numbers(argument)
    guard (1...2).contains(meters.count), meters.allSatisfy({ $0 > 0 && $0 <= 4e7 }) else {
      throw ArgumentProblem(
        "\"\(argument)\" is no span; write METERS, or NORTH-SOUTH,WEST-EAST in meters, such as 1000")
    }
    return SelectionSpan(latitudeMeters: meters[0], longitudeMeters: meters.count > 1 ? meters[1] : meters[0])
  }
}

extension CellSizeSetting: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> CellSizeSetting {
    guard let size = CellSizeSetting(argument) else {
      let rows = argument.split(separator: ",")
      let isTable =
        rows.count > 1 && rows.allSatisfy { $0.contains(":") && CellSizeSetting(String($0)) != nil }
      if isTable {
        throw ArgumentProblem(
          "the zooms of \"\(argument)\" do not rise; write them in order, such as 0:88,13:64")
      }
      throw ArgumentProblem(
        "\"\(argument)\" is no cell size; write points above 0 (60), points by zoom (0:88,13:64) or a part of the width (1/8)"
      )
    }
    return size
  }
}

extension DistanceSetting: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> DistanceSetting {
    guard let distance = DistanceSetting(argument) else {
      throw ArgumentProblem("\"\(argument)\" is no distance above 0; write meters (90) or points (50pt)")
    }
    return distance
  }
}

extension CoLocatedSetting: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> CoLocatedSetting {
    guard let rule = CoLocatedSetting(argument) else {
      throw ArgumentProblem("\"\(argument)\" is no rule; write merge, ring, ring:METERS or ring:POINTSpt")
    }
    return rule
  }
}

extension DebugGridSetting: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> DebugGridSetting {
    if argument == "lines" { return DebugGridSetting(isShown: true) }
    guard let grid = DebugGridSetting(argument) else {
      throw ArgumentProblem.unknownChoice(argument, among: ["counts", "indices", "counts,indices"])
    }
    return grid
  }
}

extension ColumnName: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> ColumnName {
    guard !argument.isEmpty else { throw ArgumentProblem("a column needs a name or a number from 1 on") }
    return ColumnName(argument)
  }
}

extension PictureOptions.Background: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> PictureOptions.Background {
    if argument == "none" { return .none }
    guard let color = Color(css: argument) else {
      throw ArgumentProblem(
        "\"\(argument)\" is no color; write none or a CSS color, such as white or #e8f0f4")
    }
    return .color(color)
  }
}

/// `NAME=VALUE`.
struct NamedValue: ExpressibleByArgument {
  let name: String
  let value: String

  static func parse(argument: String) throws(ArgumentProblem) -> NamedValue {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ArgumentProblem("\"\(argument)\" lacks a name or a value; write NAME=VALUE")
    }
    return NamedValue(name: String(parts[0]), value: String(parts[1]))
  }
}

/// Degrees between lines; none for what suits the view.
struct GraticuleStep: ExpressibleByArgument {
  let degrees: Double?

  static func parse(argument: String) throws(ArgumentProblem) -> GraticuleStep {
    if argument == "auto" { return GraticuleStep(degrees: nil) }
    let degrees = try Double.parse(argument: argument)
    guard (0.001...180).contains(degrees) else {
      throw ArgumentProblem("\(argument) degrees are outside 0.001...180")
    }
    return GraticuleStep(degrees: degrees)
  }
}
