// What the line's thread does: it calls, talks, and pauses, until it is told to close. It waits in one place only,
// beside what others wake it by.

internal import Synchronization
internal import SystemCalls

/// The calls of one line, one after the other; its thread alone has it.
final class BrokerCaller {
    private let line: BrokerLine
    private let onEvent: @Sendable (BrokerSubscription.Event) -> Void
    private var pauses: CallPauses
    private var lostSince: Int64?
    private let ownName: String

    /// How many messages are heard in one turn, before what others want is done.
    private static let mostAtOnce = 256
    /// The same of a board that only speaks: more than answers are a child's in wrong hands.
    private static let mostToSpeaker = 16
    /// How long a name may take to be resolved, in nanoseconds.
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

    /// Calls again and again, until it is told to close.
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
                // Whoever ends has one more call for what the broker does not know yet.
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

    /// Whether nothing is to be waited for any more.
    private var isLate: Bool {
        let now = now
        return line.shared.withLock { $0.isClosed || now >= $0.end ?? .max }
    }

    /// How long may be waited before it is late.
    private func untilLate(_ wanted: Duration) -> Duration {
        let now = now
        let end = line.shared.withLock { $0.end }
        return end.map { min(wanted, .nanoseconds(max(0, $0 - now))) } ?? wanted
    }

    /// Pauses, until somebody wants the end.
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
            // A child is made with memory to share; this one has no use for it.
            return try SandboxedChild(
                serving: BrokerService.name,
                sharing: try SharedMemory(bytes: 4096),
                program: line.program
            )
        } catch {
            throw broken(.noProcess("cannot be started: \(error)"))
        }
    }

    /// The numbers of the broker's machine; a name is resolved by a child that does nothing else.
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
                    else { throw broken(.crashed("it says addresses that are none")) }
                    return numbers
                case .failed(let failure): throw failed(failure)
                default: throw broken(.crashed("it says what means nothing"))
                }
            case .end: throw broken(.crashed(Self.words(for: child.end())))
            case nil: throw broken(.crashed("it says what is too long"))
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

    /// Talks until it is to end.
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
                // One that takes nothing knows nothing, however well it answers otherwise.
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

    /// Hears what the child says; `true` once it has taken leave.
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
