// The question whether a run that was left is gone on with is a screen like any other, and its answer is what a
// session is opened with.

import Patience
import Research
import ResearchUI
import SessionFolder
import TaskEngine
import TaskSession
import Testing
import Timebase
import ViewTree

@Suite("The question about a run that was left", .mayNotHang)
@MainActor
struct SavedRunQuestionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private var sessions: String { "\(folder.path)/sessions" }

    /// Leaves a run, and has the question asked about it.
    private func question() async throws -> (SavedRunQuestion, session: String) {
        let first = try await WalkingTask.session(in: sessions)
        let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
        #expect(await first.run(with: leaver).reason == .saved)
        let task = first.engine.taskViewModel.identifier
        let found = await SavedRunQuestion.find(ofTask: task, in: sessions, words: StepWords())
        return (try #require(found), first.path)
    }

    /// Presses a button of the question, and waits for its end.
    private func press(_ action: String, of question: SavedRunQuestion) async throws {
        question.services.buttonPause = .zero
        question.appear()
        func button() -> ViewID? {
            var found: ViewID?
            question.screen.forEach { node in
                if case .button(let button) = node.content, button.action == action {
                    found = node.id
                }
            }
            return found
        }
        try await until("the question is asked") { button() != nil }
        question.receive(.tapped(try #require(button())))
        _ = await question.ended()
    }

    @Test("leads to the run when somebody goes on with it")
    func goesOn() async throws {
        let (question, session) = try await question()
        try await press("goForward", of: question)
        #expect(question.choice == .session(session))
        let choice = try #require(question.choice)
        let next = try await WalkingTask.session(
            in: sessions,
            takingUp: choice,
            start: WalkingTask.start.advanced(by: .seconds(3600))
        )
        #expect(next.isResumed && next.path == session)
        #expect(await next.run(with: AutomaticParticipant()).reason == .completed)
    }

    @Test("leads to a new run when somebody begins anew")
    func beginsAnew() async throws {
        let (question, _) = try await question()
        try await press("skip", of: question)
        #expect(question.choice == SavedRunChoice.none)
    }

    @Test("has no answer when it is left")
    func left() async throws {
        let (question, _) = try await question()
        question.appear()
        question.handleTaskCancelled(shouldSave: false)
        #expect(await question.ended() == .discarded)
        #expect(question.choice == nil)
    }

    @Test("is not asked where no run was left")
    func none() async throws {
        #expect(
            await SavedRunQuestion.find(ofTask: "T", in: sessions, words: StepWords()) == nil
        )
    }
}
