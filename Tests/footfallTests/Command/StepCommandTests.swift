// Steps are counted where somebody asks for them, of the sensors of which they can be.

import Arguments
import MotionRecorder
import RecorderKinds
import Research
import SessionRuns
import StandardRecorders
import Testing
import Timebase

@testable import footfall

@Suite("Steps on the command line")
@MainActor
struct StepCommandTests {
    private func configurations(_ words: String) throws -> [MotionRecorderConfiguration] {
        let command = try #require(try CommandTests.record(words))
        let plan: RecordingPlan
        switch command.options.source {
        case .syntheticWalk(let walk)?: plan = try command.plan(of: walk)
        default: plan = try DevicePlanTests.plan(words)
        }
        return plan.recorders.compactMap { $0.configuration as? MotionRecorderConfiguration }
    }

    @Test("are counted of what is worn at the low back, and of the only sensor")
    func devices() throws {
        let three = try configurations(
            "--device x --device y --device z --placement lumbar --placement leftAnkle "
                + "--placement wrist --steps --leg-length 0.92"
        )
        #expect(three.map(\.steps) == [true, nil, nil])
        #expect(three.map(\.legLength) == [0.92, nil, nil])
        #expect(try configurations("--steps").map(\.steps) == [true])
        #expect(try configurations("--placement wrist --steps").map(\.steps) == [true])
        #expect(try configurations("--device x --device y --steps").map(\.steps) == [true, true])
        #expect(try configurations("--device x").map(\.steps) == [nil])
        for configuration in three { #expect(throws: Never.self) { try configuration.validate() } }
    }

    @Test("are counted of a walk's sensor at the low back")
    func walk() throws {
        let all = try configurations("--source synthetic --steps --leg-length 0.8")
        #expect(all.filter { $0.steps == true }.map(\.placement) == ["lowBack"])
        #expect(try configurations("--source synthetic").allSatisfy { $0.steps == nil })
    }

    @Test(
        "are said at the start not to be counted if no sensor is worn at the low back",
        arguments: [
            ("--placement leftFoot --steps", true),
            ("--device x --device y --placement leftFoot --placement wrist --steps", true),
            ("--source synthetic --placement leftFoot --steps", true),
            ("--device x --device y --placement leftFoot --placement lumbar --steps", false),
            ("--source synthetic --steps", false), ("--steps", false),
            ("--placement leftFoot", false), ("--source here --placement leftFoot", false),
        ]
    )
    func note(words: String, isGiven: Bool) throws {
        let command = try #require(try CommandTests.record(words))
        #expect((command.options.stepNote != nil) == isGiven)
    }

    @Test("are not counted at a foot, which the first line of the recording says")
    func atFoot() throws {
        let ending = try ChildProcess.footfall(
            [
                "record", "--source", "synthetic", "--duration", "1", "--speed", "max",
                "--placement", "leftFoot", "--steps",
            ],
            in: TemporaryFolder()
        )
        #expect(ending.status == 0, "\(ending.errors)")
        let note = "footfall: note: --steps: no steps will be counted, because no sensor is worn"
        #expect(ending.errorLines.first?.hasPrefix(note) == true, "\(ending.errors)")
    }

    @Test(
        "are refused where there can be none",
        arguments: [
            ("--leg-length 0.9", "--leg-length"), ("--steps --types gyro", "--steps"),
            ("--steps --leg-length 9", "--leg-length"), ("--steps --leg-length x", "--leg-length"),
            ("--source here --steps", "--steps"),
            ("--source here --leg-length 0.9", "--leg-length"),
        ]
    )
    func refused(words: String, place: String) {
        let error = #expect(throws: UsageError.self) { _ = try CommandTests.record(words) }
        #expect(error?.place.hasPrefix(place) ?? false)
    }

    @Test("are shown while they are made, by how many there are and how fast they come")
    func shown() {
        let latestValue = LiveChannelWords.steps(12, "110 a minute")
        #expect(latestValue == "12 steps, 110 a minute")
        #expect(LiveChannelWords.steps(1, nil) == "1 step")
    }
}

/// The words that a person is shown of a count.
private enum LiveChannelWords {
    static func steps(_ count: Int, _ words: String?) -> String? {
        LiveChannel.LatestValue(count: count, words: words).counted(as: ("step", "steps")).words
    }
}
