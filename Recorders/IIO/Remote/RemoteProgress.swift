// How far the opening of another machine's devices has come. The child counts where the answers arrive; the
// parent looks at the count, and by it tells a machine that is far away from one that answers nothing.

internal import Synchronization
internal import SystemCalls

/// What is done, in this order, when another machine's devices are opened.
enum RemoteStage: Int, Sendable, CaseIterable {
    case starting, resolving, reaching, describing, asking, sampling
}

/// What this process has had of other machines, while it opens a device.
enum RemoteProgress {
    /// What a child shows; it may show anything.
    struct Shown: Sendable, Equatable {
        /// The place of a stage among all.
        var stage: Int
        var answers: Int
    }

    private static let answered = Atomic<Int>(0)
    private static let reached = Atomic<Int>(0)
    private static let opened = Mutex<(@Sendable () -> Void)?>(nil)

    /// Counts an answer.
    static func noteAnswer() { answered.wrappingAdd(1, ordering: .relaxed) }

    /// Says what comes next.
    static func begin(_ stage: RemoteStage) {
        reached.max(stage.rawValue, ordering: .relaxed)
        if stage == .asking { opened.withLock { $0.take() }?() }
    }

    /// Has something done, once, as soon as a context is open.
    static func whenOpened(_ work: @escaping @Sendable () -> Void) {
        opened.withLock { $0 = work }
    }

    /// Shows the parent how far it is.
    static func show(in memory: SharedMemory) {
        let cells = unsafe cells(memory)
        unsafe cells[0].store(answered.load(ordering: .relaxed), ordering: .relaxed)
        unsafe cells[1].store(reached.load(ordering: .relaxed), ordering: .relaxed)
    }

    /// What a child shows.
    static func shown(in memory: SharedMemory) -> Shown {
        let cells = unsafe cells(memory)
        return Shown(
            stage: unsafe cells[1].load(ordering: .relaxed),
            answers: unsafe cells[0].load(ordering: .relaxed)
        )
    }

    /// How many bytes it takes at the beginning of the memory.
    static let bytes = 256

    private static func cells(_ memory: SharedMemory) -> UnsafeMutablePointer<Atomic<Int>> {
        // Memory of zeroes is two atomic zeroes.
        unsafe memory.address.assumingMemoryBound(to: Atomic<Int>.self)
    }
}
