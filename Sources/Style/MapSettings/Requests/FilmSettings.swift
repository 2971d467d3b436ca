/// The transitions between pictures of a film, by name.
public enum AnimatorName: String, CaseIterable, Hashable, Sendable {
  /// New markers appear, old ones vanish, gradually.
  case fade
  /// Markers slide into and out of each other.
  case move
  /// New markers jump up.
  case bounce
  case none
}

/// The settings of a scenario's film; `nil` for what is set beneath.
public struct FilmSettings: Hashable, SettingValues, Documented {
  package static var section: String { "film" }
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
      .init("animator", \.animator, .name()),
      .init("duration", \.duration, .number(seconds, .seconds)),
      .init("fps", \.framesPerSecond, .whole(frames)),
      .init("hold", \.hold, .number(seconds, .seconds)),
      .init("camera", \.camera, .camera),
      .init("captions", \.captions, .name(), form: .bare("bottom-left")),
    ])
}
