import CairoCanvas
import Drawing
import Parallel

/// Packs the frames of an animation on the threads that draw them.
///
/// A frame is compared with the one before it. Whichever of the two is drawn later, its thread packs the frame: the frames up to
/// any number are packed once all of them are drawn.
final class FramePacking: Sendable {
  private struct State {
    /// Frames of which the next one is not packed yet.
    var bitmaps: [Int: Bitmap] = [:]
    var packed: [Int: Result<PackedFrame, APNGError>] = [:]
    /// True if the first frame may be translucent, and so all of them; not known before it is drawn.
    var hasAlpha: Bool?
    /// Frames that were drawn before the first one, and may be packed as soon as that is known.
    var waiting: Set<Int> = []
  }

  private let state = Mutex(State())
  private let options: PNGOptions

  init(options: PNGOptions) { self.options = options }

  /// Takes a frame that was drawn, and packs it and the next one where the frames before them are there.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - hasAlpha: whether it may be translucent; that of the first frame holds for all.
  func put(_ bitmap: Bitmap, number: Int, hasAlpha: Bool) {
    typealias Job = (number: Int, bitmap: Bitmap, last: Bitmap?)
    let (alpha, jobs) = state.withLock { state -> (Bool, [Job]) in
      state.bitmaps[number] = bitmap
      if number == 1 { state.hasAlpha = hasAlpha }
      // Of two neighbors the one that comes later finds the other.
      var ready = [number, number + 1].filter {
        state.bitmaps[$0] != nil && ($0 == 1 || state.bitmaps[$0 - 1] != nil)
      }
      guard let alpha = state.hasAlpha else {
        state.waiting.formUnion(ready)
        return (false, [])
      }
      ready += state.waiting.subtracting(ready).sorted()
      state.waiting = []
      return (
        alpha, ready.compactMap { next in state.bitmaps[next].map { (next, $0, state.bitmaps[next - 1]) } }
      )
    }
    for job in jobs {
      let result = Result { () throws(APNGError) in
        try PackedFrame(job.bitmap, after: job.last, hasAlpha: alpha, options: options)
      }
      state.withLock { $0.packed[job.number] = result }
    }
  }

  /// A frame that was drawn, as were all before it; frames are taken in order, each once.
  func take(_ number: Int) throws(APNGError) -> PackedFrame {
    let result = state.withLock { state in
      // The next frame needs this one.
      state.bitmaps[number - 1] = nil
      return state.packed.removeValue(forKey: number)
    }
    guard let result else { preconditionFailure("a frame is packed once it and the one before it are drawn") }
    return try result.get()
  }
}
