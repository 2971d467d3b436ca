// The names are those of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CClusterSnap
public import CDrivers
import CSystem
import CommandLineTool
import JSONDocument
import MapFeatures
import MapSession
import TableDrivers

// The functions of `clustersnap.h`, where they are documented.

private let sessions = Registry<LibrarySession>()
private let requests = Registry<LibraryRequest>()

/// The bytes of a text, as they are: readers refuse what is no UTF-8.
private func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
}

/// The function `cs_version` of the header.
@c @implementation public func cs_version() -> Int32 { 1 }

/// The function `cs_open` of the header.
@c @implementation public func cs_open(
  _ options: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<CChar>!, _ room: Int
) -> cs_session {
  do throws(SessionError) {
    let text = options.map { bytes(of: $0) } ?? Array("{}".utf8)
    let json = try rethrowing(JSONText(parsing: text), as: SessionError.notJSON(in: "options"))
    return sessions.add(try LibrarySession(json.root))
  } catch let failure {
    guard let error, room > 0 else { return 0 }
    let bytes = failure.description.utf8.prefix(room - 1)
    for (index, byte) in bytes.enumerated() { error[index] = CChar(bitPattern: byte) }
    error[bytes.count] = 0
    return 0
  }
}

/// The function `cs_close` of the header.
@c @implementation public func cs_close(_ session: cs_session) { sessions.remove(session)?.close() }

/// The function `cs_new` of the header.
@c @implementation public func cs_new(_ session: cs_session, _ json: UnsafePointer<CChar>!)
  -> cs_request
{
  guard let owner = sessions[session], !owner.isClosed, let json else { return 0 }
  return requests.add(LibraryRequest(bytes(of: json), of: owner))
}

/// The function `cs_add_table` of the header.
@c @implementation public func cs_add_table(
  _ request: cs_request, _ name: UnsafePointer<CChar>!, _ stream: UnsafeMutablePointer<ArrowArrayStream>!
) -> cs_state {
  guard let stream else { return cs_invalid }
  guard let request = requests[request], let name else {
    arrow_release_stream(stream)
    return cs_invalid
  }
  defer { arrow_release_stream(stream) }
  return request.add(name) { () throws(ResourceError) in
    .table(try ArrowTable(taking: UnsafeMutableRawPointer(stream)))
  }
}

/// The function `cs_add_columns` of the header.
@c @implementation public func cs_add_columns(
  _ request: cs_request, _ name: UnsafePointer<CChar>!, _ rows: Int64, _ count: Int32,
  _ names: UnsafePointer<UnsafePointer<CChar>?>!, _ kinds: UnsafePointer<CChar>!,
  _ values: UnsafePointer<UnsafeRawPointer?>!
) -> cs_state {
  guard let request = requests[request], let name else { return cs_invalid }
  guard rows >= 0, count >= 0, count == 0 || names != nil && kinds != nil && values != nil else {
    return cs_failed
  }
  let columns = (0..<Int(count)).map { index in
    arrow_column(name: names[index], kind: kinds[index], values: values[index], valid: nil)
  }
  return request.add(name) { () throws(ResourceError) in
    var stream = ArrowArrayStream()
    arrow_export(rows, count, columns, &stream)
    return .table(
      try withUnsafeMutablePointer(to: &stream) { stream throws(ResourceError) in
        try ArrowTable(taking: UnsafeMutableRawPointer(stream))
      })
  }
}

/// The function `cs_add_bytes` of the header.
@c @implementation public func cs_add_bytes(
  _ request: cs_request, _ name: UnsafePointer<CChar>!, _ bytes: UnsafeRawPointer!, _ count: Int
) -> cs_state {
  guard let request = requests[request], let name else { return cs_invalid }
  return request.add(name) {
    .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
  }
}

/// The function `cs_start` of the header.
@c @implementation public func cs_start(
  _ request: cs_request, _ what: UnsafePointer<CChar>!, _ film: UnsafePointer<CChar>!
) -> cs_state {
  requests[request]?.start(what.map { String(cString: $0) }, film: film.map { String(cString: $0) })
    ?? cs_invalid
}

/// The function `cs_wait` of the header.
@c @implementation public func cs_wait(_ request: cs_request, _ milliseconds: Int32) -> cs_state {
  requests[request]?.wait(milliseconds: Int(milliseconds)) ?? cs_invalid
}

/// The function `cs_cancel` of the header.
@c @implementation public func cs_cancel(_ request: cs_request) { requests[request]?.cancel() }

/// The function `cs_report` of the header.
@c @implementation public func cs_report(_ request: cs_request) -> UnsafePointer<CChar>! {
  requests[request]?.report()
}

/// The function `cs_bytes` of the header.
@c @implementation public func cs_bytes(
  _ request: cs_request, _ number: Int, _ format: UnsafePointer<CChar>!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafeRawPointer! {
  let block = requests[request]?.bytes(number, format.map { String(cString: $0) })
  count?.pointee = block?.count ?? 0
  return block?.baseAddress
}

/// The function `cs_markers` of the header.
@c @implementation public func cs_markers(
  _ request: cs_request, _ number: Int, _ stream: UnsafeMutablePointer<ArrowArrayStream>!
) -> cs_state {
  guard let request = requests[request], let stream else { return cs_invalid }
  guard let markers = request.markers(number) else { return cs_failed }
  MarkerStream.write(markers, to: stream)
  return cs_done
}

/// The function `cs_free` of the header.
@c @implementation public func cs_free(_ request: cs_request) { requests.remove(request)?.cancel() }

/// The function `cs_main` of the header; it does not return.
@c @implementation public func cs_main(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 {
  guard let words else { return 2 }
  exitRunning(count, words)
}
