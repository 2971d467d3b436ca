public import MapGeometry

/// Holds points and shows them clustered, view after view, and returns what each reload changed.
///
/// A one-shot picture has no history; a map that is moved has one. All that needs it lives here: markers' identities,
/// reuse, markers held back outside the view, leaders that stay. Several sources on one map have a manager each and
/// never merge; see ``ClusterGroups``. Reloads cluster outside of the actor. A later reload supersedes an earlier one that is still at work: that throws
/// ``ClusterError/cancelled`` and changes nothing.
public actor ClusterManager {
  /// Method and parameters; see ``change(_:behavior:)``.
  public private(set) var settings: ClusterSettings
  /// The memory from reload to reload.
  public private(set) var behavior: ClusterBehavior
  /// The name of the group that its markers belong to, see ``ClusterGroups``; empty without one.
  public nonisolated let group: String
  /// Rules of the caller's own.
  public let strategies: ClusterStrategies
  /// The titles of markers.
  public private(set) var titles: MarkerTitles
  /// True if ``titles`` are a preset's, and give way to another one's.
  private let followsPreset: Bool
  private let threads: Int

  private var held: PointStore
  private var memory = ReloadMemory()
  /// The last result, for a view and points that are the same again.
  private var last: (plan: Plan, points: ReloadMemory.Points, found: ClusterResult)?
  private var shown: [LiveMarker] = []
  /// The cells that the last reload considered; `nil` before it and for methods without cells.
  public private(set) var grid: GridCells?
  /// The hexagons of the last reload; `nil` for other methods.
  public private(set) var hexagons: HexagonGrid?
  private var nextIdentity = 1
  private var view: Viewport?
  /// With kept leaders: the view whose blocks hold until the zoom changes, and who was kept there.
  private var anchor: (view: Viewport, leaders: [UInt32])?
  /// With equality by leader: the leaders of the markers shown, by identity; looked up, never iterated.
  private var leaders: [Int: UInt32] = [:]
  /// With kept leaders: the points that are pins of their own and were visible, in the order in which they first were; one that
  /// becomes another's member is dropped.
  private var shownLeaders: [UInt32] = []
  /// Points with values that were removed since the last reload, by number: what goes may be asked for its values. Looked up,
  /// never iterated.
  private var departed: [UInt32: ClusterPoint] = [:]
  private let latest = ReloadCounter()

  /// A manager without points.
  ///
  /// - Parameters:
  ///   - settings: method and parameters.
  ///   - behavior: what is remembered from reload to reload.
  ///   - strategies: rules of the caller's own, which stand in for settings.
  ///   - titles: what markers are called, whatever preset ``change(to:)`` takes over; `nil` for points' own titles until then.
  ///   - group: the name of the group that its markers belong to.
  ///   - threads: how many a reload uses, at least 1.
  public init(
    settings: ClusterSettings = .standard, behavior: ClusterBehavior = ClusterBehavior(),
    strategies: ClusterStrategies = ClusterStrategies(), titles: MarkerTitles? = nil, group: String = "",
    threads: Int = 1
  ) {
    self.init(
      settings, behavior, strategies, titles ?? MarkerTitles(), followsPreset: titles == nil, group,
      threads: threads
    )
  }

  private init(
    _ settings: ClusterSettings, _ behavior: ClusterBehavior, _ strategies: ClusterStrategies,
    _ titles: MarkerTitles, followsPreset: Bool, _ group: String, threads: Int
  ) {
    self.settings = settings
    self.behavior = behavior
    self.strategies = strategies
    self.titles = titles
    self.followsPreset = followsPreset
    self.group = group
    self.threads = threads
    held = PointStore(ringRadius: settings.ringRadius)
  }

  /// A manager that clusters, remembers and names as a known system does.
  public init(preset: ClusterPreset, group: String = "", threads: Int = 1) {
    self.init(
      preset.settings, preset.behavior, ClusterStrategies(), preset.titles, followsPreset: true,
      group, threads: threads)
  }

  /// Clusters by other settings from the next reload on; what is shown stays until then.
  ///
  /// A reload at work throws ``ClusterError/cancelled``. Markers keep their identities where the next reload finds them
  /// equal. Leaders that stayed are forgotten.
  ///
  /// - Parameters:
  ///   - settings: method and parameters.
  ///   - behavior: what is remembered; `nil` for what was remembered until now.
  /// - Complexity: O(1); O(*n*) where points that share a coordinate are treated otherwise than before.
  public func change(_ settings: ClusterSettings, behavior: ClusterBehavior? = nil) {
    let behavior = behavior ?? self.behavior
    guard settings != self.settings || behavior != self.behavior else { return }
    _ = latest.begin()
    (self.settings, self.behavior) = (settings, behavior)
    held.setRing(settings.ringRadius)
    // An index, a walk and blocks hold for the settings they were made with.
    (memory, last, anchor, shownLeaders) = (ReloadMemory(), nil, nil, [])
  }

  /// Clusters, remembers and names as a known system does from the next reload on; titles that were set for the manager
  /// stay.
  ///
  /// - Complexity: as that of ``change(_:behavior:)``.
  public func change(to preset: ClusterPreset) {
    change(preset.settings, behavior: preset.behavior)
    if followsPreset { titles = preset.titles }
  }

  // MARK: Points

  /// Adds points; one whose id is held already changes nothing.
  ///
  /// - Returns: how many are new, and the ids that were held.
  /// - Throws: ``ClusterError`` for a coordinate or a weight that cannot be; then none is added.
  /// - Complexity: O(*b*) for a batch of *b*, on the average. Once in 2³² points the *n* points held are numbered anew:
  ///   ``LiveMarker``s taken from ``markers`` before then name other points, and a reload at work throws
  ///   ``ClusterError/cancelled``.
  @discardableResult public func add(_ points: [ClusterPoint]) throws(ClusterError) -> AddedPoints {
    if let former = held.renumber(before: points.count) { renumber(from: former) }
    return try held.add(points)
  }

  /// Follows the points' numbers where they change: markers shown, and leaders that stay, name points by number. A
  /// reload at work knows the former ones; it gives up as if a later one had begun.
  private func renumber(from former: Numbering) {
    func now(_ numbers: some Sequence<UInt32>) -> [UInt32] {
      numbers.compactMap { former.row($0).map { UInt32(truncatingIfNeeded: $0) } }
    }
    _ = latest.begin()
    shown = shown.map { marker in
      LiveMarker(
        identity: marker.identity, group: group, position: marker.position, members: now(marker.members)[...],
        marker: marker.marker)
    }
    departed = [:]
    if let (view, leaders) = anchor { anchor = (view, now(leaders)) }
    shownLeaders = now(shownLeaders)
    for marker in shown {
      leaders[marker.identity] = leaders[marker.identity].flatMap { now([$0]).first }
    }
  }

  /// Goes on numbering points at a later number, as if so many had been added and removed; for tests.
  func skipNumbers(to number: UInt32) { held.skipNumbers(to: number) }

  /// Removes points by id.
  ///
  /// - Throws: ``ClusterError/unknownID(_:)``; then none is removed.
  /// - Complexity: O(*b*) for a batch of *b*, on the average.
  public func remove(_ ids: [String]) throws(ClusterError) {
    let rows = ids.compactMap(held.row)
    let going = rows.map { (held.numbering[$0], held.point(held.numbering[$0])) }
    try held.remove(ids)
    note(going)
    held.closeGaps()
  }

  /// Removes all points; what is shown stays until the next reload.
  public func removeAll() {
    note(held.numbering.map { ($0, held.point($0)) })
    held.removeAll()
  }

  private func note(_ points: [(number: UInt32, point: ClusterPoint?)]) {
    guard !shown.isEmpty else { return }
    for (number, point) in points where point?.value != nil { departed[number] = point }
  }

  /// All points in the order in which they were added.
  public var allPoints: [ClusterPoint] { held.all }

  /// The number of points held.
  public var count: Int { held.count }

  /// True if a point is held.
  public func contains(_ id: String) -> Bool { held.row(of: id) != nil }

  // MARK: Markers

  /// Clusters the points for a view and shows the result.
  ///
  /// - Returns: what changed since the last reload that counted.
  /// - Throws: ``ClusterError/cancelled`` when a later reload supersedes this one or its task is cancelled.
  /// - Complexity: one clustering of the view. What does not depend on the view is kept from reload to reload: the
  ///   rings of points that share a coordinate, which a batch moves where it touches them; the walk of the method distance,
  ///   which goes on with added points; and the index of the method radius, which any batch makes anew, O(*n*), on up to
  ///   two threads.
  @discardableResult public func reload(_ viewport: Viewport) async throws(ClusterError) -> MarkerChanges {
    try await changes(viewport) { $1 }
  }

  /// Clusters the points for a view and shows the result, as ``reload(_:)``, and hands over the values of the markers that changed.
  ///
  /// - Parameter type: the type of the values; members of other types are left out.
  /// - Throws: what ``reload(_:)`` throws.
  /// - Complexity: as that of ``reload(_:)``, and O(*m*) for the *m* members of markers that changed.
  public func reload<Value: Sendable>(
    _ viewport: Viewport, as type: Value.Type
  ) async throws(ClusterError) -> ValueChanges<Value> {
    try await changes(viewport) { manager, changes in
      ValueChanges(changes) { (manager.held.point($0) ?? manager.departed[$0])?.value as? Value }
    }
  }

  private func changes<Changes>(
    _ viewport: Viewport, _ answer: (isolated ClusterManager, MarkerChanges) -> Changes
  ) async throws(ClusterError) -> Changes {
    let turn = latest.begin()
    let plan = plan(for: viewport)
    let numbering = held.numbering
    let points = ReloadMemory.Points(
      revision: held.revision, rowRevision: held.rowRevision, zoom: settings.ringZoom(of: plan.view))
    let found: ClusterResult
    if let last, last.plan == plan, last.points == points, strategies.isEmpty {
      found = last.found
    } else {
      var kept: Set<UInt32> = []
      for number in plan.leaders { if let row = numbering.row(number) { kept.insert(UInt32(row)) } }
      let latest = latest
      let work = Clustering(
        viewport: plan.view, settings: settings, strategies: strategies,
        threads: settings.method == .radius ? min(2, threads) : threads, keptLeaders: kept,
        memory: (memory, points), isCancelled: { !latest.isLatest(turn) || Task.isCancelled })
      found = try await ClusterManager.cluster(held.placedInput(for: plan.view), work)
      guard latest.isLatest(turn) && !Task.isCancelled else { throw .cancelled }
      last = (plan, points, found)
    }
    let changes = show(
      found, numbers: numbering.numbers(ofRows: found.members), viewport: viewport, plan: plan)
    defer { departed = [:] }
    return answer(self, changes)
  }

  /// The markers shown, in draw order; those held back outside the view come last.
  public var markers: [LiveMarker] { shown }

  /// The markers shown whose marks lie in the picture of the last reload.
  public var visible: [LiveMarker] { shown.filter { view?.shows($0.position) ?? false } }

  /// The markers shown whose marks lie in a box, edges included, in draw order.
  ///
  /// - Complexity: O(*markers*).
  public func markers(in box: BoundingBox) -> [LiveMarker] { shown.filter { box.contains($0.position) } }

  /// The points held that lie in a box, edges included, in the order in which they were added.
  ///
  /// - Complexity: O(*n*).
  public func points(in box: BoundingBox) -> [ClusterPoint] {
    held.all.filter { box.contains($0.coordinate) }
  }

  /// The points of the visible markers, marker by marker.
  public var visibleMembers: [ClusterPoint] { visible.flatMap { points(of: $0) } }

  /// A marker's points that are still held, in the order in which they were added.
  public func points(of marker: LiveMarker) -> [ClusterPoint] { marker.members.compactMap { held.point($0) } }

  // MARK: Views

  /// Shows the view about a point: a box of given meters about it, then centered on the marker that holds it there.
  ///
  /// - Returns: the marker, the view and what changed since before the first of the two reloads.
  /// - Throws: ``ClusterError/unknownID(_:)``; what ``reload(_:)`` throws.
  public func select(
    _ id: String, in frame: SelectionFrame
  ) async throws(ClusterError) -> (marker: LiveMarker, viewport: Viewport, difference: MarkerChanges) {
    guard let point = number(of: id).flatMap({ held.point($0) }) else { throw .unknownID(id) }
    let before = shown
    let about = try frame.viewport(about: point.coordinate)
    try await reload(about)
    let viewport = try viewing(about.about(marker(holding: id)?.position ?? point.coordinate))
    try await reload(viewport)
    guard let marker = marker(holding: id) else { throw .unknownID(id) }
    return (marker, viewport, MarkerChanges(from: before, to: shown))
  }

  /// The smallest whole zoom at which a point stands alone.
  ///
  /// - Parameters:
  ///   - size: the picture's size in points; where it is `nil`, that of the last reload, before any 1024×768.
  /// - Throws: ``ClusterError/unknownID(_:)``, ``ClusterError/neverAlone``.
  public func expansionZoom(of id: String, size: ScreenSize? = nil) throws(ClusterError) -> Double {
    guard let row = held.row(of: id) else { throw .unknownID(id) }
    return try held.input.expansionZoom(
      ofPoint: row, settings: settings, strategies: strategies,
      size: size ?? view?.size ?? ScreenSize(width: 1024, height: 768), bearing: view?.bearing ?? 0,
      threads: threads)
  }

  /// The closest view that shows all members of a shown marker inside insets of 20 points.
  ///
  /// - Throws: ``ClusterError/unknownMarker(_:)``, ``ClusterError/view(_:)``.
  public func viewport(
    fitting identity: Int, size: ScreenSize, inset: Double = Viewport.clusterInset, scale: Double = 1
  ) throws(ClusterError) -> Viewport {
    guard let marker = shown.first(where: { $0.identity == identity }) else { throw .unknownMarker(identity) }
    return try viewing(Viewport.fitting(marker.marker, size: size, inset: inset, scale: scale))
  }

  // MARK: Parts of a reload

  private struct Plan: Equatable {
    let view: Viewport
    var leaders: [UInt32] = []
  }

  private func plan(for viewport: Viewport) -> Plan {
    guard behavior.keepsLeaders, settings.method == .leader, let view, let anchor else {
      return Plan(view: viewport)
    }
    // A pan: the blocks stay where they were.
    if viewport.zoom == view.zoom { return Plan(view: anchor.view, leaders: anchor.leaders) }
    return Plan(view: viewport, leaders: viewport.zoom > view.zoom ? shownLeaders : [])
  }

  /// The member that leads a marker: of those at its coordinate one that was kept, else the first of the heaviest; `nil` where
  /// none stands there.
  private func leader(at position: Coordinate, among members: ArraySlice<UInt32>, kept: Set<UInt32>)
    -> UInt32?
  {
    func leads(_ number: UInt32) -> Bool { held.point(number)?.coordinate.wrapped == position }
    if !kept.isEmpty, let leader = members.first(where: { kept.contains($0) && leads($0) }) { return leader }
    guard held.weights != nil else { return members.first(where: leads) }
    var leader: (number: UInt32, weight: Double)?
    for member in members where leads(member) {
      let weight = held.point(member)?.weight ?? 0
      if leader.map({ weight > $0.weight }) ?? true { leader = (member, weight) }
    }
    return leader?.number
  }

  @concurrent
  private static func cluster(
    _ input: ClusterInput, _ work: Clustering
  ) async throws(ClusterError) -> ClusterResult { try work.markers(of: input) }

  private func show(_ found: ClusterResult, numbers: [UInt32], viewport: Viewport, plan: Plan)
    -> MarkerChanges
  {
    var grid: CellGrid?
    if behavior.reusesMarkers && found.grid != nil {
      grid = try? Clustering(viewport: plan.view, settings: settings, strategies: strategies).grid()
    }
    let (held, kept) = (self.held, Set(plan.leaders))
    let matching = MarkerMatching(
      behavior: behavior, group: group, grid: grid,
      staysInvisible: { marker in
        !viewport.shows(marker.position) && marker.members.contains { held.point($0) != nil }
      },
      oldLeaders: leaders, leader: { self.leader(at: $0, among: $1, kept: kept) })
    let before = shown
    shown = matching.match(before, with: found.markers, members: numbers, nextIdentity: &nextIdentity)
    leaders = [:]
    if behavior.equality == .leader {
      for marker in shown {
        leaders[marker.identity] = leader(at: marker.position, among: marker.members, kept: kept)
      }
    }
    (self.grid, hexagons) = (found.grid, found.hexagons)
    if behavior.keepsLeaders && settings.method == .leader { noteLeaders(in: viewport, kept: kept) }
    view = viewport
    anchor = (plan.view, plan.leaders)
    return MarkerChanges(from: before, to: shown, keepsOtherMembers: behavior.equality == .placeAndCount)
  }

  private func noteLeaders(in viewport: Viewport, kept: Set<UInt32>) {
    let leading = shown.map { ($0, leader(at: $0.position, among: $0.members, kept: kept)) }
    let leaders = Set(leading.compactMap(\.1))
    shownLeaders.removeAll { !leaders.contains($0) }
    var known = Set(shownLeaders)
    for case (let marker, let leader?) in leading where viewport.shows(marker.position) {
      if known.insert(leader).inserted { shownLeaders.append(leader) }
    }
  }

  /// A point by its number, if it is still held.
  func point(_ number: UInt32) -> ClusterPoint? { held.point(number) }

  private func number(of id: String) -> UInt32? { held.row(of: id).map { held.numbering[$0] } }

  private func marker(holding id: String) -> LiveMarker? {
    number(of: id).flatMap { number in shown.first { $0.members.contains(number) } }
  }
}
