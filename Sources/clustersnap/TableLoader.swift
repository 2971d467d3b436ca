import JSONDocument
import MapFeatures
import MapStyle

/// Reads the tables that fill sources, telling progress and what was skipped.
struct TableLoader {
  let messages: Messages
  let progress: Progress
  /// Data that was read before, where several requests share it.
  var shared: SharedData?

  /// The data of a source, or a part of it.
  struct Part {
    let name: String
    let table: FeatureTable
    /// Whether it was named beside the style.
    let isInput: Bool
  }

  /// What the file of an assignment holds.
  func table(
    of assignment: SourceAssignments.Assignment, _ options: ReadingOptions
  ) throws(Failure) -> FeatureTable {
    let table = try read(assignment.path, options, takesOnlyFiles: assignment.isFromDocument)
    if assignment.sourceID == SourceAssignments.basemap && table.shapes.isEmpty {
      messages.warning(
        "there are no lines and no areas in this base map; name it as an input", at: assignment.path)
    }
    return table
  }

  /// The data that the style itself brings: inline, or in a file below its folder.
  ///
  /// - Returns: `nil` where there is none.
  func table(
    of source: StyleSource, _ geoJSON: GeoJSONSource, in folder: StyleFolder, threads: Int
  ) throws(Failure) -> FeatureTable? {
    switch geoJSON.data {
    case .inline(let json):
      if json["features"]?.elements?.isEmpty == true { return nil }
      var writer = JSONWriter()
      writer.value(json)
      do throws(FeatureError) {
        let options = ReadingOptions(format: .geojson, threads: threads)
        let table = try FeatureTable.read(ByteArray(writer.takeBytes()), options: options)
        tell(table, at: folder.place(json.position))
        return table
      } catch {
        let place = StylePlace(path: source.path.appending("data"), position: json.position)
        throw folder.failure("invalid-data", place, "\(error)")
      }
    case .file:
      guard let file = try TableLoader.file(of: source, in: folder, messages: messages) else { return nil }
      return try read(file, ReadingOptions(threads: threads), takesOnlyFiles: true)
    }
  }

  /// The file that a source's data is in; `nil` for data in the style itself, and for data on the network, which is
  /// told.
  static func file(
    of source: StyleSource, in folder: StyleFolder, messages: Messages
  ) throws(Failure) -> String? {
    guard case .file(let reference, let position)? = source.geoJSON?.data else { return nil }
    let place = StylePlace(path: source.path.appending("data"), position: position)
    switch reference {
    case .path(let name):
      return try folder.path(
        of: name, at: place, advice: "bring the file, or fill the source with --source \(source.id)=FILE")
    case .url(let url):
      let message = "\(addressForMessage(url)) is not fetched; bring its data with --source \(source.id)=FILE"
      messages.tell([folder.diagnostic(.warning, "not-fetched", place, message)], of: folder.style)
      return nil
    }
  }

  private func read(
    _ path: String, _ options: ReadingOptions, takesOnlyFiles: Bool
  ) throws(Failure) -> FeatureTable {
    let isStandardInput = path == "-" && !takesOnlyFiles
    let name = isStandardInput ? "standard input" : path
    var status = stat()
    let isFile = !isStandardInput && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let size = isFile && status.st_size > 0 ? Double(status.st_size) : nil
    var options = options
    options.progress = { [progress] bytes, rows in
      progress.tell(share: size.map { Double(bytes) / $0 }, rows: rows)
    }
    let reader = InputReader(options: options, takesOnlyFiles: takesOnlyFiles)
    let table = try progress.during("reading \(name)") { () throws(Failure) in
      if let shared { try shared.table(at: path, reader: reader) } else { try reader.read(path) }
    }
    tell(table, at: name)
    return table
  }

  private func tell(_ table: FeatureTable, at place: String) {
    for note in table.notes { messages.warning(note, at: place) }
    if table.skipped.count > 0 { messages.warning("\(table.skipped)", at: place) }
  }
}
