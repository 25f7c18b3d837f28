// A server of HTTP whose reading is done by a child without rights. What somebody does to the child costs no more
// than the connections that it had: another one answers at the same socket a moment later.

public import SystemCalls

/// Answers browsers; who uses it decides what.
///
/// Letting go of it closes it.
public final class WebServer: Sendable {
    /// What happens.
    public enum Event: Sendable {
        /// Somebody asks; each question is to be answered, or refused its body.
        case asked(HTTPRequest)
        /// Some of the body of a question, which was let in.
        case body(HTTPRequest.ID, [UInt8])
        /// The body has come whole.
        case bodyEnd(HTTPRequest.ID)
        /// All that was given of a stream is on its way.
        case drained(HTTPRequest.ID)
        /// Whoever had asked has gone: nothing is sent there any more.
        case gone(HTTPRequest.ID)
        /// The process that answers has ended and is started anew; all that had asked have gone.
        case restarted(why: String)
        /// It answers no more.
        case failed(WebServerError)
    }

    public let socket: ListeningSocket
    private let line: WebLine

    /// A server that answers nobody before it is started.
    ///
    /// - Parameters:
    ///   - socket: Where others connect.
    ///   - identity: With one, the server speaks TLS.
    ///   - limits: What others may have.
    ///   - program: The program that serves as a child, in place of the one for all children.
    /// - Throws: Where the system has no descriptor left.
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

    /// Serves from now on, until it is closed; a server is started once.
    ///
    /// - Parameter onEvent: Is called by the server's own thread, one event after the other; it must not wait.
    /// - Throws: Where the system has no room for a thread.
    public func start(
        _ onEvent: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        try line.start(onEvent)
    }

    deinit { line.post(.close) }

    /// Lets the body of a question come, up to a length.
    public func proceed(_ id: HTTPRequest.ID, upTo most: Int) { line.post(.proceed(id, most)) }

    /// Answers a question; a stream can be given its bytes from then on.
    public func answer(_ id: HTTPRequest.ID, _ answer: HTTPAnswer) {
        line.post(.answer(id, answer))
    }

    /// Gives a stream more.
    public func send(_ id: HTTPRequest.ID, _ bytes: [UInt8]) { line.post(.more(id, bytes)) }

    /// Ends a stream, behind what was given.
    public func end(_ id: HTTPRequest.ID) { line.post(.end(id)) }

    /// Breaks a stream off: whoever takes it sees that it is not whole.
    public func cut(_ id: HTTPRequest.ID) { line.post(.cut(id)) }

    /// Lets all that was given go, as far as that is taken within a time, and closes the server.
    public func close(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            line.post(.finish(limit) { continuation.resume() })
        }
    }
}

/// Why a server answers no more.
public struct WebServerError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ why: String) {
        description =
            "the process that answers browsers does not run (\(why)); see whether memory and the number of processes are limited here, and start again"
    }
}
