/// The limits of a picture before it is drawn, so that a style of a few kilobytes cannot fill the memory.
package struct SceneLimits: Sendable {
  /// Pixels of all heatmaps, which are kept until the picture is drawn: as many as those of four pictures of the largest
  /// size, 1 GB.
  package var heatmapPixels = 256_000_000
  /// Circles of all layers beside the one that has most. That one has no more than there are points, whose number has a
  /// limit of its own; ten thousand layers of a thousand points held 7.6 GB.
  package var circles = 2_000_000
  /// Labels of a layer that keep their letters until they are placed. Those of later ones are found once more when it is their
  /// turn: letters take kilobytes, and most labels of a crowd are left out.
  package var lettersKept = 20_000
  /// Texts that find a place in any layer: each holds its letters, 13 KB with what they are found with.
  package var texts = 100_000

  /// The limits of every picture.
  package init() {}
}
