import Arguments
import MotionRecorder
import Research
import SessionRuns
import StandardRecorders
import Testing

@testable import footfall

@Suite("How record reads its options")
struct CommandTests {
    static func record(_ words: String) throws -> RecordCommand? {
        let line = ["record"] + words.split(separator: " ").map(String.init)
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(line) else { return nil }
        return try RecordCommand(arguments)
    }

    @Test("without options it records this machine's sensors")
    func defaults() throws {
        let command = try #require(try Self.record(""))
        #expect(command.options.source == .sensors(SensorOptions(uri: "local:")))
        #expect(command.speed == .times(1))
        #expect(command.output == "Sessions")
        #expect(command.report == .person)
        #expect(command.options.types == nil)
        #expect(command.duration == nil)
        #expect(command.identifier == nil)
        #expect(!command.isCSV)
    }

    @Test("every option is understood")
    func everything() throws {
        let command = try Self.record(
            "--source here --placement ankle --placement trunk --types gyro,magnetometer "
                + "--duration 1m30s --speed 2.5x --csv --identifier stairs -o there --json"
        )
        #expect(command?.options.source == .session(path: "here"))
        #expect(command?.options.placements == ["ankle", "trunk"])
        #expect(command?.options.types == ["gyro", "magnetometer"])
        #expect(command?.duration == .seconds(90))
        #expect(command?.speed == .times(2.5))
        #expect(command?.isCSV == true)
        #expect(command?.identifier == "stairs")
        #expect(command?.output == "there")
        #expect(command?.report == .json)
    }

    @Test("every option of devices is understood")
    func devices() throws {
        let words = "--uri usb: --device left --device right --placement a --placement b --rate 50"
        let command = try #require(try Self.record(words + " --mount-matrix 0,1,0;-1,0,0;0,0,1"))
        let matrix = try #require(MountMatrix([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]))
        let options = SensorOptions(
            uri: "usb:",
            devices: ["left", "right"],
            matrices: [matrix],
            rateInHertz: 50
        )
        #expect(command.options.source == .sensors(options))
        #expect(command.options.placements == ["a", "b"])
    }

    @Test("a synthetic walk has the default seed unless another is given")
    func walk() throws {
        let command = try #require(try Self.record("--source synthetic --rate 200"))
        #expect(command.options.source == .syntheticWalk(WalkOptions(rateInHertz: 200)))
    }

    @Test("every type of motion can be requested", arguments: MotionSensorType.allCases)
    func types(type: MotionSensorType) throws {
        #expect(try Self.record("--types \(type.rawValue)")?.options.types == [type.rawValue])
    }
}

@Suite("A plan for devices")
@MainActor
struct DevicePlanTests {
    static func plan(_ words: String) throws -> RecordingPlan {
        let command = try #require(try CommandTests.record(words))
        return command.devicePlan(MarkerShares(of: [], among: nil))
    }

    private static func configurations(
        of plan: RecordingPlan
    ) -> [MotionRecorderConfiguration] {
        plan.recorders.compactMap { $0.configuration as? MotionRecorderConfiguration }
    }

    @Test("has a recorder for each device, with its placement")
    func eachDevice() throws {
        let plan = try Self.plan("--device x --device y --placement left --placement right")
        let configurations = Self.configurations(of: plan)
        #expect(configurations.map(\.identifier) == ["left_motion", "right_motion"])
        #expect(configurations.map(\.device) == ["x", "y"])
        #expect(configurations.map(\.placement) == ["left", "right"])
    }

    @Test("has one recorder for any device with the types if no device is named")
    func anyDevice() throws {
        let plan = try Self.plan(
            "--duration 5 --rate 50 --types gyro --mount-matrix 0,1,0;-1,0,0;0,0,1"
        )
        let configuration = try #require(Self.configurations(of: plan).first)
        #expect(plan.recorders.count == 1)
        #expect(configuration.identifier == "imu_motion")
        #expect(configuration.device == nil)
        #expect(configuration.frequency == 50)
        #expect(configuration.recorderTypes == [.gyro])
        #expect(configuration.mountMatrix?.rows[0] == [0, 1, 0])
        #expect(plan.endsAfter == .seconds(5))
    }
}

@Suite("The report on a recording")
struct OutcomeTests {
    static let outcome = RecordingOutcome(
        session: "/there/session",
        status: "finished",
        files: [
            RecordingOutcome.File(
                path: "a.json",
                identifier: "a",
                samples: 1200,
                losses: 3,
                records: 1203,
                bytes: 123_456,
                checksum: "xxh128:0"
            ),
            RecordingOutcome.File(
                path: "truth.json",
                identifier: "truth",
                samples: 0,
                losses: 0,
                records: 1,
                bytes: 12,
                checksum: "xxh128:1"
            ),
        ],
        samples: 1200,
        losses: 3,
        seconds: 60,
        tookSeconds: 6.04,
        error: nil
    )

    @Test("shows a person the folder, each file, and what is missing")
    func summary() {
        #expect(
            Self.outcome.summary == """
                /there/session
                  a.json      1,200 samples, 3 lost, 123.5 kB
                  truth.json  1 record, 12 B
                60.0 s recorded in 6.0 s: 1,200 samples, 3 lost, as the files show
                """
        )
    }

    @Test("has an exit status that puts failure before losses before success")
    func status() {
        var outcome = Self.outcome
        #expect(outcome.exitStatus == .losses)
        outcome.error = "the disk is full"
        #expect(outcome.exitStatus == .failed)
        outcome.error = nil
        outcome.losses = 0
        #expect(outcome.exitStatus == .good)
    }

    @Test("names each deleted file, which is a loss even if it was empty")
    func lostFiles() {
        var outcome = Self.outcome
        outcome.losses = 0
        outcome.lostFiles = ["a.json: it was deleted while it was written"]
        #expect(outcome.exitStatus == .losses)
        #expect(outcome.summary.hasSuffix("\na.json: it was deleted while it was written"))
    }

    @Test("says where the recording is, or that its folder was deleted")
    func remains() {
        var outcome = Self.outcome
        #expect(outcome.remains == "what was recorded is in /there/session")
        outcome.isGone = true
        #expect(outcome.remains == "the session folder was deleted: /there/session")
    }

    @Test("says computed instead of recorded if the session was computed")
    func computed() {
        var outcome = Self.outcome
        outcome.isComputed = true
        #expect(outcome.summary.contains("\n60.0 s computed in 6.0 s: 1,200 samples, 3 lost"))
        #expect(!outcome.summary.contains("recorded"))
        #expect(outcome.remains == "what was computed is in /there/session")
    }
}
