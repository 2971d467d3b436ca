import JSONDocument
import MapFeatures
import MapGeometry
import Testing

/// The table of a text.
func read(_ text: String, _ options: ReadingOptions = ReadingOptions()) throws -> FeatureTable {
  try FeatureTable.read(ByteArray(text), options: options)
}

/// Why a text gives no table, as a user sees it: `2:4: what; what to do`.
func fault(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> String {
  fault(bytes: Array(text.utf8), options)
}

/// The same of bytes.
func fault(bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) -> String {
  do throws(FeatureError) {
    let table = try FeatureTable.read(ByteArray(bytes), options: options)
    return "no fault, \(table.points.count) points"
  } catch {
    let text = error.text.spelled(SettingSpelling(.options))
    return (error.position.map { "\($0.line):\($0.column): " } ?? "") + text
  }
}

/// The table of bytes that arrive in pieces.
func readStream(
  _ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(), blockSize: Int = 1 << 20,
  pieces: () -> Int = { 1 << 16 }
) throws(FeatureError) -> FeatureTable {
  var position = 0
  return try InputReader.table(options, blockSize: blockSize) {
    (buffer: UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int in
    let length = min(pieces(), buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<(position + length)])
    position += length
    return length
  }
}

/// All that a table holds, for comparison.
struct Contents: Equatable, CustomStringConvertible {
  var lines: [String] = []

  init(_ result: Result<FeatureTable, FeatureError>) {
    switch result {
    case .failure(let error):
      let text = error.text.spelled(SettingSpelling(.options))
      lines = ["\(error.position.map { "\($0.line):\($0.column)" } ?? "-") \(text)"]
    case .success(let table):
      lines.append("\(table.format) \(table.skipped) \(table.notes) \(table.columnNames)")
      for index in 0..<table.points.count {
        let point = table.points[index]
        lines.append(
          "\(point.longitude.bitPattern) \(point.latitude.bitPattern) \(table.recordNumber(ofPoint: index)) "
            + "\(table.identifier(ofPoint: index)) \(table.properties(ofPoint: index))")
      }
      for shape in table.shapes {
        let paths = (0..<shape.pathCount).map { "\(shape.isHole($0)) \(shape.coordinates(ofPath: $0))" }
        lines.append("\(shape.kind) \(shape.recordNumber) \(paths) \(shape.identifier) \(shape.properties)")
      }
    }
  }

  init(_ body: () throws(FeatureError) -> FeatureTable) {
    self.init(Result(catching: body))
  }

  var description: String { lines.joined(separator: "\n") }
}

extension FeatureTable {
  /// The points as `[longitude, latitude]`.
  var places: [[Double]] { (0..<points.count).map { [points.longitudes[$0], points.latitudes[$0]] } }
}
