// What is said between a server and its child, as far as it has not been said yet: which questions are open, which
// streams still have something to go, and what of it the child has taken.

internal import SystemCalls

/// One server's talk with one child after the other; the thread of the line alone has it.
final class WebTalk {
    private let onEvent: @Sendable (WebServer.Event) -> Void
    private var hail: ChildHail
    /// The questions that somebody still waits for, and their streams.
    private var open: [HTTPRequest.ID: StreamWindow] = [:]
    private var unsaid: [[UInt8]] = []
    private var finish: (by: Int64, then: [@Sendable () -> Void])?
    private var isClosed = false
    /// Whether the child has said that it answers.
    private(set) var isReady = false

    /// A child that hears nothing any more is none.
    private static let mostUnsaid = 512
    /// More questions than connections are no child's of ours.
    private static let mostOpen = 4096
    /// How many messages are heard in one turn, before what others want is done.
    private static let mostAtOnce = 256

    init(_ hail: ChildHail, _ onEvent: @escaping @Sendable (WebServer.Event) -> Void) {
        self.hail = hail
        self.onEvent = onEvent
    }

    /// Begins with a new child.
    func begin(_ settings: WebSettings) {
        isReady = false
        hail.begin(at: now)
        unsaid = [WebOrder.serve(settings).bytes]
    }

    /// The child is gone, and with it all that had asked.
    func lose() {
        isReady = false
        let lost = open.keys.sorted()
        open = [:]
        unsaid = []
        for id in lost { onEvent(.gone(id)) }
    }

    // MARK: What others want

    func heed(_ deeds: [WebLine.Deed]) {
        for deed in deeds {
            switch deed {
            case .proceed(let id, let most): say(.proceed(id, upTo: most), of: id)
            case .answer(let id, let answer): self.answer(id, answer)
            case .more(let id, let bytes): open[id]?.add(bytes)
            case .end(let id): open[id]?.end()
            case .cut(let id): say(.cut(id), of: id)
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

    /// Whether the line is to end.
    var isOver: Bool {
        if isClosed { return true }
        guard let finish else { return false }
        // Whoever is answered has gone once all of it is on its way.
        return now >= finish.by || unsaid.isEmpty && open.isEmpty
    }

    /// Nobody is answered any more.
    func close() {
        for then in finish?.then ?? [] { then() }
        finish = nil
        lose()
    }

    /// How long nothing can happen by itself.
    var patience: Duration {
        unsaid.isEmpty && finish == nil ? hail.patience(at: now) : .milliseconds(5)
    }

    private var now: Int64 { SystemClock.monotonic.nanoseconds }

    // MARK: The child

    /// Tells the child what it takes now.
    func speak(to child: SandboxedChild) throws(SystemError) {
        for id in open.keys.sorted() { advance(id) }
        guard unsaid.count <= Self.mostUnsaid else {
            throw SystemError(call: "talk to the child", errno: .timedOut)
        }
        while let next = unsaid.first {
            do throws(SystemError) {
                try child.send(next)
            } catch {
                // Of one that is gone, its end says more.
                if [.again, .brokenPipe, .connectionReset].contains(error.errno) { return }
                throw error
            }
            unsaid.removeFirst()
        }
    }

    /// Has what can go of a stream go.
    private func advance(_ id: HTTPRequest.ID) {
        while let step = open[id]?.next() {
            switch step {
            case .send(let bytes): unsaid.append(WebOrder.more(id, bytes).bytes)
            case .end: unsaid.append(WebOrder.end(id).bytes)
            case .tellDrained: onEvent(.drained(id))
            }
        }
    }

    /// Hears what the child says.
    ///
    /// - Returns: Why it is no child any more; `nil` while it is one.
    func hear(_ child: SandboxedChild) throws(SystemError) -> String? {
        for _ in 0..<Self.mostAtOnce {
            switch try child.receive() {
            case .nothing: return nil
            case .end: return Self.words(for: child.end())
            case .message(let bytes):
                hail.hear(at: now)
                guard let report = try? WebReport(bytes) else {
                    return "it says what means nothing"
                }
                if let why = take(report) { return why }
            }
        }
        return nil
    }

    /// Hails a child that has been silent.
    ///
    /// - Returns: Why it is no child any more; `nil` while it is one.
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
                return "it asks more than there are connections"
            }
            open[request.id] = StreamWindow()
            onEvent(.asked(request))
        case .body(let id, let bytes): if open[id] != nil { onEvent(.body(id, bytes)) }
        case .bodyEnd(let id): if open[id] != nil { onEvent(.bodyEnd(id)) }
        case .taken(let id, let count): open[id]?.take(count)
        case .present: break
        case .gone(let id): if open.removeValue(forKey: id) != nil { onEvent(.gone(id)) }
        }
        return nil
    }
}
