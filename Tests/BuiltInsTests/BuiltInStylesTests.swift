import Foundation
import BuiltIns
import Testing

@Suite struct `Built-in looks` {
  @Test func `light is the default and debug is among them`() {
    #expect(
      BuiltInStyles.names == [
        "light", "dark", "debug", "heatmap", "print", "amap", "cch", "clustermap", "pablo", "pins",
        "supercluster", "tb", "donut", "several-groups",
      ])
  }

  @Test(arguments: BuiltInStyles.names)
  func `every look is the file of its name`(name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Styles/\(name).json")
    #expect(try BuiltInStyles.style(named: name) == Array(Data(contentsOf: file)))
  }

  // A donut shows what a cluster holds, several groups have names of their own.
  @Test(arguments: BuiltInStyles.names.filter { !["donut", "several-groups"].contains($0) })
  func `every look is a style with land, what its points come to, and singles`(name: String) throws {
    let bytes = try #require(BuiltInStyles.style(named: name))
    let style = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(style["version"] as? Int == 8)
    let sources = try #require(style["sources"] as? [String: [String: Any]])
    let layers = try #require(style["layers"] as? [[String: Any]])
    let ids = layers.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == layers.count)
    for layer in layers where layer["type"] as? String != "background" {
      #expect(sources[try #require(layer["source"] as? String)] != nil)
    }
    let drawn = name == "heatmap" ? ["heat"] : ["clusters", "counts"]
    #expect((["background", "land", "singles"] + drawn).allSatisfy(ids.contains))
  }

  @Test func `an unknown name has no style`() {
    #expect(BuiltInStyles.style(named: "Light") == nil)
    #expect(BuiltInStyles.style(named: "") == nil)
  }
}
