// The parent's connection to a child: it starts the child, sends one order, and waits for the answer within
// limits. The number of the child's other messages is limited too.

internal import SystemCalls
internal import Timebase

/// A child process and the messages between it and this process.
final class RemoteLine {
    let uri: String
    let child: SandboxedChild
    let waking: WakingDescriptor
    private var sleep: DescriptorSleep
    private var budget = RemoteBudget.messages(now: RemoteLine.now)

    /// The present time in seconds of the clock by which waiting is measured.
    static var now: Double { Double(SystemClock.monotonic.nanoseconds) / 1e9 }

    /// Starts a child for a context.
    init(_ uri: String, sharing memory: SharedMemory) throws(RemoteFailure) {
        self.uri = uri
        do throws(SystemError) {
            let waking = try WakingDescriptor()
            let child = try SandboxedChild(serving: IIORemote.name, sharing: memory)
            self.child = child
            self.waking = waking
            sleep = DescriptorSleep(beside: [child.number], wokenBy: waking)
        } catch {
            throw RemoteFailure(.notStarted(error), at: uri)
        }
    }

    /// Sleeps until the child sends a message or ends, or until another thread wakes this one.
    func wait(upTo limit: Duration) { sleep.wait(upTo: limit) }

    /// Kills the child, which reported something impossible, and returns the failure to throw.
    func nonsense(_ what: String) -> RemoteFailure {
        child.end()
        return RemoteFailure(.nonsense(what), at: uri)
    }

    func order(_ order: RemoteOrder) throws {
        do {
            try child.send(try RemoteCoding.bytes(of: order))
        } catch let error as SystemError {
            // A broken pipe means that the child ended before it got the order: the way in which it ended explains
            // more than this error.
            guard error.errno == .brokenPipe else {
                throw RemoteFailure(.notStarted(error), at: uri)
            }
            throw ended()
        }
    }

    /// The child's next message, if there is one.
    func report() throws -> RemoteReport? {
        let arrival: MessageSocket.Arrival
        do throws(SystemError) {
            arrival = try child.receive()
        } catch {
            throw nonsense("a message that is too long")
        }
        switch arrival {
        case .nothing:
            return nil
        case .message(let bytes):
            guard budget.take(at: Self.now) else { throw nonsense("too many messages") }
            guard let report = RemoteCoding.message(RemoteReport.self, in: bytes) else {
                throw nonsense("a message that cannot be read")
            }
            return report
        case .end:
            throw ended()
        }
    }

    private func ended() -> RemoteFailure {
        switch child.end() {
        case .killed(let signal): RemoteFailure(.crashed(signal: signal), at: uri)
        case .exited(let status): RemoteFailure(.ended(status: status), at: uri)
        }
    }

    /// Waits for the answer to an order, within the limits of `opening`.
    func awaitReport(until stop: StopSignal?, _ opening: RemoteOpening) throws -> RemoteReport {
        let listening = stop?.onRequest { [waking] in waking.wake() }
        defer { listening?.cancel() }
        var opening = opening
        while true {
            if stop?.isRaised ?? false { throw IIOError(.unreachable(.interrupted), at: uri) }
            switch try report() {
            case .failed(let fault)?: throw failure(fault)
            case .some(let report): return report
            case nil: break
            }
            let now = Self.now
            switch opening.see(RemoteProgress.shown(in: child.memory), at: now) {
            case .goesOn: break
            case .isNonsense(let what): throw nonsense(what)
            case .isOver:
                child.end()
                throw Self.failure(of: opening, at: now, uri)
            }
            wait(upTo: .milliseconds(20))
        }
    }

    /// The error for an opening that has taken too long.
    private static func failure(
        of opening: RemoteOpening,
        at now: Double,
        _ uri: String
    ) -> any Error {
        let seconds = (opening.secondsSinceAsked(at: now) * 10).rounded(.down) / 10
        switch opening.stage {
        case .starting:
            return RemoteFailure(.notBegun(seconds: RemotePatience.start), at: uri)
        case .resolving:
            return RemoteFailure(.unresolved(seconds: seconds), at: uri)
        case .sampling where opening.quiet(at: now) > opening.patience.silence:
            return IIOError(.stalled(seconds: opening.patience.silence), at: uri)
        case .reaching, .describing, .asking, .sampling:
            return RemoteFailure(.slow(seconds: seconds), at: uri)
        }
    }

    /// The error for a fault that the child reported.
    func failure(_ fault: RemoteFault) -> any Error {
        guard let error = fault.error(at: uri) else {
            return nonsense("an error that does not exist")
        }
        switch error.kind {
        case .unreachable(.noMemory), .connectionLost(.noMemory?), .failed(_, .noMemory):
            return RemoteFailure(.tooMuch, at: uri)
        default:
            return error
        }
    }
}
