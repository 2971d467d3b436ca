// The C library, under one name on every platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// The words of the C library for its last failure.
func systemErrorText() -> String {
  String(cString: strerror(errno))
}
