// A study's own recorder needs one folder and one line of registration; all else works through public interfaces.

import FootfallTesting
import Foundation
import RecorderKinds
import Recording
import Research
import ResearchUI
import SessionFolder
import SkinSensor
import TaskSession
import Testing
import Timebase

@Suite("A sensor of the study's own")
@MainActor
struct SkinSensorTests {
    private static let kinds: [any RecorderKind] = [SkinSensor.kind]

    private let folder = NSTemporaryDirectory() + "skin-\(UUID().uuidString)"

    /// The line of registration that task files need.
    private static func factory() throws -> RSDFactory {
        let factory = RSDFactory(writingDatesIn: .utc)
        try factory.register(SkinSensor.kind)
        return factory
    }

    private static func file(_ more: String = "") -> Data {
        Data(
            #"""
            {"identifier": "feeling", "type": "task",
             "steps": [{"identifier": "feel", "type": "active", "duration": 2,
                        "commands": ["startTimerAutomatically", "continueOnFinish"]}],
             "asyncActions": [{"identifier": "hand", "type": "skin"\#(more)}]}
            """#.utf8
        )
    }

    /// Runs the task, and opens its session.
    private func session(
        over recorders: SourcedKind = SkinSensor.recorders,
        startingAt start: ClockReading = .now(),
        _ more: String = ""
    ) async throws -> Session {
        let factory = try Self.factory()
        let run = try await TaskSession(
            task: try factory.decodeTask(with: Self.file(more)),
            in: folder,
            timekeeper: SteppedTimekeeper(startingAt: start),
            factory: factory
        )
        run.register(recorders)
        let outcome = await run.run(with: AutomaticParticipant())
        #expect(outcome.errors.isEmpty)
        return try Session(opening: try #require(outcome.session))
    }

    /// The place in which a recorder without a task writes.
    private func environment(_ timekeeper: any Timekeeper) throws -> RecorderEnvironment {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/again.json"
        let files = RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "again.json") })
        return RecorderEnvironment(files: files, timekeeper: timekeeper, zone: .utc)
    }

    @Test("is recorded, and its session is clean")
    func isRecorded() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try await session(#", "offset": -1.5"#)
        let file = try #require(session.sampleFiles.first)
        #expect(file.sensors.map(\.sensorType) == ["skinTemperature", "skinForce"])
        #expect(file.sensors.map(\.samples) == [9, 5])
        #expect(file.sensors.map(\.meaning) == ["degC", "N"])
        #expect(try SessionCheck(of: session.path).verdict == .clean)
    }

    @Test("is replayed to the byte, and in the place of the glove in another run")
    func isReplayed() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try await session()
        let file = try #require(session.sampleFiles.first)
        let source = try RecordedSession(opening: session.path, by: Self.kinds)
        let repeated = try #require(
            try RepeatedFile(file, of: session, by: Self.kinds, only: nil, isCSV: nil)
        )
        let clock = ImmediateTimekeeper(startingAt: source.start)
        let recorder = repeated.recorder(in: try environment(clock), cut: nil)
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let bytes = try [session.path(of: file), "\(folder)/again.json"].map { path in
            try Data(contentsOf: URL(filePath: path))
        }
        #expect(bytes[0] == bytes[1] && bytes[0].count > 1000)

        let second = try await self.session(over: source.recorders(of: SkinSensor.kind))
        #expect(second.sampleFiles.first?.sensors.map(\.samples) == [9, 5])
    }

    @Test("is shown while it runs")
    func isShown() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = ManualClock()
        let made = SkinSensor.recorders.recorder(
            ValueConfiguration(SkinSensor.kind, identifier: "hand"),
            RSDStandalonePath(identifier: "hand"),
            try environment(clock)
        )
        let recorder = try #require(made)
        try await recorder.start()
        clock.advance(by: .milliseconds(500))
        _ = try await recorder.stop()
        let channels = recorder.liveChannels
        #expect(channels.map(\.axes) == [["skinTemperature"], ["x", "y", "z"]])
        #expect(channels.map { $0.latestValue()?.values } == [[32], [0, 0.25, 1]])
        #expect(recorder.plots.map(\.unit) == ["degC", "N"])
    }

    @Test(
        "is validated: a wrong key is suggested the right one, and a wrong number refused",
        arguments: [
            (#", "ofset": 1"#, "did you mean 'offset'?"),
            (#", "side": "rigth""#, "did you mean 'right'?"),
            (#", "offset": 6"#, "give a number from -5 to 5"),
            (#", "frequency": 1000"#, "give a number from 1 to 100"),
        ]
    )
    func isValidated(more: String, help: String) throws {
        let factory = try Self.factory()
        #expect(TaskFileCheck.faults(in: Self.file(), factory: factory).isEmpty)
        let faults = TaskFileCheck.faults(in: Self.file(more), factory: factory)
        #expect(faults.count == 1)
        #expect("\(try #require(faults.first))".hasSuffix(help))
    }

    @Test("is in the schema, with its sentences")
    func isInTheSchema() throws {
        let factory = try Self.factory()
        let schema = try factory.createJSONEncoder().encode(TaskFileSchema.schema(of: factory))
        let text = String(decoding: schema, as: UTF8.self)
        #expect(text.contains("Records what a hand feels."))
        #expect(text.contains("What is added to temperatures, in K, from -5 to 5; 0 if not given."))
    }
}
