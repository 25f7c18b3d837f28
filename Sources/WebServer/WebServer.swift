// An HTTP server whose parsing runs in a sandboxed child. An attack on the child costs only its connections: a new
// child answers at the same socket a moment later.

public import SystemCalls

/// Answers browsers; the owner decides what.
///
/// Releasing it closes it.
public final class WebServer: Sendable {
    /// An event of the server.
    public enum Event: Sendable {
        /// A request; answer each, either at once or after admitting its body by `proceed`.
        case asked(HTTPRequest)
        /// Part of a request's body, after `proceed`.
        case body(HTTPRequest.ID, [UInt8])
        /// The end of a request's body.
        case bodyEnd(HTTPRequest.ID)
        /// All bytes given to a stream are on their way to the client, so the owner can give more.
        case drained(HTTPRequest.ID)
        /// A followed client has closed its sending side while it waits for the answer: it may have gone, too.
        case left(HTTPRequest.ID)
        /// The client has gone, or has its whole answer: nothing more can be sent to it.
        case gone(HTTPRequest.ID)
        /// The child has ended and is restarted; all clients have gone.
        case restarted(why: String)
        /// The server has stopped for good.
        case failed(WebServerError)
    }

    public let socket: ListeningSocket
    private let line: WebLine

    /// Makes a server, which answers only after `start`.
    ///
    /// - Parameters:
    ///   - socket: The listening socket.
    ///   - identity: The certificate for TLS; `nil` for plain HTTP.
    ///   - limits: The limits on clients.
    ///   - program: The program to run as the child, in place of the one for all children.
    /// - Throws: If the system has no descriptor left.
    public convenience init(
        at socket: ListeningSocket,
        identity: WebIdentity? = nil,
        limits: WebLimits = WebLimits(),
        program: String? = nil
    ) throws(SystemError) {
        try self.init(at: socket, identity, limits, program, ChildHail())
    }

    init(
        at socket: ListeningSocket,
        _ identity: WebIdentity?,
        _ limits: WebLimits,
        _ program: String?,
        _ hail: ChildHail
    ) throws(SystemError) {
        self.socket = socket
        line = try WebLine(at: socket, identity, limits, program, hail)
    }

    /// Starts serving; call it once.
    ///
    /// - Parameter onEvent: Called on the server's own thread, one event after the other; it must not block.
    /// - Throws: If the system cannot create a thread.
    public func start(
        _ onEvent: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        try line.start(onEvent)
    }

    deinit { line.post(.close) }

    /// Admits the body of a request, up to a length.
    public func proceed(_ id: HTTPRequest.ID, upTo most: Int) { line.post(.proceed(id, most)) }

    /// Answers a request; after that, a streamed answer accepts bytes.
    public func answer(_ id: HTTPRequest.ID, _ answer: HTTPAnswer) {
        line.post(.answer(id, answer))
    }

    /// Sends more bytes of a stream.
    public func send(_ id: HTTPRequest.ID, _ bytes: [UInt8]) { line.post(.more(id, bytes)) }

    /// Ends a stream after the bytes given so far.
    public func end(_ id: HTTPRequest.ID) { line.post(.end(id)) }

    /// Breaks a stream off, so that the client sees an incomplete answer.
    public func cut(_ id: HTTPRequest.ID) { line.post(.cut(id)) }

    /// Has `.left` or `.gone` reported when the client leaves while it waits for the answer.
    ///
    /// A client that closes the connection looks like one that has closed only its sending side and waits: TCP does not
    /// show the difference until something is sent. So `.left` is reported for either, and an answer is still sent.
    /// Only if the connection is lost, `.gone` is reported at once.
    package func follow(_ id: HTTPRequest.ID) { line.post(.follow(id)) }

    /// Sends what is left, for at most `limit`, then closes the server.
    public func close(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            line.post(.finish(limit) { continuation.resume() })
        }
    }
}

/// Why a server stopped for good.
public struct WebServerError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ why: String) {
        description =
            "the process that answers browsers does not run (\(why)); see whether memory and the number of processes are limited here, and start again"
    }
}
