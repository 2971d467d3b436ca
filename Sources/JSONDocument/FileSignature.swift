/// A kind of file that its first bytes give away.
///
/// Every reader asks this one list, so that a picture saved as `data.csv` is called a picture everywhere. What to report of
/// it is each reader's own matter.
public enum FileSignature: Hashable, Sendable, CaseIterable {
  /// Text that begins with a byte order mark of two or four bytes.
  case utf16, utf32
  /// Archives and compressed streams.
  case gzip, zip, bzip2, xz, zstandard, sevenZip, rar
  /// Pictures of pixels.
  case png, jpeg, gif, tiff, bmp, webp
  /// Documents and data.
  case pdf, sqlite, parquet
  /// A pointer that Git LFS left in place of a file.
  case gitPointer

  /// How many bytes are looked at.
  public static let length = 24

  /// The kind of a file, from its beginning; `nil` for all that is not in the list, such as text.
  ///
  /// - Complexity: O(1).
  public init?(of bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(FileSignature.length))
    if let match = FileSignature.marks.first(where: { head.starts(with: $0.bytes) }) {
      self = match.kind
    } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      self = .webp
    } else if head.starts(with: Array("BM".utf8)), head.dropFirst(6).starts(with: [0, 0, 0, 0]) {
      self = .bmp  // two letters alone may begin a text; behind the size four bytes are reserved
    } else if head.starts(with: Array("BZh".utf8)), head.count > 3, (0x31...0x39).contains(head[3]) {
      self = .bzip2
    } else {
      return nil
    }
  }

  // UTF-32 before UTF-16: its mark begins with the other's.
  private static let marks: [(bytes: [UInt8], kind: FileSignature)] = [
    ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32), ([0xFF, 0xFE], .utf16),
    ([0xFE, 0xFF], .utf16),
    ([0x1F, 0x8B], .gzip), ([0x50, 0x4B, 3, 4], .zip), ([0x50, 0x4B, 5, 6], .zip),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    ([0x37, 0x7A, 0xBC, 0xAF], .sevenZip), (Array("Rar!".utf8), .rar),
    ([0x89, 0x50, 0x4E, 0x47], .png), ([0xFF, 0xD8, 0xFF], .jpeg), (Array("GIF8".utf8), .gif),
    ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
    (Array("%PDF-".utf8), .pdf), (Array("SQLite format 3\0".utf8), .sqlite), (Array("PAR1".utf8), .parquet),
    (Array("version https://git-lfs".utf8), .gitPointer),
  ]
}
