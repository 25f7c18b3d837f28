import FoundationEssentials
import Research
import Testing
import Timebase

@MainActor
@Suite("A jump")
struct PathJumpTests {
    private func walker() -> Walker {
        Walker(
            [
                RuledStep("a"),
                Sample.section(
                    "s",
                    Sample.plain("s1 s2") + [Sample.section("t", [RuledStep("t1")])]
                ),
            ] + Sample.plain("y z")
        )
    }

    @Test(
        "goes forward and back, within a level and out of it",
        arguments: [
            (1, "z", "z", "a z"), (5, "a", "<a", "a"), (2, "s2", "s2", "a"),
            (4, "s1", "<s1", "a"), (4, "z", "z", "a s(s1 s2 t(t1)) z"), (4, "a", "<a", "a"),
            (2, "y", "y", "a s(s1) y"), (5, "s", "<s1", "a"), (1, "s", "s1", "a"),
            (3, "s", "<s1", "a"), (2, "nowhere", "stay", "a"), (3, "exit", "!exit", "a s(s1 s2)"),
            (3, "nextSection", "y", "a s(s1 s2) y"), (2, "nextStep", "s2", "a"),
        ]
    )
    func leads(steps: Int, target: String, expected: String, history: String) {
        let walker = walker()
        walker.forward(steps)
        #expect(walker.jump(target) == expected)
        #expect(walker.history == history)
        switch expected {
        case "stay", "!exit": break
        case _ where target.hasPrefix("next"): break
        default: #expect(walker.moves.last?.cause == .jump || target == "s")
        }
    }

    @Test("from an inner level leads out of it as well")
    func fromInside() {
        let walker = walker()
        walker.forward(4)
        #expect(walker.perform(walker.path.currentNode.jump(to: "y")) == "y")
        #expect(walker.closed == ["t", "s"])
        #expect(walker.back() == "<t1")
    }

    @Test("goes to a step of the level that is asked, where an inner one has such a step too")
    func sameName() {
        let inner = Sample.section("s", [RuledStep("x"), RuledStep("y")])
        let walker = Walker([inner, RuledStep("y"), RuledStep("z")])
        walker.forward()
        walker.jump("y")
        #expect(walker.history == "s(x) y")
    }

    @Test("to the next step leads there in order, whatever the present one and its answer say")
    func inOrder() {
        let answered = Sample.section("s", [RuledStep("x", next: "exit")])
        let walker = Walker([RuledStep("a", next: "c")] + Sample.plain("b c") + [answered])
        walker.forward()
        #expect(walker.jump("nextStep") == "b")
        #expect(walker.history == "a b")
        walker.forward(2)
        #expect(walker.jump("nextStep") == "!end", "the last of a section ends the section")
        #expect(walker.closed == ["s"])
    }

    @Test("keeps the results after its target as previous results")
    func keeps() {
        let walker = Walker(Sample.plain("a b c d"))
        walker.forward(3)
        #expect(walker.jump("a") == "<a")
        #expect(walker.path.previousResults.map(\.identifier) == ["a", "b", "c"])
        #expect(walker.jump("d") == "d")
        #expect(walker.back() == "<a")
    }
}

@MainActor
@Suite("A task that is fetched")
struct PathFetchTests {
    private let info = RSDTaskInfoStepObject(
        info: RSDTaskInfoObject(identifier: "far"),
        taskTransformer: nil
    )

    @Test("is known by the name and the form that its place gives it")
    func schema() {
        var told = RSDTaskInfoObject(identifier: "far")
        told.schemaInfo = RSDSchemaInfoObject(identifier: "form", revision: 7)
        let own = RSDTaskObject(identifier: "near", steps: Sample.plain("f1"))
        own.schemaInfo = RSDSchemaInfoObject(identifier: "own", revision: 3)
        let bare = RSDTaskObject(identifier: "near", steps: Sample.plain("f1"))
        for (info, task, expected) in [
            (told, own, RSDSchemaInfoObject(identifier: "form", revision: 7)),
            (told, bare, RSDSchemaInfoObject(identifier: "form", revision: 7)),
            (RSDTaskInfoObject(identifier: "far"), own, own.schemaInfo),
            (RSDTaskInfoObject(identifier: "far"), bare, RSDSchemaInfoObject(identifier: "far")),
        ] {
            let step = RSDTaskInfoStepObject(info: info, taskTransformer: nil)
            let path = RSDTaskViewModel(taskInfo: step, timekeeper: ManualTimekeeper())
            path.didFetch(task)
            #expect(path.taskResult.identifier == "far")
            #expect(path.taskResult.schemaInfo == expected)
            let walker = Walker([step])
            walker.tasks["far"] = task
            walker.forward()
            #expect(walker.path.currentChild?.taskResult.schemaInfo == expected)
        }
    }

    @Test("as the root keeps the run's identifier and what was recorded meanwhile")
    func root() {
        let clock = ManualTimekeeper()
        let path = RSDTaskViewModel(taskInfo: info, timekeeper: clock)
        let run = path.taskResult.taskRunUUID
        let walker = Walker(path, clock: clock)
        #expect(walker.forward() == "fetch far")
        #expect(walker.forward() == "fetch far", "a fetch that failed is tried again")
        let file = RSDFileResultObject(identifier: "walk", startDate: Sample.epoch)
        path.taskResult.appendAsyncResult(with: file)
        walker.tasks["far"] = RSDTaskObject(identifier: "near", steps: Sample.plain("f1 f2"))
        #expect(walker.forward() == "f1")
        #expect(path.taskResult.identifier == "far")
        #expect(path.taskResult.taskRunUUID == run)
        #expect(path.taskResult.asyncResults?.map(\.identifier) == ["walk"])
    }

    @Test("within another one is gone through, back into and out of")
    func within() {
        let walker = Walker([RuledStep("a"), info, RuledStep("z")])
        walker.forward()
        #expect(walker.forward() == "fetch far")
        #expect(walker.path.hasStepAfter)
        #expect(walker.back() == "<a", "one can go back while the task is not there")
        walker.tasks["far"] = RSDTaskObject(identifier: "near", steps: Sample.plain("f1 f2"))
        #expect((0..<3).map { _ in walker.forward() } == ["f1", "f2", "z"])
        #expect(walker.moves.last?.previousStep?.identifier == "far")
        #expect(walker.history == "a far(f1 f2) z")
        #expect((0..<3).map { _ in walker.back() } == ["<f2", "<f1", "<a"])
    }
}
