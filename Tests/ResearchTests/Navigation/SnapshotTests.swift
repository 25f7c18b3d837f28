import FoundationEssentials
import Research
import Testing
import Timebase

@MainActor
@Suite("A saved run")
struct SnapshotTests {
    private let factory = RSDFactory()

    private func task() -> RSDTaskObject {
        let info = RSDTaskInfoStepObject(
            info: RSDTaskInfoObject(identifier: "far"),
            taskTransformer: nil
        )
        let inner = RSDTaskObject(identifier: "u", steps: Sample.plain("u1 u2"))
        return RSDTaskObject(
            identifier: "task",
            steps: [
                RuledStep("a"),
                Sample.section("s", [RuledStep("s1"), Sample.section("t", Sample.plain("t1 t2"))]),
                RSDSubtaskStepObject(task: inner), info, RuledStep("z"),
            ]
        )
    }

    private func walker(_ task: any RSDTask) -> Walker {
        let walker = Walker(task)
        walker.tasks["far"] = RSDTaskObject(identifier: "near", steps: Sample.plain("f1 f2"))
        walker.path.cohorts = ["x", "y"]
        return walker
    }

    private func text(_ snapshot: PathSnapshot) throws -> String {
        try snapshot.documents(factory).sorted { $0.key < $1.key }
            .map { "\($0.key): \(String(decoding: $0.value, as: UTF8.self))" }
            .joined(separator: "\n")
    }

    private func decoded(_ snapshot: PathSnapshot) throws -> PathSnapshot {
        try PathSnapshot(documents: snapshot.documents(factory), factory)
    }

    /// The moves that lead to the saved step; moves back leave earlier results behind.
    nonisolated static let ways: [[String]] =
        (1...9).map { Array(repeating: "forward", count: $0) }
        + [
            ["forward", "forward", "forward", "forward", "forward", "back", "back"],
            Array(repeating: "forward", count: 9) + ["back", "back", "back"],
            Array(repeating: "forward", count: 6) + ["jump s"],
            Array(repeating: "forward", count: 3) + ["back", "back"],
        ]

    private func go(_ walker: Walker, _ way: [String]) {
        for word in way {
            switch word {
            case "forward":
                walker.forward()
                walker.path.currentNode.updateResult(
                    Sample.answer(walker.last, .codable(.string("answer to \(walker.last)")))
                )
            case "back": walker.back()
            default: walker.jump(String(word.dropFirst(5)))
            }
        }
    }

    @Test("is restored at its step, with all answers", arguments: ways)
    func takenUp(way: [String]) throws {
        let task = task()
        let walker = walker(task)
        go(walker, way)
        let saved = try text(walker.path.snapshot())
        let decoded = try decoded(walker.path.snapshot())
        let other = self.walker(task)
        other.path.cohorts = []
        let step = walker.last.filter { $0 != "<" }
        #expect(decoded.stepIdentifier == step)
        #expect(other.perform(try other.path.restore(decoded)) == step)
        #expect(other.moves.last?.cause == .resume)
        #expect(other.moves.last?.to == walker.path.position)
        #expect(try text(other.path.snapshot()) == saved)
        #expect(other.history == walker.history)
        #expect(other.path.taskResult.taskRunUUID == walker.path.taskResult.taskRunUUID)
        // From there, both runs move alike.
        for _ in 0..<3 { #expect(other.back() == walker.back()) }
        for _ in 0..<10 { #expect(other.forward() == walker.forward()) }
        #expect(other.history == walker.history)
    }

    @Test("can be restored from the changes of each step", arguments: ways)
    func changes(way: [String]) throws {
        let task = task()
        let walker = walker(task)
        var kept = walker.path.takeUnsavedChanges()
        for word in way {
            go(walker, [word])
            kept.add(try decoded(walker.path.takeUnsavedChanges()))
        }
        let other = self.walker(task)
        _ = other.perform(try other.path.restore(kept))
        #expect(try text(other.path.snapshot()) == text(walker.path.snapshot()))
        // Nothing has changed since.
        #expect(try walker.path.takeUnsavedChanges().documents(factory).count == 2)
    }

    @Test("can be restored after an app has changed its results")
    func foreignChanges() throws {
        let task = task()
        let walker = walker(task)
        var kept = walker.path.takeUnsavedChanges()
        walker.forward(5)
        kept.add(walker.path.takeUnsavedChanges())
        let answer = Sample.answer("a", .codable(.integer(7)))
        walker.path.taskResult.stepHistory[0] = answer
        walker.path.level(within: ["s"]).taskResult.asyncResults = [answer]
        kept.add(walker.path.takeUnsavedChanges())
        walker.path.level(within: ["s"]).taskResult.asyncResults = nil
        walker.path.taskResult.stepHistory.swapAt(0, 1)
        kept.add(walker.path.takeUnsavedChanges())
        let other = self.walker(task)
        _ = other.perform(try other.path.restore(kept))
        #expect(try text(other.path.snapshot()) == text(walker.path.snapshot()))
    }

    @Test("keeps levels apart whose identifiers look like a path")
    func names() throws {
        let task = RSDTaskObject(
            identifier: "task",
            steps: [
                Sample.section("a", [Sample.section("b/c", Sample.plain("x"))]),
                Sample.section("a/b", [Sample.section("c", Sample.plain("y"))]),
                Sample.section("a%2Fb", [Sample.section("c", Sample.plain("z"))]),
            ]
        )
        let walker = Walker(task)
        walker.forward(3)
        #expect(walker.last == "z")
        let other = Walker(task)
        #expect(other.perform(try other.path.restore(decoded(walker.path.snapshot()))) == "z")
        #expect(other.history == walker.history)
    }

    @Test("waits for a fetched task that contains its step")
    func waits() throws {
        let task = task()
        let walker = walker(task)
        walker.forward(7)
        #expect(walker.last == "f1")
        let saved = walker.path.snapshot()
        let other = Walker(task)
        #expect(other.perform(try other.path.restore(saved)) == "fetch far")
        #expect(try text(other.path.snapshot()) == text(saved), "saved again while it waits")
        other.tasks = walker.tasks
        #expect(other.forward() == "f1")
        #expect(other.forward() == "f2")
        let changed = Walker(task)
        changed.tasks["far"] = RSDTaskObject(identifier: "near", steps: Sample.plain("new"))
        #expect(changed.perform(try changed.path.restore(saved)) == "new")
    }

    @Test("has the present cohorts while a part of it waits for a fetched task")
    func cohortsWhileWaiting() throws {
        let task = task()
        let walker = walker(task)
        walker.forward(7)
        let other = Walker(task)
        _ = other.perform(try other.path.restore(walker.path.snapshot()))
        other.path.cohorts = ["z"]
        let third = Walker(task)
        _ = third.perform(try third.path.restore(other.path.snapshot()))
        #expect(third.path.cohorts == ["z"])
    }

    @Test("keeps recordings made before a fetched task turned out to lack the saved step")
    func recordingsOfChangedTask() throws {
        let task = task()
        let walker = walker(task)
        walker.forward(7)
        let other = Walker(task)
        _ = other.perform(try other.path.restore(walker.path.snapshot()))
        let level = other.path.level(within: ["far"])
        level.keep(recordings: [file("new")])
        other.tasks["far"] = RSDTaskObject(identifier: "near", steps: Sample.plain("new"))
        #expect(other.forward() == "new")
        #expect(level.taskResult.asyncResults?.map(\.identifier) == ["new"])
    }

    @Test("has files removed also from sections of a task that is not fetched yet")
    func filesOfWaitingSections() throws {
        let task = task()
        let fetched = RSDTaskObject(
            identifier: "near",
            steps: [Sample.section("fs", Sample.plain("f1 f2"))]
        )
        let walker = Walker(task)
        walker.tasks["far"] = fetched
        walker.forward(7)
        #expect(walker.last == "f1")
        walker.path.level(within: ["far", "fs"])
            .keep(recordings: [file("one"), file("two"), file("three")])
        let other = Walker(task)
        _ = other.perform(try other.path.restore(decoded(walker.path.snapshot())))
        var seen: [String] = []
        other.path.removeFiles { file in
            seen.append(file.identifier)
            return file.identifier == "two"
        }
        #expect(seen == ["one", "two", "three"])
        let third = Walker(task)
        third.tasks["far"] = fetched
        let shown = third.perform(try third.path.restore(decoded(other.path.snapshot())))
        #expect(shown == "f1")
        let section = third.path.level(within: ["far", "fs"])
        #expect(section.taskResult.asyncResults?.map(\.identifier) == ["one", "three"])
    }

    @Test("keeps the recordings of a section that the task no longer has")
    func withoutSection() throws {
        let walker = Walker([RuledStep("a"), Sample.section("s", Sample.plain("s1 s2"))])
        walker.forward(2)
        walker.path.currentNode.keep(recordings: [file("one")])
        #expect(walker.back() == "<a")
        let other = Walker([RuledStep("a")])
        let shown = other.perform(try other.path.restore(decoded(walker.path.snapshot())))
        #expect(shown == "a")
        #expect(other.path.taskResult.asyncResults?.map(\.identifier) == ["one"])
    }

    @Test("keeps the recordings of a section that a fetched task no longer has")
    func withoutFetchedSection() throws {
        let info = RSDTaskInfoStepObject(
            info: RSDTaskInfoObject(identifier: "far"),
            taskTransformer: nil
        )
        let task = RSDTaskObject(identifier: "task", steps: [RuledStep("a"), info])
        let walker = Walker(task)
        let section = Sample.section("fs", Sample.plain("f1"))
        walker.tasks["far"] = RSDTaskObject(identifier: "near", steps: [section])
        walker.forward(2)
        #expect(walker.last == "f1")
        walker.path.currentNode.keep(recordings: [file("one")])
        let other = Walker(task)
        other.tasks["far"] = RSDTaskObject(identifier: "near", steps: Sample.plain("g1"))
        let shown = other.perform(try other.path.restore(decoded(walker.path.snapshot())))
        #expect(shown == "g1")
        let far = other.path.level(within: ["far"])
        #expect(far.taskResult.asyncResults?.map(\.identifier) == ["one"])
    }

    private func file(_ identifier: String) -> RSDFileResultObject {
        RSDFileResultObject(identifier: identifier, startDate: Sample.epoch)
    }

    @Test("cannot be restored in another or a changed task")
    func refused() throws {
        let walker = walker(task())
        walker.forward(3)
        let saved = walker.path.snapshot()
        #expect(throws: PathRestoreError.otherTask(saved: "task", present: "else")) {
            let other = Walker(RSDTaskObject(identifier: "else", steps: []))
            _ = try other.path.restore(saved)
        }
        let error = #expect(throws: PathRestoreError.self) {
            let other = Walker([RuledStep("a"), RuledStep("b")])
            _ = try other.path.restore(saved)
        }
        #expect(error == .missingStep("s", level: "task"))
        #expect(error?.description.contains("'s'") == true)
        #expect(error?.errorCode == -2)
    }

    @Test("that has not begun starts at the first step")
    func notBegun() throws {
        let task = task()
        let saved = Walker(task).path.snapshot()
        let other = Walker(task)
        #expect(other.perform(try other.path.restore(saved)) == "a")
    }
}
