import FileResources
import Foundation
import MapSession

let session = MapSession(resources: FileLoader(root: "maps", mapsFiles: false))

func answer(_ body: String) async -> (status: Int, body: [UInt8]) {
  do {
    let map = try MapSpecification(json: body, name: "maps/request")
    return (200, try await session.pictures(of: map, as: .png).pictures[0].bytes)
  } catch {
    return (error.kind == .input ? 400 : 500, Array(error.description.utf8))
  }
}

let land = await answer(
  #"{"sources": {"capitals": "capitals.csv"}, "center": [9, 24], "zoom": 2, "size": [96, 64]}"#)
try Data(land.body).write(to: URL(filePath: "land.png"))
let fault = await answer(#"{"sources": {"capitals": "capitols.csv"}}"#)
print(land.status, fault.status, String(decoding: fault.body, as: UTF8.self))
