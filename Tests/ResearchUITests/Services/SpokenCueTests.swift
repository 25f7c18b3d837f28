// A step that says its last instruction, before hosts that speak, that do not, that forget to answer, and
// that go away.

import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

/// A host with a voice.
@MainActor
private final class SpeakingHost {
    private(set) var cues: [ViewCue] = []
    private(set) var feed: ScreenFeed?

    init(of stage: TaskStage, performing: Set<ViewCue.Kind> = [.speak]) {
        feed = ScreenFeed(of: stage.controller, performing: performing) { [weak self] in
            self?.cues += $0.cues
        }
    }

    /// The cue that says a text.
    func id(of text: String) -> ViewCue.ID? {
        cues.first { $0.action == .speak(text) }?.id
    }

    func answer(_ text: String, isFinished: Bool = true) throws -> Bool {
        let feed = try #require(feed)
        return feed.receive(.spoke(try #require(id(of: text)), isFinished: isFinished))
    }

    func leave() { feed = nil }
}

@Suite("A text that a host speaks")
@MainActor
struct SpokenCueTests {
    private func stage() -> TaskStage {
        TaskStage(steps: [
            Steps.active("walk", duration: 2, [.transitionAutomatically], spoken: ["end": "Stop"]),
            Steps.active(
                "stand",
                duration: 3,
                [.transitionAutomatically],
                spoken: ["start": "Stand"]
            ),
        ])
    }

    /// Comes to the last instruction of the first step, and waits until it is said.
    private func walk(_ stage: TaskStage, until isSaid: () -> Bool) async throws {
        try await stage.begin()
        try await stage.reach("walk")
        await stage.tick(2)
        await stage.settle(until: isSaid)
    }

    @Test("delays the end of its step until the host has answered", arguments: [true, false])
    func delays(isFinished: Bool) async throws {
        let stage = stage()
        let host = SpeakingHost(of: stage)
        try await walk(stage) { host.id(of: "Stop") != nil }
        #expect(stage.step == "walk" && host.id(of: "Stop") != nil)
        #expect(!stage.log.calls.contains(.speak("Stop")))
        #expect(try host.answer("Stop", isFinished: isFinished))
        try await stage.reach("stand")
    }

    @Test("delays the end of its step with the machine's voice as well, and is no cue then")
    func machine() async throws {
        let stage = stage()
        // In real time, the limit may pass on a busy machine.
        stage.controller.services.machineTime = ManualTimekeeper()
        var answers: [@MainActor () -> Void] = []
        stage.controller.services.speak = { text, completion in
            answers.append { completion(text, true) }
        }
        let host = SpeakingHost(of: stage, performing: [.sound])
        try await walk(stage) { !answers.isEmpty }
        #expect(stage.step == "walk" && host.cues.isEmpty && answers.count == 1)
        answers[0]()
        try await stage.reach("stand")
    }

    @Test("is waited for no longer than the limit if the machine's voice hangs")
    func hangingMachine() async throws {
        let stage = stage()
        let machineTime = ManualTimekeeper()
        stage.controller.services.machineTime = machineTime
        var isSpoken = false
        stage.controller.services.speak = { _, _ in isSpoken = true }
        try await walk(stage) { isSpoken }
        let limit = AwaitedSpeech.limitOfMachine(for: "Stop")
        let waking = try #require(await machineTime.nextWaking())
        #expect(machineTime.now.duration(to: waking) == limit)
        machineTime.advance(by: limit - .milliseconds(1))
        await stage.settle()
        #expect(stage.step == "walk")
        machineTime.advance(by: .milliseconds(1))
        try await stage.reach("stand")
    }

    @Test("is waited for no longer than it takes a slow voice, and an answer after that is nothing")
    func lostAnswer() async throws {
        let stage = stage()
        let host = SpeakingHost(of: stage)
        try await walk(stage) { host.id(of: "Stop") != nil }
        await stage.pass(AwaitedSpeech.limit(for: "Stop") - .milliseconds(100))
        #expect(stage.step == "walk")
        await stage.pass(.milliseconds(100))
        try await stage.reach("stand")
        #expect(try !host.answer("Stop"))
        await stage.settle()
        #expect(stage.step == "stand")
    }

    @Test("is spoken by the host that came first, and the first answer counts")
    func severalHosts() async throws {
        let stage = stage()
        let silent = SpeakingHost(of: stage, performing: [])
        let first = SpeakingHost(of: stage)
        let second = SpeakingHost(of: stage)
        try await walk(stage) { first.id(of: "Stop") != nil }
        #expect(silent.cues.isEmpty && second.cues.isEmpty)
        let id = try #require(first.id(of: "Stop"))
        #expect(second.feed?.receive(.spoke(id + 7)) == false)
        await stage.settle()
        #expect(stage.step == "walk")
        #expect(second.feed?.receive(.spoke(id)) == true)
        #expect(try !first.answer("Stop"))
        try await stage.reach("stand")
    }

    @Test("ends with the host that goes away, and the machine speaks from then on")
    func hostLeaves() async throws {
        let stage = stage()
        let host = SpeakingHost(of: stage)
        try await walk(stage) { host.id(of: "Stop") != nil }
        #expect(stage.step == "walk")
        host.leave()
        try await stage.reach("stand")
        #expect(stage.log.calls.contains(.speak("Stand")))
    }

    @Test("goes on at the next host where the one that spoke goes away")
    func nextHost() async throws {
        let stage = stage()
        let (first, second) = (SpeakingHost(of: stage), SpeakingHost(of: stage))
        try await walk(stage) { first.id(of: "Stop") != nil }
        first.leave()
        try await stage.reach("stand")
        #expect(second.cues.map(\.action) == [.speak("Stand")])
        #expect(!stage.log.calls.contains(.speak("Stand")))
    }

    @Test("ends where the participant leaves the step, and is not waited for")
    func silenced() async throws {
        let stage = stage()
        let host = SpeakingHost(of: stage)
        try await walk(stage) { host.id(of: "Stop") != nil }
        let controller = stage.controller.currentStepController as? RSDStepViewController
        try #require(controller).cancelTask(shouldSave: false)
        await stage.settle()
        #expect(stage.reasons == [.discarded])
        #expect(host.cues.map(\.action).first == .speak("Stop"))
        #expect(host.cues.map(\.action).dropFirst().allSatisfy { $0 == .silence })
        #expect(host.cues.count > 1)
        #expect(try !host.answer("Stop"))
    }
}
