import CDrivers

struct ArrowValue {
  private let array: UnsafeMutablePointer<ArrowArray>
  private let index: Int

  /// `nil` for null.
  ///
  /// - Parameter row: without the array's own offset.
  @inline(__always) init?(_ array: UnsafeMutablePointer<ArrowArray>, at row: Int) {
    let index = row + Int(array.pointee.offset)
    if array.pointee.null_count != 0, array.pointee.n_buffers > 0, let valid = array.pointee.buffers?[0] {
      let byte = valid.load(fromByteOffset: index >> 3, as: UInt8.self)
      if byte >> UInt8(index & 7) & 1 == 0 { return nil }
    }
    (self.array, self.index) = (array, index)
  }

  @inline(__always) private func buffer(_ number: Int) -> UnsafeRawPointer? { array.pointee.buffers?[number] }

  var boolean: Bool {
    guard let bits = buffer(1) else { return false }
    return bits.load(fromByteOffset: index >> 3, as: UInt8.self) >> UInt8(index & 7) & 1 == 1
  }

  @inline(__always) private func stored<Number>(_ type: Number.Type, or none: Number) -> Number {
    buffer(1)?.loadUnaligned(fromByteOffset: index * MemoryLayout<Number>.size, as: type) ?? none
  }

  func whole(bytes: Int, isSigned: Bool) -> Int128 {
    switch (bytes, isSigned) {
    case (1, true): Int128(stored(Int8.self, or: 0))
    case (1, false): Int128(stored(UInt8.self, or: 0))
    case (2, true): Int128(stored(Int16.self, or: 0))
    case (2, false): Int128(stored(UInt16.self, or: 0))
    case (4, true): Int128(stored(Int32.self, or: 0))
    case (4, false): Int128(stored(UInt32.self, or: 0))
    case (8, false): Int128(stored(UInt64.self, or: 0))
    case (16, _): Int128(stored(Int128.self, or: 0))
    default: Int128(stored(Int64.self, or: 0))
    }
  }

  /// Digits of an integer of up to 32 bytes, 76 at most.
  func digitText(bytes: Int) -> String {
    guard bytes == 32 else { return "\(whole(bytes: bytes, isSigned: true))" }
    guard let start = buffer(1) else { return "0" }
    let low = start.loadUnaligned(fromByteOffset: index * 32, as: UInt128.self)
    let high = start.loadUnaligned(fromByteOffset: index * 32 + 16, as: Int128.self)
    let isNegative = high < 0
    let magnitude = isNegative ? ~low &+ 1 : low
    let upper = UInt128(bitPattern: isNegative ? ~high &+ (low == 0 ? 1 : 0) : high)
    let unit = (0..<38).reduce(UInt128(1)) { unit, _ in unit * 10 }
    let (quotient, rest) = unit.dividingFullWidth((upper % unit, magnitude))
    let text = "\(rest)"
    return (isNegative ? "-" : "") + "\(quotient)" + String(repeating: "0", count: 38 - text.utf8.count)
      + text
  }

  func decimal(bytes: Int) -> Double {
    switch bytes {
    case 4: return Double(stored(Float.self, or: .nan))
    case 8: return stored(Double.self, or: .nan)
    default: break
    }
    // IEEE 754 binary16.
    let bits = stored(UInt16.self, or: 0)
    let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
    let magnitude =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? Double.infinity : .nan
      default: (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    return bits >> 15 == 1 ? -magnitude : magnitude
  }

  func bytes(ends: Int) -> UnsafeRawBufferPointer {
    guard let offsets = buffer(1), let start = buffer(2) else { return none }
    func end(_ index: Int) -> Int {
      ends == 4
        ? Int(offsets.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
        : Int(truncatingIfNeeded: offsets.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
    }
    let (from, to) = (end(index), end(index + 1))
    return from >= 0 && from < to ? UnsafeRawBufferPointer(start: start + from, count: to - from) : none
  }

  /// Bytes of a view: inline if short, else in a buffer.
  var viewed: UnsafeRawBufferPointer {
    guard let views = buffer(1) else { return none }
    let view = views + index * 16
    let count = Int(view.loadUnaligned(as: Int32.self))
    guard count > 0 else { return none }
    if count <= 12 { return UnsafeRawBufferPointer(start: view + 4, count: count) }
    let number = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self)) + 2
    let position = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard number >= 2, number < Int(array.pointee.n_buffers), position >= 0, let start = buffer(number) else {
      return none
    }
    return UnsafeRawBufferPointer(start: start + position, count: count)
  }

  /// - Parameter perRow: length of a row's list; `nil` for separate axes.
  func point(perRow: Int?) -> SIMD2<Double> {
    let (array, index) = (array.pointee, index)
    func number(_ child: Int, _ row: Int) -> Double {
      guard let axis = array.children?[child]?.pointee, let numbers = axis.buffers?[1] else { return .nan }
      return numbers.loadUnaligned(fromByteOffset: (row + Int(axis.offset)) * 8, as: Double.self)
    }
    guard let perRow else { return SIMD2(number(0, index), number(1, index)) }
    return SIMD2(number(0, index * perRow), number(0, index * perRow + 1))
  }

  func listed(_ number: Int128) -> ArrowValue? {
    guard let list = array.pointee.dictionary, number >= 0, number < Int128(list.pointee.length) else {
      return nil
    }
    return ArrowValue(list, at: Int(number))
  }

  private var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
