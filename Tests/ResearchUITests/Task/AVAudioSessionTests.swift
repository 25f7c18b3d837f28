// A session that keeps the machine awake, and one that fails.

import TaskEngine
import Testing

@testable import ResearchUI

@Suite("AVAudioSession: keeping the machine awake")
@MainActor
struct AVAudioSessionTests {
    private final class Notes {
        var failures: [String] = []
        var ends = 0
    }

    private let notes = Notes()

    private func session() -> AVAudioSession {
        AVAudioSession(reason: "a test") { [notes] in notes.ends += 1 }
    }

    @Test("releases its lock when it fails, and reports the error once")
    func fails() {
        let early = session()
        early.whenFailed = { [notes] in notes.failures.append($0) }
        early.fail("no bus")
        early.fail("no bus at all")
        early.end()
        #expect(notes.failures == ["no bus"] && notes.ends == 1)
        #expect(early.failure == "no bus" && !early.isActive)
        let late = session()
        late.fail("nobody")
        #expect(notes.failures == ["no bus"])
        late.whenFailed = { [notes] in notes.failures.append($0) }
        late.whenFailed = { [notes] in notes.failures.append($0) }
        #expect(notes.failures == ["no bus", "nobody"])
    }

    @Test(
        "reports its failure to an app and to its task",
        arguments: 0...2
    )
    func severalListeners(failing: Int) throws {
        let made = session()
        let log = ServiceLog()
        let stage = TaskStage(steps: [Steps.instruction()])
        var services = stage.controller.services
        services.keepAwake = { [notes] _ in
            // What an app knows of its own session before anybody else does.
            made.whenFailed = { notes.failures.append($0) }
            if failing == 0 { made.fail("no bus") }
            return made
        }
        stage.controller.services = services.recorded(in: log)
        stage.controller.startBackgroundAudioSessionIfNeeded()
        if failing == 1 { made.fail("no bus") }
        if failing == 2 {
            // Also where the app listens to the task's.
            let session = try #require(stage.controller.audioSession)
            session.whenFailed = { [notes] in notes.failures.append($0) }
            made.fail("no bus")
        }
        #expect(notes.failures == Array(repeating: "no bus", count: failing == 2 ? 2 : 1))
        #expect(stage.controller.engine.notes.filter { $0.contains("(no bus)") }.count == 1)
        made.fail("again")
        #expect(stage.controller.engine.notes.filter { $0.contains("again") }.isEmpty)
    }

    @Test("does not fail after its end")
    func ended() {
        let session = session()
        session.whenFailed = { [notes] in notes.failures.append($0) }
        session.end()
        session.fail("too late")
        #expect(notes.failures.isEmpty && notes.ends == 1 && session.failure == nil)
    }

    @Test("reports a failure also through recorded services")
    func recorded() throws {
        let log = ServiceLog()
        var real = StepServices.silent
        var made: AVAudioSession?
        real.keepAwake = { [notes] reason in
            made = AVAudioSession(reason: reason) { notes.ends += 1 }
            return made
        }
        let session = try #require(real.recorded(in: log).keepAwake("a test"))
        session.whenFailed = { [notes] in notes.failures.append($0) }
        made?.fail("no bus")
        #expect(notes.failures == ["no bus"] && notes.ends == 1)
        #expect(!session.isActive)
        #expect(log.calls == [.keepAwake("a test"), .letSleep])
    }
}
