import Foundation

/// What a program takes from shared libraries: the undefined names in the dynamic symbols of a file of ELF with 64 bits, low
/// byte first.
struct ImportedSymbols {
  let names: Set<String>

  init(of path: String) throws {
    let file = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    names = file.withUnsafeBytes { bytes in
      func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int {
        Int(Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type)))
      }
      // After the specification of ELF: the table of sections, then each section's type, offset, size and partner.
      let (table, count) = (number(UInt64.self, at: 40), number(UInt16.self, at: 60))
      func section(_ index: Int) -> (type: Int, offset: Int, size: Int, link: Int) {
        let start = table + index * 64
        return (
          number(UInt32.self, at: start + 4), number(UInt64.self, at: start + 24),
          number(UInt64.self, at: start + 32), number(UInt32.self, at: start + 40)
        )
      }
      let dynamicSymbols = 11
      guard let symbols = (0..<count).map(section).first(where: { $0.type == dynamicSymbols }) else {
        return []
      }
      let strings = section(symbols.link).offset
      let undefined = stride(from: symbols.offset, to: symbols.offset + symbols.size, by: 24).filter {
        number(UInt16.self, at: $0 + 6) == 0
      }
      return Set(
        undefined.map { symbol in
          let start = strings + number(UInt32.self, at: symbol)
          return String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
        })
    }
  }
}
