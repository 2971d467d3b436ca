import Foundation
import JSONDocument
import MapSettings
import MapStyle
import SessionSupport
import StyleSettings
import TestSupport
import Testing

@Suite struct `Settings in the styles that are shipped` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Styles")
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  private func parsing(_ name: String) throws -> StyleParsing {
    Style.parseWithSettings(Array(try Data(contentsOf: Self.folder.appending(path: name))))
  }

  @Test(arguments: names)
  func `pass without a diagnostic, and are in the schema`(name: String) throws {
    let reported = try parsing(name).diagnostics.filter { $0.severity != .info }
    #expect(reported.isEmpty, "\(reported.map(\.message))")
    let schema = try SchemaValidator(.styleMetadata)
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    expect(schema.faults(in: try JSONText(parsing: text).root), equals: [])
  }

  @Test func `are found`() throws {
    #expect(Self.names.count >= 15)
    let cch = try #require(try parsing("cch.json").style)
    #expect(cch.sources.contains { $0.settings.preset == .cch })
    try expect(parsing("create-and-style-clusters.json").portability, equals: [])
  }
}
