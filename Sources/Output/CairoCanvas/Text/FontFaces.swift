import CPango

/// Faces opened by FreeType for one font library, so that Cairo opens none itself.
///
/// Cairo 1.16 shares the faces it opens among all threads and keeps ten of them open: it may close one while another
/// thread reads a letter of it. Faces that a pattern brings along (`FC_FT_FACE`) it neither shares nor closes.
/// A FreeType library and its faces are used by one thread at a time, as the shaper is.
final class FontFaces {
  private let memory: UnsafeMutablePointer<FT_MemoryRec_>
  /// The block that is not given back; what `memory` hands to its functions.
  private let kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var library: FT_Library?
  private var faces: [FT_Face] = []

  init() {
    kept = .allocate(capacity: 1)
    kept.initialize(to: nil)
    memory = .allocate(capacity: 1)
    memory.initialize(
      to: FT_MemoryRec_(
        user: kept, alloc: { _, size in malloc(max(0, size)) },
        free: { memory, block in
          let kept = memory?.pointee.user?.load(as: UnsafeMutableRawPointer?.self)
          if block != kept { free(block) }
        },
        realloc: { _, _, size, block in realloc(block, max(1, size)) }))
    if FT_New_Library(memory, &library) == 0 {
      FT_Add_Default_Modules(library)
      FT_Set_Default_Properties(library)
    }
  }

  /// Closes the faces, but for the block at each one's address (1.5 kB): Cairo knows faces by their address, also for a while
  /// after their last use, and would take a new face at the address of an old one for that.
  deinit {
    for face in faces {
      kept.pointee = UnsafeMutableRawPointer(face)
      FT_Done_Face(face)
    }
    kept.pointee = nil
    FT_Done_Library(library)
    memory.deallocate()
    kept.deallocate()
  }

  /// Opens the face a pattern of fontconfig describes and puts it into the pattern.
  ///
  /// - Returns: whether FreeType could open it.
  func open(_ pattern: OpaquePointer, at path: String) -> Bool {
    var (index, face): (Int32, FT_Face?) = (0, nil)
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    guard let library, FT_New_Face(library, path, FT_Long(index), &face) == 0, let face else { return false }
    faces.append(face)
    return FcPatternAddFTFace(pattern, FC_FT_FACE, face) != 0
  }
}
