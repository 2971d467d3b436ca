public import MapGeometry
public import MapScene
public import MapSettings
import Parallel

/// A picture to be drawn: what it shows, and what it is written as.
public struct PicturePlan: Sendable {
  /// The view, all settings merged.
  public var view: SnapshotRequest.View { shared.view }
  /// What is seen.
  public let viewport: Viewport
  /// The point whose marker is singled out, if one is.
  public let selection: MapPoint?
  /// What the picture is written as.
  public let format: PictureFormat
  /// The picture's file in messages; `nil` for none.
  public let place: String?

  /// A view takes some hundred bytes, and plans are copied from list to list: with thousands of views they share it.
  private final class SharedView: Sendable {
    let view: SnapshotRequest.View

    init(_ view: SnapshotRequest.View) {
      self.view = view
    }
  }

  private let shared: SharedView

  /// A picture of a view that was found by ``LoadedMap/viewport(of:)``.
  public init(
    view: SnapshotRequest.View, viewport: Viewport, selection: MapPoint? = nil, format: PictureFormat,
    place: String? = nil
  ) {
    (shared, self.viewport, self.selection) = (SharedView(view), viewport, selection)
    (self.format, self.place) = (format, place)
  }
}

/// How long pictures took, all threads together: with several it may be more than what passed. Zero where nobody measured.
public struct PictureDurations: Sendable {
  /// Clustering, placing and styling.
  public var scenes = Duration.zero
  /// Drawing and packing.
  public var pictures = Duration.zero
}

extension LoadedMap {
  /// Draws pictures, as many at once as the request has threads, and hands them over in order.
  ///
  /// Threads share nothing that they write to: each has a text shaper, a canvas and scratch memory of its own. Few pictures
  /// are begun before those ahead of them were taken, so that memory does not grow with their number.
  ///
  /// - Parameters:
  ///   - plans: the pictures; what they show was loaded by ``loadPictures(for:log:)``.
  ///   - log: used by the calling thread alone.
  ///   - time: what the durations are measured with, on any thread; `nil` measures none.
  ///   - observer: receives what is being done; on any thread.
  ///   - finish: makes what is handed over of a picture's number, its snapshot and its bytes; on any thread.
  ///   - take: takes what `finish` made, in order; on any thread, but never twice at once.
  /// - Returns: how long it took.
  /// - Throws: the first error in the order of the pictures; those before it were taken. It carries what was worth knowing about
  ///   the scene of a picture that could not be encoded.
  @discardableResult
  public func draw<Output: Sendable>(
    _ plans: [PicturePlan], log: SessionLog, time: (@Sendable () -> Duration)? = nil,
    observer: @Sendable (SnapshotStage) -> Void = { _ in },
    finish: (Int, Snapshot, [UInt8]) throws(SessionError) -> Output,
    take: (Int, Output) throws(SessionError) -> Void
  ) throws(SessionError) -> PictureDurations {
    let shapers = try shapers(log: log)
    let width = max(1, min(threads, plans.count))
    var map = self
    map.snapshotter = snapshotter.with(threads: threads / width)
    let shared = map
    let time = time ?? { .zero }
    var durations = PictureDurations()
    try inOrder(plans.count, threads: width) { index throws(SessionError) -> (Output, PictureDurations) in
      let plan = plans[index]
      let began = time()
      let snapshot = try shapers.lend { shaper throws(SessionError) in
        try shared.snapshot(
          of: plan.view, in: plan.viewport, selection: plan.selection, describesMarks: plan.format == .svg,
          shaper: shaper, observer: observer)
      }
      let drawing = time()
      let bytes: [UInt8]
      do throws(SessionError) {
        bytes = try shared.encoded(snapshot.scene, of: plan.view, as: plan.format, place: plan.place)
      } catch {
        var error = error
        error.notes += snapshot.notes.map { SessionNote($0, of: styleName) }
        throw error
      }
      let own = PictureDurations(scenes: drawing - began, pictures: time() - drawing)
      return (try finish(index, snapshot, bytes), own)
    } take: { index, result throws(SessionError) in
      durations.scenes += result.1.scenes
      durations.pictures += result.1.pictures
      try take(index, result.0)
    }
    return durations
  }
}
