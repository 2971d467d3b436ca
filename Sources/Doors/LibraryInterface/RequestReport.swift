import CClusterSnap
import JSONDocument
import MapSession

extension LibraryRequest.State {
  private var stateName: String {
    switch phase {
    case cs_unstarted: error == nil ? "unstarted" : "failed"
    case cs_pending: "pending"
    case cs_done: "done"
    case cs_failed: "failed"
    default: "cancelled"
    }
  }

  var report: String {
    var json = JSONWriter()
    json.object { json in
      json.member("state", stateName)
      if let error {
        json.object("error") { json in
          json.member("kind", error.kind == .output ? "output" : "input")
          json.member("message", error.message ?? notes.first { $0.severity == .error }?.message)
          json.member("place", error.place ?? notes.first { $0.severity == .error }?.place)
          json.member("text", error.description)
        }
      }
      json.array("notes") { json in
        for note in notes {
          json.object { json in
            json.member("severity", note.severity.rawValue)
            json.member("message", note.message)
            if let place = note.place { json.member("place", place) }
            json.member("text", note.description)
          }
        }
      }
      if case .pictures(let pictures) = answer {
        json.array("pictures") { json in for picture in pictures { write(picture, to: &json) } }
      }
      if let progress, phase == cs_pending { write(progress, to: &json) }
    }
    return json.text
  }

  private func write(_ picture: MapPicture, to json: inout JSONWriter) {
    let view = picture.viewport
    json.object { json in
      if let name = picture.name { json.member("name", name) }
      json.member("format", picture.format.rawValue)
      json.member("width", Int((view.size.width * view.scale).rounded()))
      json.member("height", Int((view.size.height * view.scale).rounded()))
      if let alt = picture.alt {
        json.member("title", alt.title)
        json.member("alt", alt.details)
      }
      json.object("view") { json in
        let box = view.boundingBox
        json.member("center", [view.center.longitude, view.center.latitude], decimals: 9)
        json.member("zoom", view.zoom, decimals: 6)
        json.member("bbox", [box.west, box.south, box.east, box.north], decimals: 9)
        json.member("size", [view.size.width, view.size.height])
        json.member("scale", view.scale)
        if let sheet = view.sheet { json.member("projection", sheet.name) }
      }
    }
  }

  private func write(_ progress: SessionProgress, to json: inout JSONWriter) {
    json.object("progress") { json in
      switch progress {
      case .reading(let name):
        json.member("stage", "reading")
        json.member("name", name)
      case .rows(let count, let share):
        json.member("stage", "reading")
        json.member("rows", count)
        if let share { json.member("share", share) }
      case .clustering(let source):
        json.member("stage", "clustering")
        json.member("name", source)
      case .drawing: json.member("stage", "drawing")
      case .idle: json.member("stage", "idle")
      }
    }
  }
}
