/// The action of a scenario's step: the member by which it is named.
public enum StepVerb: String, CaseIterable, Hashable, Sendable {
  /// Adds points.
  case add
  /// Removes points.
  case remove
  /// Removes all points of groups.
  case clear
  /// Moves the view.
  case view
  /// Moves the view by points.
  case pan
  /// Changes the zoom.
  case zoom
  /// Changes clustering options.
  case settings
  /// Selects the marker that holds a point.
  case select
  /// Ends the selection.
  case deselect
  /// Takes a picture.
  case snapshot

  /// The member that may stand beside the verb and refines it; `nil` for none.
  public var companion: String? {
    switch self {
    case .add: "batches"
    case .select: "span"
    default: nil
    }
  }
}

/// The members that a scenario has beyond a request.
public enum ScenarioMembers {
  /// The members at the root.
  public static let root: [SettingDescription] =
    [
      .init(
        "steps", "list of objects", or: "needed", "What happens, in order; at least one step is a snapshot.",
        #"[{"add": true}, {"snapshot": "all"}]"#,
        schema: .list(.reference("step"), count: 1...Int.max))
    ] + FilmSettings.table.descriptions

  /// The steps, by what they do, and what refines them.
  public static let verbs: [SettingDescription] = [
    .init(
      "add", "true, ids, points, records or a file, perhaps by group", or: "none", "Adds points.", "true",
      schema: pointsOrGroups),
    .init(
      "batches", "whole number from {least}", or: "all at once",
      "With add: so many points at a time, a snapshot after each batch.", "500", schema: .whole(batchSizes)),
    .init(
      "remove", "true, ids or records, perhaps by group", or: "none", "Removes points.", #"["10", "46"]"#,
      schema: pointsOrGroups),
    .init(
      "clear", "true, the name of a group or a list of names", or: "none", "Removes all points of groups.",
      #""hotels""#, schema: .either([.exactly(true), .text, .list(.text, count: 1...Int.max)])),
    .init(
      "view", "object, as a request's view", or: "none", "Moves the view.",
      #"{"center": [12, 49], "zoom": 1.8}"#,
      schema: .object(ViewOptions.table.settings(ViewOptions.stepKeys).map(\.description))),
    .init(
      "pan", "`[right, down]` in points", or: "none", "Moves the view by points.", "[120, 0]",
      schema: .list(.number(-1e9...1e9), count: 2...2)),
    .init(
      "zoom", "zoom, or a change as text", or: "none", "Changes the zoom.", #""+1""#, schema: StepZoom.schema),
    .init(
      "settings", "clustering options, perhaps by group", or: "none",
      "Changes clustering options; all but "
        + ClusterOptions.dataKeys.map { "`\($0)`" }.joined(separator: " and ")
        + ", which are read with the data.", "{\"towns\": \(ClusterOptions.changeExample)}",
      schema: .either([.object(changeable), .dictionary(.object(changeable))])),
    .init(
      "select", "id of a point, perhaps by group", or: "none",
      "Selects the marker that holds a point, and centers the view on it. A change of the zoom ends the selection in a group with the preset `cch`; elsewhere it stays until `deselect` or another `select`.",
      #""65""#, schema: .either([.text, .anyNumber, .dictionary(.either([.text, .anyNumber]))])),
    .init(
      "span", "meters, or `[north to south, west to east]`", or: "1000",
      "With select: how much is shown about the point.", "2000000", schema: SelectionSpan.schema),
    .init("deselect", "true", or: "none", "Ends the selection.", "true", schema: .exactly(true)),
    .init("snapshot", "text", or: "none", "Takes a picture of this name.", #""city""#, schema: .someText),
  ]

  private static let pointsOrGroups = JSONSchema.either([
    .reference("points"), .dictionary(.reference("points")),
  ])
  private static let changeable = ClusterOptions.table.descriptions.filter {
    !ClusterOptions.dataKeys.contains($0.name)
  }

  /// The forms of a step: what it does, with `select` how much is shown, and with `add` how many points a time.
  package static let steps: [JSONSchema] = StepVerb.allCases.map { verb in
    .object(verbs.filter { $0.name == verb.rawValue || $0.name == verb.companion }, required: [verb.rawValue])
  }

  /// The forms of a batch of points.
  package static let points: JSONSchema = .either([
    .exactly(true), .text, .anyNumber,
    .list(.either([.text, .anyNumber, .reference("point")]), count: 1...Int.max), .reference("point"),
    .object(
      [
        .init(
          "from", "whole number", or: "needed", "The first record, from 1.", "1", schema: .whole(1...Int.max)),
        .init("to", "whole number", or: "needed", "The last record.", "500", schema: .whole(1...Int.max)),
      ], required: ["from", "to"]),
    .object(
      [.init("file", "path", or: "needed", "A file of points.", #""more.csv""#, schema: .text)],
      required: ["file"]),
  ])

  /// A point; members beside these are its properties.
  package static let point: JSONSchema = .open(
    [
      .init(
        "id", "text or number", or: "needed", "What the point is called.", #""a""#,
        schema: .either([.text, .anyNumber])),
      .init(
        "at", "`[longitude, latitude]`", or: "needed", "Where it is, in degrees.", "[13.4, 52.5]",
        schema: .list(.anyNumber, count: 2...2)),
    ], required: ["id", "at"])

  /// Points that come at a time.
  public static let batchSizes = 1...1_000_000_000
}
