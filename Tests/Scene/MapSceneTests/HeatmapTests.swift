import Drawing
import Foundation
import TestSupport
import Testing

@testable import MapScene

@Suite struct `Heatmap` {
  /// The specification's formula at a place, added up point by point.
  private func density(_ kernels: [DensityField.Kernel], at place: Point) -> Double {
    kernels.reduce(0) { sum, kernel in
      let (dx, dy) = (place.x - kernel.center.x, place.y - kernel.center.y)
      let value = kernel.peak * exp(-4.5 * (dx * dx + dy * dy) / (kernel.radius * kernel.radius))
      return sum + (value < 1 / 4080 ? 0 : value)
    }
  }

  private func scattered(_ count: Int, radii: [Double]) -> [DensityField.Kernel] {
    var random = Seeded(seed: 7)
    func next() -> Double { random.number(in: 0...1) }
    return (0..<count).map { index in
      DensityField.Kernel(
        center: Point(x: next() * 140 - 20, y: next() * 120 - 20), radius: radii[index % radii.count],
        peak: 0.39894 * next())
    }
  }

  @Test(arguments: [[30.0], [12, 40], [1, 25]])
  func `is the sum of all kernels at every node`(radii: [Double]) throws {
    let kernels = scattered(60, radii: radii)
    let field = try #require(DensityField(kernels, over: Size(width: 100, height: 80)))
    expect(field.spacing, equals: radii[0] >= 20 ? 4 : 1)
    for row in 0..<field.rows {
      for column in 0..<field.columns {
        let place = Point(x: (Double(column) + 0.5) * field.spacing, y: (Double(row) + 0.5) * field.spacing)
        // What lies in the corners beyond the cut is counted, as elsewhere: less than 1/4080 a kernel.
        #expect(abs(Double(field[column, row]) - density(kernels, at: place)) < 60.0 / 4080 / 2)
      }
    }
  }

  @Test(arguments: [(9.0, 0.03), (12, 0.07), (30, 0.02)])
  func `is off by few hundredths of a peak between nodes`(radius: Double, most: Double) throws {
    let kernels = [DensityField.Kernel(center: Point(x: 50.3, y: 40.7), radius: radius, peak: 0.9)]
    let field = try #require(DensityField(kernels, over: Size(width: 100, height: 80), scale: 2))
    let ramp = (0...255).map { Color(red: Double($0) / 255, green: 0, blue: 0, alpha: 1) }
    let image = try #require(
      field.colored(with: ramp, picture: Size(width: 100, height: 80), scale: 2))
    #expect((image.bitmap.width, image.bitmap.height) == (200, 160))
    for y in stride(from: 0, to: 160, by: 7) {
      for x in stride(from: 0, to: 200, by: 7) {
        let place = Point(x: (Double(x) + 0.5) / 2, y: (Double(y) + 0.5) / 2)
        let expected = density(kernels, at: place) * 255
        #expect(abs(Double(image.bitmap[x, y].red) - expected) <= most * 0.9 * 255)
      }
    }
  }

  @Test func `stays affordable however many points there are`() throws {
    let kernel = DensityField.Kernel(center: Point(x: 500, y: 500), radius: 400, peak: 0.3)
    let field = try #require(
      DensityField(Array(repeating: kernel, count: 20_000), over: Size(width: 1000, height: 1000)))
    #expect(field.spacing > 3)
    #expect(field[Int(500 / field.spacing), Int(500 / field.spacing)] > 1000)
  }

  @Test func `knows its quantiles`() throws {
    let kernels = scattered(60, radii: [10])
    let field = try #require(DensityField(kernels, over: Size(width: 100, height: 80)))
    var warm: [Float] = []
    for row in 0..<field.rows {
      for column in 0..<field.columns where field[column, row] > 1 / 4080 { warm.append(field[column, row]) }
    }
    expect(field.quantile(1), equals: warm.max())
    expect(field.quantile(0), equals: warm.min())
    let half = field.quantile(0.5)
    #expect(abs(warm.count { $0 <= half } - warm.count / 2) <= 1)
  }

  @Test func `fits its colors to the data where that is asked for`() throws {
    let layer = """
      {"id": "heat", "type": "heatmap", "source": "a", "metadata": {"clustersnap:normalize": 1},
       "paint": {"heatmap-radius": 48, "heatmap-weight": 0.01,
        "heatmap-color": ["interpolate", ["linear"], ["heatmap-density"], 0, "black", 1, "white"]}}
      """
    let scene = try drawn(layer, of: points([(0, 0, "{}")])).scene
    let image = try #require(scene.layers.last?.marks.first?.image)
    expect(image.bitmap[0, 0].red, equals: 0)
    #expect(image.bitmap[100, 100].red >= 251)
  }

  @Test func `takes any weight`() throws {
    let size = Size(width: 10, height: 10)
    let center = Point(x: 5, y: 5)
    #expect(DensityField([.init(center: center, radius: 5, peak: 0)], over: size) == nil)
    #expect(DensityField([.init(center: center, radius: 5, peak: -1)], over: size) == nil)
    #expect(DensityField([.init(center: Point(x: 500, y: 5), radius: 5, peak: 1)], over: size) == nil)
    let hot = try #require(DensityField([.init(center: center, radius: 1e9, peak: 1e300)], over: size))
    #expect(hot[0, 0].isFinite)
    #expect(hot[0, 0] > 1)
  }

  @Test func `is one picture over the part it warms`() throws {
    let layer = """
      {"id": "heat", "type": "heatmap", "source": "a", "paint": {"heatmap-radius": 12, "heatmap-opacity": 0.5}}
      """
    let snapshot = try drawn(layer, of: points([(0, 0, "{}")]))
    let mark = try #require(snapshot.scene.layers.first { $0.id == "heat" }?.marks.first)
    let image = try #require(mark.image)
    // 12 · √(ln(0.39894 · 4080) / 4.5) = 15.4 points around 100, 100.
    #expect(abs(image.rectangle.center.x - 100) <= 1)
    #expect(abs(image.rectangle.center.y - 100) <= 1)
    #expect((30...34).contains(image.rectangle.width))
    expect(image.opacity, equals: 0.5)
    #expect(image.isSmooth)
    // Density 0.39894 lies between cyan (0.3) and lime (0.5).
    let middle = image.bitmap[image.bitmap.width / 2, image.bitmap.height / 2]
    #expect((middle.red, middle.green, middle.alpha) == (0, 255, 255))
    #expect((125...150).contains(middle.blue))
    expect(image.bitmap[0, 0].alpha, equals: 0)
    expect(snapshot.reported, equals: [])
  }

  @Test func `weighs points, and clusters by their count`() throws {
    func peak(_ weight: String, source: String, _ places: [(Double, Double, String)]) throws -> UInt8 {
      let layer = """
        {"id": "heat", "type": "heatmap", "source": "a",
         "paint": {"heatmap-radius": 20, "heatmap-intensity": 0.2, "heatmap-weight": \(weight),
          "heatmap-color": ["interpolate", ["linear"], ["heatmap-density"], 0, "black", 1, "white"]}}
        """
      let snapshot = try drawn(layer, of: points(places), source: source)
      guard case .image(let image)? = snapshot.scene.layers.last?.marks.first?.shape else { return 0 }
      return image.bitmap[100, 100].red
    }
    // The nearest nodes lie 2 points to each side, where the kernel has fallen to 0.914.
    func expectPeak(_ peak: UInt8, times weight: Double) {
      #expect(abs(Double(peak) - weight * 0.914 * 0.2 * 0.39894 * 255) < 1)
    }
    let here = (0.0, 0.0, #"{"mag": 4}"#)
    let one = try peak("1", source: "", [here])
    expectPeak(one, times: 1)
    try expectPeak(peak(#"["get", "mag"]"#, source: "", [here]), times: 4)
    // What has no count weighs 1, without a warning.
    try expect(peak(#"["get", "point_count"]"#, source: "", [here]), equals: one)
    try expectPeak(
      peak(#"["get", "point_count"]"#, source: #", "cluster": true"#, [here, here, here]), times: 3)
  }

  @Test func `sees points beyond the picture and across the antimeridian`() throws {
    let layer = """
      {"id": "heat", "type": "heatmap", "source": "a", "paint": {"heatmap-radius": 90}}
      """
    // 0.7 points a degree: 99 points beyond the right edge; reach 115.
    let snapshot = try drawn(layer, of: points([(140, 0, "{}")]))
    expect(snapshot.marks("heat").count, equals: 1)
    try expect(drawn(layer, of: points([(155, 0, "{}")])).marks("heat"), equals: [])
  }

  @Test func `is the same every time`() throws {
    let kernels = scattered(2000, radii: [30])
    let size = Size(width: 100, height: 80)
    let ramp = (0...255).map { Color(red: 0, green: Double($0) / 255, blue: 0, alpha: 1) }
    let first = DensityField(kernels, over: size)?.colored(with: ramp, picture: size, scale: 1)
    #expect(first != nil)
    expect(DensityField(kernels, over: size)?.colored(with: ramp, picture: size, scale: 1), equals: first)
  }
}
