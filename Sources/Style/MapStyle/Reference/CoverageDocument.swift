import JSONDocument

/// Coverage of the MapLibre style specification as Markdown, from the parser's tables; `make coverage` writes
/// it.
public func coverageDocument() -> String {
  var text = """
    # What a style may set

    Layers, properties and expression operators, made from the code by `make coverage`.

    Every property is read and checked by the specification's rules. The last column lists the support: it is
    drawn, or it has no meaning in a still, flat picture with north up.
    Each paint property may have a `-transition`, which has no meaning here either.

    ## Layers and properties


    """
  text += LayerType.coverageTable()
  text += drawnOtherwise
  text += "## Settings of ours\n\n"
  text +=
    "They stand in `metadata`, so that other renderers ignore them. `clustersnap check --portable` lists them; `clustersnap check --settings` explains each.\n"
  text += "\n## Operators\n\n"
  text += "\(OperatorDescription.all.count) operators. A type followed by dots may be repeated.\n\n"
  text += "| operator | takes and gives |\n| --- | --- |\n"
  for entry in OperatorDescription.all {
    text += "| `\(cell(entry.name))` | `\(cell(entry.signature))` |\n"
  }
  return text
}

/// Intended differences from other renderers.
private let drawnOtherwise = """
  ## Drawn otherwise

  Where a still picture can be truer than an interactive map, it is:

  - Image sources whose corners are no parallelogram are drawn in perspective, not as two triangles with an edge between.
  - The edges of circles are antialiased by the area they cover, not over half a pixel inward.
  - `fill-extrusion` is seen from where MapLibre's camera is, 1.5 times the picture's height from its middle (a field of view
    of 36.87°), so that walls lean outward. `walls` set to `flat` draws footprints, as map projections
    and tiles of the server have them. Walls of a pattern have its mean color.
  - Views with a pitch have no horizon and no `sky` up to 60 degrees, the most there is. Circles of clusters keep their sizes,
    which stand for counts, unless `circle-pitch-scale` is set, and counts grow as their circles do. `line-pattern` has
    one scale on each straight stretch; circles that lie on the map have sharp edges; text along lines lies on the map,
    whatever `text-pitch-alignment` is; walls end at the camera's height, their patterns are mean colors. Vector and raster
    tiles are of one zoom, near and far.
  - A layer above a heatmap hides it as it hides any other layer.
  - Corners of lines with `line-gap-width` are closed on their outer side, however sharp they are.
  - Labels that the picture's edge would cut are moved inside or left out; `edgeLabels` cuts them.
  - Letters that no font has are left out, and reported.


  """

/// Escapes bars, which end Markdown cells.
package func cell(_ text: String) -> String {
  text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

extension LayerType {
  /// Coverage as Markdown: one table a layer.
  static func coverageTable() -> String {
    var text = ""
    for layer in LayerType.allCases {
      let properties = layer.properties
      text += "### \(layer.rawValue)\n\n"
      text += "\(properties.count(where: \.isDrawn)) of \(properties.count) properties are drawn.\n\n"
      text += "| property | in | type | default | unit | expressions | here |\n"
      text += "| --- | --- | --- | --- | --- | --- | --- |\n"
      for property in properties {
        let cells = [
          "`\(property.name)`", property.section.rawValue, property.type.description,
          property.initialText, property.unit?.rawValue ?? "", property.expressions.rawValue,
          property.isDrawn ? "drawn" : "no meaning here",
        ]
        text += "| " + cells.joined(separator: " | ") + " |\n"
      }
      text += "\n"
    }
    return text
  }
}

extension StyleProperty {
  fileprivate var initialText: String {
    initial?.styleText ?? (self === StyleProperty.heatmapColor ? "blue to red" : "")
  }
}

extension StyleValue {
  fileprivate var styleText: String {
    switch self {
    case .number(let number): javaScriptText(of: number)
    case .bool(let bool): "\(bool)"
    case .string(let text): "`\"\(text)\"`"
    case .formatted(let text): "`\"\(text.text)\"`"
    case .color(let color): color == .transparent ? "transparent" : "black"
    case .padding(let padding): javaScriptText(of: padding.top)
    case .array(let values): "[" + values.map(\.styleText).joined(separator: ", ") + "]"
    default: ""
    }
  }
}
