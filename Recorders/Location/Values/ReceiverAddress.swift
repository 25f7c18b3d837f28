// The address of a gpsd, as a user writes it.

internal import SystemCalls

/// The address of a gpsd.
public struct ReceiverAddress: Sendable, Hashable {
    /// The machine's name or numeric address.
    public let host: String
    public let port: UInt16

    /// This machine's gpsd at its standard port.
    public static let usual = ReceiverAddress(host: "localhost", port: usualPort)
    private static let usualPort: UInt16 = 2947

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses an address.
    ///
    /// - Parameter text: `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`; the port is 2947 if not given.
    /// - Throws: `LocationError`, which says what to write instead.
    public init(_ text: String) throws(LocationError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else {
                throw LocationError(.noAddress, at: text)
            }
            port = rest.isEmpty ? Self.usualPort : try Self.port(rest.dropFirst(), of: text)
        } else if parts.count == 2 {
            host = String(parts[0])
            port = try Self.port(parts[1], of: text)
        } else {
            host = text
            port = Self.usualPort
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" }) else {
            throw LocationError(.noAddress, at: text)
        }
    }

    private static func port(_ text: Substring, of whole: String) throws(LocationError) -> UInt16 {
        guard let port = UInt16(text), port > 0 else { throw LocationError(.noAddress, at: whole) }
        return port
    }

    /// The address as a person writes it.
    public var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether it is this machine, judged by the name alone, without resolving it.
    var isOfThisMachine: Bool {
        if host == "localhost" { return true }
        return NetworkReach.numbers(of: host).map(Self.areOfThisMachine) ?? false
    }

    /// Whether a numeric address always means this machine.
    static func areOfThisMachine(_ numbers: String) -> Bool {
        numbers == "::1" || numbers.hasPrefix("127.")
    }
}
