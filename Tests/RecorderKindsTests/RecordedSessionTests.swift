import FoundationEssentials
import MotionRecorder
import Recording
import RecorderKinds
import RecorderParts
import Research
import SampleStream
import SessionFolder
import Testing
import Timebase
import WalkSource

/// A session of the repository, for recorders of its kinds.
private func recorded(_ name: String) throws -> RecordedSession {
    try RecordedSession(opening: sampleSession(name), by: allKinds)
}

@Suite("A recorded session in the place of sensors")
@MainActor
struct RecordedSessionTests {
    private static func record(
        _ configuration: MotionRecorderConfiguration,
        of session: RecordedSession,
        waiting delay: Duration = .zero,
        for duration: Duration,
        in folder: TestFolder
    ) async throws -> RecordedFile? {
        let clock = ManualTimekeeper(startingAt: session.start)
        clock.advance(by: delay)
        let place = RSDStandalonePath(identifier: "task")
        let made = session.recorders(of: MotionRecorderKind())
            .recorder(configuration, place, folder.environment(clock))
        let recorder = try #require(made)
        try await recorder.start()
        clock.advance(by: duration)
        _ = try await recorder.stop()
        return recorder.files.first
    }

    @Test("gives a recorder the file of its name from the file's beginning, whenever it starts")
    func byName() async throws {
        let session = try recorded("SyntheticWalk")
        let folder = try TestFolder()
        let configuration = MotionRecorderConfiguration(
            identifier: "lowBack_motion",
            recorderTypes: [.accelerometer]
        )
        let file = try await Self.record(
            configuration,
            of: session,
            waiting: .seconds(4),
            for: .seconds(2),
            in: folder
        )
        #expect(file?.samples == 201)
        #expect(file?.source.details["recordedStartUptime"] != nil)
        let now = try folder.readings("lowBack_motion.json", of: .accelerometer)
        let then = try await Self.readings(of: session, from: .zero)
        #expect(now.map(\.1) == then.prefix(201).map(\.1))
        #expect(now.first?.0 == 0)
    }

    @Test("lets a file of another name run along with the task from its start")
    func running() async throws {
        let session = try recorded("SyntheticWalk")
        let folder = try TestFolder()
        let configuration = MotionRecorderConfiguration(
            identifier: "walk",
            recorderTypes: [.accelerometer],
            placement: "lowBack"
        )
        let file = try await Self.record(
            configuration,
            of: session,
            waiting: .seconds(4),
            for: .seconds(2),
            in: folder
        )
        let now = try folder.readings("walk.json", of: .accelerometer)
        let then = try await Self.readings(of: session, from: .seconds(4))
        #expect(file?.samples ?? 0 > 190)
        #expect(now.map(\.1) == then.prefix(now.count).map(\.1))
    }

    @Test("computes what is computed, and refuses what the session has not")
    func types() async throws {
        let folder = try TestFolder()
        let walk = try recorded("SyntheticWalk")
        let attitude = MotionRecorderConfiguration(
            identifier: "lowBack_motion",
            recorderTypes: [.attitude, .magneticField]
        )
        let file = try await Self.record(attitude, of: walk, for: .seconds(3), in: folder)
        #expect(Set(file?.channels.map(\.name) ?? []) == ["attitude", "magneticField"])

        let daphnet = try recorded("Daphnet")
        let gyro = MotionRecorderConfiguration(identifier: "ankle_motion")
        await #expect(throws: (any Error).self) {
            try await Self.record(gyro, of: daphnet, for: .seconds(1), in: folder)
        }
        #expect(throws: (any Error).self) {
            try daphnet.source(
                for: SourceOrder(
                    configuration: MotionRecorderConfiguration(
                        identifier: "wrist",
                        recorderTypes: [.accelerometer]
                    ),
                    sectionIdentifiers: [],
                    environment: folder.environment(ManualTimekeeper())
                ),
                of: MotionRecorderKind()
            )
        }
    }

    @Test("is refused where it is damaged or none")
    func none() {
        #expect(throws: (any Error).self) { try recorded("Nowhere") }
    }

    @Test("is refused without the advice to repair it if no repair can undo a changed byte")
    func changedByte() throws {
        let scratch = try ScratchFolder()
        let path = scratch.file("walk")
        try FileManager.default.copyItem(atPath: sampleSession("SyntheticWalk"), toPath: path)
        let file = "\(path)/lowBack_motion.json"
        var bytes = try ScratchFolder.bytes(of: file)
        let digit = try #require(bytes.lastIndex(of: UInt8(ascii: "1")))
        bytes[digit] = UInt8(ascii: "2")
        try FileManager.default.removeItem(atPath: file)
        try Data(bytes).write(to: URL(filePath: file))
        let error = #expect(throws: SessionError.self) {
            try RecordedSession(opening: path, by: allKinds)
        }
        #expect(error?.what.hasPrefix("lowBack_motion.json: a byte of it has changed") == true)
        #expect(error?.remedy.contains("from a copy") == true)
        #expect(error?.remedy.contains("footfall repair") == false)
    }

    /// What the session holds, from some time after its start.
    private static func readings(
        of session: RecordedSession,
        from offset: Duration
    ) async throws -> [(Double, Double)] {
        let folder = try TestFolder()
        let configuration = MotionRecorderConfiguration(
            identifier: "lowBack_motion",
            recorderTypes: [.accelerometer]
        )
        _ = try await record(configuration, of: session, for: .seconds(20), in: folder)
        let all = try folder.readings("lowBack_motion.json", of: .accelerometer)
        let first = session.session.sampleFiles[0].startUptime
        let lead = session.start.boottime.duration(to: first)
        let begin = (offset - lead) / .seconds(1)
        return all.filter { $0.0 >= begin }
    }
}
