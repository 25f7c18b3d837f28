// What is answered by HTTP.

/// What is answered.
public struct HTTPAnswer: Sendable, Hashable {
    public var status: Int
    public var headers: [HTTPHeader]
    public var body: Body

    /// What follows the head.
    public enum Body: Sendable, Hashable {
        case whole([UInt8])
        /// What is sent later, as it comes; of a length, if that is known.
        case stream(length: Int64?)
    }

    public init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: Body = .whole([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
