// The thread between a board and its broker. It starts a child for each call, says what others have asked it to say,
// and hears what comes; nobody else ever waits for a network.

internal import Synchronization
internal import SystemCalls

/// The line between a connection and the processes that call for it.
final class BrokerLine: Sendable {
    /// What others ask this thread to do.
    enum Deed: Sendable {
        /// To end within a time; whoever asks is told whether the broker has all that was said.
        case finish(Duration, @Sendable (Bool) -> Void)
        case close
    }

    struct Shared: Sendable {
        var pending = PendingMessages()
        var state = BrokerState.connecting
        /// By when it has to be over, once somebody has asked for the end.
        var end: Int64?
        var whoWaits: [@Sendable (Bool) -> Void] = []
        var isClosed = false
        /// Nobody does anything any more.
        var isOver = false
    }

    typealias ReadProofs =
        @Sendable (BrokerAddress.Files) throws(BrokerAddressError) -> BrokerProofs

    let address: BrokerAddress
    let role: BrokerRole
    let limits: BrokerLimits
    let program: String?
    let hail: ChildHail
    /// Reads what is proved; it may wait as long as a disk or another machine hangs.
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
        // Whoever asks hears at once of a file that is not there.
        _ = try readProofs(address.files)
        self.readProofs = readProofs
        waking = try WakingDescriptor()
        self.address = address
        self.role = role
        self.limits = limits
        self.program = program
        self.hail = hail
    }

    /// Starts the thread, which lives until it is told to close: a child ends with the thread that started it.
    func start(
        _ onEvent: @escaping @Sendable (BrokerSubscription.Event) -> Void
    ) throws(SystemError) {
        _ = try SystemThread.spawn(name: "broker") { [self] in BrokerCaller(self, onEvent).run() }
    }

    /// How it stands.
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

    /// Tells whoever waits for the end that it has come.
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
