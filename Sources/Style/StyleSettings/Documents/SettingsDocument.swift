import BuiltIns
import MapSettings
import MapStyle

/// Coverage of the MapLibre style specification as Markdown, from the parser's tables; `make coverage` writes it.
public func coverageDocument() -> String { BuiltInText.coveragePage.text.filling(coverageTables()) }

/// ClusterSnap's settings as Markdown, from the readers' tables; `make coverage` writes it.
public func settingsDocument() -> String {
  settingsPage(
    .settingsPage,
    [
      "sources": ClusterOptions.table.descriptions, "picture": OutputSettings.table.descriptions,
      "decorations": OutputSettings.Decoration.table.descriptions, "layers": LayerSettings.descriptions,
      "donut": Donut.table.descriptions, "segments": Donut.Segment.table.descriptions,
      "fits": LabelFit.table.descriptions,
      "classes": ClassBreaks.table.descriptions,
    ])
}

func settingsPage(_ text: BuiltInText, _ tables: [String: [SettingDescription]]) -> String {
  text.text.filling(["example": ClusterOptions.example]).filling(tables.mapValues(settingRows)) + "\n"
}

private func settingRows(of entries: [SettingDescription]) -> String {
  let rows = entries.map { entry in
    let cells = ["`\(entry.name)`", entry.type, entry.initial, entry.meaning, "`\(entry.example)`"]
    return "\n| " + cells.map(cell).joined(separator: " | ") + " |"
  }
  return "| key | what | without it | meaning | example |\n| --- | --- | --- | --- | --- |" + rows.joined()
}
