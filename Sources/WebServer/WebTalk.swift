// The state of the conversation with a child: unsent messages, open requests, and how much of each stream the child has
// passed on.

internal import SystemCalls

/// A server's conversation with its children, one after the other; used on the thread of `WebLine` only.
final class WebTalk {
    private let onEvent: @Sendable (WebServer.Event) -> Void
    private var hail: ChildHail
    /// The requests whose answers have not been sent completely, with the streams of those.
    private var open: [HTTPRequest.ID: StreamWindow] = [:]
    /// The open requests that are followed, and whose clients have not closed their sending side.
    private var followed: Set<HTTPRequest.ID> = []
    private var unsaid: [[UInt8]] = []
    private var finish: (by: Int64, then: [@Sendable () -> Void])?
    private var isClosed = false
    /// Whether the child has reported that it is ready.
    private(set) var isReady = false

    /// A child that leaves more messages than this unread counts as hanging.
    private static let mostUnsaid = 512
    /// A child that reports more open requests than this is broken: there cannot be so many connections.
    private static let mostOpen = 4096
    /// How many messages are received in one turn, before posted deeds are handled.
    private static let mostAtOnce = 256

    init(_ hail: ChildHail, _ onEvent: @escaping @Sendable (WebServer.Event) -> Void) {
        self.hail = hail
        self.onEvent = onEvent
    }

    /// Starts the conversation with a new child.
    func begin(_ settings: WebSettings) {
        isReady = false
        hail.begin(at: now)
        unsaid = [WebOrder.serve(settings).bytes]
    }

    /// Notes that the child is gone, and with it all clients.
    func lose() {
        isReady = false
        let lost = open.keys.sorted()
        open = [:]
        followed = []
        unsaid = []
        for id in lost { onEvent(.gone(id)) }
    }

    // MARK: Posted deeds

    func heed(_ deeds: [WebLine.Deed]) {
        for deed in deeds {
            switch deed {
            case .proceed(let id, let most): say(.proceed(id, upTo: most), of: id)
            case .answer(let id, let answer): self.answer(id, answer)
            case .more(let id, let bytes): open[id]?.add(bytes)
            case .end(let id): open[id]?.end()
            case .cut(let id): say(.cut(id), of: id)
            case .follow(let id):
                if open[id] != nil { followed.insert(id) }
                say(.follow(id), of: id)
            case .finish(let limit, let then):
                finish = (now + limit.wholeNanoseconds, (finish?.then ?? []) + [then])
            case .close: isClosed = true
            }
        }
    }

    private func answer(_ id: HTTPRequest.ID, _ answer: HTTPAnswer) {
        guard open[id] != nil else { return }
        guard case .whole(let bytes) = answer.body, bytes.count > StreamWindow.mostAtOnce else {
            return say(.answer(id, answer), of: id)
        }
        let length = Int64(bytes.count)
        say(.answer(id, HTTPAnswer(answer.status, answer.headers, .stream(length: length))), of: id)
        open[id]?.add(bytes)
        open[id]?.end()
    }

    private func say(_ order: WebOrder, of id: HTTPRequest.ID) {
        if open[id] != nil { unsaid.append(order.bytes) }
    }

    /// Whether `WebLine` must end.
    var isOver: Bool {
        if isClosed { return true }
        guard let finish else { return false }
        // A request leaves `open` once its whole answer has been sent.
        return now >= finish.by || unsaid.isEmpty && open.isEmpty
    }

    /// Ends the conversation and calls the waiting completions.
    func close() {
        for then in finish?.then ?? [] { then() }
        finish = nil
        lose()
    }

    /// How long the thread may sleep without input.
    var patience: Duration {
        unsaid.isEmpty && finish == nil ? hail.patience(at: now) : .milliseconds(5)
    }

    private var now: Int64 { SystemClock.monotonic.nanoseconds }

    // MARK: The child

    /// Sends the child as much as it accepts now.
    func speak(to child: SandboxedChild) throws(SystemError) {
        for id in open.keys.sorted() { advance(id) }
        guard unsaid.count <= Self.mostUnsaid else {
            throw SystemError(call: "talk to the child", errno: .timedOut)
        }
        while let next = unsaid.first {
            do throws(SystemError) {
                try child.send(next)
            } catch {
                // If the child is gone, `hear` reports its end with more detail.
                if [.again, .brokenPipe, .connectionReset].contains(error.errno) { return }
                throw error
            }
            unsaid.removeFirst()
        }
    }

    /// Moves the part of a stream that may be sent now to the unsent messages.
    private func advance(_ id: HTTPRequest.ID) {
        while let step = open[id]?.next() {
            switch step {
            case .send(let bytes): unsaid.append(WebOrder.more(id, bytes).bytes)
            case .end: unsaid.append(WebOrder.end(id).bytes)
            case .tellDrained: onEvent(.drained(id))
            }
        }
    }

    /// Receives the child's messages.
    ///
    /// - Returns: Why the child must be given up; `nil` if it works.
    func hear(_ child: SandboxedChild) throws(SystemError) -> String? {
        for _ in 0..<Self.mostAtOnce {
            switch try child.receive() {
            case .nothing: return nil
            case .end: return Self.words(for: child.end())
            case .message(let bytes):
                hail.hear(at: now)
                guard let report = try? WebReport(bytes) else {
                    return "it sent an invalid message"
                }
                if let why = take(report) { return why }
            }
        }
        return nil
    }

    /// Asks a silent child for a sign of life.
    ///
    /// - Returns: Why the child must be given up; `nil` if it works.
    func hailIfSilent() -> String? {
        switch hail.look(at: now) {
        case nil: return nil
        case .hail: unsaid.append(WebOrder.hail.bytes)
        case .giveUp: return "it hangs: it has not answered for \(hail.limit)"
        }
        return nil
    }

    private static func words(for ending: ChildProgram.Ending) -> String {
        switch ending {
        case .killed(let signal): "it was ended by signal \(signal)"
        case .exited(let status): "it ended with status \(status)"
        }
    }

    private func take(_ report: WebReport) -> String? {
        switch report {
        case .ready: isReady = true
        case .failed(let why): return why
        case .asked(let request):
            guard open.count < Self.mostOpen, open[request.id] == nil else {
                return "it reports more requests than there can be connections"
            }
            open[request.id] = StreamWindow()
            onEvent(.asked(request))
        case .body(let id, let bytes): if open[id] != nil { onEvent(.body(id, bytes)) }
        case .bodyEnd(let id): if open[id] != nil { onEvent(.bodyEnd(id)) }
        case .taken(let id, let count): open[id]?.take(count)
        case .present: break
        // A broken child cannot report the same one without end.
        case .left(let id): if followed.remove(id) != nil { onEvent(.left(id)) }
        case .gone(let id):
            followed.remove(id)
            if open.removeValue(forKey: id) != nil { onEvent(.gone(id)) }
        }
        return nil
    }
}
