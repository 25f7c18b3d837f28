// What somebody asks by HTTP, as the child has read it. Nothing of it is trusted: it is what a network sent, read
// by a process that a network may have taken over.

/// A line of a request's or an answer's head.
public struct HTTPHeader: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What somebody asks.
public struct HTTPRequest: Sendable, Hashable {
    /// What means this one, and no other of the same server.
    public typealias ID = UInt64

    public var id: ID
    public var method: String
    /// What is asked for, as it was sent: a path, and perhaps arguments behind a question mark.
    public var target: String
    public var headers: [HTTPHeader]
    /// The address that it comes from, as numbers.
    public var client: String
    /// Whether more comes, once somebody says that it may.
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

    /// What is asked for, without its arguments.
    public var path: Substring { target.prefix { $0 != "?" } }

    /// The only value of a header; `nil` where there is none, and where there are several.
    public func header(_ name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name.lowercased() }
        return found.count == 1 ? found[0].value : nil
    }

    /// An argument of the target, once what was escaped in it is unescaped; `nil` where it is missing, is there twice
    /// or is no text.
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

    /// A text without the percent signs that stand for bytes; `nil` where that is no text.
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
