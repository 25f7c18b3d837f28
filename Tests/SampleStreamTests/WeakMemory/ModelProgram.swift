// How ordinary code becomes a thread of the model. The code is not rewritten and does not wait: a
// call of it is made again for every action, with the answers that it had before, up to the first
// action that has none. That one is what the thread does next. The rest of the call then runs on
// made-up answers, and what it does is thrown away.

/// The part of a model that one thread has.
protocol ModelProgram: Hashable {
    /// What is worth knowing that it occurred.
    associatedtype Sighting: Hashable

    var isFinished: Bool { get }
    /// What the calls so far found wrong.
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
        // Made up, but such that code that is correct does not trap on it.
        if case .load(let location, _) = action { return latest(location) }
        return 0
    }
}

/// A thread of the model, between two of its actions.
struct ModelThread<Program: ModelProgram>: Hashable {
    /// As it was before the call that is under way.
    private(set) var program: Program
    private var answers: [Int] = []
    /// What it does next; `nil` when it has finished.
    private(set) var pending: ModelAction?

    init(_ program: Program) {
        self.program = program
    }

    /// Goes on, with the answer to what was pending, to the next action.
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
