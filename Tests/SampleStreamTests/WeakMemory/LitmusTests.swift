// Tests the model itself with litmus tests, the small programs by which memory models are compared. The
// model must allow what C11 allows, or the search would miss executions; and no more, or the search
// would reject a correct ring.

import Testing

/// A thread that performs actions in order and keeps their answers.
struct LitmusThread: ModelProgram {
    struct Instruction: Hashable {
        var action: ModelAction
        /// The action is skipped unless the previous answer was this one.
        var answer: Int?
    }

    private let instructions: [Instruction]
    private var next = 0
    private(set) var answers: [Int] = []
    var fault: String? { nil }

    init(_ instructions: [Instruction]) {
        self.instructions = instructions
    }

    var isFinished: Bool { next == instructions.count }

    mutating func call(_ memory: CallMemory) -> [Never] {
        let instruction = instructions[next]
        next += 1
        if let needed = instruction.answer, answers.last != needed { return [] }
        answers.append(memory.perform(instruction.action))
        return []
    }
}

extension LitmusThread.Instruction {
    static func load(_ location: Location, _ ordering: ModelOrdering) -> Self {
        Self(action: .load(location: location.rawValue, ordering))
    }

    static func store(_ location: Location, _ value: Int, _ ordering: ModelOrdering) -> Self {
        Self(action: .store(location: location.rawValue, value: value, ordering))
    }

    static func write(_ value: Int) -> Self { Self(action: .write(slot: 0, value: value)) }
    static let read = Self(action: .read(slot: 0))

    func after(_ answer: Int) -> Self { Self(action: action, answer: answer) }
}

enum Location: Int {
    case x, y
}

@Suite("The model of a machine that reorders")
struct LitmusTests {
    typealias Instruction = LitmusThread.Instruction

    private static func explore(_ threads: [[Instruction]]) -> Exploration<LitmusThread> {
        Explorer(
            programs: threads.map { LitmusThread($0) },
            memory: ModelMemory(threads: threads.count, locations: 2, slots: 1),
            threadNames: ["first", "second", "third", "fourth"],
            locationNames: ["x", "y"]
        ).explore()
    }

    /// Every combination of answers that the loading threads get.
    private static func outcomes(
        _ threads: [[Instruction]],
        of loading: [Int]
    ) -> Set<[[Int]]> {
        let found = explore(threads)
        return Set(found.endings.map { programs in loading.map { programs[$0].answers } })
    }

    @Test("shows an acquiring load what was written before a releasing store")
    func passesMessages() {
        let found = Self.explore([
            [.write(42), .store(.x, 1, .synchronizing)],
            [.load(.x, .synchronizing), .read.after(1)],
        ])
        #expect(found.counterexample == nil)
        #expect(Set(found.endings.map { $0[1].answers }) == [[0], [1, 42]])
    }

    @Test(
        "finds the data race if a relaxed store or load hands over a message",
        arguments: [
            (ModelOrdering.relaxed, ModelOrdering.synchronizing), (.synchronizing, .relaxed),
            (.relaxed, .relaxed),
        ]
    )
    func needsBothSides(store: ModelOrdering, load: ModelOrdering) throws {
        let found = Self.explore([
            [.write(42), .store(.x, 1, store)],
            [.load(.x, load), .read.after(1)],
        ])
        let counterexample = try #require(found.counterexample)
        #expect(counterexample.fault == "a data race with the write of the first")
        #expect(counterexample.trace.count == 4)
    }

    @Test("finds the data race of two writers, and of a reader that a writer does not wait for")
    func findsPlainRaces() throws {
        let writers = Self.explore([[.write(1)], [.write(2)]])
        #expect(writers.counterexample?.fault == "a data race with the write of the first")
        let reader = Self.explore([
            [.write(1), .store(.x, 1, .synchronizing), .write(2)],
            [.load(.x, .synchronizing), .read.after(1)],
        ])
        #expect(reader.counterexample?.fault.hasPrefix("a data race with the") == true)
    }

    @Test("finds a read of a slot that nobody has written")
    func findsUnwritten() {
        let found = Self.explore([[.read]])
        #expect(found.counterexample?.fault == "the slot was never written")
    }

    @Test("lets both of two threads miss each other's store")
    func buffersStores() {
        let outcomes = Self.outcomes(
            [
                [.store(.x, 1, .synchronizing), .load(.y, .synchronizing)],
                [.store(.y, 1, .synchronizing), .load(.x, .synchronizing)],
            ],
            of: [0, 1]
        )
        #expect(Set(outcomes.map { $0.map { $0.last } }) == [[0, 0], [0, 1], [1, 0], [1, 1]])
    }

    @Test("may show two stores to two readers in different orders")
    func readersDisagree() {
        let outcomes = Self.outcomes(
            [
                [.store(.x, 1, .synchronizing)], [.store(.y, 1, .synchronizing)],
                [.load(.x, .synchronizing), .load(.y, .synchronizing)],
                [.load(.y, .synchronizing), .load(.x, .synchronizing)],
            ],
            of: [2, 3]
        )
        #expect(outcomes.contains([[1, 0], [1, 0]]))
        #expect(outcomes.count == 16)
    }

    @Test(
        "never lets a thread go back to an older value of a location",
        arguments: [ModelOrdering.relaxed, .synchronizing]
    )
    func isCoherent(ordering: ModelOrdering) {
        let outcomes = Self.outcomes(
            [
                [.store(.x, 1, ordering), .store(.x, 2, ordering)],
                [.load(.x, ordering), .load(.x, ordering)],
            ],
            of: [1]
        )
        #expect(outcomes == [[[0, 0]], [[0, 1]], [[0, 2]], [[1, 1]], [[1, 2]], [[2, 2]]])
    }

    @Test(
        "lets a load return an old value after a new one elsewhere, unless the stores are ordered"
    )
    func ordersLocations() {
        func outcomes(_ ordering: ModelOrdering) -> Set<[[Int]]> {
            Self.outcomes(
                [
                    [.store(.x, 1, .relaxed), .store(.y, 1, ordering)],
                    [.load(.y, ordering), .load(.x, .relaxed)],
                ],
                of: [1]
            )
        }
        #expect(outcomes(.synchronizing) == [[[0, 0]], [[0, 1]], [[1, 1]]])
        #expect(outcomes(.relaxed) == [[[0, 0]], [[0, 1]], [[1, 1]], [[1, 0]]])
    }

    @Test("shows a write through a third thread, if that thread acquired it")
    func isTransitive() {
        func explore(_ between: ModelOrdering) -> Exploration<LitmusThread> {
            Self.explore([
                [.write(42), .store(.x, 1, .synchronizing)],
                [.load(.x, between), .store(.y, 1, .synchronizing).after(1)],
                [.load(.y, .synchronizing), .read.after(1)],
            ])
        }
        #expect(explore(.synchronizing).counterexample == nil)
        #expect(explore(.relaxed).counterexample != nil)
    }

    @Test("tries each order of the actions once")
    func countsExecutions() {
        let stores: [Instruction] = [.store(.x, 1, .relaxed), .store(.x, 2, .relaxed)]
        let others: [Instruction] = [.store(.y, 1, .relaxed), .store(.y, 2, .relaxed)]
        #expect(Self.explore([stores, others]).executions == 6)
    }
}
