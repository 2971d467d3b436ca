public import MapGeometry

extension VectorTile {
  /// The part of the tile in a smaller one, in equal units along its side, without a buffer; neighbors' edges
  /// agree.
  ///
  /// - Returns: `nil` if `source` is neither the square nor an ancestor.
  public func cut(to square: TileID, from source: TileID) -> VectorTile? {
    if square == source { return self }
    guard let placed = PlacedTile(self, filling: square, from: source) else { return nil }
    return VectorTile(layers: layers.compactMap { $0.cut(to: placed) }, faults: faults)
  }
}

extension VectorTileLayer {
  fileprivate func cut(to placed: PlacedTile) -> VectorTileLayer? {
    let frame = SquareFrame(placed, extent: extent)
    let clipping = SquareClipping(frame: frame, hasEast: false, hasSouth: false)
    var (coordinates, columns) = ([Int32](), FeatureColumns())
    func add(_ points: [GridPoint], least: Int, isHole: Bool = false) {
      let start = coordinates.count
      for point in points {
        let x = Int32(((point.x - Double(frame.column)) * Double(extent)).rounded())
        let y = Int32(((point.y - Double(frame.row)) * Double(extent)).rounded())
        if coordinates.count > start, coordinates.suffix(2) == [x, y] { continue }
        coordinates += [x, y]
      }
      // A ring that only touches the square runs along its edge there and back.
      if coordinates.count - start < 2 * least || least == 3 && isFlat(coordinates[start...]) {
        coordinates.removeLast(coordinates.count - start)
      } else {
        columns.parts.append(end: coordinates.count / 2, isHole: isHole)
      }
    }
    for feature in features {
      let (firstPart, firstTag) = (columns.parts.count, columns.tags.count)
      for part in 0..<feature.partCount {
        let range = feature.part(part)
        switch feature.kind {
        case .point:
          let (x, y) = position(of: range.lowerBound)
          // The eastern and the southern edge belong to neighbors.
          guard x >= frame.west, x < frame.east, y >= frame.north, y < frame.south else { continue }
          add([frame.grid(x, y)], least: 1)
        case .line: clipping.pieces(of: range, in: self) { points, _, _ in add(points, least: 2) }
        case .polygon: add(clipping.ring(range, in: self), least: 3, isHole: feature.isHole(part))
        }
      }
      guard columns.parts.count > firstPart else { continue }
      var record = self.columns.records[feature.index]
      columns.tags += self.columns.tags[Int(record.tags.lowerBound)..<Int(record.tags.upperBound)]
      record.parts = Int32(firstPart)..<Int32(columns.parts.count)
      record.tags = Int32(firstTag)..<Int32(columns.tags.count)
      columns.records.append(record)
    }
    guard !columns.records.isEmpty else { return nil }
    return VectorTileLayer(
      name: name, version: version, extent: extent, coordinates: coordinates, columns: columns, table: table)
  }

  private func isFlat(_ ring: ArraySlice<Int32>) -> Bool {
    var doubled = 0.0
    var last = ring.suffix(2)
    for index in stride(from: ring.startIndex, to: ring.endIndex, by: 2) {
      let point = ring[index...index + 1]
      doubled += Double(last[last.startIndex]) * Double(point[index + 1])
      doubled -= Double(point[index]) * Double(last[last.startIndex + 1])
      last = point
    }
    return doubled == 0
  }

  private func position(of vertex: Int) -> (x: Double, y: Double) {
    (Double(coordinates[2 * vertex]), Double(coordinates[2 * vertex + 1]))
  }
}
