import JSONDocument
import MapClusters
import MapGeometry

extension ScenarioResult {
  /// A report of what every step kept, inserted, removed and reused: JSON in UTF-8, a marker a line, ending with a line feed.
  public var report: [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 8))
    json.beginObject()
    json.array("steps") { json in
      for event in events { write(event, to: &json) }
    }
    json.array("snapshots") { json in
      for snapshot in snapshots { write(snapshot, to: &json) }
    }
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }

  private func write(_ event: ScenarioEvent, to json: inout JSONWriter) {
    json.object { json in
      json.member("step", event.number + 1)
      json.member("line", event.step.position.line)
      json.member("action", event.step.name)
      if let name = event.snapshot { json.member("name", name) }
      if let viewport = event.viewport { write(viewport, to: &json) }
      json.array("groups") { json in
        for group in event.groups {
          json.object { json in
            json.member("source", group.name)
            json.member("points", group.held)
            write(group.difference, on: event.viewport?.sheet, to: &json)
          }
        }
      }
    }
  }

  private func write(_ snapshot: ScenarioSnapshot, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", snapshot.name)
      json.member("step", snapshot.step + 1)
      write(snapshot.viewport, to: &json)
      json.array("groups") { json in
        for (group, difference) in zip(snapshot.groups, snapshot.differences) {
          json.object { json in
            json.member("source", group.source.name)
            write(difference, on: snapshot.viewport.sheet, to: &json)
          }
        }
      }
    }
  }

  private func write(_ viewport: Viewport, to json: inout JSONWriter) {
    json.key("view")
    writeLine(to: &json) { json in
      json.key("center")
      write(viewport.center, on: viewport.sheet, to: &json)
      json.member("zoom", viewport.zoom, decimals: 6)
      json.member("bearing", viewport.bearing, decimals: 6)
      if viewport.pitch != 0 { json.member("pitch", viewport.pitch, decimals: 6) }
      if let sheet = viewport.sheet { json.member("projection", sheet.name) }
    }
  }

  /// Writes an object on one line.
  private func writeLine(to json: inout JSONWriter, _ members: (inout JSONWriter) -> Void) {
    var line = JSONWriter()
    line.object { line in members(&line) }
    json.raw(line.text)
  }

  private func write(_ difference: MarkerChanges, on sheet: Sheet?, to json: inout JSONWriter) {
    for (name, markers) in [
      ("kept", difference.kept), ("inserted", difference.inserted), ("removed", difference.removed),
    ] {
      json.array(name) { json in for marker in markers { write(marker, on: sheet, to: &json) } }
    }
    json.array("reused") { json in
      for reuse in difference.reused { write(reuse.after, before: reuse.before, on: sheet, to: &json) }
    }
  }

  private func write(
    _ marker: LiveMarker, before: LiveMarker? = nil, on sheet: Sheet?, to json: inout JSONWriter
  ) {
    writeLine(to: &json) { json in
      json.member("marker", marker.identity)
      json.key("position")
      write(marker.position, on: sheet, to: &json)
      json.member("cluster", marker.isCluster)
      json.member("count", marker.count)
      if let before { json.member("count_before", before.count) }
    }
  }

  /// A place, on a sheet that of a planar coordinate; beside the sheet `null`.
  private func write(_ planar: Coordinate, on sheet: Sheet?, to json: inout JSONWriter) {
    guard let place = sheet.map({ $0.coordinate(ofPlanar: planar) }) ?? planar else { return json.null() }
    json.numbers([place.longitude, place.latitude], decimals: 9)
  }
}
