import CSystem
import Dispatch
import JSONDocument
import Parallel

/// A parsed http or https address. Stricter than libcurl, so that the host checked is the host requested.
struct WebAddress: Hashable, Sendable {
  let text, scheme: String
  /// Lowercase, without brackets.
  let host: String

  static func isWebAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start == "https://"
  }

  init(_ address: String) throws(TileError) {
    func fault(_ reason: String) -> TileError {
      .invalidAddress(name: addressForMessage(address), reason: reason)
    }
    guard WebAddress.isWebAddress(address), let mark = address.firstRange(of: "://") else {
      throw fault("the address begins with neither http:// nor https://")
    }
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }) else {
      throw fault("the address holds a space, a backslash or a control character")
    }
    scheme = address[..<mark.lowerBound].lowercased()
    let rest = address[mark.upperBound...]
    text = scheme + "://" + rest
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    guard let authority = parts.last, parts.count <= 2 else { throw fault("the address has more than one @") }
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]"), !authority[..<close].contains("%") else {
        throw fault("the address of version 6 has no end, or a zone")
      }
      host = authority[authority.index(after: authority.startIndex)..<close].lowercased()
    } else {
      host = authority.prefix { $0 != ":" }.lowercased()
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x25 }) else {
      throw fault("the host is missing, or holds characters that no host has; write it as xn--…")
    }
  }

  /// True if the host is or resolves to an address that meets a condition; false if that takes over two
  /// seconds.
  func leads(to condition: @escaping @Sendable (_ address: UnsafeRawPointer, _ count: Int) -> Bool) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") {
      return WebAddress.lookUp("127.0.0.1", isNumeric: true, condition) ?? false
    }
    // What is written as an address is decided here and now, however busy the machine is.
    if let isMet = WebAddress.lookUp(host, isNumeric: true, condition) { return isMet }
    // The resolver has no time limit of its own.
    let done = DispatchSemaphore(value: 0)
    let host = host
    let result = SharedFlag()
    let isStarted = startThread {
      result.value.withLock { $0 = WebAddress.lookUp(host, isNumeric: false, condition) ?? false }
      done.signal()
    }
    // Without a thread to spare it takes as long as it takes.
    guard isStarted else { return WebAddress.lookUp(host, isNumeric: false, condition) ?? false }
    guard done.wait(timeout: .now() + 2) == .success else { return false }
    return result.value.withLock { $0 }
  }

  private final class SharedFlag: Sendable {
    let value = Mutex(false)
  }

  /// True if some address of a host meets a condition; `nil` without addresses.
  ///
  /// - Parameter isNumeric: true to skip name resolution.
  private static func lookUp(
    _ host: String, isNumeric: Bool, _ condition: (UnsafeRawPointer, Int) -> Bool
  ) -> Bool? {
    var hints = addrinfo()
    if isNumeric { hints.ai_flags = AI_NUMERICHOST }
    hints.ai_socktype = stream_sockets
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var next = list
    while let info = next {
      if let address = info.pointee.ai_addr, condition(address, Int(info.pointee.ai_addrlen)) { return true }
      next = info.pointee.ai_next
    }
    return false
  }
}

/// Proxies set by `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
struct ProxySettings: Hashable, Sendable {
  var http, https, all: String?
  var exceptions: [String] = []

  static let none = ProxySettings()

  /// `HTTP_PROXY` in capitals is ignored: web servers set it from a header.
  static var ofEnvironment: ProxySettings {
    func variable(_ names: String...) -> String? {
      for name in names {
        if let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty { return value }
      }
      return nil
    }
    let exceptions = variable("no_proxy", "NO_PROXY") ?? ""
    return ProxySettings(
      http: variable("http_proxy"), https: variable("https_proxy", "HTTPS_PROXY"),
      all: variable("all_proxy", "ALL_PROXY"),
      exceptions: exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() })
  }

  /// Proxy for an address; `nil` for a direct request.
  func proxy(for address: WebAddress) -> String? {
    guard let proxy = (address.scheme == "https" ? https : http) ?? all else { return nil }
    return exceptions.contains { ProxySettings.matches($0, address.host) } ? nil : proxy
  }

  /// True if an entry of `no_proxy` matches: `*`, a host or its parent domain, or a network such as
  /// `10.0.0.0/8`.
  private static func matches(_ entry: String, _ host: String) -> Bool {
    if entry == "*" { return true }
    if let slash = entry.firstIndex(of: "/") {
      guard let bits = UInt32(entry[entry.index(after: slash)...]), (0...32).contains(bits),
        let network = number(entry[..<slash]), let address = number(host[...])
      else { return false }
      return bits == 0 || (network ^ address) >> (32 - bits) == 0
    }
    let domain = entry.hasPrefix(".") ? String(entry.dropFirst()) : entry
    return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
  }

  private static func number(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt8($0) }
    return parts.count == 4 && numbers.count == 4 ? numbers.reduce(0) { $0 << 8 | UInt32($1) } : nil
  }
}
