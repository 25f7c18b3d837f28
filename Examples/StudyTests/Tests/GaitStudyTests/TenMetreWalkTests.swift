import FootfallTesting
import Foundation
import GaitStudy
import Research
import ResearchUI
import TaskEngine
import TaskSession
import Testing

@Suite("The ten metre walk")
@MainActor
struct TenMetreWalkTests {
    @Test("counts the steps that were walked")
    func steps() async throws {
        let run = try await Participation(replaying: knownWalk())
        #expect(run.outcome.reason == .completed)
        let count = try StepCount(inFile: #require(run.file))
        // The truth beside the session has ten heel strikes in its first eight seconds.
        #expect(count == StepCount(steps: 10, seconds: 8))
        #expect(count.cadence == 75)
    }

    @Test("shows every step, and keeps what was answered")
    func answers() async throws {
        let run = try await Participation(
            replaying: knownWalk(),
            ["after": [.answer(field: "stumbled", .value(.boolean(true))), .goForward]]
        )
        #expect(run.participant.shown == ["intro", "countdown", "walk", "after", "done"])
        #expect(run.participant.unplayed.isEmpty)
        let after = run.outcome.result.stepHistory.first { $0.identifier == "after" }
        let answers = (after as? any RSDCollectionResult)?.inputResults ?? []
        #expect((answers.first as? any RSDAnswerResult)?.value == .boolean(true))
    }

    @Test("keeps nothing of a participant who takes the consent back")
    func withdrawn() async throws {
        let run = try await Participation(
            replaying: knownWalk(),
            ["after": [.cancel(shouldSave: false)]]
        )
        #expect(run.outcome.reason == .discarded)
        #expect(run.outcome.session == nil)
        #expect(!run.participant.shown.contains("done"))
    }

    @Test("gives the same file whenever it is replayed")
    func sameBytes() async throws {
        let first = try await Participation(replaying: knownWalk())
        let second = try await Participation(replaying: knownWalk())
        let files = try [first, second].map { run in
            try Data(contentsOf: URL(filePath: #require(run.file)))
        }
        #expect(files[0] == files[1])
        #expect(files[0].count > 100_000)
    }
}
