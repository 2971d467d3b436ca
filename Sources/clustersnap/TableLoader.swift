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

  /// The style that names or holds data.
  struct Document {
    let name: String
    /// Whether it is built in: then no file lies beside it.
    let isLook: Bool
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
    of source: StyleSource, _ geoJSON: GeoJSONSource, in document: Document, threads: Int
  ) throws(Failure) -> FeatureTable? {
    let path = source.path.appending("data")
    switch geoJSON.data {
    case .inline(let json):
      if json["features"]?.elements?.isEmpty == true { return nil }
      var writer = JSONWriter()
      writer.value(json)
      do throws(FeatureError) {
        let options = ReadingOptions(format: .geojson, threads: threads)
        let table = try FeatureTable.read(ByteArray(writer.takeBytes()), options: options)
        tell(table, at: place(json.position, in: document))
        return table
      } catch {
        throw .input("\(path.dotted): \(error)", at: place(json.position, in: document))
      }
    case .file(.path(let name), let position):
      let place = place(position, in: document)
      guard !document.isLook else { throw .input("\(path.dotted): a built-in look has no files", at: place) }
      let file = try contained(name, below: folderPrefix(of: document.name)) { reason in
        .input("\(path.dotted): \(name): \(reason)", at: place)
      }
      return try read(file, ReadingOptions(threads: threads), takesOnlyFiles: true)
    case .file(.url(let url), let position):
      messages.warning(
        "\(path.dotted): \(url) is not fetched; bring its data with --source \(source.id)=FILE",
        at: place(position, in: document))
      return nil
    }
  }

  private func place(_ position: TextPosition, in document: Document) -> String {
    "\(document.name):\(position.line):\(position.column)"
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

  /// A path below a folder, links resolved; anything that leads elsewhere, or to no regular file, is refused.
  private func contained(
    _ name: String, below folder: String, failure: (String) -> Failure
  ) throws(Failure) -> String {
    let full = (folder.isEmpty ? "./" : folder) + name
    guard let root = realpath(folder.isEmpty ? "." : folder, nil) else { throw failure(whyUnreadable()) }
    defer { free(root) }
    guard let resolved = realpath(full, nil) else { throw failure(whyUnreadable()) }
    defer { free(resolved) }
    let (rootPath, filePath) = (String(cString: root), String(cString: resolved))
    guard filePath.hasPrefix(rootPath == "/" ? "/" : rootPath + "/") else {
      throw failure("this leads out of the style's folder; put the file below it")
    }
    var status = stat()
    guard stat(filePath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("this is no regular file; name one")
    }
    return full
  }
}
