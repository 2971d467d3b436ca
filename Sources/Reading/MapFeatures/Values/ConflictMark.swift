enum ConflictMark {
  static func begins(in bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
    [0x3C, 0x3E, 0x3D, 0x7C].contains { mark in
      position + 7 <= bytes.count && bytes[position..<(position + 7)].allSatisfy { $0 == mark }
    }
  }
}
