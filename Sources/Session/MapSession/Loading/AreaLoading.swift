import MapContent
import MapFeatures
import MapSettings
import MapStyle

extension MapLoading {
  /// The data with its points counted in areas where a file of these is set: one beside the document that names it.
  mutating func counted(
    _ data: MapSource, _ settled: SourcePlan, _ source: StyleSource
  ) throws(SessionError) -> MapSource {
    guard let name = settled.merged.groupAreas else { return data }
    let resource: Resource
    if let position = settled.styleLocation(of: "groupAreas", source) {
      resource = Resource(path: try plan.chosen.folder.path(of: name, at: position), isFromDocument: true)
    } else if settled.origin(of: "groupAreas")?.isGiven == false {
      resource = Resource(path: plan.requested.path(name), isFromDocument: true)
    } else {
      resource = Resource(path: name, isFromDocument: false)
    }
    paths.append(resource.name)
    let table = try tables.read(resource, reading([], nil)).table
    guard let counted = data.counted(in: table, named: resource.name, threads: reading.threads) else {
      throw settled.fault("groupAreas", "\(resource.name) has no areas; name a file with polygons")
    }
    return counted
  }
}
