import JSONDocument
import MapDecorations
import MapGeometry
import MapScene

/// Maps that leave room for what stands beside them, so that a picture is as large as its view sets.
struct PictureFitting {
  /// The map whose base maps are loaded for the pictures.
  private(set) var map: LoadedMap
  let log: SessionLog

  /// Returns pictures whose maps leave room.
  mutating func fitted(_ plans: [PicturePlan]) throws(SessionError) -> [PicturePlan] {
    try loadPictures(of: plans)
    let (shapers, pixelShapers) = (try map.shapers(log: log), try map.pixelShapers(log: log))
    var fitted = try plans.map { plan throws(SessionError) in
      try self.fitted(plan, plan.format.isPixels ? pixelShapers : shapers)
    }
    guard zip(plans, fitted).contains(where: { $0.viewport != $1.viewport }) else { return fitted }
    log.passesOverRepeats = true
    defer { log.passesOverRepeats = false }
    guard isCounted else {
      try loadPictures(of: fitted)
      return fitted
    }
    guard !map.specification.readsStandardInput else {
      log.warning(
        "standard input was counted for a larger map, so the picture grows by what stands beside it; set \(setting: "stream", to: "no")"
      )
      return plans
    }
    // Points are counted anew in the cells of the smaller map, the only view.
    let (page, requestName) = (fitted[0].page, map.requestName)
    var maps = try map.columns.map { column throws(SessionError) in
      var own = column.specification
      own.view.panelSize = page.size.scaled(by: page.growth)
      own.request = column.request.map { .value($0, name: requestName) }
      return try map.session.load(own, log: log)
    }
    let themes = map.themes
    map = maps.removeFirst()
    (map.beside, map.themes) = (maps, themes)
    for index in fitted.indices {
      let old = fitted[index].pages
      fitted[index].pages = try map.plan(of: fitted[index].number).pages
      for (number, page) in old.enumerated() {
        fitted[index].pages[number].room = page.room
        fitted[index].pages[number].outside = page.outside
      }
    }
    return try self.fitted(fitted)
  }

  /// True if points were counted in the cells of one view.
  private var isCounted: Bool {
    map.snapshotter.sources.contains { $0.streamed != nil || $0.databaseCounts != nil }
  }

  /// A picture whose maps leave the room that strips beside any of them take; of points that were counted the first attempt.
  private func fitted(_ plan: PicturePlan, _ pool: ShaperPool) throws(SessionError) -> PicturePlan {
    guard plan.view.view.panelSize == nil || plan.page.room != nil else { return plan }
    var plan = plan
    var room = (plan.page.room ?? ScreenSize(width: 0, height: 0)).scaled(by: plan.page.growth)
    var size = plan.page.size.scaled(by: plan.page.growth)
    let whole = ScreenSize(width: size.width + room.width, height: size.height + room.height)
    for index in plan.pages.indices { plan.pages[index].room = room.scaled(by: 1 / plan.pages[index].growth) }
    while true {
      var wanted = room
      for (index, map) in map.columns.enumerated() {
        let page = plan.pages[index]
        let pieces = try pool.lend { shaper throws(SessionError) in
          try rethrowing(map.drawing().decorations(of: page, shaper), as: map.spelled)
        }
        guard let pieces else { continue }
        plan.pages[index].outside = pieces.outside
        let (strips, growth) = (pieces.growth, page.growth)
        wanted.width = max(wanted.width, (strips.left + strips.right) * growth)
        wanted.height = max(wanted.height, (strips.top + strips.bottom) * growth)
      }
      guard max(wanted.width - room.width, wanted.height - room.height) > 0.01 else { return plan }
      room = wanted
      size = ScreenSize(width: whole.width - room.width, height: whole.height - room.height)
      guard min(size.width, size.height) >= DecorationPlan.leastMap else {
        throw map.spelled(
          .input(
            "what stands beside the map leaves \(Int(size.width))×\(Int(size.height)) of \(Int(whole.width))×\(Int(whole.height)) points for it; make the picture larger, or set the size of the map with \(setting: "panelSize")",
            at: map.place(of: plan.view)))
      }
      plan.pages = try zip(map.columns, plan.pages).map { map, old throws(SessionError) in
        var view = map.views[plan.number]
        view.view.size = size
        var page = try rethrowing(map.making.page(of: view), as: map.spelled)
        (page.room, page.outside) = (room.scaled(by: 1 / page.growth), old.outside)
        return page
      }
      if isCounted { return plan }
    }
  }

  private mutating func loadPictures(of plans: [PicturePlan]) throws(SessionError) {
    func load(_ index: Int, _ map: inout LoadedMap) throws(SessionError) {
      let pages = plans.map { $0.pages[index] }
      try map.loadPictures(
        for: pages.flatMap(\.viewports), locators: pages.compactMap { $0.locator?.viewport }, log: log)
    }
    try load(0, &map)
    for index in map.beside.indices { try load(index + 1, &map.beside[index]) }
  }
}
