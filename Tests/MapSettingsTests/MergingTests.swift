import JSONDocument
import MapClusters
import Testing

@testable import MapSettings

/// Values that a setting's type reads, two that differ, as JSON.
private func values(of description: SettingDescription) throws -> (JSONValue, JSONValue)? {
  func json(_ text: String) throws -> JSONValue { try JSONText(parsing: text).root }
  switch description.schema {
  case .number(let range):
    return (try json("\(max(range.lowerBound, 1) + 0.5)"), try json("\(max(range.lowerBound, 1) + 1.5)"))
  case .above: return (try json("7"), try json("9"))
  case .whole(let range): return (try json("\(range.lowerBound + 1)"), try json("\(range.lowerBound + 2)"))
  case .text: return (try json("\"teal\""), try json("\"#123456\""))
  case .oneOf(let names): return (try json("\"\(names[0])\""), try json("\"\(names[1])\""))
  case .pattern where description.name == "aggregate":
    return (try json("\"sum:a\""), try json("\"mean:b\""))
  case .pattern where description.name == "classes":
    return (try json("\"jenks:3\""), try json("\"categories\""))
  case .pattern where description.name == "numberFormat":
    return (try json("\"plain\""), try json("\"si,de\""))
  case .pattern: return (try json("\"merge\""), try json("\"ring:20pt\""))
  case .list: return (try json("[\"name\"]"), try json("[\"name\", \"street\"]"))
  case .flag, .either: break
  default: return nil
  }
  let both =
    switch description.name {
    case "cellSize", "distance", "padding": ("40", "50")
    case "bbox": ("[0, 0, 1, 1]", "[2, 2, 3, 3]")
    case "size": ("[10, 10]", "[20, 20]")
    case "selectSpan": ("10", "20")
    case "tileSize": ("512", "256")
    case "select", "fitCluster", "expand": ("\"a\"", "\"b\"")
    case "textFont": ("\"A\"", "\"B\"")
    case "filter": ("\"a > 1\"", "[\"has\", \"b\"]")
    case "missingWeight": ("3", "\"skip\"")
    case "clusterMaxZoom": ("3", "\"none\"")
    default: ("true", "false")
    }
  return (try json(both.0), try json(both.1))
}

/// A value in which one setting is set.
private func set<Values>(_ entry: SettingEntry<Values>, _ json: JSONValue, in nothing: Values) -> Values {
  var values = nothing
  let member = JSONMember(key: entry.key, keyPosition: json.position, value: json)
  #expect(
    SettingTable("", [entry]).read(of: [member], at: JSONPath(), into: &values).isEmpty, "\(entry.key)")
  return values
}

@Suite struct `Levels of settings` {
  // An option lies over a request, a request over a style: each level wins where it alone, or it first, sets something.
  @Test func `win once each, for every setting of a clustering`() throws {
    for entry in ClusterOptions.table.entries where entry.key != "preset" && entry.key != "method" {
      let (one, other) = try #require(try values(of: entry.description), "\(entry.key)")
      let (style, request) = (set(entry, one, in: .init()), set(entry, other, in: .init()))
      #expect(style != request && style != ClusterOptions(), "\(entry.key)")
      #expect(request.over(style) == request, "\(entry.key)")
      #expect(ClusterOptions().over(style) == style, "\(entry.key)")
      #expect(ClusterOptions().over(request.over(style)) == request, "\(entry.key)")
      #expect(style.over(request.over(style)) == style, "\(entry.key)")
    }
  }

  @Test func `win once each, for every setting of a picture`() throws {
    for entry in OutputSettings.ownEntries where entry.isInDocuments {
      let (one, other) = try #require(try values(of: entry.description), "\(entry.key)")
      let (style, request) = (set(entry, one, in: OutputSettings()), set(entry, other, in: OutputSettings()))
      #expect(entry.isSet(style) && entry.isSet(request), "\(entry.key)")
      func same(_ a: OutputSettings, _ b: OutputSettings) -> Bool { "\(a)" == "\(b)" }
      #expect(!same(style, request), "\(entry.key)")
      #expect(same(request.over(style), request), "\(entry.key)")
      #expect(same(OutputSettings().over(request.over(style)), request), "\(entry.key)")
      #expect(same(style.over(request), style), "\(entry.key)")
    }
  }

  @Test func `win once each, for every setting of a view that stands alone`() throws {
    for entry in ViewOptions.table.entries where !ViewOptions.jointKeys.contains(entry.key) {
      let (one, other) = try #require(try values(of: entry.description), "\(entry.key)")
      let (style, request) = (set(entry, one, in: ViewOptions()), set(entry, other, in: ViewOptions()))
      #expect(style != request && style != ViewOptions(), "\(entry.key)")
      #expect(request.over(style) == request, "\(entry.key)")
      #expect(ViewOptions().over(style) == style, "\(entry.key)")
      #expect(ViewOptions().over(request.over(style)) == request, "\(entry.key)")
    }
  }

  @Test func `keep the styling of a piece that another level shows`() {
    var (style, option) = (OutputSettings(), OutputSettings())
    style.legend = OutputSettings.Decoration(text: "Magnitude")
    style.legend?.textSize = 9
    style.legend?.isShown = false
    option.legend = OutputSettings.Decoration(text: "Depth")
    let both = option.over(style).legend
    #expect(both?.text == "Depth" && both?.textSize == 9 && both?.isShown == true)
  }

  @Test func `of another method or preset leave only what is about the points`() {
    var style = ClusterOptions()
    (style.preset, style.cellSize, style.weight, style.title) = (.cch, .points(80), "people", "{count}")
    var option = ClusterOptions()
    option.method = .radius
    let both = option.over(style)
    #expect(both.preset == nil && both.cellSize == nil && both.method == .radius)
    #expect(both.weight == "people" && both.title == "{count}")
    style.method = .radius
    #expect(option.over(style).cellSize == .points(80) && option.over(style).preset == .cch)
    option.preset = .pins
    #expect(option.over(style).cellSize == nil && option.over(style).preset == .pins)
  }

  @Test func `refine a preset`() {
    var options = ClusterOptions()
    options.preset = .cch
    #expect(options.settings == ClusterPreset.cch.settings && options.behavior.reusesMarkers)
    (options.minimumUnique, options.reusesMarkers, options.distance) = (5, false, .meters(90))
    var expected = ClusterPreset.cch.settings
    (expected.minimumUnique, expected.distance) = (5, .meters(90))
    #expect(options.settings == expected && !options.behavior.reusesMarkers)
  }

  // What is about the method must reach the engine; a preset is where the engine's settings begin.
  @Test func `reach the engine, every one that is about the method`() throws {
    var count = 0
    for entry in ClusterOptions.table.entries
    where entry.key != "preset" && !entry.traits.contains(.outlivesMethod) {
      let (one, other) = try #require(try values(of: entry.description), "\(entry.key)")
      let (a, b) = (set(entry, one, in: .init()), set(entry, other, in: .init()))
      #expect(a.settings != b.settings || a.behavior != b.behavior, "\(entry.key)")
      count += 1
    }
    #expect(count > 20)
  }

  // What the table writes in words is what the engine has.
  @Test func `have the defaults that the table prints`() throws {
    var count = 0
    for entry in ClusterOptions.table.entries {
      guard let value = entry.description.initialValue, value.string != "none" else { continue }
      let same = set(entry, value, in: .init())
      #expect(same.settings == ClusterSettings.standard, "\(entry.key): \(entry.description.initial)")
      count += 1
    }
    #expect(count > 10)
  }

  @Test func `cluster nothing, or read data, as the table has it`() throws {
    func options(_ change: (inout ClusterOptions) -> Void) -> ClusterOptions {
      var options = ClusterOptions()
      change(&options)
      return options
    }
    let quiet = [
      options { $0.keepsInvisible = true }, options { $0.reusesMarkers = true },
      options { $0.keepsLeaders = true }, options { $0.debugGrid = DebugGridSetting(isShown: true) },
      options { $0.weightedSingles = true }, options { $0.missingWeight = .skip },
      options { $0.colorBy = "a" }, options { $0.palette = .viridis },
    ]
    for one in quiet { #expect(one.isEmpty, "\(one)") }
    let loud = [
      options { $0.method = .grid }, options { $0.weight = "a" }, options { $0.optOut = "a" },
      options { $0.title = "a" }, options { $0.minimumUnique = 1 }, options { $0.joinsPlaces = true },
    ]
    for one in loud { #expect(!one.isEmpty, "\(one)") }
    var all = options {
      ($0.weight, $0.optOut, $0.missingWeight, $0.cellSize) = ("a", "b", .skip, .points(9))
    }
    all.title = "x"
    let left = all.withoutClustering
    #expect(left.method == ClusterMethod.none && left.weight == "a" && left.optOut == "b")
    #expect(left.missingWeight == .skip && left.cellSize == nil && left.title == nil)
    #expect(
      Set(ClusterOptions.dataKeys) == [
        "filter", "weight", "missingWeight", "optOut", "colorBy", "sizeBy", "donutBy", "labelBy", "aggregate",
        "palette", "classes",
      ])
  }
}

@Suite struct `Names of presets` {
  @Test(arguments: [
    ("pgclustering", ClusterPreset.pablo), ("tbannotationclustering", .tb), ("pablo", .pablo), ("tb", .tb),
  ])
  func `have a long form and a short one`(name: String, preset: ClusterPreset) throws {
    let entry = try #require(ClusterOptions.table["preset"])
    var options = ClusterOptions()
    try entry.take(word: name, into: &options)
    #expect(options.preset == preset)
    let text = try JSONText(parsing: #"{"cluster": {"a": {"preset": "\#(name)"}}, "preset": "\#(name)"}"#)
    let (request, diagnostics) = SnapshotRequest.parse(text)
    #expect(diagnostics.isEmpty && request?.clustering.preset == preset)
    #expect(request?.clusteringBySource.first?.options.preset == preset)
  }
}
