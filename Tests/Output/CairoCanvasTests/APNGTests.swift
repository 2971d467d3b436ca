import Drawing
import Foundation
import TestSupport
import Testing

@testable import CairoCanvas

@Suite struct `Animated PNG` {
  /// Three frames: a red square steps to the right, and stands still once.
  private func frames() throws -> [Bitmap] {
    try [4.0, 12, 12, 20].map { x in
      try Pictures.drawn(.area(Pictures.rectangle(x, 4, 8, 8), Pictures.red))
    }
  }

  /// Types and data of a file's chunks, check sums compared.
  private func chunks(_ file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var result: [(type: String, data: [UInt8])] = []
    var offset = 8
    while file.count - offset >= 12 {
      let chunk = PNGChunk(at: offset, in: file)
      #expect(chunk.hasRightChecksum(in: file))
      result.append((chunk.type, Array(file[(offset + 8)..<(offset + 8 + chunk.count)])))
      offset = chunk.end
    }
    expect(offset, equals: file.count)
    return result
  }

  @Test func `writes frames, areas and times in numbered chunks`() throws {
    let found = chunks(try APNG.encode(frames: frames(), delay: 0.1, loops: 3))
    expect(
      found.map(\.type), equals: ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
    expect(found[1].data.bigEndian(at: 0), equals: 3)
    expect(found[1].data.bigEndian(at: 4), equals: 3)
    let numbered = found.filter { ["fcTL", "fdAT"].contains($0.type) }.map { $0.data.bigEndian(at: 0) }
    expect(numbered, equals: [0, 1, 2, 3, 4])
    let controls = found.filter { $0.type == "fcTL" }.map(\.data)
    expect(
      controls.map { control in (1...4).map { control.bigEndian(at: 4 * $0) } },
      equals: [[40, 40, 0, 0], [16, 8, 4, 4], [16, 8, 12, 4]])
    // The frame that changes nothing prolongs the second: 200 of 1000 ticks.
    expect(controls.map { Int($0[20]) << 8 | Int($0[21]) }, equals: [100, 200, 100])
    #expect(controls.allSatisfy { Int($0[22]) << 8 | Int($0[23]) == 1000 })
  }

  @Test func `is the first frame to readers of still pictures`() throws {
    let frames = try frames()
    try expect(PNG.decode(try APNG.encode(frames: frames, delay: 0.1)), equals: frames[0])
  }

  @Test func `refuses frames of another size, of another kind, and none`() throws {
    let small = try Pictures.drawn(size: 20)
    let clear = try Pictures.drawn(background: nil)
    let first = try frames()[0]
    var encoder = APNGEncoder(hasAlpha: false, ticksPerSecond: 30)
    let errors = [
      #expect(throws: APNGError.self) { try APNG.encode(frames: [first, small], delay: 1) },
      #expect(throws: APNGError.self) { try encoder.append(PackedFrame(clear, after: nil, hasAlpha: false)) },
      #expect(throws: APNGError.self) { try APNG.encode(frames: [], delay: 1) },
    ]
    expect(
      errors.map { $0?.description },
      equals: [
        "frame 2 has 20×20 pixels, the first one 40×40; draw all in one size",
        "frame 1 is translucent, but the animation was begun without alpha; begin it with alpha",
        "the animation has no frames; append one",
      ])
  }

  @Test func `packs frames in any order`() throws {
    let frames = try frames()
    let packed = try frames.indices.reversed().map { index in
      try PackedFrame(frames[index], after: index > 0 ? frames[index - 1] : nil, hasAlpha: false)
    }
    var encoders = (0..<2).map { _ in APNGEncoder(hasAlpha: false, ticksPerSecond: 30) }
    for (index, packed) in packed.reversed().enumerated() {
      let last = index > 0 ? frames[index - 1] : nil
      try encoders[0].append(PackedFrame(frames[index], after: last, hasAlpha: false), ticks: 2)
      try encoders[1].append(packed, ticks: 2)
    }
    try expect(encoders[0].finish(), equals: encoders[1].finish())
  }

  @Test func `keeps one kind of pixels where only some frames are opaque`() throws {
    let clear = try Pictures.drawn(background: nil)
    let file = try APNG.encode(frames: [try frames()[0], clear], delay: 0.1)
    try expect(PNG.header(of: file).colorType, equals: .rgba)
  }

  @Test(.wants(programs: ["ffmpeg"])) func `gives every frame back to ffmpeg`() throws {
    let place = try Workplace()
    let frames = try frames()
    try place.write("film.png", Data(try APNG.encode(frames: frames, delay: 0.1)))
    let run = try place.shell(
      "ffmpeg -v error -f apng -i film.png -fps_mode passthrough -f rawvideo -pix_fmt rgba film.raw")
    expect(run.status, equals: 0, "\(run.errors)")
    let raw = try #require(place.read("film.raw"))
    expect(Array(raw), equals: [frames[0], frames[1], frames[3]].flatMap(\.pixels))
  }
}

/// Animations of frames that are all shown equally long.
enum APNG {
  static func encode(frames: [Bitmap], delay: Double, loops: Int = 0) throws(APNGError) -> [UInt8] {
    let isOpaque = frames.allSatisfy { frame in
      stride(from: 3, to: frame.pixels.count, by: 4).allSatisfy { frame.pixels[$0] == 255 }
    }
    var encoder = APNGEncoder(hasAlpha: !isOpaque, ticksPerSecond: 1000, loops: loops)
    var last: Bitmap?
    for frame in frames {
      let packed = try PackedFrame(frame, after: last, hasAlpha: !isOpaque)
      try encoder.append(packed, ticks: Int((delay * 1000).rounded()))
      last = frame
    }
    return try encoder.finish()
  }
}
