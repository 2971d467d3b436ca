import CDrivers
import Dispatch
import Parallel

final class DriverSession {
  private let handle: Handle
  private let watch: (any DispatchSourceTimer)?

  /// The C library's session, which others may cancel while it is open.
  ///
  /// `@unchecked Sendable`: the pointer does not change, `adbc_cancel` may be called on any thread, and the lock keeps it from a
  /// session that is closed.
  private final class Handle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let isOpen = Mutex(true)

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    func cancel() {
      isOpen.withLock { isOpen in
        if isOpen { adbc_cancel(pointer) }
      }
    }

    func close() {
      isOpen.withLock { $0 = false }
      adbc_close(pointer)
    }
  }

  init(
    _ address: DriverAddress, isConfined: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(DriverError) {
    let pointer = try DriverSession.opened(address, address.options(isConfined: isConfined))
    let handle = Handle(pointer)
    self.handle = handle
    let watch = DispatchSource.makeTimerSource(queue: .global())
    watch.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    watch.setEventHandler {
      if isCancelled() { handle.cancel() }
    }
    watch.activate()
    self.watch = watch
  }

  deinit {
    watch?.cancel()
    handle.close()
  }

  private static func opened(
    _ address: DriverAddress, _ options: [String]
  ) throws(DriverError) -> OpaquePointer {
    let copies = options.map { $0.withCString { DriverSession.copy($0) } }
    defer { for copy in copies { copy.deallocate() } }
    var list = copies.map { Optional(UnsafePointer($0)) }
    list.append(nil)
    return try address.library.load { place throws(DriverError) in
      var fault = driver_fault()
      var session: OpaquePointer?
      let outcome = adbc_open(place, address.entry, &list, &session, &fault)
      if outcome == driver_absent { return nil }
      guard outcome == driver_done, let session else { throw DriverError(outcome, fault, of: place) }
      return session
    }
  }

  private static func copy(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar> {
    var count = 1
    while text[count - 1] != 0 { count += 1 }
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count)
    copy.initialize(from: text, count: count)
    return copy
  }

  /// Runs a statement; rows of the one before it must have been read.
  func run(_ statement: String) throws(DriverError) -> ArrowRows {
    try ArrowRows(of: self) { stream throws(DriverError) in
      var fault = driver_fault()
      switch adbc_run(handle.pointer, statement, stream, &fault) {
      case driver_done: break
      default: throw .refused(fault.words)
      }
    }
  }

  /// The texts of the first column that a statement answers; of null nothing.
  func texts(_ statement: String) throws(DriverError) -> [String] {
    let rows = try run(statement)
    var texts: [String] = []
    while let row = try rows.next() {
      guard let value = row.value(0), let column = rows.columns.first else { continue }
      switch column.form {
      case .text(let ends): texts.append(String(decoding: value.bytes(ends: ends), as: UTF8.self))
      case .textView: texts.append(String(decoding: value.viewed, as: UTF8.self))
      case .binary(let ends): texts.append(String(decoding: value.bytes(ends: ends), as: UTF8.self))
      default: throw .damaged("its texts are none")
      }
    }
    return texts
  }
}
