import Foundation
import MapFeatures
import TestSupport
import Testing

@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] != nil, "CLUSTERSNAP_DATA is not set"))
struct `Real data` {
  private func source(_ name: String) throws -> ByteArray {
    let folder = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] ?? ""
    return ByteArray([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))))
  }

  /// The numbers of rows are those of the data folder's own description; 27 accidents have no place (`,`).
  @Test(arguments: [
    ("berlin-stolpersteine.csv", 5105, 0), ("us-zipcodes.csv", 42049, 0),
    ("uk-road-accidents.csv", 140_056, 27),
  ])
  func `CSV is read in full`(name: String, rows: Int, skipped: Int) throws {
    let source = try source(name)
    let table = try FeatureTable.read(source, options: ReadingOptions(threads: 2))
    #expect((table.recordCount, table.points.count + table.skipped.count) == (rows, rows))
    expect(table.skipped.count, equals: skipped)
  }

  @Test func `postal codes stay text`() throws {
    let table = try FeatureTable.read(try source("us-zipcodes.csv"))
    expect(table.property("zip_code", ofPoint: 0), equals: .string("00501"))
    expect(table.property("city", ofPoint: 0), equals: .string("Holtsville"))
  }

  @Test(arguments: ["ne_110m_land.json", "ne_110m_lakes.json", "ne_110m_admin_0_boundary_lines_land.json"])
  func `Natural Earth's shapes hold every number of the file`(name: String) throws {
    let source = try source(name)
    let table = try FeatureTable.read(source)
    // The numbers of a shape in reading order, as strtod reads them: every number of "coordinates".
    let text = source.withBytes { String(decoding: $0, as: UTF8.self) }
    let parts = text.components(separatedBy: "\"coordinates\":").dropFirst()
    #expect((parts.count, table.points.count) == (table.shapes.count, 0))
    for (shape, part) in zip(table.shapes, parts) {
      let numbers = part.prefix { $0 != "}" }.split { !"0123456789.-eE".contains($0) }.map {
        strtod(String($0), nil)
      }
      let vertices = (0..<shape.pathCount).flatMap { shape.coordinates(ofPath: $0) }
      expect(vertices.flatMap { [$0.longitude, $0.latitude] }, equals: numbers)
    }
  }
}
