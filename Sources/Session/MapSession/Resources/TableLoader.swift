import CellSources
import JSONDocument
import MapFeatures
import MapGeometry
import MapContent
import MapStyle

/// Reads the tables that fill sources, reporting progress and what was skipped.
struct TableLoader {
  /// The most bytes that a compressed input may unpack to, or a stream may deliver: they stay in memory, and so do 20
  /// bytes a point.
  static let memoryLimit = 512 << 20

  let log: SessionLog
  let resources: any ResourceLoader
  let cache: SessionCache
  /// The contents of sources whose points stand in the request.
  var inline: [Resource: [UInt8]] = [:]
  /// The audits of tables that are counted tile by tile.
  var audits: TableAudits?

  func cells(
    of assignment: SourceAssignment, weight: String?, _ options: ReadingOptions
  ) throws(SessionError) -> Part {
    try log.checkCancelled()
    let (resource, version) = (assignment.resource, resources.version(of: assignment.resource))
    var reading = TableReading(options, isFromDocument: assignment.isFromDocument)
    reading.weightOfCells = weight
    let read = try rethrowing(
      cache.value(
        of: version, { [reading] in .cells(identity: $0, reading) },
        size: { $0.features.memory(ofFile: $1) + $0.cells.byteCount }
      ) { () throws(CellTableError) in try readCells(resource, weight: weight, options) }
    ) { (error: CellTableError) in TableLoader.failure(error.text, at: error.position, in: resource) }
    for note in read.notes { log.warning(SettingText(note), at: resource.name) }
    if read.cells.rowCount == 0, read.notes.isEmpty {
      log.warning("the table has no cell; nothing is drawn of it", at: resource.name)
    }
    if !read.features.isOfOneZoom {
      log.warning(
        "the rows are clusters of several zooms, see minzoom and maxzoom, and count their points more than once; keep the rows of one zoom",
        at: resource.name)
    }
    return Part(
      table: read.features,
      kept: version.map { KeptTable(version: $0, reading: reading) }, way: .cells(read.cells))
  }

  private func readCells(
    _ resource: Resource, weight: String?, _ options: ReadingOptions
  ) throws(CellTableError) -> ReadCells {
    let progress = log.progress
    progress?(.reading(name: resource.name))
    defer { progress?(.idle) }
    var request = CellRequest(
      weight: weight, identifier: options.identifierColumn?.description, threads: options.threads)
    request.longitude = options.longitudeColumn?.description
    request.latitude = options.latitudeColumn?.description
    guard let foreign = try rethrowing(foreignTable(resource, isOfCells: true), as: CellTableError.init(_:))
    else {
      let file = try rethrowing(wholeFile(resource)) { (error: ResourceError) in
        CellTableError(FeatureError(.unusable(reason(error, of: resource, isOfCells: true))))
      }
      return try CellFile(file).cells(for: request)
    }
    // Cells of ours may have geometries beside them; the points of other tables that lie at geometries are no column of cells.
    if foreign.hasGeometry, !foreign.columns.contains(where: { $0.name.lowercased() == "cell_x" }) {
      let points = try rethrowing(table(of: foreign, options, into: nil), as: CellTableError.init(_:))
      return try CountedPoints(points).cells(for: request)
    }
    let rows = try rethrowing(answer(of: foreign), as: CellTableError.init(_:))
    return try rethrowing(
      CellFile(rows).cells(for: request), as: { (error: CellTableError) in error.ofRows() })
  }

  /// The content of a resource; a stream is read to its end.
  private func wholeFile(_ resource: Resource) throws(ResourceError) -> any ByteSource {
    switch try resources.content(of: resource, limit: TableLoader.memoryLimit) {
    case .bytes(let source): source
    case .stream(let stream): ByteArray(try stream.rest())
    }
  }

  static func failure(
    _ text: SettingText, at position: TextPosition?, in resource: Resource
  ) -> SessionError {
    var error = SessionError.input(text, at: placeText(resource.name, position))
    error.unreadInput = resource
    return error
  }

  func part(of assignment: SourceAssignment, _ options: ReadingOptions) throws(SessionError) -> Part {
    let part = try read(assignment.resource, options)
    if WorldBasemap.isSource(assignment.sourceID) && part.table.shapes.isEmpty {
      log.warning(
        "there are no lines and no areas in this base map; name it as an input", at: assignment.resource.name)
    }
    return part
  }

  /// The data that the style itself brings: inline, or in a file below its folder.
  ///
  /// - Parameters:
  ///   - style: the version of the document in which inline data stands, for which it is kept.
  ///   - options: how to read it; its columns and its coordinates have their own names.
  /// - Returns: `nil` where there is none.
  func part(
    of source: StyleSource, _ geoJSON: GeoJSONSource, in folder: StyleFolder, _ style: ResourceVersion?,
    _ options: ReadingOptions
  ) throws(SessionError) -> Part? {
    var own = ReadingOptions(threads: options.threads, columns: options.columns)
    (own.pointLimit, own.shapePoints, own.edges) = (options.pointLimit, options.shapePoints, options.edges)
    switch geoJSON.data {
    case .inline(let json):
      if json["features"]?.elements?.isEmpty == true { return nil }
      own.format = .geojson
      let reading = TableReading(own, isFromDocument: true)
      let version = style.map {
        ResourceVersion(
          identity: "\($0.identity)#\(source.id)", size: $0.size, modified: $0.modified, serial: $0.serial)
      }
      do throws(FeatureError) {
        let part = try kept(version, reading) { () throws(FeatureError) in
          var writer = JSONWriter()
          writer.value(json)
          return try FeatureTable.read(ByteArray(writer.takeBytes()), options: own)
        }
        report(part.table, at: placeText(folder.style, json.position))
        return part
      } catch {
        let location = SourceLocation(path: source.location.path.appending("data"), position: json.position)
        guard case .nothingUsable = error.problem else {
          throw folder.failure("invalid-data", location, "\(error)")
        }
        folder.warn("invalid-data", location, "\(error)", log)
        return nil
      }
    case .file:
      guard let file = try TableLoader.file(of: source, in: folder, log: log) else { return nil }
      return try read(Resource(path: file, isFromDocument: true), own)
    }
  }

  /// The file that a source's data is in; `nil` for data in the style itself, and for data on the network, which is
  /// reported.
  static func file(
    of source: StyleSource, in folder: StyleFolder, log: SessionLog
  ) throws(SessionError) -> String? {
    guard case .file(let reference, let position)? = source.geoJSON?.data else { return nil }
    let location = SourceLocation(path: source.location.path.appending("data"), position: position)
    let filling: SettingText = "\(setting: "sources", of: "\(source.id)=FILE")"
    let name = folder.name(of: reference, at: location, advice: "bring its data with \(filling)", log)
    guard let name else { return nil }
    return try folder.path(
      of: name, at: location, advice: "bring the file, or fill the source with \(filling)")
  }

  func read(_ resource: Resource, _ options: ReadingOptions) throws(SessionError) -> Part {
    try log.checkCancelled()
    let version = resources.version(of: resource)
    let reading = TableReading(options, isFromDocument: resource.isFromDocument)
    let part = try kept(version, reading) { () throws(SessionError) in
      do throws(FeatureError) {
        return try opened(resource, options, size: version?.size ?? 0)
      } catch {
        // Whoever waits for the table reads it then: that this request was cancelled concerns nobody else.
        try log.checkCancelled()
        throw TableLoader.failure(error.text, at: error.position, in: resource)
      }
    }
    report(part.table, at: resource.name)
    return part
  }

  /// A table of a version, which is kept between requests; without a version it is read each time.
  private func kept<Failure: Error>(
    _ version: ResourceVersion?, _ reading: TableReading, read: () throws(Failure) -> FeatureTable
  ) throws(Failure) -> Part {
    let table = try cache.value(
      of: version, { .table(identity: $0, reading) }, size: { $0.memory(ofFile: $1) }, build: read)
    return Part(table: table, kept: version.map { KeptTable(version: $0, reading: reading) })
  }

  /// The points of an assignment's file, summed into the cells of a view while they are read.
  ///
  /// - Returns: a part whose table has a row a cell; one without cells where there are no points.
  func summed(
    _ assignment: SourceAssignment, _ summation: InputSummation, _ options: ReadingOptions,
    _ plan: MapPlan, _ note: SettingText?
  ) throws(SessionError) -> Part {
    try log.checkCancelled()
    let resource = assignment.resource
    let (size, chooser) = (resources.version(of: resource)?.size ?? 0, summation.chooser)
    let stream = PointStream { batch, base in
      let chosen = chooser.choose(batch, after: base)
      return PointStream.Choice(chosen.input, rows: chosen.rows, numbers: chosen.numbers)
    } restart: {
      chooser.restart()
    } read: { sink throws(FeatureError) in
      try opened(resource, options, size: size, into: sink)
    }
    let read: ReadCells
    do throws(CellTableError) {
      read = try stream.cells(for: CellRequest(view: summation.view, threads: options.threads))
    } catch {
      guard case .uncountable(let reason) = error.problem else {
        throw TableLoader.failure(error.text, at: error.position, in: resource)
      }
      throw SnapshotError.clustering(source: assignment.name, reason).inSession(of: plan)
    }
    report(read.features, at: resource.name)
    var streamed = try rethrowing(chooser.result()) { (error: SnapshotError) in
      error.inSession(of: plan)
    }
    if let bounds = summation.bounds { streamed.bounds = bounds }
    var part = Part(table: read.features)
    // Without points it is what the file has beside them.
    part.way = streamed.readCount > 0 ? .summed(read.cells, streamed, note: note) : .kept(note: note)
    return part
  }

  /// The box of the points of an assignment's file that a chooser takes; `nil` without points.
  func bounds(
    of assignment: SourceAssignment, _ chooser: PointChooser, _ options: ReadingOptions
  ) throws(SessionError) -> BoundingBox? {
    try log.checkCancelled()
    let (resource, sink) = (assignment.resource, PointBoundsSink(chooser))
    _ = try rethrowing(
      opened(resource, options, size: resources.version(of: resource)?.size ?? 0, into: sink)
    ) { (error: FeatureError) in
      TableLoader.failure(error.text, at: error.position, in: resource)
    }
    return sink.box
  }

  private func opened(
    _ resource: Resource, _ options: ReadingOptions, size: Int, into sink: (any PointSink)? = nil
  ) throws(FeatureError) -> FeatureTable {
    var options = options
    options.areTracks = [".gpx", ".kml", ".kmz"].contains { resource.name.lowercased().hasSuffix($0) }
    let progress = log.progress
    progress?(.reading(name: resource.name))
    defer { progress?(.idle) }
    // What is no file has no version.
    options.mustEndWhole = resources.version(of: resource) == nil
    options.progress = { bytes, rows in
      progress?(.rows(rows, share: size > 0 ? Double(bytes) / Double(size) : nil))
    }
    let table = try table(resource, options, into: sink)
    try check(table.format, of: resource, options)
    return table
  }

  /// Why a resource cannot be read; of an address how to fetch it.
  private func reason(_ error: ResourceError, of resource: Resource, isOfCells: Bool = false) -> SettingText {
    let name = resource.name
    if let advice = DatabaseAddress(name, isOfCells: isOfCells)?.adviceForUnasked { return advice }
    guard Resource.isWebAddress(name) else {
      guard let end = name.firstRange(of: "://"),
        name[..<end.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber })
      else { return error.reason }
      return
        "addresses of \(escapedForMessage(String(name[..<end.upperBound]))) are not read; pipe the rows in as CSV: … | clustersnap render -"
    }
    return "inputs are files; fetch it first with curl -LO \(escapedForMessage(name)), or pipe it into -"
  }

  private func table(
    _ resource: Resource, _ options: ReadingOptions, into sink: (any PointSink)?
  ) throws(FeatureError) -> FeatureTable {
    if let foreign = try foreignTable(resource) {
      return try table(of: foreign, options, into: sink)
    }
    if let bytes = inline[resource] {
      return try FeatureTable.read(ByteArray(bytes), options: options, into: sink)
    }
    let isWhole = sink == nil && (options.recordByteLimit == nil || resources.version(of: resource) != nil)
    let content = try rethrowing(
      isWhole ? resources.content(of: resource, limit: TableLoader.memoryLimit) : resources.passing(resource)
    ) { (error: ResourceError) in FeatureError(.unusable(reason(error, of: resource))) }
    switch content {
    case .bytes(let source):
      let table = try FeatureTable.read(source, options: options, into: sink)
      if source.changedFile() != nil { throw FeatureError(.unreadable(changedWhileRead)) }
      // What is left in memory was scanned; properties needed later are read again from the page cache.
      source.release(0..<source.count)
      return table
    case .stream(let stream):
      return try .read(options: options, into: sink) { buffer throws(FeatureError) in
        try rethrowing(stream.fill(buffer), as: TableLoader.unreadable)
      }
    }
  }

  /// Refuses separated values in a file whose name is one of JSON: a program before has written something else.
  private func check(
    _ format: InputFormat, of resource: Resource, _ options: ReadingOptions
  ) throws(FeatureError) {
    guard format == .csv, options.format == nil, case .path(let path) = resource.location else { return }
    var words = path.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if let last = words.last, ["gz", "gzip", "zst", "zstd"].contains(last) { words.removeLast() }
    guard words.count > 1, let ending = words.last,
      ["geojson", "geojsonl", "json", "jsonl", "ndgeojson", "ndjson"].contains(ending)
    else { return }
    throw FeatureError(
      .unusable(
        "the name ends in .\(ending), but the content is CSV; rename it, or set \(setting: "inputFormat", to: "csv")"
      )
    )
  }

  private func report(_ table: FeatureTable, at location: String?) {
    for hint in table.hints { log.information(hint, at: location) }
    for note in table.notes { log.warning(SettingText(note), at: location) }
    if table.skipped.count > 0 { log.warning(table.skipped.text, at: location) }
  }
}

extension FeatureTable {
  /// True if there is a zoom at which all rows are there, as far as `minzoom` and `maxzoom` show: a hierarchy that is written
  /// as a whole has none.
  fileprivate var isOfOneZoom: Bool {
    guard Set(propertyNames).isSuperset(of: ["minzoom", "maxzoom"]) else { return true }
    var (first, last) = (-Double.infinity, Double.infinity)
    for row in 0..<points.count {
      first = max(first, property("minzoom", ofPoint: row)?.numericValue ?? first)
      last = min(last, property("maxzoom", ofPoint: row)?.numericValue ?? last)
      if first > last { return false }
    }
    return true
  }

  /// The bytes that a table is counted for: its columns, and its file, which may be mapped or in memory.
  func memory(ofFile size: Int) -> Int {
    let positions = (shapes.first?.longitudes.count ?? 0) * 16
    return size + points.count * (20 + 8 * readColumnCount) + positions + shapes.count * 80
  }
}
