import JSONDocument
import MapClusters
import TestSupport
import Testing

@testable import MapSettings

/// Two values of a setting that differ, as JSON, found from what the table has of it: the numbers and names that its
/// description lists, values of its schema, and its example; those are taken that the setting reads.
private func values<Values>(
  of entry: SettingEntry<Values>, in nothing: Values
) throws -> (JSONValue, JSONValue) {
  // What stands there in words: numbers, and names in backquotes, as JSON or as a text.
  var candidates = entry.description.type.split { " ,;".contains($0) }.map(String.init)
  let parts = entry.description.type.split(separator: "`", omittingEmptySubsequences: false)
  for index in parts.indices where index % 2 == 1 {
    candidates += [String(parts[index]), "\"\(parts[index])\""]
  }
  candidates += texts(of: entry.description.schema) + [entry.description.example]
  var found: (value: JSONValue, text: String)?
  for candidate in candidates {
    guard let value = try? JSONText(parsing: candidate).root,
      let set = read(entry, value, in: nothing)
    else {
      continue
    }
    let text = "\(set)"
    if let found, found.text != text { return (found.value, value) }
    found = found ?? (value, text)
  }
  return try #require(
    nil as (JSONValue, JSONValue)?, "\(entry.key): the table leads to no two values of it")
}

/// Values of a schema, as JSON.
private func texts(of schema: JSONSchema) -> [String] {
  switch schema {
  case .number(let range):
    let least = max(range.lowerBound, 1)
    return ["\(least + 0.5)", "\(least + 1.5)"]
  case .above: return ["7", "9"]
  case .whole(let range): return ["\(range.lowerBound + 1)", "\(range.lowerBound + 2)"]
  case .text: return ["\"teal\"", "\"#123456\"", "\"a > 1\"", "\"magma\""]
  case .oneOf(let names): return names.map { "\"\($0)\"" }
  case .flag: return ["true", "false"]
  case .list(let element, let count):
    let one = texts(of: element)
    guard !one.isEmpty else { return [] }
    // Numbers rise, as those of boxes must.
    return [0, 1].map { first in
      let elements = (first..<first + max(1, count.lowerBound)).map { index in
        if case .number = element { "\(index)" } else { one[index % one.count] }
      }
      return "[" + elements.joined(separator: ", ") + "]"
    }
  case .either(let forms): return forms.flatMap(texts)
  // A text with a grammar of its own: of an aggregate and a palette.
  case .pattern: return ["\"mean:b\"", "\"magma\""]
  default: return []
  }
}

/// The values with one setting read; `nil` where it cannot be.
private func read<Values>(
  _ entry: SettingEntry<Values>, _ json: JSONValue, in nothing: Values
) -> Values? {
  var values = nothing
  let member = JSONMember(key: entry.key, keyPosition: json.position, value: json)
  let diagnostics = SettingTable("", [entry]).read(of: [member], at: JSONPath(), into: &values)
  return diagnostics.isEmpty && entry.isSet(values) ? values : nil
}

/// A value in which one setting is set.
private func set<Values>(_ entry: SettingEntry<Values>, _ json: JSONValue, in nothing: Values)
  throws -> Values
{
  try #require(read(entry, json, in: nothing), "\(entry.key)")
}

@Suite struct `Levels of settings` {
  // An option lies over a request, a request over a style: each level wins where it alone, or it first, sets something.
  @Test func `win once each, for every setting of a clustering`() throws {
    for entry in ClusterOptions.table.entries where entry.key != "preset" && entry.key != "method" {
      let (one, other) = try values(of: entry, in: ClusterOptions())
      let (style, request) = (try set(entry, one, in: .init()), try set(entry, other, in: .init()))
      #expect(style != request, "\(entry.key)")
      #expect(style != ClusterOptions(), "\(entry.key)")
      expect(request.over(style), equals: request, "\(entry.key)")
      expect(ClusterOptions().over(style), equals: style, "\(entry.key)")
      expect(ClusterOptions().over(request.over(style)), equals: request, "\(entry.key)")
      expect(style.over(request.over(style)), equals: style, "\(entry.key)")
    }
  }

  @Test func `win once each, for every setting of a picture`() throws {
    for entry in OutputSettings.ownEntries where entry.isInDocuments {
      let (one, other) = try values(of: entry, in: OutputSettings())
      let (style, request) = (
        try set(entry, one, in: OutputSettings()), try set(entry, other, in: OutputSettings())
      )
      #expect(entry.isSet(style), "\(entry.key)")
      #expect(entry.isSet(request), "\(entry.key)")
      func same(_ a: OutputSettings, _ b: OutputSettings) -> Bool { "\(a)" == "\(b)" }
      #expect(!same(style, request), "\(entry.key)")
      #expect(same(request.over(style), request), "\(entry.key)")
      #expect(same(OutputSettings().over(request.over(style)), request), "\(entry.key)")
      #expect(same(style.over(request), style), "\(entry.key)")
    }
  }

  @Test func `win once each, for every setting of a view that stands alone`() throws {
    for entry in ViewOptions.table.entries where !ViewOptions.jointKeys.contains(entry.key) {
      let (one, other) = try values(of: entry, in: ViewOptions())
      let (style, request) = (
        try set(entry, one, in: ViewOptions()), try set(entry, other, in: ViewOptions())
      )
      #expect(style != request, "\(entry.key)")
      #expect(style != ViewOptions(), "\(entry.key)")
      expect(request.over(style), equals: request, "\(entry.key)")
      expect(ViewOptions().over(style), equals: style, "\(entry.key)")
      expect(ViewOptions().over(request.over(style)), equals: request, "\(entry.key)")
    }
  }

  @Test func `keep the styling of a piece that another level shows`() {
    var (style, option) = (OutputSettings(), OutputSettings())
    style.legend = OutputSettings.Decoration(text: "Magnitude")
    style.legend?.textSize = 9
    style.legend?.isShown = false
    option.legend = OutputSettings.Decoration(text: "Depth")
    let both = option.over(style).legend
    #expect((both?.text, both?.textSize, both?.isShown) == ("Depth", 9, true))
  }

  @Test func `of another method or preset leave only what is about the points`() {
    var style = ClusterOptions()
    (style.preset, style.cellSize, style.weight, style.title) = (.cch, .points(80), "people", "{count}")
    var option = ClusterOptions()
    option.method = .radius
    let both = option.over(style)
    #expect((both.preset, both.cellSize, both.method) == (nil, nil, .radius))
    #expect((both.weight, both.title) == ("people", "{count}"))
    style.method = .radius
    #expect((option.over(style).cellSize, option.over(style).preset) == (.points(80), .cch))
    option.preset = .pins
    #expect((option.over(style).cellSize, option.over(style).preset) == (nil, .pins))
  }

  @Test func `refine a preset`() {
    var options = ClusterOptions()
    options.preset = .cch
    expect(options.settings, equals: ClusterPreset.cch.settings)
    #expect(options.behavior.reusesMarkers)
    (options.minimumUnique, options.reusesMarkers, options.distance) = (5, false, .meters(90))
    var expected = ClusterPreset.cch.settings
    (expected.minimumUnique, expected.distance) = (5, .meters(90))
    expect(options.settings, equals: expected)
    #expect(!options.behavior.reusesMarkers)
  }

  // What is about the method must reach the engine; a preset is where the engine's settings begin.
  @Test func `reach the engine, every one that is about the method`() throws {
    var count = 0
    for entry in ClusterOptions.table.entries
    where entry.key != "preset" && !entry.traits.contains(.outlivesMethod) {
      let (one, other) = try values(of: entry, in: ClusterOptions())
      let (a, b) = (try set(entry, one, in: .init()), try set(entry, other, in: .init()))
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
      let same = try set(entry, value, in: .init())
      // Settings of cells are those of a grid.
      let method = same.choosesGrid ? ClusterMethod.grid : .peaks
      expect(same.settings, equals: .standard(method), "\(entry.key): \(entry.description.initial)")
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
      options { $0.title = "a" }, options { $0.minimumUnique = 1 },
      options { $0.joinsUniqueLocations = true },
    ]
    for one in loud { #expect(!one.isEmpty, "\(one)") }
    var all = options {
      ($0.weight, $0.optOut, $0.missingWeight, $0.cellSize) = ("a", "b", .skip, .points(9))
    }
    all.title = "x"
    let left = all.withoutClustering
    #expect((left.method, left.weight, left.optOut) == (ClusterMethod.none, "a", "b"))
    #expect((left.missingWeight, left.cellSize, left.title) == (.skip, nil, nil))
    expect(
      Set(ClusterOptions.dataKeys),
      equals: [
        "filter", "weight", "missingWeight", "optOut", "colorBy", "sizeBy", "donutBy", "labelBy", "aggregate",
        "palette", "classes", "classBy", "pointsOf", "uniqueIds", "form", "groupBy", "overlap", "unit",
        "breaks", "sizeRange", "hull", "groupAreas", "facets", "icon", "facetEvery", "facetTimeFormat",
        "order",
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
    expect(options.preset, equals: preset)
    let text = try JSONText(parsing: #"{"cluster": {"a": {"preset": "\#(name)"}}, "preset": "\#(name)"}"#)
    let (request, diagnostics) = SnapshotRequest.parse(text)
    expect(request?.clustering.preset, equals: preset)
    #expect(diagnostics.isEmpty)
    expect(request?.clusteringBySource.first?.options.preset, equals: preset)
  }
}
