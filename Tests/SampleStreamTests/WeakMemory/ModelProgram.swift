// Runs ordinary code as a thread of the model. The code is not rewritten and never waits: for every
// action its call is repeated with the answers that it got before, up to the first action without an
// answer. That action is the thread's next one. The rest of the call runs on made-up answers, and its
// effects are discarded.

/// The program of one thread of a model.
protocol ModelProgram: Hashable {
    /// A situation that a search should have met.
    associatedtype Sighting: Hashable

    var isFinished: Bool { get }
    /// What the calls so far have found wrong, if anything.
    var fault: String? { get }

    /// Makes the next call. It depends on nothing but the program's state and the answers.
    mutating func call(_ memory: CallMemory) -> [Sighting]
}

/// The memory as one call sees it.
final class CallMemory {
    private let answers: [Int]
    private let latest: (Int) -> Int
    private var performed = 0
    /// The first action that has no answer yet.
    private(set) var pending: ModelAction?

    init(answers: [Int], latest: @escaping (Int) -> Int) {
        self.answers = answers
        self.latest = latest
    }

    @discardableResult
    func perform(_ action: ModelAction) -> Int {
        performed += 1
        if performed <= answers.count { return answers[performed - 1] }
        if pending == nil { pending = action }
        // This answer is made up so that correct code does not trap on it.
        if case .load(let location, _) = action { return latest(location) }
        return 0
    }
}

/// A thread of the model, between two of its actions.
struct ModelThread<Program: ModelProgram>: Hashable {
    /// The program as it was before the current call.
    private(set) var program: Program
    private var answers: [Int] = []
    /// The next action; `nil` if the thread has finished.
    private(set) var pending: ModelAction?

    init(_ program: Program) {
        self.program = program
    }

    /// Continues with the answer to the pending action, up to the next action.
    mutating func proceed(
        with answer: Int?,
        latest: @escaping (Int) -> Int
    ) -> [Program.Sighting] {
        if let answer { answers.append(answer) }
        var sightings: [Program.Sighting] = []
        while !program.isFinished, program.fault == nil {
            var called = program
            let memory = CallMemory(answers: answers, latest: latest)
            let seen = called.call(memory)
            pending = memory.pending
            if pending != nil { return sightings }
            program = called
            answers = []
            sightings += seen
        }
        pending = nil
        return sightings
    }
}
