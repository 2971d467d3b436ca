/// The bytes of one input. A table keeps its source alive, because properties are read from it on demand.
///
/// Implementations must return the same bytes on every call and from any thread.
public protocol ByteSource: AnyObject, Sendable {
  /// The number of bytes.
  var count: Int { get }

  /// Lends all bytes for the length of a call; exactly ``count`` of them may be read, and not one beyond.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R

  /// A hint: these bytes were read and may leave memory (a mapped file uses `MADV_DONTNEED`). They may be
  /// asked for again. Called from any thread, with ranges inside `0..<count`.
  func release(_ range: Range<Int>)

  /// The file that the bytes come from, where it was written to since it was opened: what was read is then a mixture.
  func changedFile() -> String?
}

extension ByteSource {
  /// Ignores the hint: all bytes stay in memory.
  public func release(_ range: Range<Int>) {}

  /// Lends all bytes to what throws errors of one type, which ``withBytes(_:)`` does not keep.
  func lending<Value>(
    _ body: (UnsafeRawBufferPointer) throws(FeatureError) -> Value
  ) throws(FeatureError) -> Value {
    try withBytes { bytes in Result { () throws(FeatureError) in try body(bytes) } }.get()
  }

  /// Bytes in memory do not change.
  public func changedFile() -> String? { nil }
}

/// Bytes that are held in memory.
public final class ByteArray: ByteSource {
  private let bytes: [UInt8]

  /// A source of these bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A source of a text's UTF-8.
  public convenience init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Lends all bytes for the length of a call.
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}
