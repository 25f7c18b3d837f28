// The thread between a board and its broker. It starts a child for each call, sends what other threads publish, and
// receives what arrives; no other thread ever waits for the network.

internal import Synchronization
internal import SystemCalls

/// Connects the user-facing classes with the child processes that call the broker.
final class BrokerLine: Sendable {
    /// What other threads can ask of this one.
    enum Deed: Sendable {
        /// Close within a time limit, and report whether the broker has acknowledged all messages.
        case finish(Duration, @Sendable (Bool) -> Void)
        case close
    }

    struct Shared: Sendable {
        var pending = PendingMessages()
        var state = BrokerState.connecting
        /// The time limit for closing, once that was requested.
        var end: Int64?
        var whoWaits: [@Sendable (Bool) -> Void] = []
        var isClosed = false
        /// True once the thread has ended.
        var isOver = false
    }

    typealias ReadProofs =
        @Sendable (BrokerAddress.Files) throws(BrokerAddressError) -> BrokerProofs

    let address: BrokerAddress
    let role: BrokerRole
    let limits: BrokerLimits
    let program: String?
    let hail: ChildHail
    /// Reads the files for authentication; may block while a disk or another machine hangs.
    let readProofs: ReadProofs
    let waking: WakingDescriptor
    let shared = Mutex(Shared())

    init(
        _ address: BrokerAddress,
        _ role: BrokerRole,
        _ limits: BrokerLimits,
        _ program: String?,
        _ hail: ChildHail = ChildHail(),
        readingProofs readProofs: @escaping ReadProofs = { (files) throws(BrokerAddressError) in
            try BrokerProofs(reading: files)
        }
    ) throws {
        // Reports an unreadable file to the caller at once.
        _ = try readProofs(address.files)
        self.readProofs = readProofs
        waking = try WakingDescriptor()
        self.address = address
        self.role = role
        self.limits = limits
        self.program = program
        self.hail = hail
    }

    /// Starts the thread, which runs until the connection is closed: a child ends with the thread that started it.
    func start(
        _ onEvent: @escaping @Sendable (BrokerSubscription.Event) -> Void
    ) throws(SystemError) {
        _ = try SystemThread.spawn(name: "broker") { [self] in BrokerCaller(self, onEvent).run() }
    }

    /// The present state.
    var state: BrokerState { shared.withLock { $0.state } }

    func publish(_ message: BrokerMessage) -> Bool {
        let isTaken = shared.withLock { shared in
            !shared.isOver && shared.pending.put(message)
        }
        if isTaken { waking.wake() }
        return isTaken
    }

    func post(_ deed: Deed) {
        let now = SystemClock.monotonic.nanoseconds
        let left: (() -> Void)? = shared.withLock { shared in
            switch deed {
            case .close: shared.isClosed = true
            case .finish(let limit, let then):
                guard !shared.isOver else {
                    let isTaken = shared.pending.isTaken
                    return { then(isTaken) }
                }
                shared.end = min(
                    shared.end ?? .max,
                    now.addingClamped(max(.zero, limit).wholeNanoseconds)
                )
                shared.whoWaits.append(then)
            }
            return nil
        }
        left?()
        waking.wake()
    }

    /// Marks the thread as ended, and resumes the callers that wait for this.
    func stop() {
        let (waiting, isTaken) = shared.withLock { shared in
            defer { shared.whoWaits = [] }
            shared.isOver = true
            shared.state = .closed
            return (shared.whoWaits, shared.pending.isTaken)
        }
        for then in waiting { then(isTaken) }
    }
}
