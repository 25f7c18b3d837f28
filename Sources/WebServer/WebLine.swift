// The parent's thread: starts the child, sends it what other threads have posted, and receives its messages. It never
// waits for the child: messages that the child does not accept yet are queued.

internal import Synchronization
internal import SystemCalls

/// Connects a server with its child.
final class WebLine: Sendable {
    /// What other threads ask this one to do.
    enum Deed: Sendable {
        case proceed(HTTPRequest.ID, Int)
        case answer(HTTPRequest.ID, HTTPAnswer)
        case more(HTTPRequest.ID, [UInt8])
        case end(HTTPRequest.ID)
        case cut(HTTPRequest.ID)
        case follow(HTTPRequest.ID)
        case finish(Duration, @Sendable () -> Void)
        case close
    }

    /// The posted deeds; `nil` once the thread has ended.
    private let deeds = Mutex<[Deed]?>([])
    private let waking: WakingDescriptor
    private let socket: ListeningSocket
    private let identity: WebSettings.Identity?
    private let limits: WebLimits
    private let program: String?
    private let hail: ChildHail

    /// After this many children in a row that never became ready, the server fails.
    private static let mostFailures = 5
    private static let shortLife: Int64 = 2_000_000_000

    init(
        at socket: ListeningSocket,
        _ identity: WebIdentity?,
        _ limits: WebLimits,
        _ program: String?,
        _ hail: ChildHail
    ) throws(SystemError) {
        waking = try WakingDescriptor()
        self.socket = socket
        self.identity = identity.map {
            WebSettings.Identity(certificate: $0.certificate, key: $0.key)
        }
        self.limits = limits
        self.program = program
        self.hail = hail
    }

    /// Starts the thread, which runs until the server is closed: the kernel kills a child when the thread that started
    /// it ends.
    func start(_ onEvent: @escaping @Sendable (WebServer.Event) -> Void) throws(SystemError) {
        _ = try SystemThread.spawn(name: "web") { [self] in run(onEvent) }
    }

    func post(_ deed: Deed) {
        let isTaken = deeds.withLock { deeds in
            deeds?.append(deed)
            return deeds != nil
        }
        if isTaken { return waking.wake() }
        if case .finish(_, let then) = deed { then() }
    }

    private func takeDeeds() -> [Deed] {
        waking.heed()
        return deeds.withLock { deeds in
            defer { if deeds != nil { deeds = [] } }
            return deeds ?? []
        }
    }

    /// Accepts no more deeds, and calls the waiting completions.
    private func stop() {
        let rest = deeds.withLock { deeds in
            defer { deeds = nil }
            return deeds ?? []
        }
        for case .finish(_, let then) in rest { then() }
    }

    // MARK: The thread

    private func run(_ onEvent: @escaping @Sendable (WebServer.Event) -> Void) {
        let talk = WebTalk(hail, onEvent)
        var failures = 0
        var shortLives = 0
        var firstID: HTTPRequest.ID = 0
        while true {
            let start = SystemClock.monotonic.nanoseconds
            let ending = serve(talk, from: firstID)
            switch ending {
            case .closed: return stop()
            case .broken(let why):
                failures = talk.isReady ? 0 : failures + 1
                talk.lose()
                guard failures < Self.mostFailures else {
                    onEvent(.failed(WebServerError(why)))
                    talk.close()
                    return stop()
                }
                onEvent(.restarted(why: why))
                firstID += 1 << 32
                // A child that keeps crashing at once must not keep a processor busy.
                let lived = SystemClock.monotonic.nanoseconds - start
                shortLives = lived < Self.shortLife ? min(shortLives + 1, 7) : 0
                pause(.milliseconds(50 << max(0, shortLives - 1)))
            }
        }
    }

    private enum Ending {
        case closed
        case broken(String)
    }

    private func serve(_ talk: WebTalk, from firstID: HTTPRequest.ID) -> Ending {
        do throws(SystemError) {
            // The child before may have shut the socket down.
            try socket.listenAgain()
            // `SandboxedChild` requires shared memory; this child does not use it.
            let child = try SandboxedChild(
                serving: WebService.name,
                sharing: try SharedMemory(bytes: 4096),
                lending: socket,
                program: program
            )
            defer { child.end() }
            talk.begin(
                WebSettings(firstID: firstID, limits: limits, identity: identity)
            )
            return converse(with: child, talk)
        } catch {
            return .broken("\(error)")
        }
    }

    private func converse(with child: SandboxedChild, _ talk: WebTalk) -> Ending {
        var sleep = DescriptorSleep(beside: [child.number], wokenBy: waking)
        while true {
            do throws(SystemError) {
                // Receives first: when the child reports bytes as sent, more of a stream may follow.
                if let why = try talk.hear(child) ?? talk.hailIfSilent() { return .broken(why) }
                talk.heed(takeDeeds())
                if talk.isOver {
                    talk.close()
                    return .closed
                }
                try talk.speak(to: child)
            } catch {
                return .broken("\(error)")
            }
            sleep.wait(upTo: talk.patience)
        }
    }

    /// Sleeps for a while, or until a deed is posted.
    private func pause(_ time: Duration) {
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        sleep.wait(upTo: time)
    }
}
