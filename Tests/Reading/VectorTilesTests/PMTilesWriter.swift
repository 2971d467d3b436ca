import MapGeometry
import TestSupport
import VectorTiles

/// Writes PMTiles archives and their directories, whole and broken.
struct PMTilesWriter {
  struct Entry {
    var id: UInt64
    var run: UInt64 = 1
    var length: UInt64
    var offset: UInt64
  }

  /// A directory in columns; an offset right behind the entry before is written as 0.
  static func directory(_ entries: [Entry]) -> [UInt8] {
    var bytes = varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      bytes += varint(entry.id &- last)
      last = entry.id
    }
    for entry in entries { bytes += varint(entry.run) }
    for entry in entries { bytes += varint(entry.length) }
    for (index, entry) in entries.enumerated() {
      let follows = index > 0 && entries[index - 1].offset + entries[index - 1].length == entry.offset
      bytes += varint(follows ? 0 : entry.offset + 1)
    }
    return bytes
  }

  var sections: [(offset: UInt64, length: UInt64)] = [(127, 10), (137, 20), (157, 30), (187, 40)]
  var counts: [UInt64] = [7, 6, 5]
  var bytes96to101: [UInt8] = [1, 2, 2, 1, 0, 14]
  var degrees: [Int32] = [-1_224_300_000, 377_600_000, -1_223_800_000, 378_100_000]
  var center: (zoom: UInt8, longitude: Int32, latitude: Int32) = (12, -1_224_050_000, 377_850_000)
  var magic: [UInt8] = Array("PMTiles".utf8) + [3]

  /// A header.
  var header: [UInt8] {
    var bytes = magic
    for section in sections { bytes += little(section.offset) + little(section.length) }
    for count in counts { bytes += little(count) }
    bytes += bytes96to101
    for number in degrees { bytes += little(number) }
    bytes.append(center.zoom)
    return bytes + little(center.longitude) + little(center.latitude)
  }
}
