/// The transitions between pictures of a film, by name.
public enum AnimatorName: String, CaseIterable, Hashable, Sendable {
  /// New markers appear, old ones vanish, gradually.
  case fade
  /// Markers slide into and out of each other.
  case move
  /// New markers jump up.
  case bounce
  /// The new picture at once.
  case none
}

/// The settings of a scenario's film; `nil` for what is set beneath.
public struct FilmSettings: Hashable, SettingValues {
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// The animator of markers between pictures.
  public var animator: AnimatorName?
  /// Seconds a transition takes, ``seconds``.
  public var duration: Double?
  /// Frames a second, ``frames``.
  public var framesPerSecond: Int?
  /// Seconds a snapshot stands still, ``seconds``.
  public var hold: Double?
  /// The movement of the camera where the view changes.
  public var camera: CameraMotion?
  /// The corner in which each frame shows the name of its snapshot.
  public var captions: OutputSettings.Corner?

  /// Settings of which nothing is set.
  public init() {}

  /// Seconds that a transition or a pause may take.
  public static let seconds = 0...60.0
  /// Frames a second that a film may have.
  public static let frames = 1...120

  /// Every setting: for scenarios and on the command line.
  public static let table = SettingTable<FilmSettings>(
    "a scenario",
    [
      .init(
        "animator", \.animator, .name(), or: "the preset's", "The transition between pictures.", #""move""#,
        option: .init(
          "How markers change.", "NAME", default: "the scenario's, else the preset's, else fade")),
      .init(
        "duration", \.duration, .number(seconds, .seconds), "seconds from {range}", or: "the animator's",
        "How long a transition takes.", "0.5",
        option: .init(
          "Seconds a transition takes, {range}.", "S",
          default: "fade 0.2, clustermap 0.35; move 0.5; bounce 0.6")),
      .init(
        "fps", \.framesPerSecond, .whole(frames), or: "30", "Frames a second.", "30",
        option: .init("Frames a second, {range}.", "N")),
      .init(
        "hold", \.hold, .number(seconds, .seconds), "seconds from {range}", or: "1",
        "How long a snapshot stands still.", "1.5",
        option: .init("Seconds each snapshot stands still, {range}.", "S")),
      .init(
        "camera", \.camera, .camera, "object of `duration` and `easing`, or `none`",
        or: "the preset's, else `none`",
        "The movement of the camera where the view changes: it takes the old markers along, then these change.",
        #"{"duration": 0.4, "easing": "ease-in-out"}"#,
        option: .init(
          "Move the camera where the view changes, such as 0.4 or 0.4,ease-in-out, with the old markers; none changes the view at once.",
          "SECONDS,EASING", default: "the scenario's, else the preset's, else none")),
      .init(
        "captions", \.captions, .name(), or: "none; with --time `bottom-left`",
        "The corner in which each frame shows the name of its snapshot, in place of a subtitle.",
        #""top-right""#,
        option: .init(
          "Write each snapshot's name into its frames, in a corner or at the lower left; none writes none.",
          "CORNER", default: "bottom-left with --time, else none", form: .bare("bottom-left"))),
    ])
}
