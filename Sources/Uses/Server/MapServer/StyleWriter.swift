import JSONDocument
import MapFeatures

/// Writes a style of the folder for clients that draw it themselves: its files get addresses of this server.
struct StyleWriter: Sendable {
  let folder: ServedFolder
  let addresses: PublicAddresses
  let name: String
  /// The path of the style.
  let path: String

  /// The style's document.
  func bytes(_ root: JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for member in root.members ?? [] {
        switch (member.key, member.value.string) {
        case ("sprite", let text?) where !Resource.isWebAddress(text):
          json.member("sprite", addresses.address("/sprites/\(percentEncoded(name))"))
        case ("glyphs", let text?) where !Resource.isWebAddress(text):
          json.member("glyphs", addresses.address("/fonts/{fontstack}/{range}.pbf"))
        case ("sources", _):
          json.object("sources") { json in
            for source in member.value.members ?? [] {
              json.object(source.key) { write(source.value, &$0) }
            }
          }
        default: json.member(member.key, member.value)
        }
      }
    }
    return json.bytes
  }

  private func write(_ source: JSONValue, _ json: inout JSONWriter) {
    let tiles = [source["url"], source["tiles"]?.elements?.first].compactMap(\.?.string)
    let archive = tiles.lazy.compactMap(archive).first
    for member in source.members ?? [] {
      if archive != nil, ["url", "tiles"].contains(member.key) { continue }
      json.member(member.key, member.value)
    }
    if let archive { json.member("url", addresses.address("/data/\(percentEncoded(archive)).json")) }
  }

  /// The name of the archive or folder of tiles that a source of the style leads to.
  private func archive(_ text: String) -> String? {
    var text = text[...]
    for scheme in ["pmtiles://", "mbtiles://"] where text.hasPrefix(scheme) {
      text = text.dropFirst(scheme.count)
    }
    guard !Resource.isWebAddress(String(text)) else { return nil }
    let end = text.firstRange(of: "/{z}")?.lowerBound ?? text.endIndex
    let own = folder.canonical(Resource.path(of: String(text[..<end]), in: path))
    return folder.tiles.filter { folder.canonical($0.value) == own }.keys.min {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
  }
}
