import MapGeometry

/// Merges features of one layer: joins those at borders, in the order of their tiles.
struct LayerStitcher {
  private struct Square {
    let layer: VectorTileLayer
    let frame: SquareFrame
    let clipping: SquareClipping
    var boxes: [Extent<Int32>] = []
  }

  private var squares: [Square] = []
  private var sequences: [[DrawingOrder.Entry]] = []
  private let size: Double
  private var origins: [VectorTileFeature] = []
  private var identities: [[UInt8]: Int] = [:]
  private var sets = DisjointSets()
  private var lines = LineJoiner()
  private var rings = RingJoiner()
  /// True if a line or area reaches beyond its square: then an edge on a border is a real one.
  private var isBuffered = false

  init(_ name: String, _ tiles: [PlacedTile]) {
    let zoom = tiles.first?.square.zoom ?? 0
    size = 1 / Double(1 << zoom)
    var known: Set<SIMD2<Int>> = []
    let placed = tiles.filter { tile in
      tile.square.zoom == zoom && known.insert(SIMD2(tile.column, tile.square.row)).inserted
    }
    .sorted { ($0.square.row, $0.column) < ($1.square.row, $1.column) }
    for tile in placed {
      guard let layer = tile.tile.layer(name) else { continue }
      let frame = SquareFrame(tile, extent: layer.extent)
      func isKnown(_ column: Int, _ row: Int) -> Bool { known.contains(SIMD2(column, row)) }
      let clipping = SquareClipping(
        frame: frame, hasEast: isKnown(frame.column + 1, frame.row),
        hasSouth: isKnown(frame.column, frame.row + 1))
      squares.append(Square(layer: layer, frame: frame, clipping: clipping))
    }
    sequences = Array(repeating: [], count: squares.count)
  }

  mutating func stitch() -> StitchedColumns {
    for index in squares.indices { measure(index) }
    for index in squares.indices { sort(index) }
    lines.join(&sets)
    rings.join(&sets)
    return write()
  }

  private mutating func measure(_ index: Int) {
    let square = squares[index]
    var boxes: [Extent<Int32>] = []
    boxes.reserveCapacity(square.layer.count)
    square.layer.coordinates.withUnsafeBufferPointer { coordinates in
      for feature in square.layer.features {
        var box = Extent<Int32>()
        let range = feature.part(0).lowerBound..<feature.part(feature.partCount - 1).upperBound
        for vertex in range {
          let (x, y) = (coordinates[2 * vertex], coordinates[2 * vertex + 1])
          box.include(x, y)
        }
        boxes.append(box)
        if feature.kind != .point,
          min(box.minX, box.minY) < 0 || max(box.maxX, box.maxY) > square.layer.extent
        {
          isBuffered = true
        }
      }
    }
    squares[index].boxes = boxes
  }

  private mutating func sort(_ index: Int) {
    let square = squares[index]
    let frame = square.frame
    for (number, box) in square.boxes.enumerated() {
      let (minX, minY) = (Double(box.minX) - frame.west, Double(box.minY) - frame.north)
      let (maxX, maxY) = (frame.east - Double(box.maxX), frame.south - Double(box.maxY))
      let least = min(minX, minY, maxX, maxY)
      // Wholly in the tile's buffer: a neighbor has it.
      if min(Double(box.maxX) - frame.west, Double(box.maxY) - frame.north) < 0 { continue }
      if min(frame.east - Double(box.minX), frame.south - Double(box.minY)) < 0 { continue }
      let feature = square.layer[number]
      switch feature.kind {
      case .point: if hasPoint(feature, square) { sequences[index].append(.whole(number)) }
      // Ends of lines within two units of a border may go on beyond it.
      case .line where least > 2, .polygon where least > 0 || least == 0 && isBuffered:
        sequences[index].append(.whole(number))
      case .line: cutLine(feature, index)
      case .polygon: cutArea(feature, index)
      }
    }
  }

  private func owns(_ vertex: Int, _ square: Square) -> Bool {
    let x = Double(square.layer.coordinates[2 * vertex])
    let y = Double(square.layer.coordinates[2 * vertex + 1])
    let frame = square.frame
    return x >= frame.west && y >= frame.north
      && (x < frame.east || x == frame.east && !square.clipping.hasEast)
      && (y < frame.south || y == frame.south && !square.clipping.hasSouth)
  }

  private func hasPoint(_ feature: VectorTileFeature, _ square: Square) -> Bool {
    (0..<feature.partCount).contains { owns(feature.part($0).lowerBound, square) }
  }

  private mutating func identity(of feature: VectorTileFeature) -> Int {
    let next = identities.count
    let key = feature.joinKey
    if let known = identities[key] { return known }
    identities[key] = next
    return next
  }

  private mutating func addNode(_ feature: VectorTileFeature, _ index: Int) {
    sequences[index].append(.joined(origins.count))
    origins.append(feature)
    sets.add()
  }

  private mutating func cutLine(_ feature: VectorTileFeature, _ index: Int) {
    let square = squares[index]
    let (node, identity) = (origins.count, identity(of: feature))
    var pieces: [LineJoiner.Piece] = []
    for part in 0..<feature.partCount {
      square.clipping.pieces(of: feature.part(part), in: square.layer) { points, startIsCut, endIsCut in
        pieces.append(
          LineJoiner.Piece(
            points: points, node: node, identity: identity, square: index, tolerance: square.frame.tolerance,
            startIsCut: startIsCut, endIsCut: endIsCut))
      }
    }
    guard !pieces.isEmpty else { return }
    for piece in pieces { lines.add(piece, square.frame) }
    addNode(feature, index)
  }

  private mutating func cutArea(_ feature: VectorTileFeature, _ index: Int) {
    let square = squares[index]
    let cut = (0..<feature.partCount)
      .map { square.clipping.ring(feature.part($0), in: square.layer) }.filter { $0.count > 2 }
    guard !cut.isEmpty else { return }
    rings.add(cut, node: origins.count, identity: identity(of: feature), frame: square.frame)
    addNode(feature, index)
  }

  private mutating func write() -> StitchedColumns {
    var columns = StitchedColumns(size: size)
    let vertices = squares.reduce(0) { $0 + $1.layer.coordinates.count / 2 }
    columns.positions.reserveCapacity(vertices)
    columns.marks.reserveCapacity(vertices)
    let edges = rings.edges(&sets)
    let chains = lines.chains()
    var chainsOfRoot: [Int: [Int]] = [:]
    for (number, chain) in chains.enumerated() {
      chainsOfRoot[sets.root(of: lines.pieces[chain.pieces[0]].node), default: []].append(number)
    }
    let roots = origins.indices.map { sets.root(of: $0) }
    var order = DrawingOrder(sequences.map { $0.map { $0.joined(as: roots) } }, features: origins.count)
    order.forEach { square, entry in
      let first = columns.parts.count
      switch entry {
      case .whole(let number):
        let feature = squares[square].layer[number]
        write(feature, squares[square], &columns)
        columns.endFeature(feature, from: first)
      case .joined(let root):
        for number in chainsOfRoot[root] ?? [] {
          lines.write(chains[number].pieces, isRing: chains[number].isRing, into: &columns)
        }
        if let edges = edges[root] { RingTracer.write(edges, into: &columns) }
        columns.endFeature(origins[root], from: first)
      }
    }
    return columns
  }

  private func write(_ feature: VectorTileFeature, _ square: Square, _ columns: inout StitchedColumns) {
    let frame = square.frame
    square.layer.coordinates.withUnsafeBufferPointer { coordinates in
      for part in 0..<feature.partCount {
        let range = feature.part(part)
        if feature.kind == .point, !owns(range.lowerBound, square) { continue }
        for vertex in range {
          columns.add(frame.grid(Double(coordinates[2 * vertex]), Double(coordinates[2 * vertex + 1])))
        }
        columns.endPart(isHole: feature.isHole(part))
      }
    }
  }
}
