import CDrivers
import Dispatch
import Parallel

final class DriverSession {
  private let handle: Handle
  private let watch: any DispatchSourceTimer

  /// The C library's session; others may cancel it while it is open.
  ///
  /// `@unchecked Sendable`: `adbc_cancel` may be called on any thread, and the lock keeps it from a closed
  /// session.
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
    watch = DispatchSource.makeTimerSource(queue: .global())
    watch.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    watch.setEventHandler {
      if isCancelled() { handle.cancel() }
    }
    watch.activate()
  }

  deinit {
    watch.cancel()
    handle.close()
  }

  private static func opened(
    _ address: DriverAddress, _ options: [String]
  ) throws(DriverError) -> OpaquePointer {
    let copies = options.map { text in
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
      _ = copy.initialize(fromContentsOf: text.utf8CString)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    var list = copies.map { UnsafePointer($0.baseAddress) } + [nil]
    var session: OpaquePointer?
    try address.library.load { adbc_open($0, address.entry, &list, &session, &$1) }
    guard let session else { throw .refused("") }
    return session
  }

  func run(_ statement: String) throws(DriverError) -> ArrowRows {
    try ArrowRows(of: self) { stream throws(DriverError) in
      var fault = driver_fault()
      switch adbc_run(handle.pointer, statement, stream, &fault) {
      case driver_done: break
      default: throw .refused(fault.words)
      }
    }
  }

  /// Texts of the first column, without nulls.
  func texts(_ statement: String) throws(DriverError) -> [String] {
    let rows = try run(statement)
    var texts: [String] = []
    while let row = try rows.next() {
      guard let value = row.value(0), let column = rows.columns.first else { continue }
      switch column.form {
      case .text(let ends), .binary(let ends):
        texts.append(String(decoding: value.bytes(ends: ends), as: UTF8.self))
      case .textView: texts.append(String(decoding: value.viewed, as: UTF8.self))
      default: throw .damaged("its texts are none")
      }
    }
    return texts
  }
}
