// One question and its answer, as the child goes through them: the library asks again and again what to do next, and
// may only be answered when it asks.

/// One question and its answer.
final class Exchange {
    /// What has been done for it.
    enum Phase {
        /// Its head is there.
        case begun
        /// Its head is there, and it has no body.
        case whole
        /// The parent has been asked whether its body may come.
        case asking
        /// Its body may come.
        case admitted
        /// Its body comes.
        case reading
        /// The parent knows all of it.
        case waiting
        /// It is being answered.
        case answered
    }

    let id: HTTPRequest.ID
    let target: String
    var method = ""
    var phase = Phase.begun
    /// Whose question it is, once that is known.
    var connection: HTTPConnection?
    /// How much of a body may still come.
    var room = 0
    var answer: HTTPAnswer?

    /// Is told how many bytes of a stream have gone.
    private let onTaken: (Int) -> Void
    /// Whether the library asks no more until it is told to.
    private(set) var isSuspended = false
    // What has come of an answer that is a stream, and has not gone.
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

    /// Moves what waits to where the library wants it; with nothing there, the library asks no more.
    ///
    /// - Returns: How many bytes that were; `nil` at the end of the stream.
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

    // MARK: The library's turn

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
