import CDrivers
import MapFeatures

extension Redaction {
  func failure(_ error: DriverError) -> ResourceError {
    switch error {
    case .absent: ResourceError(.unsupported, error.message(self))
    case .cancelled: .cancelled
    case .outside: ResourceError(.outside, error.message(self))
    case .irregular: ResourceError(.notRegular, error.message(self))
    default: ResourceError(.unusable, error.message(self))
    }
  }
}

extension DriverError {
  init(_ outcome: driver_outcome, _ fault: driver_fault, of path: String) {
    switch outcome {
    case driver_foreign: self = .foreign(path: path)
    case driver_unloadable: self = .unloadable(path: path, fault.words)
    case driver_no_entry: self = .noDriver(path: path)
    case driver_no_memory: self = .noMemory
    case driver_outside: self = .outside(path: fault.words)
    case driver_irregular: self = .irregular(path: fault.words)
    default: self = .refused(fault.words)
    }
  }

  static func check(
    of path: String = "", _ call: (inout driver_fault) -> driver_outcome
  ) throws(DriverError) {
    var fault = driver_fault()
    let outcome = call(&fault)
    guard outcome == driver_done else { throw DriverError(outcome, fault, of: path) }
  }
}

extension driver_fault {
  var words: String {
    withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
