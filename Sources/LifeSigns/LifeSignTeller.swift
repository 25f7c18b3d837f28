// Sends a board's life signs. One thread reads the facts once a second and passes on the signs that are due; a second
// thread queries the disk, which may hang. The recording threads only store facts and never wait. `finish` sends the
// farewell from what is known, and waits for neither thread.

internal import Synchronization
public import SystemCalls
internal import Timebase

/// Sends life signs to their receivers; only `close` waits for the network, and it has a limit.
public protocol LifeSignPost: Sendable {
    /// Sends a sign, replacing one that is still unsent; never waits.
    func post(_ sign: LifeSign)
    /// Waits until the last sign is sent or the limit is over; sends nothing more.
    func close(within limit: Duration) async
}

/// Sends the life signs of one program.
public final class LifeSignTeller: Sendable {
    private let shared: Shared
    private let composer: LifeSignComposer
    private let post: any LifeSignPost

    /// The state that the threads and the callers share.
    private final class Shared: Sendable {
        struct State {
            var facts: LifeSignFacts
            var machine = MachineState()
            var isOver = false
            var isSaidAnew = false
        }

        let state: Mutex<State>
        /// True once the farewell is sent, after which no sign may follow.
        ///
        /// Locked while a sign is passed on; recording threads never lock it.
        let isSilent = Mutex(false)
        let wakeEvent = WakeEvent()

        init(_ facts: LifeSignFacts) { state = Mutex(State(facts: facts)) }

        var isOver: Bool { state.withLock { $0.isOver } }
    }

    /// How old the machine's state may be before it is queried again.
    private static let machinePause = Duration.seconds(10)

    /// Starts sending.
    ///
    /// - Parameters:
    ///   - composer: Makes the signs.
    ///   - folder: The folder for sessions, which need not exist yet: the state of its disk is reported.
    ///   - post: Where signs are sent.
    /// - Throws: If the system cannot create a thread.
    public convenience init(
        _ composer: LifeSignComposer,
        sessionsIn folder: String,
        to post: any LifeSignPost
    ) throws(SystemError) {
        try self.init(composer, to: post) { .here(sessionsIn: folder) }
    }

    /// Starts sending, with a function that queries the machine and may take any time.
    package init(
        _ composer: LifeSignComposer,
        to post: any LifeSignPost,
        lookingBy look: @escaping @Sendable () -> MachineState
    ) throws(SystemError) {
        self.composer = composer
        self.post = post
        let shared = Shared(LifeSignFacts(since: ClockReading.now().realtime))
        self.shared = shared
        _ = try SystemThread.spawn(name: "machine state") {
            try? SystemThread.setPriorityOfThisThread(.background)
            Self.watchMachine(shared, look)
        }
        _ = try SystemThread.spawn(name: "life signs") { Self.tell(composer, shared, post) }
    }

    private static func watchMachine(_ shared: Shared, _ look: () -> MachineState) {
        var due = ClockReading.now().boottime
        while !shared.isOver {
            let signals = shared.wakeEvent.count
            let now = ClockReading.now().boottime
            if now >= due {
                let machine = look()
                let isNews = shared.state.withLock { state in
                    defer { state.machine = machine }
                    return state.machine != machine
                }
                due = ClockReading.now().boottime.advanced(by: machinePause)
                if isNews { shared.wakeEvent.signal() }
                continue
            }
            shared.wakeEvent.wait(since: signals, upTo: now.duration(to: due))
        }
    }

    private static func tell(
        _ composer: LifeSignComposer,
        _ shared: Shared,
        _ post: any LifeSignPost
    ) {
        var composer = composer
        while true {
            let signals = shared.wakeEvent.count
            let state = shared.state.withLock { state in
                defer { state.isSaidAnew = false }
                return state
            }
            guard !state.isOver else { return }
            if state.isSaidAnew { composer.sayAnew() }
            let now = ClockReading.now()
            let sign = composer.sign(
                of: state.facts,
                at: now.boottime,
                date: now.realtime,
                machine: state.machine
            )
            if let sign { shared.isSilent.withLock { if !$0 { post.post(sign) } } }
            // A change wakes this thread; without one, it reads the facts again after a second.
            shared.wakeEvent.wait(since: signals, upTo: LifeSignCadence.shortest)
        }
    }

    deinit { end() }

    /// Changes the facts; may be called from any thread, and does not wait.
    public func tell(_ change: @Sendable (inout LifeSignFacts) -> Void) {
        shared.state.withLock { change(&$0.facts) }
        shared.wakeEvent.signal()
    }

    /// Sets what the program is doing now.
    public func become(_ state: LifeSign.State) {
        let now = ClockReading.now().realtime
        tell { $0.become(state, at: now) }
    }

    /// Sends a full sign again soon, because the receiver may have got another message meanwhile, such as a will.
    public func sayAnew() {
        shared.state.withLock { $0.isSaidAnew = true }
        shared.wakeEvent.signal()
    }

    /// Sends the farewell, and no sign after it.
    ///
    /// - Parameter limit: How long sending it may take; threads that hang are not waited for.
    public func finish(within limit: Duration = .seconds(2)) async {
        become(.stopped)
        end()
        let state = shared.state.withLock { $0 }
        let now = ClockReading.now()
        var composer = composer
        let farewell = composer.sign(
            of: state.facts,
            at: now.boottime,
            date: now.realtime,
            machine: state.machine
        )
        shared.isSilent.withLock { isSilent in
            if let farewell, !isSilent { post.post(farewell) }
            isSilent = true
        }
        await post.close(within: limit)
    }

    private func end() {
        shared.state.withLock { $0.isOver = true }
        shared.wakeEvent.signal()
    }
}
