import FoundationEssentials
import Research
import Testing

@Suite("The keys for a kind of device")
struct DeviceTests {
    private func step<Step: Decodable>(
        _ type: Step.Type,
        _ json: String,
        on device: RSDDeviceType
    ) throws -> Step {
        let factory = RSDFactory(surroundings: FactorySurroundings(deviceType: device))
        return try factory.createJSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test(
        "takes the place of what it says in general, there only",
        arguments: [
            RSDDeviceType.computer, .phone, .tablet, .tv, .watch, "mirror",
        ]
    )
    func replaces(device: RSDDeviceType) throws {
        let json = """
            { "identifier": "a", "type": "active", "title": "Any", "duration": 10,
              "\(device)": { "title": "This", "duration": 20, "commands": ["vibrate"] } }
            """
        let here = try step(RSDActiveUIStepObject.self, json, on: device)
        #expect(here.title == "This")
        #expect(here.duration == 20)
        #expect(here.commands == .vibrate)
        let elsewhere = try step(RSDActiveUIStepObject.self, json, on: "elsewhere")
        #expect(elsewhere.title == "Any")
        #expect(elsewhere.duration == 10)
    }

    @Test("holds for a countdown that does not say otherwise how long it takes")
    func countdown() throws {
        let json = """
            { "identifier": "a", "type": "countdown", "watch": { "duration": 3 } }
            """
        #expect(try step(RSDCountdownUIStepObject.self, json, on: .watch).duration == 3)
        #expect(try step(RSDCountdownUIStepObject.self, json, on: .phone).duration == 5)
    }
}

@Suite("A countdown")
struct CountdownTests {
    @Test("goes on by itself, whatever else it is told")
    func commands() throws {
        let json = #"{ "identifier": "a", "type": "countdown", "commands": ["vibrateOnFinish"] }"#
        let step = try RSDFactory().createJSONDecoder()
            .decode(RSDCountdownUIStepObject.self, from: Data(json.utf8))
        #expect(step.commands == [.vibrateOnFinish, .transitionAutomatically])
        #expect(RSDCountdownUIStepObject(identifier: "a").duration == 5)
        #expect(step.copy(with: "b").commands == step.commands)
    }

    @Test("offers the instructions again as the step does that it counts down to")
    func reviewInstructions() throws {
        let countdown = RSDCountdownUIStepObject(identifier: "three")
        let active = RSDActiveUIStepObject(identifier: "walk")
        active.actions = [
            .reviewInstructions: RSDNavigationUIActionObject(skipToIdentifier: "read"),
            .learnMore: RSDWebViewUIActionObject(url: "a.html"),
        ]
        let task = RSDTaskObject(identifier: "t", steps: [countdown, active])
        let action = countdown.action(for: .reviewInstructions, on: countdown)
        #expect((action as? RSDNavigationUIActionObject)?.skipToIdentifier == "read")
        #expect(countdown.action(for: .learnMore, on: countdown) == nil)
        countdown.actions = [.reviewInstructions: RSDUIActionObject(buttonTitle: "Own")]
        #expect(countdown.action(for: .reviewInstructions, on: countdown)?.buttonTitle == "Own")
        #expect(task.steps.count == 2)
    }
}

@Suite("A spoken instruction")
struct SpokenInstructionTests {
    private func step(_ texts: [String: String], duration: Double = 31) -> RSDActiveUIStepObject {
        let step = RSDActiveUIStepObject(identifier: "a")
        step.duration = duration
        step.spokenInstructions = texts
        return step
    }

    @Test("is spoken at its word or second, and at the end from then on")
    func instants() {
        let step = step(["start": "Go", "halfway": "Half", "7": "Seven", "end": "Stop"])
        #expect(step.spokenInstruction(at: 0) == "Go")
        #expect(step.spokenInstruction(at: 7) == "Seven")
        #expect(step.spokenInstruction(at: 15.5) == "Half")
        #expect(step.spokenInstruction(at: 8) == nil)
        #expect(step.spokenInstruction(at: 31) == "Stop")
        #expect(step.spokenInstruction(at: 99) == "Stop")
    }

    @Test("counts down in words, in place of what is spoken at the same time")
    func countdown() {
        let step = step(["countdown": "3", "29": "lost", "start": "Go"])
        #expect(
            (28...30).map { step.spokenInstruction(at: Double($0)) } == ["three", "two", "one"]
        )
        let long = self.step(["countdown": "42"], duration: 60)
        #expect(long.spokenInstruction(at: 18) == "forty-two")
        #expect(long.spokenInstruction(at: 20) == "forty")
    }

    @Test("that is due between two ticks is not left out")
    func betweenTicks() {
        let step = step(["start": "Go", "halfway": "Half", "end": "Stop", "countdown": "2"])
        #expect(Self.spoken(by: step, after: nil, through: 0) == ["Go"])
        #expect(Self.spoken(by: step, after: 15, through: 16) == ["Half"])
        #expect(Self.spoken(by: step, after: 16, through: 40) == ["two", "one", "Stop"])
    }

    @Test("is deterministic if a file names one time twice")
    func sameInstant() {
        let texts = ["start": "Go", "0": "zero", "0.0": "nought", "halfway": "Half", "15.5": "mid"]
        // Each of them has its keys in an order of its own.
        for others in 0..<40 {
            let more = (0..<others).map { ("\($0 + 100)", "later") }
            let step = step(texts.merging(more) { one, _ in one })
            #expect(step.spokenInstruction(at: 0) == "Go")
            #expect(step.spokenInstruction(at: 15.5) == "Half")
        }
        let written = step(["10": "ten", "10.0": "ten again", "1e1": "once more"])
        #expect(written.spokenInstruction(at: 10) == "once more")
    }

    @Test("is not due at what is no number of seconds", arguments: ["nan", "inf", "-1"])
    func noInstant(word: String) {
        let step = step([word: "never", "start": "Go"])
        #expect(Self.spoken(by: step, after: nil, through: 1e9) == ["Go"])
        let file = """
            { "identifier": "t", "steps": [ { "identifier": "a", "type": "active",
              "spokenInstructions": { "\(word)": "never" } } ] }
            """
        #expect(
            TaskFileCheck.faults(in: Data(file.utf8)).map(\.path.description)
                == ["steps[0].spokenInstructions.\(word)"]
        )
    }

    @Test("of a step without a timer can be the first and the last, which comes at no instant")
    func withoutTimer() {
        let step = step(["start": "Go", "end": "Stop", "halfway": "Half"], duration: 0)
        #expect(step.spokenInstruction(at: 0) == "Go")
        #expect(step.spokenInstruction(at: .infinity) == "Stop")
        #expect(Self.spoken(by: step, after: 0, through: 1_000) == [])
    }

    private static func spoken(
        by step: RSDActiveUIStepObject,
        after earlier: Double?,
        through seconds: Double
    ) -> [String] {
        step.spokenInstants(after: earlier, through: seconds)
            .compactMap { step.spokenInstruction(at: $0) }
    }
}
