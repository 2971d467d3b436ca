import MapGeometry

extension CellGathering {
  /// Joins fine cells by their peaks.
  mutating func join(by work: Clustering) {
    let finding = work.peakFinding(in: grid)
    let groups = finding.groups(
      of: found.map { cell in
        PeakFinding.Cell(
          column: cell.column, row: cell.row, mass: cell.sum.weight?.total ?? Int128(cell.sum.count),
          mean: mean(of: cell.sum).weighted)
      })
    var joined = groups.peaks.map { peak in
      var group = Gathered(column: found[peak].column, row: found[peak].row, name: found[peak].name)
      group.id = work.peakID(groups.cells[peak].mean)
      return group
    }
    for (cell, group) in zip(found, groups.groupOf) {
      let turns = finding.turns(from: cell.column, to: joined[Int(group)].column)
      var part = cell.sum
      // Where no box of the points is known, that of their cell.
      if !part.hasBox { part.box = degrees(of: grid.area(column: cell.column, row: cell.row)) }
      part.box = Extent(
        minX: part.box.minX + 360 * Double(turns), minY: part.box.minY,
        maxX: part.box.maxX + 360 * Double(turns), maxY: part.box.maxY)
      part.longitudes += Int128(turns * CellSum.turn) * Int128(part.count)
      part.weight = part.weight?.moved(byTurns: turns)
      joined[Int(group)].sum.add(part)
    }
    replace(by: joined, groupOf: groups.groupOf)
    territories = groups.territories(in: grid)
  }
}
