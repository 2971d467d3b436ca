/// Decodes geometry commands into one block of coordinates, without an allocation per feature.
struct GeometryDecoder {
  private enum Command: UInt64 {
    case moveTo = 1
    case lineTo = 2
    case closePath = 7
  }

  private let memory: UnsafeMutablePointer<Int32>
  private let capacity: Int
  /// Count of coordinates, two a vertex.
  private(set) var filled = 0
  private var x: Int64 = 0
  private var y: Int64 = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: max(1, capacity))
  }

  func release() { memory.deallocate() }

  var coordinates: [Int32] { Array(UnsafeBufferPointer(start: memory, count: filled)) }
  var vertexCount: Int { filled / 2 }

  mutating func reset(to filled: Int) { self.filled = filled }

  /// Reads `MoveTo` commands; several are accepted.
  mutating func readPoints(
    _ numbers: WireReader, into columns: inout FeatureColumns
  ) throws(TileFault.Problem) {
    var numbers = numbers
    (x, y) = (0, 0)
    while !numbers.isAtEnd {
      let (command, count) = try next(&numbers)
      guard command == .moveTo, count > 0 else { throw .misplacedCommand }
      for _ in 0..<count {
        try addVertex(&numbers)
        columns.parts.append(end: vertexCount)
      }
    }
  }

  /// Reads lines, `MoveTo(1)` and `LineTo`, or rings with `ClosePath`.
  ///
  /// - Returns: count of paths that were too short; rings without area are dropped and not counted.
  mutating func readPaths(
    _ numbers: WireReader, areRings: Bool, into columns: inout FeatureColumns
  ) throws(TileFault.Problem) -> Int {
    var numbers = numbers
    (x, y) = (0, 0)
    var short = 0
    var begin: Int?
    while !numbers.isAtEnd {
      let (command, count) = try next(&numbers)
      switch command {
      case .moveTo where count == 1:
        if let begin {
          guard !areRings else { throw .openRing }
          short += endLine(begin, &columns)
        }
        begin = filled
        try addVertex(&numbers)
      case .lineTo where count > 0 && begin != nil: for _ in 0..<count { try addVertex(&numbers) }
      case .closePath where count == 1 && areRings:
        guard let ring = begin else { throw .misplacedCommand }
        short += endRing(ring, &columns)
        begin = nil
      default: throw .misplacedCommand
      }
    }
    guard let last = begin else { return short }
    guard !areRings else { throw .openRing }
    return short + endLine(last, &columns)
  }

  private mutating func endLine(_ begin: Int, _ columns: inout FeatureColumns) -> Int {
    guard filled - begin >= 4 else {
      filled = begin
      return 1
    }
    columns.parts.append(end: vertexCount)
    return 0
  }

  private mutating func endRing(_ begin: Int, _ columns: inout FeatureColumns) -> Int {
    // Version 1 had encoders that repeat the first vertex.
    while filled - begin > 2, memory[filled - 2] == memory[begin], memory[filled - 1] == memory[begin + 1] {
      filled -= 2
    }
    guard filled - begin >= 6, doubledArea(begin / 2..<filled / 2) != 0 else {
      let isShort = filled - begin < 6
      filled = begin
      return isShort ? 1 : 0
    }
    columns.parts.append(end: vertexCount)
    return 0
  }

  @inline(__always)
  private func next(_ numbers: inout WireReader) throws(TileFault.Problem) -> (Command, Int) {
    let number = try numbers.varint()
    guard number <= UInt64(UInt32.max), let command = Command(rawValue: number & 7) else {
      throw .unknownCommand
    }
    let count = Int(number >> 3)
    // Every vertex takes two bytes or more.
    guard command == .closePath || count <= numbers.count / 2 else { throw .countBeyondBytes }
    return (command, count)
  }

  @inline(__always) private mutating func addVertex(_ numbers: inout WireReader) throws(TileFault.Problem) {
    x += try delta(&numbers)
    y += try delta(&numbers)
    guard let narrowX = Int32(exactly: x), let narrowY = Int32(exactly: y), filled + 1 < capacity else {
      throw .coordinateOverflow
    }
    memory[filled] = narrowX
    memory[filled + 1] = narrowY
    filled += 2
  }

  @inline(__always) private func delta(_ numbers: inout WireReader) throws(TileFault.Problem) -> Int64 {
    let number = try numbers.varint()
    guard number <= UInt64(UInt32.max) else { throw .coordinateOverflow }
    return Int64(number >> 1) ^ -Int64(number & 1)
  }

  func vertex(_ index: Int) -> (x: Int32, y: Int32) { (memory[2 * index], memory[2 * index + 1]) }

  /// Doubled area of a ring; positive if clockwise on screen.
  func doubledArea(_ ring: Range<Int>) -> Double {
    guard let first = ring.first else { return 0 }
    let (originX, originY) = (Int64(memory[2 * first]), Int64(memory[2 * first + 1]))
    var doubled = 0.0
    var (lastX, lastY) = (0.0, 0.0)
    for index in ring.dropFirst() {
      let x = Double(Int64(memory[2 * index]) - originX)
      let y = Double(Int64(memory[2 * index + 1]) - originY)
      doubled += lastX * y - x * lastY
      (lastX, lastY) = (x, y)
    }
    return doubled
  }

  mutating func reverse(_ ring: Range<Int>) {
    var (low, high) = (ring.lowerBound, ring.upperBound - 1)
    while low < high {
      let (first, last) = (vertex(low), vertex(high))
      (memory[2 * low], memory[2 * low + 1]) = last
      (memory[2 * high], memory[2 * high + 1]) = first
      low += 1
      high -= 1
    }
  }

  mutating func reorder(_ rings: [Range<Int>]) {
    guard let begin = rings.map(\.lowerBound).min() else { return }
    let copy = rings.flatMap { ring in (2 * ring.lowerBound..<2 * ring.upperBound).map { memory[$0] } }
    for (index, coordinate) in copy.enumerated() { memory[2 * begin + index] = coordinate }
  }
}
