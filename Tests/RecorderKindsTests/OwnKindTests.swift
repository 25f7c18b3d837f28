// A new kind of recorder touches one file and one line: what `OwnKind.swift` says is enough for every part.

import FoundationEssentials
import RecorderKinds
import RecorderParts
import Recording
import Research
import ResearchUI
import SampleFile
import SampleStream
import SessionFolder
import TaskSession
import Testing
import Timebase

/// A lamp that dims, and loses two readings.
private final class DimmingLamp: SampleSource {
    private let timekeeper: any Timekeeper
    private var start: BootInstant

    init(_ timekeeper: any Timekeeper) {
        self.timekeeper = timekeeper
        start = timekeeper.now
    }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        start = timekeeper.now
        var description = SourceDescription(name: "lamp", kind: "test", clock: "boottime")
        description.nominalRatesInHertz[0] = 10
        return description
    }

    func capture(
        into sink: inout SampleSink<Brightness>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        for index in 0..<1_000_000 {
            let time = start.advanced(by: .milliseconds(100 * index))
            guard pace.mayPass(time) else { return .stopped }
            if index == 3 { sink.noteLoss(channel: 0, at: time, count: 2, reason: .device) }
            guard index != 3, index != 4 else { continue }
            sink.deliver(Brightness(time: time, lux: 300 - Double(index)))
        }
        return .stopped
    }

    func close() {}
}

@Suite("A kind of recorder that one file declares")
@MainActor
struct OwnKindTests {
    private static let kind = BrightnessKind()

    private static func file(lamp: String = "desk") -> Data {
        Data(
            #"""
            {"identifier": "reading", "type": "task",
             "steps": [{"identifier": "read", "type": "active", "duration": 2,
                        "commands": ["startTimerAutomatically", "continueOnFinish"]}],
             "asyncActions": [{"identifier": "room", "type": "light", "lamp": "\#(lamp)"}]}
            """#.utf8
        )
    }

    private func recorded(
        in folder: ScratchFolder,
        over recorders: SourcedKind? = nil,
        startingAt start: ClockReading = .zero
    ) async throws -> Session {
        let factory = RSDFactory(writingDatesIn: .utc)
        try factory.register(Self.kind)
        let clock = SteppedTimekeeper(startingAt: start)
        let session = try await TaskSession(
            task: try factory.decodeTask(with: Self.file()),
            in: folder.path,
            timekeeper: clock,
            factory: factory
        )
        session.register(
            recorders ?? Self.kind.over { AnySampleSource(DimmingLamp($0.environment.timekeeper)) }
        )
        let outcome = await session.run(with: AutomaticParticipant())
        #expect(outcome.errors == [])
        return try Session(opening: try #require(outcome.session))
    }

    @Test("is recorded by a task, and checked by what its manifest says of its columns")
    func isRecordedAndChecked() async throws {
        let folder = try ScratchFolder()
        let session = try await recorded(in: folder)
        let file = try #require(session.sampleFiles.first)
        #expect(file.recorder == "light")
        #expect(file.columns?.last == "lux")
        #expect(file.sensors.map(\.sensorType) == ["light"])
        #expect(file.sensors.first?.meaning == "lx")
        #expect(file.sensors.first?.lost == 2)
        #expect(try SessionCheck(of: session.path).verdict == .hasLosses)
        // A check of another program's finds it, which knows nothing of the kind.
        let path = session.path(of: file)
        let text = String(decoding: try ScratchFolder.bytes(of: path), as: UTF8.self)
        try Data(text.replacing("\"lux\":299", with: "\"lux\":\"x\"").utf8)
            .write(to: URL(filePath: path))
        let check = try SessionCheck(of: session.path)
        #expect(check.verdict == .damaged)
        #expect(check.findings.contains { $0.what.contains("lux") })
    }

    @Test("is recorded again to the byte, and takes a lamp's place in another run")
    func isReplayed() async throws {
        let folder = try ScratchFolder()
        let session = try await recorded(in: folder)
        let file = try #require(session.sampleFiles.first)
        let kinds: [any RecorderKind] = [Self.kind]
        let repeated = try #require(
            try RepeatedFile(file, of: session, by: kinds, only: nil, isCSV: nil)
        )
        let start = try #require(session.manifest.clocks.first)
        let recordings = Recordings(
            folder: folder,
            timekeeper: ImmediateTimekeeper(startingAt: start)
        )
        let recorder = repeated.recorder(in: recordings.environment("again", "json"), cut: nil)
        let again = try #require(try await recordings.recordAll(recorder))
        #expect(again.summary.checksum == file.checksum)
        #expect(try RepeatedFile(file, of: session, by: kinds, only: ["gyro"], isCSV: nil) == nil)

        let source = try RecordedSession(opening: session.path, by: kinds)
        let other = try ScratchFolder()
        let second = try await recorded(
            in: other,
            over: source.recorders(of: Self.kind),
            startingAt: source.start
        )
        #expect(second.sampleFiles.first?.sensors.first?.samples == file.sensors.first?.samples)
        #expect(second.sampleFiles.first?.sensors.first?.lost == 2)
    }

    @Test("is shown while it runs, by its curve and its latest value")
    func isShown() async throws {
        let clock = ManualTimekeeper()
        let recordings = Recordings(folder: try ScratchFolder(), timekeeper: clock)
        let recorder = recordings.recorder(Self.kind, BrightnessConfiguration(identifier: "room")) {
            AnySampleSource(DimmingLamp($0.environment.timekeeper))
        }
        try await recorder.start()
        #expect(recorder.plots.map(\.stream) == ["light"])
        #expect(recorder.plots.first?.unit == "lx")
        let channel = try #require(recorder.liveChannels.first)
        #expect(channel.axes == ["lux"])
        clock.advance(by: .milliseconds(200))
        _ = try await recorder.stop()
        #expect(channel.latestValue() == LiveChannel.LatestValue(count: 3, values: [298]))
    }

    @Test("is validated, suggested and in the schema")
    func isDeclared() throws {
        let factory = RSDFactory()
        try factory.register(Self.kind)
        #expect(TaskFileCheck.faults(in: Self.file(), factory: factory) == [])
        let faults = TaskFileCheck.faults(in: Self.file(lamp: "desc"), factory: factory)
        #expect(faults.map(\.nearest) == ["desk"])
        let schema = try factory.createJSONEncoder().encode(TaskFileSchema.schema(of: factory))
        let text = String(decoding: schema, as: UTF8.self)
        #expect(text.contains("The lamp that is looked at."))
        #expect(throws: RSDDeclaredTwice.self) { try factory.register(Self.kind) }
    }
}
