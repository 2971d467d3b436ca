extension SnapshotRequest {
  /// The members of `golden`: how a picture is compared with the one on disk.
  ///
  /// What compares reads them; drawing passes them over.
  public static let goldenMembers: [SettingDescription] = [
    .init(
      "tolerance", "whole number from {range}", or: "0", "How much a channel may differ; needs a reason.",
      "1",
      schema: .whole(0...255)),
    .init(
      "threshold", "number from {range}", or: "none",
      "How much colors may differ, as `clustersnap diff` compares; needs a reason.", "0.1",
      schema: .number(0...1)),
    .init(
      "includeAa", "true or false", or: "false", "Whether antialiased pixels count; needs a reason.", "true",
      schema: .flag),
    .init(
      "profile", "`yiq`, `yiq-white` or `oklab`", or: "`yiq`", "How colors are compared; needs a reason.",
      #""oklab""#, schema: .oneOf(["yiq", "yiq-white", "oklab"])),
    .init(
      "maxPixels", "whole number", or: "0", "How many pixels may differ.", "20", schema: .whole(0...Int.max)),
    .init(
      "maxRatio", "number from {range}", or: "0", "Which share of the pixels may differ.", "0.001",
      schema: .number(0...1)),
    .init(
      "window", "pixels", or: "32", "The side of the square that `maxWindow` looks at.", "16",
      schema: .whole(1...1 << 20)),
    .init(
      "maxWindow", "whole number", or: "none", "How many pixels may differ in any such square.", "5",
      schema: .whole(0...Int.max)),
    .init(
      "masks", "list of `[x, y, width, height]` in pixels", or: "none", "What is not compared.",
      "[[0, 0, 40, 20]]", schema: .list(.list(.whole(0...Int.max), count: 4...4))),
    .init(
      "numberTolerance", "number from 0 on", or: "1e-9",
      "How much numbers of GeoJSON may differ; needs a reason.", "1e-6",
      schema: .number(0...Double.greatestFiniteMagnitude)),
    .init(
      "formats", "list of `png`, `svg`, `geojson`", or: "those beside the request",
      "The goldens that the case has.", #"["png", "geojson"]"#,
      schema: .list(.oneOf(["png", "svg", "geojson"]), count: 1...Int.max)),
    .init(
      "reason", "text", or: "none", "Why the case is not exact.", #""emoji are the system's""#, schema: .text),
  ]
}
