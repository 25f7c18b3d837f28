import FoundationEssentials
import Research
import Testing
import Timebase

@MainActor
@Suite("Moving along a task")
struct PathMoveTests {
    @Test("goes into sections and out of them, and keeps their results")
    func forward() throws {
        let walker = Walker([
            RuledStep("a"),
            Sample.section("s", [RuledStep("s1"), Sample.section("t", Sample.plain("t1 t2"))]),
            RuledStep("z"),
        ])
        #expect((0..<6).map { _ in walker.forward() } == ["a", "s1", "t1", "t2", "z", "!end"])
        #expect(walker.history == "a s(s1 t(t1 t2)) z")
        #expect(walker.closed == ["t", "s"])
        #expect(walker.moves.map(\.completesTask) == [false, false, false, false, true])
        let result = walker.path.taskResult
        let section = try #require(walker.path.findResult(for: "s") as? any RSDTaskResult)
        #expect(section.taskRunUUID == result.taskRunUUID)
        #expect(section.stepHistory.first?.startDate == Date(timeIntervalSince1970: 1))
        #expect(section.stepHistory.first?.endDate == Date(timeIntervalSince1970: 2))
        #expect(result.stepHistory.first?.endDate == Date(timeIntervalSince1970: 1))
        #expect(result.endDate > section.endDate)
    }

    @Test("reports the start and the end of each move, with all levels")
    func positions() throws {
        let walker = Walker([
            RuledStep("a"), Sample.section("s", Sample.plain("s1 s2")), RuledStep("z"),
        ])
        walker.forward(4)
        walker.back()
        let moves = walker.moves
        let words = moves.map { move in
            [move.from, move.to].map { position in
                position.levels.map { "\($0.identifier):\($0.stepIdentifier ?? "-")" }
                    .joined(separator: "/")
            }
        }
        #expect(
            words == [
                ["task:-", "task:a"], ["task:a", "task:s/s:s1"],
                ["task:s/s:s1", "task:s/s:s2"], ["task:s/s:s2", "task:z"],
                ["task:z", "task:s/s:s2"],
            ]
        )
        #expect(moves.map { $0.previousStep?.identifier } == [nil, "a", "s1", "s", "z"])
        #expect(moves.map(\.cause) == [.forward, .forward, .forward, .forward, .back])
        #expect(
            moves.map { $0.to.levels.map(\.isFirstStep) }
                == [[true], [false, true], [false, false], [false], [false, false]]
        )
        #expect(walker.path.fullPath == "task")
        #expect(walker.path.currentNode.currentStepPath == "task/s/s2")
    }

    @Test("goes back through its history, into sections and subtasks and out of them")
    func back() {
        let inner = RSDTaskObject(identifier: "other", steps: Sample.plain("u1 u2"))
        let subtask = Subtask(identifier: "u", task: inner)
        let walker = Walker([
            RuledStep("a"), Sample.section("s", Sample.plain("s1 s2")), subtask, RuledStep("z"),
        ])
        walker.forward(6)
        #expect(walker.history == "a s(s1 s2) u(u1 u2) z")
        let way = (0..<6).map { _ in walker.back() }
        #expect(way == ["<u2", "<u1", "<s2", "<s1", "<a", "stay"])
        #expect(walker.history == "a")
        #expect((0..<6).map { _ in walker.forward() } == ["s1", "s2", "u1", "u2", "z", "!end"])
        #expect(walker.history == "a s(s1 s2) u(u1 u2) z")
        let schema = (walker.path.findResult(for: "u") as? any RSDTaskResult)?.schemaInfo
        #expect(schema?.identifier == "other")
    }

    /// A subtask whose identifier is not that of its task.
    private struct Subtask: RSDSubtaskStep {
        let identifier: String
        let task: any RSDTask
        let stepType: RSDStepType = .subtask
    }

    @Test("stays at a step whose predecessor forbids going back, and says so in advance")
    func backRule() {
        let first = RuledStep("s1", back: false)
        let walker = Walker([RuledStep("a"), Sample.section("s", [first]), RuledStep("z")])
        walker.forward()
        #expect(!walker.path.hasStepBefore)
        #expect(walker.path.isFirstStep)
        walker.forward()
        #expect(!walker.path.hasStepBefore)
        #expect(walker.back() == "stay")
        #expect(walker.history == "a")
        first.allowsBack = true
        #expect(walker.path.hasStepBefore)
        #expect(walker.path.hasStepAfter)
        #expect(!walker.path.currentNode.isFirstStep)
        #expect(walker.back() == "<a")
    }

    @Test("skips a section without any shown step when it goes back")
    func emptySection() {
        let empty = Sample.section("s", [Sample.section("t", [RuledStep("t1", skip: true)])])
        let walker = Walker([RuledStep("a"), empty, RuledStep("z")])
        walker.forward(2)
        #expect(walker.history == "a s(t()) z")
        #expect(walker.path.hasStepBefore)
        #expect(walker.back() == "<a")
        #expect(walker.forward() == "z")
        let only = Walker([empty, RuledStep("z")])
        #expect(only.forward() == "z")
        #expect(!only.path.hasStepBefore)
        #expect(only.back() == "stay")
        #expect(only.forward() == "!end")
    }

    @Test("keeps earlier answers when it goes back, as previous results")
    func previousResults() {
        let walker = Walker(Sample.plain("a b c"))
        walker.forward(2)
        walker.path.updateResult(Sample.answer("b", .integer(1)))
        walker.forward()
        #expect(walker.back() == "<b")
        #expect(walker.path.previousResults.map(\.identifier) == ["b", "c"])
        let fresh = walker.path.findResult(for: "b")
        #expect(fresh is RSDResultObject)
        func previous(_ identifier: String) -> AnswerValue? {
            let found = walker.path.previousResult(for: RuledStep(identifier))
            return (found as? any RSDAnswerResult)?.value
        }
        #expect(previous("b") == .integer(1))
        walker.path.taskResult.appendStepHistory(with: Sample.answer("b", .integer(2)))
        #expect(previous("b") == .integer(2), "what was answered since counts more")
        #expect(walker.path.previousResult(for: RuledStep("z")) == nil)
        walker.back()
        walker.forward()
        #expect(previous("b") == .integer(2))
        #expect(walker.history == "a b")
    }

    @Test("restarts a section by a rule, and keeps its recordings")
    func loops() throws {
        let last = RuledStep("z", next: "s")
        let walker = Walker([Sample.section("s", Sample.plain("s1 s2")), last])
        walker.forward()
        let file = RSDFileResultObject(identifier: "walk", startDate: Sample.epoch)
        walker.path.currentNode.taskResult.appendAsyncResult(with: file)
        walker.forward(2)
        #expect(walker.forward() == "<s1")
        #expect(walker.moves.last?.cause == .forward)
        #expect(walker.history == "")
        #expect(walker.path.currentNode.previousResults.map(\.identifier) == ["s1", "s2"])
        last.next = nil
        walker.forward(3)
        #expect(walker.history == "s(s1 s2) z")
        let section = try #require(walker.path.findResult(for: "s") as? any RSDTaskResult)
        #expect(section.asyncResults?.map(\.identifier) == ["walk"])
    }

    @Test(
        "leaves a section as its step's rule says, and keeps its results",
        arguments: [
            ("exit", "!exit", "a s(s1)"), ("nextSection", "z", "a s(s1) z"),
            ("y", "y", "a s(s1) y"), ("a", "<a", "a"), ("x", "!end", "a s(s1)"),
        ]
    )
    func endings(next: String, last: String, history: String) {
        let inner: [any RSDStep] = [RuledStep("s1", next: next), RuledStep("s2")]
        let nested = Sample.section("s", [Sample.section("t", inner)])
        let histories = [history, history.replacing("s(s1)", with: "s(t(s1))")]
        for (section, history) in zip([Sample.section("s", inner), nested], histories) {
            let walker = Walker([RuledStep("a"), section] + Sample.plain("z y"))
            walker.forward(2)
            #expect(walker.forward() == last)
            #expect(walker.history == history)
        }
    }

    @Test("keeps all results when the task ends inside a section")
    func exit() throws {
        let walker = Walker([
            RuledStep("a"), Sample.section("s", [Sample.section("t", Sample.plain("t1 t2"))]),
        ])
        walker.forward(2)
        let file = RSDFileResultObject(identifier: "walk", startDate: Sample.epoch)
        walker.path.currentNode.taskResult.appendAsyncResult(with: file)
        #expect(walker.perform(walker.path.currentNode.exit()) == "!exit")
        #expect(walker.history == "a s(t(t1))")
        let outer = try #require(walker.path.findResult(for: "s") as? any RSDTaskResult)
        let inner = try #require(outer.stepHistory.last as? any RSDTaskResult)
        #expect(inner.asyncResults?.map(\.identifier) == ["walk"])
        #expect(walker.path.currentChild == nil)
    }

    @Test("keeps the recordings of a section that was left by going back")
    func abandoned() {
        let first = RuledStep("a")
        let walker = Walker([first, Sample.section("s", Sample.plain("s1")), RuledStep("z")])
        walker.forward(2)
        let file = RSDFileResultObject(identifier: "walk", startDate: Sample.epoch)
        walker.path.currentNode.taskResult.appendAsyncResult(with: file)
        #expect(walker.back() == "<a")
        first.next = "z"
        #expect(walker.forward(2) == "!end")
        #expect(walker.history == "a z")
        #expect(walker.path.taskResult.asyncResults?.map(\.identifier) == ["walk"])
    }

    /// A step's result with files and an error beside an answer.
    private static func recorded(at step: String) -> RSDCollectionResultObject {
        func file(_ name: String) -> RSDFileResultObject {
            RSDFileResultObject(identifier: name, startDate: Sample.epoch)
        }
        let several = RSDCollectionResultObject(
            identifier: "\(step) several",
            startDate: Sample.epoch,
            inputResults: [Sample.answer("count", .integer(1)), file("inner")]
        )
        let failure = RSDErrorResultObject(
            identifier: "\(step) error",
            error: RecorderError.interrupted(identifier: step),
            startDate: Sample.epoch,
            endDate: Sample.epoch
        )
        return RSDCollectionResultObject(
            identifier: step,
            startDate: Sample.epoch,
            inputResults: [
                file("\(step) file"), Sample.answer("answer", .integer(1)), failure, several,
            ]
        )
    }

    private static func names(of step: String) -> [String] {
        ["file", "error", "several"].map { "\(step) \($0)" }
    }

    @Test("keeps the recordings of steps as async results when it goes back from them")
    func recordedAtSteps() {
        let walker = Walker(Sample.plain("a b c d"))
        for step in ["a", "b", "c"] {
            walker.forward()
            walker.path.updateResult(Self.recorded(at: step))
        }
        func kept() -> [String] { (walker.path.taskResult.asyncResults ?? []).map(\.identifier) }
        #expect(walker.back() == "<b")
        #expect(kept() == Self.names(of: "b") + Self.names(of: "c"))
        let picture = RSDFileResultObject(identifier: "b", startDate: Sample.epoch)
        walker.path.updateResult(picture)
        walker.path.taskResult.asyncResults = nil
        #expect(walker.jump("b") == "<b")
        #expect(kept() == ["b"])
        #expect(walker.path.previousResult(for: RuledStep("b")) is any RSDFileResult)
    }

    @Test("keeps the recordings of steps in a section that restarts or was left")
    func recordedInSections() throws {
        let (first, last) = (RuledStep("a"), RuledStep("z"))
        let inner = Sample.section("t", Sample.plain("t1"))
        let walker = Walker([first, Sample.section("s", Sample.plain("s1") + [inner]), last])
        walker.forward(2)
        walker.path.currentNode.updateResult(Self.recorded(at: "s1"))
        walker.forward()
        walker.path.currentNode.updateResult(Self.recorded(at: "t1"))
        last.next = "s"
        walker.forward(2)
        #expect(walker.history == "a" && walker.last == "<s1")
        let begun = walker.path.currentNode.taskResult
        #expect(begun.asyncResults?.map(\.identifier) == Self.names(of: "s1"))
        walker.forward()
        let again = walker.path.currentNode.taskResult
        #expect(again.asyncResults?.map(\.identifier) == Self.names(of: "t1"))
        walker.forward()
        #expect(walker.jump("a") == "<a")
        first.next = "z"
        last.next = nil
        #expect(walker.forward(2) == "!end")
        #expect(walker.history == "a z")
        let kept = walker.path.taskResult.asyncResults?.map(\.identifier)
        #expect(kept == Self.names(of: "s1") + Self.names(of: "t1"))
    }

    @Test("leaves out what is for full instructions only, where they are short")
    func abbreviated() {
        func instruction(_ identifier: String, full: Bool) -> RSDUIStepObject {
            let step = RSDUIStepObject(identifier: identifier)
            step.fullInstructionsOnly = full
            return step
        }
        let steps = [
            instruction("a", full: true), instruction("b", full: false),
            instruction("c", full: true), instruction("d", full: true),
        ]
        let section = Sample.section("s", steps)
        let long = Walker([section])
        #expect((0..<5).map { _ in long.forward() } == ["a", "b", "c", "d", "!end"])
        let short = Walker([section])
        short.path.shouldShowAbbreviatedInstructions = true
        #expect(short.forward() == "b")
        #expect(!short.path.hasStepAfter)
        #expect(short.moves.last?.completesTask == true)
        #expect(short.forward() == "!end")
        #expect(short.history == "s(b)")
    }

    @Test("shows a section as one step where the host wants that")
    func oneStep() throws {
        let walker = Walker([Sample.section("s", Sample.plain("s1 s2")), RuledStep("z")])
        walker.path.isShownAsOneStep = { $0 is any RSDSectionStep }
        #expect((0..<3).map { _ in walker.forward() } == ["s", "z", "!end"])
        let section = try #require(walker.path.findResult(for: "s") as? any RSDTaskResult)
        #expect(section.taskRunUUID == walker.path.taskResult.taskRunUUID)
    }
}
