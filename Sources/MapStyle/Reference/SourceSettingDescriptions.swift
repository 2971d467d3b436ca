// The parser takes no key that is not described here.

extension SourceSettings {
  /// The keys of a source's settings, in the order they are told.
  public static let descriptions: [SettingDescription] = [
    .init(
      "method", "`grid`, `radius`, `distance`, `leader`, `kmeans`, `dbscan`, `none`",
      or: "`radius` with `cluster: true`, else `grid`",
      "How points come together; `none` leaves each for itself.",
      #""grid""#),
    .init(
      "preset",
      "`cch`, `cluster`, `clustermap`, `amap`, `amap-distance`, `pins`, `pablo`, `tb`, `supercluster`",
      or: "none",
      "A known system whose clustering is taken over; the other settings refine it.",
      #""cch""#),
    .init(
      "cellSize", #"points, `"1/8"` of the width, or an object of points by zoom"#,
      or: "60",
      "The side of a cell of the grid and of the method leader.",
      #"{"0": 88, "13": 64}"#),
    .init(
      "alignWorld", "true or false",
      or: "true",
      "Whether a whole number of cells spans the world, so that cells are the same wherever one looks.",
      "false"),
    .init(
      "anchor", "`world` or `view`",
      or: "`world`",
      "Where the grid begins: at the world's corner, or at the picture's.",
      #""view""#),
    .init(
      "margin", "number from -0.5 to 100",
      or: "0",
      "How far beyond the picture points take part, as a share of its sides.",
      "0.5"),
    .init(
      "snapZoom", "true or false",
      or: "false",
      "Whether cells follow the integer zoom, so that those of one zoom nest in those of the next.",
      "true"),
    .init(
      "radius", "number above 0",
      or: "40; with `cluster: true` the source's `clusterRadius`",
      "The reach of the method radius, in units of a tile (see `extent`).",
      "60"),
    .init(
      "extent", "number above 0",
      or: "512",
      "How many units of `radius` a tile's side has.",
      "256"),
    .init(
      "acrossAntimeridian", "true or false",
      or: "false",
      "Whether the method radius joins points across the antimeridian, which supercluster never does.",
      "true"),
    .init(
      "distance", #"meters, or `"50pt"` for points"#,
      or: #"`"50pt"`"#,
      "How near points are for the method distance.",
      #""90""#),
    .init(
      "clusters", "whole number from 1",
      or: "50, or one a point",
      "How many clusters the method kmeans makes.",
      "24"),
    .init(
      "eps", "points above 0",
      or: "40",
      "The reach of the method dbscan.",
      "16"),
    .init(
      "minPoints", "whole number from 1",
      or: "2; with `cluster: true` the source's `clusterMinPoints`",
      "How many points make a dense place for dbscan, or a cluster for radius.",
      "4"),
    .init(
      "position", "`mean`, `near-center`, `cell-center`, `first`, `leader`",
      or: "`mean`",
      "Where a cluster stands: at its members' mean, at the member nearest to the cell's middle, at the middle itself, at the first member or at the leader.",
      #""near-center""#),
    .init(
      "minCount", "whole number from 1",
      or: "2",
      "Fewer points than this stay single.",
      "3"),
    .init(
      "minUnique", "whole number from 0",
      or: "1",
      "Points at fewer different places than this stay single.",
      "2"),
    .init(
      "clusterMaxZoom", "zoom from 0 to 30",
      or: "16 for radius, else none; with `cluster: true` the source's own",
      "Beyond this zoom all points are single; counted from a world of 512 points.",
      "14"),
    .init(
      "coLocated", "`merge`, `ring`, `ring:METERS` or `ring:Ppt`",
      or: "`merge`",
      "What becomes of points at one place: they count as any others, or are laid out on a ring.",
      #""ring:20pt""#),
    .init(
      "weight", "name of a property",
      or: "none",
      "A numeric property that weighs points; counts become sums.",
      #""population""#),
    .init(
      "optOut", "name of a property",
      or: "`cluster` for the presets clustermap and cluster, else none",
      "A property that keeps points alone: where it is false they are never clustered nor counted.",
      #""cluster""#),
    .init(
      "keepInvisible", "true or false",
      or: "the preset's, else false",
      "In scenarios: whether markers outside the view stay when the view moves on.",
      "true"),
    .init(
      "reuse", "true or false",
      or: "the preset's, else false",
      "In scenarios: whether an old marker stays in its cell and takes new members.",
      "true"),
    .init(
      "hysteresis", "true or false",
      or: "the preset's, else false",
      "In scenarios: whether leaders stay when the view comes closer, and pans never regroup.",
      "true"),
    .init(
      "debugGrid", "true, false, `counts`, `indices` or `counts,indices`",
      or: "false",
      "Whether the cells are drawn, and what is written into them.",
      #""counts""#),
    .init(
      "title", "template",
      or: "the preset's, else `{count} {count|point|points}`",
      "What a cluster is called, in the titles of SVG and in callouts.",
      #""{count} {count|hotel|hotels}""#),
    .init(
      "titleTemplate", "template",
      or: "as `title`",
      "Another name for `title`.",
      #""{count} hotels""#),
    .init(
      "subtitle", "template",
      or: "the preset's, else none",
      "What more is told of a cluster.",
      #""{titles,5}""#),
    .init(
      "subtitleTemplate", "template",
      or: "as `subtitle`",
      "Another name for `subtitle`.",
      #""{titles,3}""#),
  ]

  /// Their names.
  public static let keys = descriptions.map(\.name)
}
