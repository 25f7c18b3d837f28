import FoundationEssentials
import Research
import Synchronization
import Testing
import Timebase

/// How often identifiers are looked at: what a walk through a history or a task consists of.
private final class LookCounter: Sendable {
    private let looks = Mutex(0)

    func look() { looks.withLock { $0 += 1 } }

    var count: Int { looks.withLock { $0 } }
}

private struct CountedStep: RSDStep {
    let name: String
    let counter: LookCounter
    let stepType: RSDStepType = .instruction

    var identifier: String {
        counter.look()
        return name
    }

    func instantiateStepResult() -> any RSDResult {
        var result = CountedResult(name: name, startDate: Sample.epoch, endDate: Sample.epoch)
        result.counter = counter
        return result
    }
}

private struct CountedResult: RSDResult {
    var name: String
    var startDate: Date
    var endDate: Date
    var counter: LookCounter? = nil

    private enum CodingKeys: CodingKey { case name, startDate, endDate }

    var type: RSDResultType { .base }
    var identifier: String {
        counter?.look()
        return name
    }
}

@MainActor
@Suite("A step of a long task")
struct StepCostTests {
    /// How often identifiers were looked at in the last three steps forward, with all that a
    /// controller asks at each, and in three steps back.
    private func looks(in length: Int) -> (forward: Int, back: Int) {
        let counter = LookCounter()
        let task = RSDTaskObject(
            identifier: "task",
            steps: (0..<length).map { CountedStep(name: "step\($0)", counter: counter) }
        )
        let walker = Walker(task)
        func step(_ times: Int, _ move: () -> Void) -> Int {
            let before = counter.count
            for _ in 0..<times {
                move()
                guard let step = walker.path.currentStep else { continue }
                _ = walker.path.progress
                _ = walker.path.hasStepAfter
                _ = walker.path.hasStepBefore
                _ = walker.path.previousResult(for: step)
                let answer = walker.path.findResult(for: step.identifier)
                if let answer { walker.path.updateResult(answer) }
            }
            return counter.count - before
        }
        _ = step(length - 4) { walker.forward() }
        let forward = step(3) { walker.forward() }
        let back = step(3) { walker.back() }
        #expect(walker.path.currentStepIdentifier == "step\(length - 5)")
        return (forward, back)
    }

    @Test("looks at as few identifiers as one of a short task, forward and back")
    func counted() {
        let short = looks(in: 10)
        let long = looks(in: 10_000)
        #expect(short.forward > 0)
        #expect(long.forward <= short.forward * 2)
        #expect(long.back <= short.back * 2)
    }

    @Test("that is ahead is asked where it leads without a look at what was shown")
    func peekingAhead() {
        let counter = LookCounter()
        var result = Sample.history([])
        result.stepHistory = (0..<100).map { number in
            CountedResult(
                name: "step\(number)",
                startDate: Sample.epoch,
                endDate: Sample.epoch,
                counter: counter
            )
        }
        for step in [RSDUIStepObject(identifier: "z", nextStepIdentifier: "b"), form()] {
            #expect(step.nextStepIdentifier(with: result, isPeeking: true) == "b")
        }
        #expect(counter.count == 0)
    }

    private func form() -> RSDUIStepObject {
        RSDFormUIStepObject(identifier: "z", nextStepIdentifier: "b")
    }

    /// How many documents, and bytes, are written at the last steps but one of a run that is saved
    /// at each step and each answer.
    private func saved(in length: Int) throws -> (documents: Int, bytes: Int) {
        let factory = RSDFactory()
        let steps = (0..<length).map { PlainStep("step\($0)") }
        let walker = Walker(RSDTaskObject(identifier: "task", steps: steps))
        var (documents, bytes) = (0, 0)
        func save() throws {
            let pieces = try walker.path.takeUnsavedChanges().documents(factory)
            documents += pieces.count
            bytes += pieces.values.reduce(0) { $0 + $1.count }
        }
        walker.forward(length - 4)
        try save()
        (documents, bytes) = (0, 0)
        let answer = AnswerValue.codable(.integer(1))
        for _ in 0..<3 {
            walker.forward()
            try save()
            walker.path.updateResult(Sample.answer(walker.last, answer))
            try save()
            walker.path.record {
                $0.appendAsyncResult(with: Sample.answer("\(walker.last) recorded", answer))
                return 1
            }
            try save()
        }
        walker.back()
        try save()
        return (documents, bytes)
    }

    @Test("is saved by as few documents as one of a short task, and as small ones")
    func saved() throws {
        let short = try saved(in: 10)
        let long = try saved(in: 10_000)
        #expect(long.documents == short.documents)
        // Places and names have more digits.
        #expect(long.bytes < short.bytes * 3 / 2)
    }

    @Test("is looked up by itself after others have written to the history")
    func index() {
        let walker = Walker(Sample.plain("a b c d"))
        walker.forward(3)
        walker.path.taskResult.stepHistory.removeFirst()
        #expect(walker.path.findResult(for: "a") == nil)
        #expect(walker.path.findResult(for: "c")?.identifier == "c")
        walker.path.taskResult.appendStepHistory(with: Sample.answer("b", .integer(1)))
        #expect(walker.history == "c b")
        #expect(walker.path.findResult(for: "b") is RSDAnswerResultObject)
        #expect(walker.path.progress?.total == 4)
        walker.path.taskResult.appendStepHistory(with: Sample.answer("foreign", nil))
        #expect(walker.path.progress?.total == 5)
        walker.path.taskResult.stepHistory = []
        #expect(walker.path.progress?.current == 1)
        #expect(walker.forward() == "d")
        #expect(walker.history == "d")
    }
}
