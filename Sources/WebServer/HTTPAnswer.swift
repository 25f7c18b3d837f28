// An HTTP response.

/// An HTTP response.
public struct HTTPAnswer: Sendable, Hashable {
    public var status: Int
    public var headers: [HTTPHeader]
    public var body: Body

    /// The body.
    public enum Body: Sendable, Hashable {
        case whole([UInt8])
        /// A body sent in pieces later; with its length, if that is known.
        case stream(length: Int64?)
    }

    public init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: Body = .whole([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
