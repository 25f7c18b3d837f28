import MotionRecorder
import Testing

@testable import footfall

@Suite("What a command takes its words for")
struct CommandTests {
    static func record(_ words: String) throws -> RecordCommand? {
        let line = ["record"] + words.split(separator: " ").map(String.init)
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(line) else { return nil }
        return try RecordCommand(arguments)
    }

    @Test("record without a word walks a synthetic walk in its own time")
    func defaults() throws {
        let command = try #require(try Self.record(""))
        #expect(command.source == .syntheticWalk(seed: 1, rateInHertz: nil))
        #expect(command.speed == .times(1))
        #expect(command.output == "Sessions")
        #expect(command.report == .person)
        #expect(command.types == nil)
        #expect(command.duration == nil)
        #expect(command.identifier == nil)
        #expect(!command.isCSV)
    }

    @Test("record takes every option")
    func everything() throws {
        let command = try Self.record(
            "--source here --placement ankle --placement trunk --types gyro,magnetometer "
                + "--duration 1m30s --speed 2.5x --csv --identifier stairs -o there --json"
        )
        #expect(command?.source == .session(path: "here"))
        #expect(command?.placements == ["ankle", "trunk"])
        #expect(command?.types == [.gyro, .magnetometer])
        #expect(command?.duration == .seconds(90))
        #expect(command?.speed == .times(2.5))
        #expect(command?.isCSV == true)
        #expect(command?.identifier == "stairs")
        #expect(command?.output == "there")
        #expect(command?.report == .json)
    }

    @Test(
        "every derived type is refused by its name",
        arguments: MotionSensorType.allCases.filter(\.isDerived)
    )
    func derivedTypes(type: MotionSensorType) {
        let error = #expect(throws: UsageError.self) { try Self.record("--types \(type.rawValue)") }
        #expect(error?.place == "--types \(type.rawValue)")
        #expect(error?.remedy == "there are accelerometer, gyro, magnetometer")
    }
}

@Suite("Telling what was recorded")
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

    @Test("to a person: the folder, each file, and what is missing")
    func summary() {
        #expect(
            Self.outcome.summary == """
                /there/session
                  a.json      1,200 samples, 3 lost, 123.5 kB
                  truth.json  1 record, 12 B
                60.0 s recorded in 6.0 s: 1,200 samples, 3 lost, each counted
                """
        )
    }

    @Test("to the shell: failure before losses before good")
    func status() {
        var outcome = Self.outcome
        #expect(outcome.exitStatus == .losses)
        outcome.error = "the disk is full"
        #expect(outcome.exitStatus == .failed)
        outcome.error = nil
        outcome.losses = 0
        #expect(outcome.exitStatus == .good)
    }
}
