// The loop of a connection's thread: it calls the broker, exchanges messages, and pauses after failures, until the
// connection is to close. It may block while it reads the files for authentication; every other wait can be interrupted
// by other threads.

internal import Synchronization
internal import SystemCalls

/// Makes the calls of one line, one after the other; used only by the line's thread.
final class BrokerCaller {
    private let line: BrokerLine
    private let onEvent: @Sendable (BrokerSubscription.Event) -> Void
    private var pauses: CallPauses
    private var lostSince: Int64?
    private let ownName: String

    /// How many messages to receive in one turn, before serving the other threads.
    private static let mostAtOnce = 256
    /// The same for a connection that only publishes: a compromised child could send more than the few answers
    /// expected.
    private static let mostToSpeaker = 16
    /// How long resolving a name may take, in nanoseconds.
    private static let resolving: Int64 = 10_000_000_000

    private enum Ending: Error {
        case closed
        case broken(BrokerProblem)
    }

    init(
        _ line: BrokerLine,
        _ onEvent: @escaping @Sendable (BrokerSubscription.Event) -> Void
    ) {
        self.line = line
        self.onEvent = onEvent
        pauses = CallPauses(line.limits)
        ownName = "footfall-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    private var now: Int64 { SystemClock.monotonic.nanoseconds }

    /// Calls the broker again and again, until the connection is to close.
    func run() {
        tell(.connecting)
        while true {
            let start = now
            do throws(Ending) {
                try call()
            } catch {
                guard case .broken(let problem) = error, !isToEnd else { return close() }
                lostSince = lostSince ?? now
                tell(
                    problem.isRefusal
                        ? .refused(problem) : .waiting(problem, since: lostSince ?? start)
                )
                rest(
                    pauses.pause(
                        isRefusal: problem.isRefusal,
                        at: now,
                        chance: .random(in: 0...1)
                    )
                )
                // If closing was requested during the pause, makes one more call for messages that the broker has not
                // acknowledged.
                if isClosed || isToEnd && isTaken { return close() }
            }
        }
    }

    private func close() {
        line.stop()
        onEvent(.state(.closed))
    }

    private func tell(_ state: BrokerState) {
        let isNew = line.shared.withLock { shared in
            defer { shared.state = state }
            return shared.state != state
        }
        if isNew || state == .connecting { onEvent(.state(state)) }
    }

    private var isSpeaking: Bool {
        if case .publishing = line.role { true } else { false }
    }

    private var isClosed: Bool { line.shared.withLock { $0.isClosed } }
    private var isToEnd: Bool { line.shared.withLock { $0.isClosed || $0.end != nil } }
    private var isTaken: Bool { line.shared.withLock { $0.pending.isTaken } }

    /// True if the time limit for closing has passed.
    private var isLate: Bool {
        let now = now
        return line.shared.withLock { $0.isClosed || now >= $0.end ?? .max }
    }

    /// The wanted time, but at most until the time limit for closing.
    private func untilLate(_ wanted: Duration) -> Duration {
        let now = now
        let end = line.shared.withLock { $0.end }
        return end.map { min(wanted, .nanoseconds(max(0, $0 - now))) } ?? wanted
    }

    /// Pauses; ends early if the connection is to close.
    private func rest(_ time: Duration) {
        let end = now.addingClamped(time.wholeNanoseconds)
        var sleep = DescriptorSleep(beside: [], wokenBy: line.waking)
        while !isToEnd, now < end {
            sleep.wait(upTo: .nanoseconds(end - now))
            line.waking.heed()
        }
    }

    // MARK: One call

    private func call() throws(Ending) -> Never {
        let call = try plan()
        line.shared.withLock { $0.pending.beginAnew() }
        let child = try child()
        defer { child.end() }
        var talk = BrokerTalk(call, line.limits, line.hail, at: now)
        do throws(BrokerTalk.Ending) {
            try converse(with: child, &talk)
        } catch {
            switch error {
            case .failed(let failure): throw failed(failure)
            case .crashed(let why): throw broken(.crashed(why))
            }
        }
        throw .closed
    }

    private func failed(_ failure: CallFailure) -> Ending {
        .broken(BrokerProblem(failure, of: line.address))
    }

    private func broken(_ kind: BrokerProblem.Kind) -> Ending {
        .broken(BrokerProblem(kind, at: "\(line.address)"))
    }

    private func plan() throws(Ending) -> BrokerCall {
        let address = line.address
        let proofs: BrokerProofs
        do throws(BrokerAddressError) {
            proofs = try line.readProofs(address.files)
        } catch {
            throw broken(.file(error))
        }
        var call = BrokerCall(
            addresses: try addresses(),
            host: address.host,
            port: address.port,
            isEncrypted: address.isEncrypted,
            user: address.user,
            proofs: proofs,
            keepAliveSeconds: line.limits.keepAliveSeconds,
            identifier: ownName
        )
        switch line.role {
        case .publishing(let identifier, let will):
            call.identifier = identifier
            call.will = will
        case .hearing(let filter): call.filter = filter
        }
        return call
    }

    private func child() throws(Ending) -> SandboxedChild {
        do throws(SystemError) {
            // `SandboxedChild` requires shared memory; this child does not use it.
            return try SandboxedChild(
                serving: BrokerService.name,
                sharing: try SharedMemory(bytes: 4096),
                program: line.program
            )
        } catch {
            throw broken(.noProcess("cannot be started: \(error)"))
        }
    }

    /// The IP addresses of the broker; a separate child resolves a name.
    private func addresses() throws(Ending) -> [String] {
        let host = line.address.host
        if let known = NetworkReach.numbers(of: host) { return [known] }
        let child = try child()
        defer { child.end() }
        do throws(SystemError) {
            try child.send(BrokerOrder.resolve(host).bytes)
        } catch {
            throw broken(.crashed("\(error)"))
        }
        let end = now + Self.resolving
        var sleep = DescriptorSleep(beside: [child.number], wokenBy: line.waking)
        while now < end {
            switch try? child.receive() {
            case .nothing: break
            case .message(let bytes):
                switch try? BrokerReport(bytes) {
                case .resolved(let texts):
                    let numbers = texts.compactMap { NetworkReach.numbers(of: $0) }
                    guard (1...NetworkReach.mostAddresses).contains(texts.count),
                        numbers.count == texts.count
                    else { throw broken(.crashed("it sends addresses that are not valid")) }
                    return numbers
                case .failed(let failure): throw failed(failure)
                default: throw broken(.crashed("it sends an unknown message"))
                }
            case .end: throw broken(.crashed(Self.words(for: child.end())))
            case nil: throw broken(.crashed("it sends a message that is too long"))
            }
            guard !isLate else { throw .closed }
            sleep.wait(upTo: untilLate(.milliseconds(200)))
            line.waking.heed()
        }
        throw broken(.unknownName)
    }

    static func words(for ending: ChildProgram.Ending) -> String {
        switch ending {
        case .killed(let signal): "it was ended by signal \(signal)"
        case .exited(let status): "it ended with status \(status)"
        }
    }

    /// Exchanges messages until the connection is to close.
    private func converse(
        with child: SandboxedChild,
        _ talk: inout BrokerTalk
    ) throws(BrokerTalk.Ending) {
        var sleep = DescriptorSleep(beside: [child.number], wokenBy: line.waking)
        var rest = DescriptorSleep(beside: [], wokenBy: line.waking)
        var turns = TurnBudget()
        var leaves = false
        while !isLate {
            if isSpeaking, !turns.take(at: now) {
                rest.wait(upTo: untilLate(.milliseconds(10)))
                line.waking.heed()
                continue
            }
            if try hear(child, &talk) { return }
            if let event = try talk.look(at: now) { onEvent(event) }
            if talk.isConnected, !leaves {
                let now = now
                while let (id, message) = line.shared.withLock({ $0.pending.next(at: now) }) {
                    talk.say(.publish(id, message))
                }
                // A broker that acknowledges no message in time counts as silent, even if it answers pings.
                let oldest = line.shared.withLock { $0.pending.sentSince }
                if let oldest, now - oldest >= line.limits.answer.wholeNanoseconds {
                    throw .failed(.silent)
                }
                if isToEnd, isTaken {
                    talk.say(.leave)
                    leaves = true
                }
            }
            try talk.speak { (bytes) throws(SystemError) in try child.send(bytes) }
            sleep.wait(upTo: untilLate(talk.patience(at: now)))
            line.waking.heed()
        }
    }

    /// Handles the child's messages; returns true once the child has disconnected from the broker.
    private func hear(
        _ child: SandboxedChild,
        _ talk: inout BrokerTalk
    ) throws(BrokerTalk.Ending) -> Bool {
        for _ in 0..<(isSpeaking ? Self.mostToSpeaker : Self.mostAtOnce) {
            let arrival: MessageSocket.Arrival
            do throws(SystemError) {
                arrival = try child.receive()
            } catch {
                throw .crashed("\(error)")
            }
            switch arrival {
            case .nothing: return false
            case .end: throw .crashed(Self.words(for: child.end()))
            case .message(let bytes):
                switch try talk.hear(bytes, at: now) {
                case nil: break
                case .event(let event): onEvent(event)
                case .taken(let id): line.shared.withLock { $0.pending.take(id) }
                case .connected:
                    lostSince = nil
                    pauses.connect(at: now)
                    tell(.connected)
                case .left: return true
                }
            }
        }
        return false
    }
}
