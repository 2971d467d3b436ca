import JSONDocument
import MapStyle

/// A style with one source of features and one circle layer, spread over known lines.
func style(
  root: String = "", source: String = "", layer: String = "", layout: String = "", paint: String = "",
  more: String = ""
) -> [UInt8] {
  Array(
    """
    { "version": 8\(root),
    "sources": { "a": { "type": "geojson", "data": "a.geojson"\(source) } },
    "layers": [
    { "id": "dots", "type": "circle", "source": "a"\(layer),
    "layout": {\(layout)},
    "paint": {\(paint)} }\(more)
    ] }
    """.utf8)
}

/// The only diagnostic, or the one of a code, as `line:column severity code pointer: message`.
func reported(_ bytes: [UInt8], _ code: String? = nil) -> String {
  let all = Style.parse(bytes).diagnostics.filter { code == nil || $0.code == code }
  guard all.count == 1, let one = all.first, let position = one.position else {
    return all.map { "\($0)" }.joined(separator: "\n")
  }
  let count = one.count > 1 ? " ×\(one.count)" : ""
  return
    "\(position.line):\(position.column) \(one.severity) \(one.code) \(one.path.pointer): \(one.message)\(count)"
}
