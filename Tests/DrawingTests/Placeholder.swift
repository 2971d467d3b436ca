import Testing

@testable import Drawing

@Suite struct `Drawing` {}
