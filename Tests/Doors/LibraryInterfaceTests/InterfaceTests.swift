import LibraryCalls
import LibraryInterface
import TestSupport
import Testing

@Suite struct `The C interface` {
  @Test func `does in a program in C what its header documents`() {
    let fault = library_calls().map { String(cString: $0) }
    expect(fault, equals: nil)
  }
}
