// Tells a board's life signs from a thread of its own, which looks at the facts once a second and hands signs to whoever
// sends them. A second one asks the machine for its disk, which may hang. Whoever records puts facts here and never
// waits; whoever ends says the farewell itself, from what is known, and waits for neither thread.

internal import Synchronization
public import SystemCalls
internal import Timebase

/// Where life signs go; none of it waits for the network but the farewell, which has a limit.
public protocol LifeSignPost: Sendable {
    /// Sends a sign, in place of one that has not gone yet; never waits.
    func post(_ sign: LifeSign)
    /// Lets the last sign go, as far as that is possible within a time, and sends no more.
    func close(within limit: Duration) async
}

/// Tells the life signs of one program.
public final class LifeSignTeller: Sendable {
    private let shared: Shared
    private let composer: LifeSignComposer
    private let post: any LifeSignPost

    /// What the threads and everybody else have in common.
    private final class Shared: Sendable {
        struct State {
            var facts: LifeSignFacts
            var machine = MachineState()
            var isOver = false
            var isSaidAnew = false
        }

        let state: Mutex<State>
        /// Whether the farewell is said, behind which nothing is; held for as long as a sign is handed over, and by
        /// nobody who records.
        let isSilent = Mutex(false)
        let bell = Doorbell()

        init(_ facts: LifeSignFacts) { state = Mutex(State(facts: facts)) }

        var isOver: Bool { state.withLock { $0.isOver } }
    }

    /// How old what is known of the machine may be.
    private static let machinePause = Duration.seconds(10)

    /// Tells from now on.
    ///
    /// - Parameters:
    ///   - composer: What makes the signs.
    ///   - folder: Where sessions are put, or will be: its disk is told.
    ///   - post: Where signs go.
    /// - Throws: Where the system has no room for a thread.
    public convenience init(
        _ composer: LifeSignComposer,
        sessionsIn folder: String,
        to post: any LifeSignPost
    ) throws(SystemError) {
        try self.init(composer, to: post) { .here(sessionsIn: folder) }
    }

    /// Tells from now on what some look at the machine finds, which may take as long as it likes.
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
            let rings = shared.bell.count
            let now = ClockReading.now().boottime
            if now >= due {
                let machine = look()
                let isNews = shared.state.withLock { state in
                    defer { state.machine = machine }
                    return state.machine != machine
                }
                due = ClockReading.now().boottime.advanced(by: machinePause)
                if isNews { shared.bell.ring() }
                continue
            }
            shared.bell.wait(since: rings, upTo: now.duration(to: due))
        }
    }

    private static func tell(
        _ composer: LifeSignComposer,
        _ shared: Shared,
        _ post: any LifeSignPost
    ) {
        var composer = composer
        while true {
            let rings = shared.bell.count
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
            // A change is told within a second of the last sign: the bell rings, and the next look is then.
            shared.bell.wait(since: rings, upTo: LifeSignCadence.shortest)
        }
    }

    deinit { end() }

    /// Changes what is known; may be called from any thread, and does not wait.
    public func tell(_ change: @Sendable (inout LifeSignFacts) -> Void) {
        shared.state.withLock { change(&$0.facts) }
        shared.bell.ring()
    }

    /// Says what the program does now.
    public func become(_ state: LifeSign.State) {
        let now = ClockReading.now().realtime
        tell { $0.become(state, at: now) }
    }

    /// Says the whole once more, soon: whoever hears it may have been told something else meanwhile.
    public func sayAnew() {
        shared.state.withLock { $0.isSaidAnew = true }
        shared.bell.ring()
    }

    /// Says that the program has stopped, and nothing more.
    ///
    /// - Parameter limit: How long the farewell may take on its way; whatever hangs here is not waited for.
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
        shared.bell.ring()
    }
}
