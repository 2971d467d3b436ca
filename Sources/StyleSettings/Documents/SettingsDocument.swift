import MapSettings
import MapStyle

/// Our own settings, as a page of Markdown made from the tables that the parser reads them by.
///
/// `make coverage` writes it to `StyleSettings.docc/Settings.md`; a test holds that file against this text.
public func settingsDocument() -> String {
  var text = """
    # Settings of ours

    What a style may set beyond the specification, made from the code by `make coverage`.

    All of it stands in `metadata`, so that other renderers ignore it; `clustersnap check --portable` lists it in a
    style. An unknown key is an error with its place. The keys of sources and of the picture are the command's options
    in camel case; what an option or a request sets wins over the style.


    """
  for group in groups {
    text += "## \(group.title)\n\n\(group.place)\n\n" + settingRows(of: group.entries) + "\n"
  }
  return String(text.dropLast())
}

func settingRows(of entries: [SettingDescription]) -> String {
  var text = "| key | what | without it | meaning | example |\n| --- | --- | --- | --- | --- |\n"
  for entry in entries {
    let cells = [
      "`\(entry.name)`", entry.type, entry.initial, entry.meaning, "`\(entry.example)`",
    ]
    text += "| " + cells.map(cell).joined(separator: " | ") + " |\n"
  }
  return text
}

/// Settings that stand together, and where, with an example.
private let groups: [(title: String, place: String, entries: [SettingDescription])] = [
  (
    "Sources: clustersnap:sources",
    """
    In the root's `metadata`, an object of settings for each source's id. They set how points are clustered; the
    standard keys of the source (`cluster`, `clusterRadius` …) stay what other renderers use.

    ```json
    {"metadata": {"clustersnap:sources": \(ClusterOptions.example)}}
    ```
    """, ClusterOptions.table.descriptions
  ),
  (
    "The picture: clustersnap:output",
    """
    In the root's `metadata`.

    ```json
    {"metadata": {"clustersnap:output": {"size": [640, 480], "title": "Hotels", "scaleBar": true}}}
    ```
    """, OutputSettings.table.descriptions
  ),
  (
    "Decorations",
    """
    What `title`, `subtitle`, `attribution`, `scaleBar`, `legend` and `graticule` may be in long.

    ```json
    {"legend": {"text": "Magnitude", "position": "top-right", "textSize": 12}}
    ```
    """, OutputSettings.Decoration.table.descriptions
  ),
  (
    "Layers",
    """
    In a layer's `metadata`.

    ```json
    {"id": "bubbles", "type": "circle", "source": "hotels", "metadata": {"clustersnap:pair": "counts"}}
    ```
    """, LayerSettings.descriptions
  ),
  (
    "Donuts: clustersnap:donut",
    """
    Each cluster as a ring whose segments are shares of a sum. Where no share is above 0 the ring is grey.

    ```json
    {"clustersnap:donut": {"hole": 0.5, "segments": [
      {"property": "small", "color": "#fed976", "label": "below 2"},
      {"property": "large", "color": "#e31a1c", "label": "2 and above"}]}}
    ```
    """, Donut.descriptions
  ),
  ("Segments of a donut", "The objects in `segments`.", Donut.Segment.descriptions),
  (
    "Fitted labels: clustersnap:text-fit",
    """
    A symbol layer's texts that stay inside their icons or bubbles. `"grow"`, `"shrink"` and `"hide"` alone are fits
    with the usual sizes. `clustersnap:fit-text` of a circle layer does the same as `grow` for its bubbles.

    ```json
    {"clustersnap:text-fit": {"method": "shrink", "smallest": 8, "padding": 2}}
    ```
    """, LabelFit.descriptions
  ),
  (
    "Classes: clustersnap:classes",
    """
    Sizes and colors by classes of the values in view.

    ```json
    {"clustersnap:classes": {"method": "jenks", "property": "point_count", "radii": [10, 16, 24]}}
    ```
    """, ClassBreaks.descriptions
  ),
]
