// A problem during a run asks the user a question with a way out, if somebody watches the screen: a recorder that does
// not start, does not answer or fails during a step, answers that cannot be saved, speech that fails.

import FoundationEssentials
import Research
import Synchronization
import SystemCalls
import TaskEngine
import Testing
import Timebase
import TrackedStore
import ViewTree

@testable import ResearchUI

struct Unplugged: Error, CustomStringConvertible {
    var description: String { "iio:device0 has gone; plug it in again" }
}

struct DiskIsFull: Error, CustomStringConvertible {
    var description: String { "no space left on the disk; make room" }
}

/// A store that can be full or hang.
private final class Disk: DocumentStore {
    private let state = Mutex((isFull: false, writes: 0))
    private let hang = Mutex<Void>(())

    /// Blocks all writes while `body` runs.
    func hang(during body: @MainActor () async throws -> Void) async throws {
        let (began, ended) = (WakeEvent(), WakeEvent())
        _ = try SystemThread.spawn(name: "hung disk") { [self] in
            hang.withLock { _ in
                began.signal()
                while ended.count == 0 { ended.wait(since: 0) }
            }
        }
        while began.count == 0 { began.wait(since: 0) }
        defer { ended.signal() }
        try await body()
    }

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    var writes: Int { state.withLock { $0.writes } }
    var keeper: ProgressKeeper { ProgressKeeper(in: self, factory: RSDFactory()) }

    func documents(ofKind kind: String) throws -> [String: [UInt8]] { [:] }

    func change(_ changes: [TrackedChange]) throws {
        hang.withLock { _ in }
        try state.withLock {
            if $0.isFull { throw DiskIsFull() }
            $0.writes += 1
        }
    }
}

@Suite("A question about a problem during a run")
@MainActor
struct TroubleQuestionTests {
    /// A task with recorders, by default with one, on a screen that somebody watches.
    @MainActor
    private final class Watched {
        let stage: TaskStage
        let feed: ScreenFeed
        private(set) var actions: [StagedAction] = []

        init(
            _ steps: [any RSDStep] = [Steps.instruction("a"), Steps.instruction("b")],
            recorders: [String] = ["m"],
            deletesPrevious: Bool = false,
            _ prepare: @escaping @MainActor (_ action: StagedAction, _ number: Int) -> Void
        ) {
            let stage = TaskStage(
                steps: steps,
                recorders.map {
                    StagedAction.Configuration(
                        identifier: $0,
                        stopStepIdentifier: "a",
                        shouldDeletePrevious: deletesPrevious
                    )
                }
            )
            self.stage = stage
            feed = ScreenFeed(of: stage.controller) { _ in }
            stage.makesAction = { [weak self, story = stage.story] in
                let action = StagedAction($0, stage.controller.taskViewModel, story)
                self?.actions.append(action)
                prepare(action, self?.actions.count ?? 0)
                return action
            }
        }

        var question: AlertContent? {
            var found: AlertContent?
            stage.controller.screen.forEach { node in
                if case .alert(let alert) = node.content { found = alert }
            }
            return found
        }

        var errors: [String] {
            (stage.controller.taskViewModel.taskResult.asyncResults ?? [])
                .compactMap { $0 as? any RSDErrorResult }.map(\.errorDescription)
        }

        /// Waits up to 10 s of real time until the condition holds.
        func until(_ isSo: () -> Bool) async throws {
            for _ in 0..<2000 where !isSo() { try await Task.sleep(for: .milliseconds(5)) }
            try #require(isSo())
        }
    }

    @Test("holds the step while a recorder does not start, and lets the user try again repeatedly")
    func notStarted() async throws {
        let run = Watched { action, number in if number < 3 { action.obstacle = Unplugged() } }
        try await run.stage.begin()
        #expect(run.question?.title == "“m” cannot record")
        #expect(run.question?.message == "\(Unplugged())")
        let step = run.stage.controller.currentStepController as? RSDStepViewController
        #expect(step?.mayBegin == false)
        try await run.stage.press(titled: "Try again")
        #expect(run.question?.title == "“m” cannot record")
        try await run.stage.press(titled: "Try again")
        #expect(run.question == nil && run.actions.count == 3)
        try await run.stage.reach("a")
        #expect(run.stage.story.lines == ["m runs"])
        try await run.stage.press(.goForward)
        try await run.stage.reach("b")
        #expect(run.errors.isEmpty)
        #expect(
            run.stage.controller.engine.notes
                == ["the recorder 'm' was tried again: iio:device0 has gone; plug it in again"]
        )
    }

    @Test("leaves the recorder's error in the result when the user goes on without it")
    func without() async throws {
        let run = Watched { action, _ in action.obstacle = Unplugged() }
        try await run.stage.begin()
        try await run.stage.press(titled: "Go on without it")
        try await run.stage.reach("a")
        #expect(run.errors == ["\(Unplugged())"])
    }

    @Test("ends the run when the user wants that")
    func ended() async throws {
        let run = Watched { action, _ in action.obstacle = Unplugged() }
        try await run.stage.begin()
        try await run.stage.press(titled: "End the task")
        for _ in 0..<100 where run.stage.reasons.isEmpty { await Task.yield() }
        #expect(run.stage.reasons == [.earlyExit])
        #expect(run.question == nil)
    }

    @Test(
        "does not stop the step when a recorder fails in it; a restart keeps the earlier results",
        arguments: [false, true]
    )
    func failedInMidStep(deletesPrevious: Bool) async throws {
        let run = Watched(deletesPrevious: deletesPrevious) { $0.startSeconds = Double($1) }
        try await run.stage.begin()
        try await run.stage.reach("a")
        run.actions[0].fail(with: Unplugged())
        await run.stage.settle()
        #expect(run.question?.title == "“m” has stopped recording")
        #expect(run.question?.message?.contains("\(Unplugged())") == true)
        try await run.stage.press(titled: "Try again")
        #expect(run.stage.story.lines == ["m runs", "m failed", "m runs"])
        try await run.stage.press(.goForward)
        try await run.stage.reach("b")
        let results = run.stage.controller.taskViewModel.taskResult.asyncResults ?? []
        #expect(results.map(\.identifier) == ["m", "m_error", "m"])
    }

    @Test("also appears if a recorder fails just before its start returns")
    func failedAtOnce() async throws {
        let run = Watched { action, number in
            if number == 1 { action.lateObstacle = Unplugged() }
        }
        try await run.stage.begin()
        try await run.stage.reach("a")
        #expect(run.question?.title == "“m” has stopped recording")
        try await run.stage.press(titled: "Try again")
        #expect(run.question == nil && run.errors == ["\(Unplugged())"])
        #expect(run.stage.story.lines == ["m runs", "m failed", "m runs"])
    }

    @Test("appears once for a recorder that reports two errors while another one stops")
    func failedTwice() async throws {
        let run = Watched(recorders: ["m", "n"]) { _, _ in }
        // No question about a slow stop comes between, however busy the machine is.
        run.stage.controller.engine.limits.patience = .seconds(600)
        try await run.stage.begin()
        try await run.stage.reach("a")
        let (failing, stopping) = (run.actions[0], run.actions[1])
        stopping.isSlow = true
        let stop = Task {
            await run.stage.controller.stopAsyncActions(for: [stopping], showLoading: false)
        }
        await run.stage.settle()
        #expect(stopping.isWaitedFor)
        // Its result waits for the one of the other recorder.
        failing.fail(with: Unplugged())
        failing.fail(with: Unplugged())
        await run.stage.settle()
        #expect(run.question?.title == "“m” has stopped recording")
        try await run.stage.press(titled: "Go on without it")
        #expect(run.question == nil)
        stopping.release()
        await stop.value
        #expect(run.errors == ["\(Unplugged())"])
    }

    @Test("starts no new recorder if the host has begun to stop the old one")
    func stoppedMeanwhile() async throws {
        let run = Watched { action, number in
            if number == 1 { action.obstacle = Unplugged() }
        }
        // No question about a slow stop comes between, however busy the machine is.
        run.stage.controller.engine.limits.patience = .seconds(600)
        try await run.stage.begin()
        let first = run.actions[0]
        first.isSlow = true
        let stop = Task {
            await run.stage.controller.stopAsyncActions(for: [first], showLoading: false)
        }
        await run.stage.settle()
        #expect(first.isWaitedFor)
        try await run.stage.press(titled: "Try again")
        #expect(run.question == nil && !run.stage.story.lines.contains("m runs"))
        first.release()
        await stop.value
        try await run.stage.reach("a")
        #expect(run.errors == ["\(Unplugged())"])
    }

    @Test("does not restart a recorder once the part of the task that it records is over")
    func triedTooLate() async throws {
        let run = Watched { _, _ in }
        try await run.stage.begin()
        try await run.stage.reach("a")
        run.actions[0].fail(with: Unplugged())
        await run.stage.settle()
        // The run goes on behind the question, as when a timer ends the step.
        run.stage.controller.goForward()
        try await run.stage.reach("b")
        try await run.stage.press(titled: "Try again")
        #expect(run.actions.count == 1)
        #expect(
            run.stage.controller.engine.notes == [
                "the recorder 'm' was not begun again: the part of the task in which it records was over"
            ]
        )
    }

    @Test("appears when a recorder does not answer, and closes by itself when it answers")
    func answersLate() async throws {
        let run = Watched { action, _ in action.isSlow = true }
        run.stage.controller.engine.limits.patience = .milliseconds(1)
        try await run.stage.begin()
        try await run.until { run.question != nil }
        #expect(run.question?.title == "“m” does not answer")
        run.actions[0].release()
        try await run.until { run.question == nil }
        try await run.stage.reach("a")
        #expect(run.stage.story.lines == ["m runs"])
    }

    @Test("lets the user go on without a recorder that never answers")
    func neverAnswers() async throws {
        let run = Watched { action, _ in action.isSlow = true }
        run.stage.controller.engine.limits.patience = .milliseconds(1)
        try await run.stage.begin()
        try await run.until { run.question?.title == "“m” does not answer" }
        // The answer also settles the question that would follow.
        try await run.stage.press(titled: "Go on without it")
        try await run.stage.reach("a")
        #expect(run.question == nil)
        #expect(run.errors == ["\(TaskEngineError.givenUp("m", .starting))"])
    }

    @Test("appears alone, and closes when the run ends")
    func oneAtATime() async throws {
        let run = Watched { action, _ in action.obstacle = Unplugged() }
        try await run.stage.begin()
        let first = run.question
        let second = Task {
            await run.stage.controller.questions.ask(.permission(.init(permissionType: .camera)))
        }
        await run.stage.settle()
        #expect(run.question == first)
        run.stage.controller.handleTaskCancelled(shouldSave: false)
        #expect(await second.value == nil)
        await run.stage.settle()
        #expect(run.question == nil && run.stage.reasons == [.discarded])
    }

    @Test("appears again after the host dismissed the screen below it")
    func takenAway() async throws {
        let run = Watched { action, _ in action.obstacle = Unplugged() }
        run.stage.controller.appear()
        run.stage.controller.present(
            UIViewController(nibName: nil, bundle: nil),
            animated: false
        )
        try await run.stage.begin()
        try await run.until { run.question != nil }
        let first = run.question
        run.stage.controller.dismiss(animated: false)
        try await run.until { run.question != nil }
        #expect(run.question == first)
        try await run.stage.press(titled: "Go on without it")
        try await run.stage.reach("a")
        #expect(run.question == nil && run.errors == ["\(Unplugged())"])
    }

    @Test("changes to the language that the screen has now")
    func language() async throws {
        let run = Watched { action, _ in action.obstacle = Unplugged() }
        try await run.stage.begin()
        run.stage.controller.words = StepWords(language: .german)
        #expect(run.question?.title == "„m“ kann nicht aufzeichnen")
        try await run.stage.press(titled: "Ohne das fortfahren")
        try await run.stage.reach("a")
    }

    @Test("does not appear when nobody watches the screen, and the run goes on")
    func unseen() async throws {
        let stage = TaskStage(
            steps: [Steps.instruction("a")],
            [StagedAction.Configuration(identifier: "m")]
        )
        stage.makesAction = { [story = stage.story] in
            let action = StagedAction($0, stage.controller.taskViewModel, story)
            action.obstacle = Unplugged()
            return action
        }
        try await stage.begin()
        try await stage.reach("a")
    }

    // MARK: Saving and fetching

    @Test("appears once for a full disk, lets the user try again, and appears anew after a success")
    func notKept() async throws {
        let disk = Disk()
        let run = Watched { _, _ in }
        run.stage.controller.engine.progressKeeper = disk.keeper
        disk.isFull = true
        try await run.stage.begin()
        try await run.until { run.question != nil }
        #expect(run.question?.title == "Your answers cannot be saved")
        #expect(run.question?.message == "\(DiskIsFull())")
        try await run.stage.press(titled: "Try again")
        try await run.until { run.question != nil }
        disk.isFull = false
        try await run.stage.press(titled: "Try again")
        try await run.stage.reach("a")
        #expect(run.question == nil && disk.writes == 1)
        disk.isFull = true
        run.stage.controller.answersDidChange()
        try await run.until { run.question != nil }
        try await run.stage.press(titled: "Go on without it")
        run.stage.controller.answersDidChange()
        try await run.stage.press(.goForward)
        try await run.until { run.stage.step == "b" }
        #expect(run.question == nil)
    }

    @Test("lets the user go on while the disk hangs, and the answers are saved when it works again")
    func hungDisk() async throws {
        let disk = Disk()
        let run = Watched { _, _ in }
        run.stage.controller.engine.progressKeeper = disk.keeper
        try await run.stage.begin()
        try await run.stage.reach("a")
        try await run.until { disk.writes == 1 }
        // Set only now: a working disk that is slow for a moment would raise the question, too.
        run.stage.controller.engine.limits.patience = .milliseconds(1)
        try await disk.hang {
            try await run.stage.press(.goForward)
            try await run.until { run.question?.title == "Your answers are still being saved" }
            try await run.stage.press(titled: "Go on without it")
            try await run.until { run.stage.step == "b" }
            #expect(disk.writes == 1 && run.question == nil)
        }
        try await run.until { disk.writes >= 2 }
        #expect(
            run.stage.controller.engine.notes.contains {
                $0.contains("\(TaskEngineError.savingTooSlow)")
            }
        )
    }

    @Test("also appears at the end of a task whose recorder does not stop, and lets the user go on")
    func neverStops() async throws {
        let run = Watched([Steps.instruction("a")]) { _, _ in }
        try await run.stage.begin()
        try await run.stage.reach("a")
        run.stage.controller.engine.limits.patience = .milliseconds(1)
        run.stage.controller.engine.limits.cancel = .milliseconds(1)
        run.actions[0].isSlow = true
        try await run.stage.press(.goForward)
        try await run.until { run.question?.title == "“m” does not answer" }
        try await run.stage.press(titled: "Go on without it")
        try await run.until { !run.stage.reasons.isEmpty }
        #expect(run.stage.reasons == [.completed] && run.question == nil)
        run.actions[0].release()
    }

    @Test("lets the user try again to fetch a task")
    func notFetched() async throws {
        let stage = TaskStage(
            info: FetchedInfo(identifier: "info", failures: 2) {
                [RSDUIStepObject(identifier: "fetched")]
            }
        )
        let feed = ScreenFeed(of: stage.controller) { _ in }
        try await stage.begin()
        try await stage.press(titled: "Try again")
        try await stage.press(titled: "Try again")
        try await stage.reach("fetched")
        withExtendedLifetime(feed) {}
    }

    // MARK: Participants

    private struct Insisting: TaskParticipant {
        func respond(to prompt: StepPrompt) async -> ParticipantAction { .goForward }
        func answer(to trouble: RunTrouble) async -> TroubleAnswer { .tryAgain }
    }

    @Test("is answered by the participant object when one runs the task")
    func participant() async throws {
        let run = Watched { action, number in if number < 3 { action.obstacle = Unplugged() } }
        #expect(await run.stage.controller.run(with: Insisting()) == .completed)
        #expect(run.actions.count == 3 && run.errors.isEmpty)
        let other = Watched { action, _ in action.obstacle = Unplugged() }
        #expect(await other.stage.controller.run(with: AutomaticParticipant()) == .completed)
        #expect(other.actions.count == 1 && other.errors == ["\(Unplugged())"])
    }

    // MARK: Speech

    @Test("shows the text that speech failed to say, and the step goes on")
    func silentVoice() async throws {
        let run = Watched(
            [
                Steps.active("a", duration: 2, [.transitionAutomatically], spoken: ["end": "Stop"]),
                Steps.instruction("b"),
            ]
        ) { _, _ in }
        run.stage.controller.services.speak = { text, completion in completion(text, false) }
        try await run.stage.begin()
        try await run.stage.reach("a")
        await run.stage.tick(2)
        try await run.stage.reach("b")
        #expect(run.question?.title == "The voice does not speak. It should have said:")
        #expect(run.question?.message == "Stop")
        try await run.stage.press(titled: "OK")
        #expect(run.question == nil)
    }

    @Test("does not appear for speech that the app has silenced")
    func silencedVoice() async throws {
        let run = Watched { _, _ in }
        var ended: [(String, Bool)] = []
        var waiting: (@MainActor () -> Void)?
        run.stage.controller.services.speak = { text, completion in
            waiting = { completion(text, false) }
        }
        run.stage.controller.services.silence = { waiting?() }
        try await run.stage.begin()
        let services = run.stage.controller.servicesOfSteps
        services.speak("Walk") { ended.append(($0, $1)) }
        services.silence()
        await run.stage.settle()
        #expect(ended.map(\.0) == ["Walk"] && run.question == nil)
    }
}
