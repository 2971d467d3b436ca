import CairoCanvas
import Drawing
import JSONDocument

/// The PNG files of goldens: packed as small as possible, because they stay in a repository.
enum GoldenPNG {
  static func encode(_ bitmap: Bitmap) throws(GoldenError) -> [UInt8] {
    try rethrowing(PNG.encode(bitmap, options: PNGOptions(compression: 9))) { (error: PictureError) in
      GoldenError.notWritten("\(error)")
    }
  }
}
