import Testing

@testable import MapGeometry

@Suite struct `MapGeometry` {}
