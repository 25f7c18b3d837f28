// How far the reading of another machine's devices has come. The child counts where answers and readings arrive,
// straight into the memory that it shares; the parent looks at the counts, and by them tells a machine that is far
// away, or whose readings wait until a loss is settled, from one that gives nothing.

internal import Synchronization
internal import SystemCalls

/// What is done, in this order, when another machine's devices are opened.
enum RemoteStage: Int, Sendable, CaseIterable {
    case starting, resolving, reaching, describing, asking, sampling
}

/// What a child has had of another machine, where its parent sees it.
final class RemoteProgress: Sendable {
    /// What a child shows of its opening; it may show anything.
    struct Shown: Sendable, Equatable {
        /// The place of a stage among all.
        var stage: Int
        var answers: Int
    }

    /// How many bytes it takes at the beginning of the memory.
    static let bytes = 256
    /// How many channels are counted.
    private static let channels = 16

    private let memory: SharedMemory
    private let opened = Mutex<(@Sendable () -> Void)?>(nil)

    /// Counts into memory, which holds zeroes.
    init(in memory: SharedMemory) {
        precondition(memory.count >= Self.bytes, "the counts do not fit")
        self.memory = memory
    }

    // MARK: The child's side

    /// Counts an answer.
    func noteAnswer() {
        unsafe Self.cell(0, of: memory).pointee.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts readings of a sensor, whether they are handed on at once or wait until a loss is settled.
    func noteReadings(_ count: Int, of channel: Int) {
        guard (0..<Self.channels).contains(channel) else { return }
        unsafe Self.cell(2 + channel, of: memory).pointee.wrappingAdd(count, ordering: .relaxed)
    }

    /// Says what comes next.
    func begin(_ stage: RemoteStage) {
        unsafe Self.cell(1, of: memory).pointee.max(stage.rawValue, ordering: .relaxed)
        if stage == .asking { opened.withLock { $0.take() }?() }
    }

    /// Has something done, once, as soon as a context is open.
    func whenOpened(_ work: @escaping @Sendable () -> Void) {
        opened.withLock { $0 = work }
    }

    // MARK: The parent's side

    /// What a child shows of its opening.
    static func shown(in memory: SharedMemory) -> Shown {
        Shown(
            stage: unsafe cell(1, of: memory).pointee.load(ordering: .relaxed),
            answers: unsafe cell(0, of: memory).pointee.load(ordering: .relaxed)
        )
    }

    /// How many readings of a sensor a child says it has received.
    static func readings(of channel: Int, in memory: SharedMemory) -> Int {
        guard (0..<channels).contains(channel) else { return 0 }
        return unsafe cell(2 + channel, of: memory).pointee.load(ordering: .relaxed)
    }

    private static func cell(
        _ place: Int,
        of memory: SharedMemory
    ) -> UnsafeMutablePointer<Atomic<Int>> {
        // Memory of zeroes is atomic zeroes.
        unsafe memory.address.assumingMemoryBound(to: Atomic<Int>.self) + place
    }
}
