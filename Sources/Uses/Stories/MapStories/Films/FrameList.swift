import JSONDocument

/// The files of a film's frames with their times, as JSON.
public struct FrameList {
  private let rate: Int
  private var frames: [(file: String, ticks: Int, name: String)] = []

  /// A list without frames.
  ///
  /// - Parameter rate: frames a second, at least 1.
  public init(rate: Int) { self.rate = max(1, rate) }

  /// Adds a frame under the name of its file.
  public mutating func append(_ file: String, of frame: Film.Frame) {
    frames.append((file, frame.ticks, frame.name))
  }

  /// The list: file, seconds from the beginning, seconds shown, and the snapshot's name.
  public var bytes: [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.beginObject()
    json.member("fps", rate)
    json.beginArray("frames")
    var ticks = 0
    for frame in frames {
      json.object { json in
        json.member("file", frame.file)
        json.member("time", Double(ticks) / Double(rate), decimals: 6)
        json.member("duration", Double(frame.ticks) / Double(rate), decimals: 6)
        json.member("name", frame.name)
      }
      ticks += frame.ticks
    }
    json.endArray()
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }
}
