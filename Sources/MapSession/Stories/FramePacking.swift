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
  }

  private let state = Mutex(State())
  private let options: PNGOptions

  /// - Parameter options: how pixels are packed.
  init(options: PNGOptions) {
    self.options = options
  }

  /// Takes a frame that was drawn, and packs it and the next one where the frames before them are there.
  ///
  /// - Parameters:
  ///   - bitmap: what was drawn.
  ///   - number: from 1.
  ///   - hasAlpha: whether frames of the animation may be translucent.
  func put(_ bitmap: Bitmap, number: Int, hasAlpha: Bool) {
    func pack(_ bitmap: Bitmap, after last: Bitmap?, number: Int) {
      let result = Result { () throws(APNGError) in
        try PackedFrame(bitmap, after: last, hasAlpha: hasAlpha, options: options)
      }
      state.withLock { $0.packed[number] = result }
    }
    let (before, after) = state.withLock { state in
      state.bitmaps[number] = bitmap
      return (state.bitmaps[number - 1], state.bitmaps[number + 1])
    }
    if number == 1 || before != nil { pack(bitmap, after: before, number: number) }
    if let after { pack(after, after: bitmap, number: number + 1) }
  }

  /// A frame that was drawn, as were all before it; frames are taken in order, each once.
  ///
  /// - Throws: ``APNGError`` where it cannot be packed.
  func take(_ number: Int) throws(APNGError) -> PackedFrame? {
    let result = state.withLock { state in
      // The next frame needs this one.
      state.bitmaps[number - 1] = nil
      return state.packed.removeValue(forKey: number)
    }
    return try result?.get()
  }
}
