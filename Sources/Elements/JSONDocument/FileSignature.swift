/// A kind of file recognized by its first bytes; the raw value is its name with an article.
public enum FileSignature: String, Hashable, Sendable, CaseIterable {
  case utf16 = "text in UTF-16", utf32 = "text in UTF-32"
  case html = "an HTML page", xml = "an XML document"
  case gzip = "a gzip file", zip = "a zip archive", bzip2 = "a bzip2 file", xz = "an xz file"
  case zstandard = "a Zstandard file", sevenZip = "a 7z archive", rar = "a RAR archive"
  case png = "a PNG picture", jpeg = "a JPEG picture", gif = "a GIF picture", tiff = "a TIFF picture"
  case bmp = "a BMP picture", webp = "a WebP picture"
  case pdf = "a PDF document", sqlite = "an SQLite database", parquet = "a Parquet file"
  case gitPointer = "a Git LFS pointer, not the file itself"
  case gitConflict = "a file with unresolved git conflicts"
  case zeros = "a file of zero bytes"
  case binary = "a binary file"

  /// The number of bytes that are looked at.
  public static let length = 24

  /// Recognizes signatures; `nil` for others, such as text.
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

  /// Recognizes the content of a supposed UTF-8 text; `nil` for what may be text.
  public init?(recognizing bytes: some RandomAccessCollection<UInt8>) {
    let head = Array(bytes.prefix(FileSignature.length))
    // Nobody takes these for a JSON document.
    let unlikely: Set<FileSignature> = [.sevenZip, .rar, .tiff, .bmp, .parquet, .gitPointer]
    if let signature = FileSignature(of: head), !unlikely.contains(signature) {
      self = signature
    } else if !head.isEmpty, head.prefix(16).allSatisfy({ $0 == 0 }) {
      self = .zeros
    } else if let content = FileSignature.wideText(head) ?? FileSignature.markup(bytes) {
      self = content
    } else {
      return nil
    }
  }

  // UTF-32 before UTF-16: its mark begins with the other's.
  private static let marks: [(bytes: [UInt8], kind: FileSignature)] = [
    ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32), ([0xFF, 0xFE], .utf16),
    ([0xFE, 0xFF], .utf16), ([0x1F, 0x8B], .gzip), ([0x50, 0x4B, 3, 4], .zip), ([0x50, 0x4B, 5, 6], .zip),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    ([0x37, 0x7A, 0xBC, 0xAF], .sevenZip), (Array("Rar!".utf8), .rar),
    ([0x89, 0x50, 0x4E, 0x47], .png), ([0xFF, 0xD8, 0xFF], .jpeg), (Array("GIF8".utf8), .gif),
    ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
    (Array("%PDF-".utf8), .pdf), (Array("SQLite format 3\0".utf8), .sqlite), (Array("PAR1".utf8), .parquet),
    (Array("version https://git-lfs".utf8), .gitPointer),
  ]

  /// ASCII in two or four bytes a character, without a mark: RFC 4627 §3.
  private static func wideText(_ head: [UInt8]) -> FileSignature? {
    guard head.count >= 4 else { return nil }
    switch (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
    case (true, true, true, false), (false, true, true, true): return .utf32
    case (true, false, true, false), (false, true, false, true): return .utf16
    default: return nil
    }
  }

  private static func markup(_ bytes: some RandomAccessCollection<UInt8>) -> FileSignature? {
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

  /// The name, with its article.
  public var name: String { rawValue }

  /// The remedy, in a clause.
  public var remedy: String {
    switch self {
    case .utf16, .utf32: "save the file as UTF-8"
    case .html: "did a download answer with an error page?"
    case .zip: "save a spreadsheet as CSV, or unpack an archive first"
    case .gzip, .bzip2, .xz, .zstandard, .sevenZip, .rar: "unpack it first"
    case .zeros: "was it cut off or never written?"
    case .gitPointer: "fetch it with git lfs pull"
    case .gitConflict: "resolve the conflict marks"
    case .xml, .png, .jpeg, .gif, .tiff, .bmp, .webp, .pdf, .sqlite, .parquet, .binary: "name another file"
    }
  }
}
