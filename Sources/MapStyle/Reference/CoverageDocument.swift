/// What of the MapLibre style specification is supported, as a page of Markdown made from the tables that do the work.
///
/// `make coverage` writes it to `MapStyle.docc/Coverage.md`; a test holds that file against this text.
public func coverageDocument() -> String {
  var text = """
    # What a style may say

    Layers, properties and expression operators, made from the code by `make coverage`.

    Every property is read and checked as the specification says. The last column lists the support: it is
    drawn, it has no meaning in a still, flat picture with north up, or it is not drawn yet, which is reported as a warning.
    Each paint property may have a `-transition`, which has no meaning here either.

    ## Layers and properties


    """
  text += PropertyTable.coverageTable()
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

/// A bar ends a cell, be it in code.
package func cell(_ text: String) -> String {
  text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}
