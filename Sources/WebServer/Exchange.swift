// A request and its answer, in the child. libmicrohttpd calls back again and again to ask what to do next, and an
// answer can be given only in such a call; `Exchange` keeps the state in between.

/// A request and its answer.
final class Exchange {
    /// How far the request has come.
    enum Phase {
        /// The headers are complete.
        case begun
        /// The headers are complete, and there is no body.
        case whole
        /// The parent has been asked whether it wants the body.
        case asking
        /// The parent has allowed the client to send the body.
        case admitted
        /// The body is being read.
        case reading
        /// The parent has the whole request.
        case waiting
        /// It is being answered.
        case answered
    }

    let id: HTTPRequest.ID
    let target: String
    var method = ""
    var phase = Phase.begun
    /// The request's connection, once known.
    var connection: HTTPConnection?
    /// How many bytes of the body may still arrive.
    var room = 0
    var answer: HTTPAnswer?
    /// Whether the parent wants to know when the client leaves while it waits for an answer.
    var isFollowed = false
    /// Whether the parent knows that the client has closed its sending side.
    var hasToldLeaving = false

    /// Called with the number of bytes of a stream that the library has accepted.
    private let onTaken: (Int) -> Void
    /// Whether the library makes no calls for this request until it is resumed.
    private(set) var isSuspended = false
    // The bytes of a streamed answer that the library has not accepted yet.
    private var waiting: [UInt8] = []
    private var gone = 0
    private var isEnded = false

    init(id: HTTPRequest.ID, target: String, onTaken: @escaping (Int) -> Void) {
        self.id = id
        self.target = target
        self.onTaken = onTaken
    }

    // MARK: The stream

    func add(_ bytes: [UInt8]) {
        if gone == waiting.count {
            waiting = bytes
            gone = 0
        } else {
            waiting.removeFirst(gone)
            gone = 0
            waiting += bytes
        }
    }

    func end() { isEnded = true }

    /// Gives the library the waiting bytes; if there are none, suspends the connection.
    ///
    /// - Returns: The number of bytes; `nil` at the end of the stream.
    func fill(_ place: UnsafeMutableRawBufferPointer) -> Int? {
        let count = min(place.count, waiting.count - gone)
        if count == 0 {
            if isEnded { return nil }
            suspend()
            return 0
        }
        unsafe place.copyBytes(from: waiting[gone..<gone + count])
        gone += count
        onTaken(count)
        return count
    }

    // MARK: Suspending

    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        connection?.suspend()
    }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        connection?.resume()
    }
}
