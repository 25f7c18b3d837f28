// A screen asks whether to resume a saved run, and its answer is what a
// session is opened with.

import FoundationEssentials
import Patience
import Research
import ResearchUI
import SessionFolder
import TaskEngine
import TaskSession
import Testing
import Timebase
import ViewTree

@Suite("The question whether to resume a saved run", .mayNotHang)
@MainActor
struct SavedRunQuestionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private var sessions: String { "\(folder.path)/sessions" }

    /// Saves a run, and finds the question about it.
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

    @Test("resumes the saved run when the user goes on with it")
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

    @Test("chooses a new run when the user begins anew")
    func beginsAnew() async throws {
        let (question, _) = try await question()
        try await press("skip", of: question)
        #expect(question.choice == SavedRunChoice.none)
    }

    @Test("has no answer when the user cancels it")
    func left() async throws {
        let (question, _) = try await question()
        question.appear()
        question.handleTaskCancelled(shouldSave: false)
        #expect(await question.ended() == .discarded)
        #expect(question.choice == nil)
    }

    @Test("is not asked if no run was saved")
    func none() async throws {
        #expect(
            await SavedRunQuestion.find(ofTask: "T", in: sessions, words: StepWords()) == nil
        )
    }

    @Test("is not asked about a run whose progress is damaged")
    func damaged() async throws {
        let (_, session) = try await question()
        try Data().write(to: URL(filePath: "\(session)/.progress"))
        #expect(
            await SavedRunQuestion.find(ofTask: "Walk", in: sessions, words: StepWords()) == nil
        )
    }

    @Test(
        "offers only a run of the participant of the next run, if there is one",
        arguments: [
            ("P07", "2", true), ("P08", "2", false), ("P07", "3", false), ("P07", nil, false),
        ] as [(String, String?, Bool)]
    )
    func participant(subject: String, visit: String?, isOffered: Bool) async throws {
        let first = try await WalkingTask.session(
            of: try Participant(subject: "P07", visit: "2", named: [.subject]),
            in: sessions
        )
        let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
        #expect(await first.run(with: leaver).reason == .saved)
        let found = await SavedRunQuestion.find(
            ofTask: first.engine.taskViewModel.identifier,
            of: try Participant(subject: subject, visit: visit),
            in: sessions,
            words: StepWords()
        )
        #expect((found != nil) == isOffered)
    }

    @Test("names the participant of the run when the next run has none")
    func namesParticipant() async throws {
        let first = try await WalkingTask.session(
            of: try Participant(subject: "P07", visit: "2"),
            in: sessions
        )
        let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
        #expect(await first.run(with: leaver).reason == .saved)
        let found = await SavedRunQuestion.find(
            ofTask: first.engine.taskViewModel.identifier,
            in: sessions,
            words: StepWords()
        )
        let question = try #require(found)
        question.appear()
        func namesIt() -> Bool {
            var isNamed = false
            question.screen.forEach { node in
                if case .label(let label) = node.content, label.text.contains("(P07, 2, ") {
                    isNamed = true
                }
            }
            return isNamed
        }
        try await until("the question names the participant") { namesIt() }
        question.handleTaskCancelled(shouldSave: false)
        #expect(await question.ended() == .discarded)
    }
}
