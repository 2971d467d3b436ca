/// Bytes of an input, immutable and readable from any thread; tables keep it alive to read properties.
public protocol ByteSource: AnyObject, Sendable {
  var count: Int { get }

  /// Lends exactly ``count`` bytes for the length of a call.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R

  /// Hints that these bytes may leave memory (`MADV_DONTNEED`) until they are read again. Called from any
  /// thread.
  func release(_ range: Range<Int>)

  /// The file, if it was written to since it was opened: what was read is then a mixture.
  func changedFile() -> String?
}

extension ByteSource {
  /// Ignores the hint: all bytes stay in memory.
  public func release(_ range: Range<Int>) {}

  /// As ``withBytes(_:)``, with a typed error.
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
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A source of a text's UTF-8.
  public convenience init(_ text: String) { self.init(Array(text.utf8)) }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Lends all bytes for the length of a call.
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}
