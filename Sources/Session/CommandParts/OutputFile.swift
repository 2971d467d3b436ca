import MapFeatures

package struct OutputFile {
  /// As the user wrote it; `-` is standard output.
  package let path: String
  /// The folder that it must lie below, links resolved; `nil` for no such rule.
  package var root: String?

  package init(path: String, root: String? = nil) { (self.path, self.root) = (path, root) }

  package var isStandardOutput: Bool { path == "-" }

  package var name: String { isStandardOutput ? "standard output" : path }

  /// The letters after the last dot of the file's name, in lower case.
  package var pathExtension: String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Finds, before any work, what would keep the result from being written: a folder in its place, a folder missing or
  /// closed to us, a file that may not be written.
  package func check() throws(Failure) {
    if isStandardOutput { return }
    if path.isEmpty { throw .input("the output has no name; write -o map.png") }
    // The C library would write the part before it.
    if path.utf8.contains(0) { throw .input("the output's name holds a zero byte; correct it", at: path) }
    try checkRoot()
    if fileKind(path) == S_IFDIR { throw .output("this is a folder; name a file in it", at: path) }
    let folder = Resource.folder(of: try target())
    guard let kind = fileKind(folder) else {
      let reason = errno == ENOENT ? "there is no folder \(folder); create it first" : whyUnreadable()
      throw .output("\(reason)", at: path)
    }
    guard kind == S_IFDIR else { throw .output("\(folder) is no folder; name another place", at: path) }
    if let kind = fileKind(path) {
      guard access(path, W_OK) == 0 else {
        throw .output(
          "it may not be written: \(systemErrorText()); change its permissions or name another", at: path)
      }
      if kind != S_IFREG { return }
    }
    guard access(folder, W_OK) == 0 else {
      throw .output(
        "cannot write into the folder \(folder): \(systemErrorText()); name another place", at: path)
    }
  }

  /// Refuses, under a root, what lies outside of it and what is no regular file.
  private func checkRoot() throws(Failure) {
    guard let root else { return }
    guard try identity().hasPrefix(root == "/" ? "/" : root + "/") else {
      throw .output("this lies outside of the folder of --root; name a file below it", at: path)
    }
    if let kind = fileKind(path), ![S_IFREG, S_IFDIR].contains(kind) {
      throw .output("this is no regular file, which --root demands; name one", at: path)
    }
  }

  /// The file that a chain of links ends at, be it there or not; the path itself where it is no link.
  package func target() throws(Failure) -> String {
    var target = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(target, &buffer, buffer.count)
      guard count > 0, count < buffer.count else { return target }
      let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      target = link.hasPrefix("/") ? link : Resource.folderPrefix(of: target) + link
    }
    throw .output("its links lead in a circle; remove them or name another file", at: path)
  }

  /// The identity of a file under any of its names: its location on the disk, even if it does not exist.
  package func identity() throws(Failure) -> String {
    if isStandardOutput { return path }
    let target = try target()
    let folder = Resource.folder(of: target)
    guard let resolved = realpath(folder, nil) else { return target }
    defer { free(resolved) }
    return String(cString: resolved) + "/"
      + target[target.index(target.startIndex, offsetBy: Resource.folderPrefix(of: target).count)...]
  }

  package func write(_ bytes: [UInt8]) throws(Failure) {
    let stage = OutputStage()
    try stage.add(bytes, to: self)
    try stage.commit()
  }

  /// Refuses results that would replace each other, or one of the inputs.
  package static func checkDistinct(_ outputs: [OutputFile], from inputs: [String]) throws(Failure) {
    var read: Set<String> = []
    for input in inputs where input != "-" { read.insert(try OutputFile(path: input).identity()) }
    var taken: Set<String> = []
    for output in outputs {
      // What goes to a device is gone; it replaces nothing.
      if !output.isStandardOutput, let kind = fileKind(output.path), kind != S_IFREG { continue }
      let identity = try output.identity()
      if read.contains(identity) {
        throw .input("this is an input, too; name another output", at: output.name)
      }
      guard taken.insert(identity).inserted else {
        throw .input("two results go here; give each a name of its own", at: output.name)
      }
    }
  }
}
