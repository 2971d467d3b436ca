/// The greatest numbers that are drawn.
///
/// The specification knows no greatest width or distance, canvases do: they count in fixed point, and labels and world
/// copies are looked for as far out as a layer reaches. What a style or its data set beyond is brought down to these, or to
/// what ``StyleProperty`` sets, and reported once. All lie far beyond what could be seen in any picture. Kernels of heatmaps
/// grow with the root of a weight's logarithm only; hundreds of letters with their spacing are laid out in 32 bits.
package enum DrawingLimits {
  /// Of distances in points.
  package static let length = 9999.0
  /// Of letters in points.
  package static let textSize = 2000.0
}
