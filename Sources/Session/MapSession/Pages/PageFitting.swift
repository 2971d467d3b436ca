import JSONDocument
import MapDecorations
import MapGeometry
import MapScene

// Maps that leave room for what stands beside them, so that a picture is as large as its view sets.
extension LoadedMap {
  /// Pictures whose maps leave room, and the map whose base maps are loaded for them.
  func fitted(
    _ plans: [PicturePlan], log: SessionLog
  ) throws(SessionError) -> (map: LoadedMap, plans: [PicturePlan]) {
    var map = self
    try map.loadPictures(of: plans, log: log)
    let (shapers, pixelShapers) = (try shapers(log: log), try pixelShapers(log: log))
    let fitted = try plans.map { plan throws(SessionError) in
      try map.fitted(plan, plan.format.isPixels ? pixelShapers : shapers)
    }
    guard zip(plans, fitted).contains(where: { $0.viewport != $1.viewport }) else { return (map, fitted) }
    log.passesOverRepeats = true
    defer { log.passesOverRepeats = false }
    guard snapshotter.sources.contains(where: { $0.streamed != nil || $0.databaseCounts != nil }) else {
      try map.loadPictures(of: fitted, log: log)
      return (map, fitted)
    }
    guard !specification.readsStandardInput else {
      log.warning(
        "standard input was counted for a larger map, so the picture grows by what stands beside it; set \(setting: "stream", to: "no")"
      )
      return (map, plans)
    }
    // Points are counted anew in the cells of the smaller map, the only view.
    var maps = try columns.map { column throws(SessionError) in
      var own = column.specification
      own.room = fitted[0].view.room
      own.request = column.request.map { .value($0, name: requestName) }
      return try session.load(own, log: log)
    }
    var first = maps.removeFirst()
    (first.beside, first.themes) = (maps, themes)
    let others = try plans.map { plan throws(SessionError) in
      try first.plan(of: plan.number, as: plan.format, place: plan.place)
    }
    return try first.fitted(others, log: log)
  }

  /// A picture whose maps leave the room that strips beside any of them take.
  private func fitted(_ plan: PicturePlan, _ pool: ShaperPool) throws(SessionError) -> PicturePlan {
    guard plan.view.view.panelSize == nil else { return plan }
    var (plan, room) = (plan, plan.view.room ?? ScreenSize(width: 0, height: 0))
    let whole = plan.page.size.scaled(by: plan.page.growth).leaving(room.scaled(by: -1))
    while true {
      var wanted = room
      for (index, map) in columns.enumerated() {
        plan.pages[index].room = room.scaled(by: 1 / plan.pages[index].growth)
        let (drawing, page) = (map.drawing(), plan.pages[index])
        let strips = try pool.lend { shaper throws(SessionError) in
          try rethrowing(drawing.strips(beside: page, shaper), as: spelled)
        }
        guard let strips = strips?.scaled(by: page.growth) else { continue }
        wanted = ScreenSize(width: max(wanted.width, strips.width), height: max(wanted.height, strips.height))
      }
      guard max(wanted.width - room.width, wanted.height - room.height) > 0.01 else { return plan }
      room = wanted
      let size = whole.leaving(room)
      guard min(size.width, size.height) >= DecorationPlan.leastMap else {
        throw spelled(
          .input(
            "what stands beside the map leaves \(Int(size.width))×\(Int(size.height)) of \(Int(whole.width))×\(Int(whole.height)) points for it; make the picture larger, or set the size of the map with \(setting: "panelSize")",
            at: place(of: plan.view)))
      }
      plan.pages = try columns.map { map throws(SessionError) in
        var view = map.views[plan.number]
        (view.room, view.view.size) = (room, size)
        return try rethrowing(map.making.page(of: view), as: map.spelled)
      }
    }
  }

  private mutating func loadPictures(of plans: [PicturePlan], log: SessionLog) throws(SessionError) {
    func load(_ index: Int, _ map: inout LoadedMap) throws(SessionError) {
      let pages = plans.map { $0.pages[index] }
      try map.loadPictures(
        for: pages.flatMap(\.viewports), locators: pages.compactMap { $0.locator?.viewport }, log: log)
    }
    try load(0, &self)
    for index in beside.indices { try load(index + 1, &beside[index]) }
  }
}
