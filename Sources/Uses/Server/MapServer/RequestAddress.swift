/// The address of a request, read from its raw bytes: segments of the path and parameters of the query, decoded once.
///
/// Only what is written in one way is taken: each `%` has two digits, everything decoded is UTF-8 (no overlong forms, no
/// surrogates) without control characters, and no segment is `.` or `..`.
public struct RequestAddress: Hashable, Sendable {
  /// A name with its value, in the query's order.
  public struct Parameter: Hashable, Sendable {
    /// The name, decoded.
    public let name: String
    /// The value, decoded; empty where there is none.
    public let value: String
  }

  /// The segments of the path, decoded; none of the address `/`.
  public let segments: [String]
  /// The parameters of the query.
  public let parameters: [Parameter]

  /// The most bytes of an address.
  public static let mostBytes = 32_768

  /// Reads the target of a request line: `/path?query`, or an absolute address, whose server is passed over.
  ///
  /// - Throws: ``ServerError`` with status 400 or 414.
  public init(_ target: [UInt8]) throws(ServerError) {
    guard target.count <= Self.mostBytes else {
      throw ServerError(414, "the address has \(target.count) bytes; write \(Self.mostBytes) at most")
    }
    var bytes = target[...]
    for scheme in ["http://", "https://"] where bytes.starts(with: scheme.utf8) {
      bytes = bytes.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") }
    }
    guard bytes.first == UInt8(ascii: "/") else {
      throw ServerError(400, "the address begins with no slash; write /path?query")
    }
    let question = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    var segments: [String] = []
    for part in bytes[..<question].dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      let segment = try Self.decoded(part, isQuery: false)
      guard segment != ".", segment != ".." else {
        throw ServerError(400, "the address has a segment \(segment); write the path without it")
      }
      segments.append(segment)
    }
    if segments.last == "" { segments.removeLast() }
    self.segments = segments
    var parameters: [Parameter] = []
    for part in bytes[question...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      parameters.append(
        Parameter(
          name: try Self.decoded(part[..<equals], isQuery: true),
          value: try Self.decoded(part[equals...].dropFirst(), isQuery: true)))
    }
    self.parameters = parameters
  }

  /// The last value of a parameter; `nil` where it is not there.
  public subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

  /// All values of a parameter, in order.
  public func values(of name: String) -> [String] { parameters.lazy.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ bytes: ArraySlice<UInt8>, isQuery: Bool) throws(ServerError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < bytes.endIndex, let high = bytes[index].hexadecimalValue,
          let low = bytes[index + 1].hexadecimalValue
        else {
          throw ServerError(
            400, "a % of the address has no two digits behind it; write %25 for a percent sign")
        }
        byte = high << 4 | low
        index += 2
      } else if byte == UInt8(ascii: "+"), isQuery {
        byte = UInt8(ascii: " ")
      }
      guard byte >= 0x20, byte != 0x7F else {
        throw ServerError(400, "the address has a control character; leave it out")
      }
      result.append(byte)
    }
    guard let text = String(validating: result, as: UTF8.self) else {
      throw ServerError(400, "the address is not UTF-8 when decoded; encode it as UTF-8")
    }
    return text
  }
}
