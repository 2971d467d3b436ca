import TestSupport
import Testing

@testable import MapServer

@Suite struct `Addresses of requests` {
  @Test func `are decoded once, the plus sign in queries alone`() throws {
    let address = try RequestAddress(Array("/maps/a%20b+c%2Fd.png?x=1+2&y=%C3%A4&x=3&z".utf8))
    expect(address.segments, equals: ["maps", "a b+c/d.png"])
    expect(address.values(of: "x"), equals: ["1 2", "3"])
    expect(address["x"], equals: "3")
    expect(address["y"], equals: "ä")
    expect(address["z"], equals: "")
    expect(address["w"], equals: nil)
    // %2525 is %25, which nobody decodes again.
    try expect(RequestAddress(Array("/%2525".utf8)).segments, equals: ["%25"])
    try expect(RequestAddress(Array("http://a.example/b?c=d".utf8)).segments, equals: ["b"])
  }

  @Test(arguments: [
    ("maps/x.png", 400), ("/maps/../x", 400), ("/maps/%2e%2E/x", 400), ("/./x", 400), ("/a%00b", 400),
    ("/a%0d%0aSet-Cookie:x", 400), ("/a%C0%AF", 400), ("/a%E0%80%AF", 400), ("/a%ED%A0%80", 400),
    ("/a%FF", 400), ("/a%4", 400), ("/a%zz", 400), ("/a?b=%", 400), ("*", 400),
    ("/" + String(repeating: "a", count: 40_000), 414),
  ])
  func `that can be understood in two ways are refused`(text: String, status: Int) {
    #expect { try RequestAddress(Array(text.utf8)) } throws: { ($0 as? ServerError)?.status == status }
  }

  @Test func `of random bytes end in a value or an error`() {
    var random = Seeded(seed: 7)
    let letters = Array("/%?&=+.,:@x0aF2e\u{0}\u{7f}\n".utf8) + [0xC0, 0xAF, 0xE2, 0x82, 0xAC, 0xFF]
    var taken = 0
    for _ in 0..<20_000 {
      let bytes =
        [UInt8(ascii: "/")]
        + (0..<Int(random.next() % 24)).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
      guard let address = try? RequestAddress(bytes) else { continue }
      taken += 1
      let texts = address.segments + address.parameters.flatMap { [$0.name, $0.value] }
      #expect(texts.allSatisfy { text in text.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
      #expect(!address.segments.contains(".."))
    }
    #expect(taken > 100)
  }
}

@Suite struct `Signed addresses` {
  // RFC 4231, test cases 1, 2, 3 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `have the code of the standard`(key: [UInt8], message: [UInt8], code: String) {
    expect(AddressSignature(key: key).sign(message), equals: code)
  }

  @Test func `are refused without signature, with another, and after their end`() throws {
    let signature = AddressSignature(key: Array("a key of sixteen bytes".utf8))
    func check(_ target: String, now: Int = 1000) throws {
      let request = ServerRequest("GET", Array(target.utf8))
      let address = try RequestAddress(request.target)
      try signature.check(request, address, Route.read(address).0, now: now)
    }
    let open = "/maps/a.png?exp=2000&x=1"
    let code = signature.sign(Array(open.utf8))
    try check(open + "&sig=" + code)
    try check("/maps/a.png?sig=\(code)&exp=2000&x=1")
    for (target, now, part) in [
      (open, 1000, "no signature"), (open + "&sig=" + code, 2000, "has ended"),
      (open + "&sig=" + String(code.dropLast()) + "0", 1000, "not that of this address"),
      ("/maps/b.png?exp=2000&x=1&sig=" + code, 1000, "not that of this address"),
      (open + "&y=2&sig=" + code, 1000, "not that of this address"), (open + "&sig=", 1000, "not that"),
    ] {
      #expect { try check(target, now: now) } throws: { error in
        let error = error as? ServerError
        return error?.status == 403 && error?.message.contains(part) == true
      }
    }
    let endless = "/maps/a.png?x=1"
    #expect(throws: ServerError.self) { try check(endless + "&sig=" + signature.sign(Array(endless.utf8))) }
  }

  @Test(arguments: [
    (nil, false), ("gzip", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("*", true),
    ("*, gzip;q=0", false),
    ("identity", false),
  ])
  func `take gzip where a client does`(list: String?, isTaken: Bool) {
    expect(ContentEncoding(accepted: list) == .gzip, equals: isTaken)
  }
}
