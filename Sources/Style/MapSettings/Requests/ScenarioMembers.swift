/// The action of a scenario's step: the member by which it is named.
public enum StepVerb: String, CaseIterable, Hashable, Sendable {
  case add
  case remove
  /// Removes all points of groups.
  case clear
  case view
  case pan
  case zoom
  case settings
  case select
  case deselect
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
      .init("steps", in: "scenario", schema: .list(.reference("step"), count: 1...Int.max))
    ] + FilmSettings.table.descriptions

  /// The steps, by what they do, and what refines them.
  public static let verbs: [SettingDescription] = [
    .init("add", in: "step", schema: pointsOrGroups),
    .init("batches", in: "step", schema: .whole(batchSizes)),
    .init("remove", in: "step", schema: pointsOrGroups),
    .init("clear", in: "step", schema: .either([.exactly(true), .text, .list(.text, count: 1...Int.max)])),
    .init(
      "view", in: "step", schema: .object(ViewOptions.table.settings(ViewOptions.stepKeys).map(\.description))
    ),
    .init("pan", in: "step", schema: .list(.number(-1e9...1e9), count: 2...2)),
    .init("zoom", in: "step", schema: StepZoom.schema),
    .init(
      "settings", in: "step",
      filling: [
        "dataKeys": ClusterOptions.dataKeys.map { "`\($0)`" }.joined(separator: " and "),
        "changeExample": ClusterOptions.changeExample,
      ],
      schema: .either([.object(changeable), .dictionary(.object(changeable))])),
    .init(
      "select", in: "step", schema: .either([.text, .anyNumber, .dictionary(.either([.text, .anyNumber]))])),
    .init("span", in: "step", schema: SelectionSpan.schema),
    .init("deselect", in: "step", schema: .exactly(true)),
    .init("snapshot", in: "step", schema: .someText),
  ]

  private static let pointsOrGroups = JSONSchema.either([
    .reference("points"), .dictionary(.reference("points")),
  ])
  private static let changeable = ClusterOptions.table.descriptions.filter {
    !ClusterOptions.dataKeys.contains($0.name)
  }

  /// Steps: an action, `select` with a zoom rule, or `add` with a batch size.
  package static let steps: [JSONSchema] = StepVerb.allCases.map { verb in
    .object(verbs.filter { $0.name == verb.rawValue || $0.name == verb.companion }, required: [verb.rawValue])
  }

  package static let points: JSONSchema = .either([
    .exactly(true), .text, .anyNumber,
    .list(.either([.text, .anyNumber, .reference("point")]), count: 1...Int.max), .reference("point"),
    .object(
      [
        .init("from", in: "scenario point", schema: .whole(1...Int.max)),
        .init("to", in: "scenario point", schema: .whole(1...Int.max)),
      ], required: ["from", "to"]),
    .object([.init("file", in: "scenario point", schema: .text)], required: ["file"]),
  ])

  /// A point; other members are its properties.
  package static let point: JSONSchema = .open(
    [
      .init("id", in: "scenario point", schema: .either([.text, .anyNumber])),
      .init("at", in: "scenario point", schema: .list(.anyNumber, count: 2...2)),
    ], required: ["id", "at"])

  /// Points that come at a time.
  public static let batchSizes = 1...1_000_000_000
}
