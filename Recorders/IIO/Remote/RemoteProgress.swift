// How far reading another machine's devices has come. The child counts answers and readings in the memory that
// it shares with its parent. From the counts, the parent distinguishes a machine that is merely slow, or whose
// readings wait until a possible loss is settled, from one that sends nothing.

internal import Synchronization
internal import SystemCalls

/// The stages of opening another machine's devices, in this order.
enum RemoteStage: Int, Sendable, CaseIterable {
    case starting, resolving, reaching, describing, asking, sampling
}

/// The counts of what a child has received from another machine, shared with its parent.
final class RemoteProgress: Sendable {
    /// The progress that a child shows; a manipulated child may show anything.
    struct Shown: Sendable, Equatable {
        /// The raw value of a `RemoteStage`, if it is a valid one.
        var stage: Int
        var answers: Int
    }

    /// How many bytes the counts take at the beginning of the memory.
    static let bytes = 256
    /// For how many channels readings are counted.
    private static let channels = 16

    private let memory: SharedMemory
    private let opened = Mutex<(@Sendable () -> Void)?>(nil)

    /// Creates the counts in memory that is filled with zeroes.
    init(in memory: SharedMemory) {
        precondition(memory.count >= Self.bytes, "the counts do not fit")
        self.memory = memory
    }

    // MARK: The child's side

    /// Counts an answer.
    func noteAnswer() {
        unsafe Self.cell(0, of: memory).pointee.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts readings of a sensor when they arrive, whether they are forwarded at once or wait until a loss is
    /// settled.
    func noteReadings(_ count: Int, of channel: Int) {
        guard (0..<Self.channels).contains(channel) else { return }
        unsafe Self.cell(2 + channel, of: memory).pointee.wrappingAdd(count, ordering: .relaxed)
    }

    /// Notes that a stage begins.
    func begin(_ stage: RemoteStage) {
        unsafe Self.cell(1, of: memory).pointee.max(stage.rawValue, ordering: .relaxed)
        if stage == .asking { opened.withLock { $0.take() }?() }
    }

    /// Sets work to do once, as soon as a context is open.
    func whenOpened(_ work: @escaping @Sendable () -> Void) {
        opened.withLock { $0 = work }
    }

    // MARK: The parent's side

    /// The progress that a child shows of its opening.
    static func shown(in memory: SharedMemory) -> Shown {
        Shown(
            stage: unsafe cell(1, of: memory).pointee.load(ordering: .relaxed),
            answers: unsafe cell(0, of: memory).pointee.load(ordering: .relaxed)
        )
    }

    /// The number of readings of a sensor that the child reports as received.
    static func readings(of channel: Int, in memory: SharedMemory) -> Int {
        guard (0..<channels).contains(channel) else { return 0 }
        return unsafe cell(2 + channel, of: memory).pointee.load(ordering: .relaxed)
    }

    private static func cell(
        _ place: Int,
        of memory: SharedMemory
    ) -> UnsafeMutablePointer<Atomic<Int>> {
        // Zeroed memory is a valid `Atomic<Int>` of 0.
        unsafe memory.address.assumingMemoryBound(to: Atomic<Int>.self) + place
    }
}
