// An HTTP request, as the child has read it. Nothing in it is trusted: it comes from the network, through a process
// that an attacker may have taken over.

/// A header of a request or a response.
public struct HTTPHeader: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An HTTP request.
public struct HTTPRequest: Sendable, Hashable {
    /// Identifies the request among all of the same server.
    public typealias ID = UInt64

    public var id: ID
    public var method: String
    /// The request target as sent: a path, and perhaps arguments after a question mark.
    public var target: String
    public var headers: [HTTPHeader]
    /// The client's numeric address.
    public var client: String
    /// Whether a body follows, which is read only after `proceed`.
    public var hasBody: Bool

    public init(
        id: ID,
        method: String,
        target: String,
        headers: [HTTPHeader] = [],
        client: String = "",
        hasBody: Bool = false
    ) {
        self.id = id
        self.method = method
        self.target = target
        self.headers = headers
        self.client = client
        self.hasBody = hasBody
    }

    /// The target without its arguments.
    public var path: Substring { target.prefix { $0 != "?" } }

    /// The only value of a header; `nil` if it is missing or repeated.
    public func header(_ name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name.lowercased() }
        return found.count == 1 ? found[0].value : nil
    }

    /// An argument of the target, unescaped; `nil` if it is missing, repeated or malformed (see `unescaped`).
    public func argument(_ name: String) -> String? {
        let found = target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            .split(separator: UInt8(ascii: "&"))
            .map {
                $0.split(
                    separator: UInt8(ascii: "="),
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
            }
            .filter { $0.count == 2 && $0[0].elementsEqual(name.utf8) }
        return found.count == 1 ? Self.unescaped(bytes: found[0][1]) : nil
    }

    /// Decodes percent escapes; returns `nil` if one is malformed, or the result is not UTF-8 or has a zero byte.
    public static func unescaped(_ text: String) -> String? { unescaped(bytes: text.utf8) }

    private static func unescaped(bytes text: some Sequence<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
