/// What a file is that was taken for a text in UTF-8, seen from its first bytes.
///
/// Readers of other text formats use it too, so that an HTML error page saved as `data.csv` is called by its name.
public enum ForeignContent: Hashable, Sendable, CaseIterable {
  /// Text in another encoding.
  case utf16, utf32
  /// Text in a markup language.
  case html, xml
  /// Archives and compressed files.
  case gzip, zip, bzip2, xz, zstandard, sevenZip, rar
  /// Pictures of pixels.
  case png, jpeg, gif, tiff, bmp, webp
  /// Documents and data.
  case pdf, sqlite, parquet
  /// A pointer that Git LFS left in place of a file.
  case gitPointer
  /// A text with merge marks of git.
  case gitConflict
  /// Nothing but zero bytes.
  case zeros
  /// Bytes that no text has.
  case binary

  /// What the bytes are, by their beginning; `nil` for what may be text.
  ///
  /// - Complexity: O(1), except for zero bytes and leading white space.
  public init?(recognizing bytes: some RandomAccessCollection<UInt8>) {
    let head = Array(bytes.prefix(FileSignature.length))
    if let signature = FileSignature(of: head), !ForeignContent.unlikely.contains(signature) {
      self.init(signature)
    } else if !head.isEmpty, head.prefix(16).allSatisfy({ $0 == 0 }) {
      self = .zeros
    } else if let wide = ForeignContent.wideText(head) {
      self = wide
    } else if let markup = ForeignContent.markup(bytes) {
      self = markup
    } else {
      return nil
    }
  }

  /// The kinds that nobody takes for a JSON document.
  private static let unlikely: Set<FileSignature> = [.sevenZip, .rar, .tiff, .bmp, .parquet, .gitPointer]

  /// What a file with a signature is.
  public init(_ signature: FileSignature) {
    switch signature {
    case .utf16: self = .utf16
    case .utf32: self = .utf32
    case .gzip: self = .gzip
    case .zip: self = .zip
    case .bzip2: self = .bzip2
    case .xz: self = .xz
    case .zstandard: self = .zstandard
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .gif: self = .gif
    case .webp: self = .webp
    case .pdf: self = .pdf
    case .sqlite: self = .sqlite
    case .sevenZip: self = .sevenZip
    case .rar: self = .rar
    case .tiff: self = .tiff
    case .bmp: self = .bmp
    case .parquet: self = .parquet
    case .gitPointer: self = .gitPointer
    }
  }

  /// ASCII in two or four bytes a character, without a mark: RFC 4627 §3.
  private static func wideText(_ head: [UInt8]) -> ForeignContent? {
    guard head.count >= 4 else { return nil }
    switch (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
    case (true, true, true, false), (false, true, true, true): return .utf32
    case (true, false, true, false), (false, true, false, true): return .utf16
    default: return nil
    }
  }

  private static func markup(_ bytes: some RandomAccessCollection<UInt8>) -> ForeignContent? {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes.dropFirst(0)
    let begin = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(64)
    guard begin.first == 0x3C else { return nil }
    let word = String(decoding: begin, as: UTF8.self).lowercased()
    if ["<!doctype html", "<html", "<head", "<body", "<!--", "<title"].contains(where: word.hasPrefix) {
      return .html
    }
    return ["<?xml", "<svg", "<kml", "<gpx", "<error", "<!doctype"].contains(where: word.hasPrefix)
      ? .xml : nil
  }

  /// What it is, with its article.
  public var name: String {
    switch self {
    case .utf16: "text in UTF-16"
    case .utf32: "text in UTF-32"
    case .html: "an HTML page"
    case .xml: "an XML document"
    case .gzip: "a gzip file"
    case .zip: "a zip archive"
    case .bzip2: "a bzip2 file"
    case .xz: "an xz file"
    case .zstandard: "a Zstandard file"
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .gif: "a GIF picture"
    case .webp: "a WebP picture"
    case .pdf: "a PDF document"
    case .sqlite: "an SQLite database"
    case .sevenZip: "a 7z archive"
    case .rar: "a RAR archive"
    case .tiff: "a TIFF picture"
    case .bmp: "a BMP picture"
    case .parquet: "a Parquet file"
    case .gitPointer: "a Git LFS pointer, not the file itself"
    case .gitConflict: "a file with unresolved git conflicts"
    case .binary: "a binary file"
    case .zeros: "a file of zero bytes"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .utf16, .utf32: "save the file as UTF-8"
    case .html: "did a download answer with an error page?"
    case .gzip, .zip, .bzip2, .xz, .zstandard, .sevenZip, .rar: "unpack it first"
    case .zeros: "was it cut off or never written?"
    case .gitPointer: "fetch it with git lfs pull"
    case .gitConflict: "resolve the conflict marks"
    case .xml, .png, .jpeg, .gif, .tiff, .bmp, .webp, .pdf, .sqlite, .parquet, .binary: "name another file"
    }
  }
}
