// In a task, each recorder gets what was recorded under its name, else what there is of its kind.

import InputRecorder
import MotionRecorder
import RecorderParts
import Recording
import Research
import SampleFile
import SampleStream
import SessionFolder
import Testing
import Timebase

@testable import RecorderKinds

@MainActor
@Suite("A recorded session in place of a task's input devices")
struct SessionInputTests {
    let folder: ScratchFolder
    private let run = ClockReading.zero.advanced(by: .seconds(20))
    private let seven = ClockReading.zero.advanced(by: .seconds(7))

    init() throws { folder = try ScratchFolder() }

    private var records: [String] {
        [InputFormTests.start] + InputFormTests.events + [InputFormTests.stop]
    }

    private func file(_ identifier: String, sections: [String] = []) -> WrittenFile {
        var file = WrittenFile(identifier, records: records, columns: InputFormTests.columns)
        file.sections = sections
        return file
    }

    private func touchFile(_ identifier: String) -> WrittenFile {
        WrittenFile(
            identifier,
            records: [InputFormTests.start, InputFormTests.events[4], InputFormTests.stop],
            columns: InputFormTests.touchColumns
        )
    }

    private func motionFile(_ identifier: String) -> WrittenFile {
        WrittenFile(
            identifier,
            records: RecordedSessionSourceTests.all,
            columns: MotionFormat.schema.columns.map(\.name)
        )
    }

    private func session(_ files: [WrittenFile]) throws -> RecordedSession {
        try RecordedSession(
            opening: folder.session(of: files, start: seven).path,
            by: allKinds
        )
    }

    private func record(
        _ configuration: InputRecorderConfiguration,
        _ recorded: RecordedSession,
        sections: [String] = [],
        runStart: BootInstant? = nil
    ) async throws -> [String] {
        try await record(InputRecorderKind(), configuration, recorded, sections, runStart)
    }

    private func record(
        _ configuration: TouchRecorderConfiguration,
        _ recorded: RecordedSession,
        sections: [String] = [],
        runStart: BootInstant? = nil
    ) async throws -> [String] {
        try await record(TouchRecorderKind(), configuration, recorded, sections, runStart)
    }

    private func record<Kind: InputReplay>(
        _ kind: Kind,
        _ configuration: Kind.Configuration,
        _ recorded: RecordedSession,
        _ sections: [String],
        _ runStart: BootInstant?
    ) async throws -> [String] {
        let run = run
        let recordings = Recordings(
            folder: folder,
            timekeeper: ImmediateTimekeeper(startingAt: run)
        )
        let recorder = recordings.recorder(kind, configuration) { order in
            let placed = SourceOrder<Kind>(
                configuration: order.configuration,
                sectionIdentifiers: sections,
                environment: order.environment
            )
            return try recorded.source(for: placed, of: kind, runStart: runStart ?? run.boottime)
        }
        let file = try await recordings.recordAll(recorder)
        if let error = recorder.error { throw error }
        return try ScratchFolder.records(of: try #require(file).place.path)
    }

    private func times(_ records: [String]) -> [Substring] {
        records.compactMap { $0.split(separator: ",").first?.dropFirst(10) }
    }

    private var keys: InputRecorderConfiguration {
        var configuration = InputRecorderConfiguration(identifier: "keys", events: [.keys])
        configuration.includeKeys = ["KEY_F13"]
        configuration.markers = [KeyMarker(key: "KEY_F13", marker: "heelStrikeLeft")]
        return configuration
    }

    @Test("gives a recorder the file of its own name, from the recorder's start")
    func ownFile() async throws {
        let motion = try session([touchFile("touch"), file("keys", sections: ["tap"])])
        // The file begins with the recorder, whenever the run did.
        let found = try await record(
            keys,
            motion,
            sections: ["tap"],
            runStart: BootInstant(nanoseconds: 0)
        )
        // The device has more than keys; but among the events that were lost there may have been some.
        // The recorder ran until its own end.
        #expect(times(found) == ["20", "20.001", "20.001", "20.002", "20.003", "20.5"])
        #expect(found.filter { $0.contains(#""sensorType":"key","lost":4"#) }.count == 1)
        // A key that was a marker is a key again, and its mark is there once.
        #expect(found.filter { $0.contains("heelStrikeLeft") }.count == 1)
        let pressed = #""stepPath":"keys","sensorType":"key","key":"KEY_F13""#
        #expect(found.dropFirst().first?.contains(pressed) == true)
        #expect(!found.contains { $0.contains("touch") || $0.contains("tap/") })
    }

    @Test("gives any other file along with the run, from the run's start")
    func otherFile() async throws {
        let motion = try session([motionFile("walk"), file("kiosk_input")])
        let found = try await record(
            keys,
            motion,
            sections: ["tap"],
            runStart: BootInstant(nanoseconds: 19_998_500_000)
        )
        // What was before the recorder's start is left out, but for the key that was still down.
        #expect(times(found).prefix(3) == ["20", "20", "20.0005"])
        let down = #""sensorType":"key","estimated":true,"key":"KEY_F13","value":1}"#
        #expect(found[1].contains(down))
        #expect(found[2].contains(#""value":0"#))
    }

    @Test("begins with a gap or a touch that was open when the recorder starts")
    func openGap() async throws {
        func touch(_ milliseconds: Int, _ rest: String) -> String {
            let time =
                #""uptime":7.\#(milliseconds),"timestamp":0.\#(milliseconds),"stepPath":"tap""#
            return #"{\#(time),"sensorType":"touch",\#(rest)}"#
        }
        let screen = WrittenFile(
            "screen",
            records: [
                InputFormTests.start,
                touch(100, #""phase":0,"index":1,"x":10,"y":20"#),
                touch(101, #""phase":0,"index":0,"x":1,"y":2"#),
                touch(105, #""phase":3,"index":0,"x":1,"y":2"#),
                touch(110, #""lost":4,"reason":"kernel","estimated":true"#),
                touch(410, #""estimated":true,"phase":4,"index":1,"x":10,"y":20"#),
                InputFormTests.stop,
            ],
            columns: InputFormTests.touchColumns
        )
        let found = try await record(
            TouchRecorderConfiguration(identifier: "touch"),
            session([screen]),
            runStart: BootInstant(nanoseconds: 19_790_000_000)
        )
        #expect(times(found) == ["20", "20", "20", "20.2", "20.29"])
        #expect(found[1].hasSuffix(#""estimated":true,"phase":2,"index":1,"x":10,"y":20}"#))
        // The recorder covers two thirds of the gap.
        #expect(found[2].hasSuffix(#""lost":3,"reason":"kernel","estimated":true}"#))
        #expect(found[3].contains(#""phase":4,"index":1"#))
    }

    @Test("keeps events simultaneous that recorders started together recorded at one instant")
    func together() async throws {
        var walk = motionFile("walk")
        var touches = touchFile("touch")
        var later = touchFile("later")
        (walk.sections, touches.sections, later.sections) = (["left"], ["left"], ["left"])
        touches.startUptime = BootInstant(nanoseconds: 7_003_000_000)
        later.startUptime = BootInstant(nanoseconds: 17_000_000_000)
        let motion = try session([walk, touches, later])
        let configuration = TouchRecorderConfiguration(identifier: "touch")
        let found = try await record(configuration, motion, sections: ["left"])
        // At 7.004 by the recording's clock, 4 ms after the first of the two recorders had started.
        #expect(times(found).dropFirst().first == "20.004")
        // One that was started long after them begins with its own start.
        let other = TouchRecorderConfiguration(identifier: "later")
        let alone = try await record(other, motion, sections: ["left"])
        #expect(times(alone) == ["20", "20"])
    }

    @Test("gives a touch recorder the touches of a file of all kinds of input")
    func eitherForm() async throws {
        let all = try session([file("kiosk_input")])
        let touches = try await record(TouchRecorderConfiguration(identifier: "touch"), all)
        #expect(touches.filter { $0.contains("\"sensorType\":\"touch\"") }.count == 2)
        #expect(touches.contains { $0.hasSuffix(#""xMillimetres":1,"yMillimetres":2}"#) })
        #expect(!touches.contains { $0.contains("pointer") })
    }

    @Test("gives an input recorder the events of a file of touches")
    func otherForm() async throws {
        let motion = try session([touchFile("touch")])
        let found = try await record(InputRecorderConfiguration(identifier: "touch"), motion)
        #expect(found.filter { $0.contains("\"sensorType\":\"touch\"") }.count == 1)
    }

    @Test("chooses a file by the requested kinds if no name fits")
    func byKind() async throws {
        let motion = try session([touchFile("left"), file("right")])
        // Only one of them has keys; touches are in both.
        let found = try await record(keys, motion)
        #expect(found.contains { $0.contains("KEY_F13") })
        let error = await #expect(throws: SessionError.self) {
            try await record(TouchRecorderConfiguration(identifier: "touch"), motion)
        }
        #expect(error?.description.contains("left, right") == true)
    }

    @Test("gives a recording without any event")
    func nothingHappened() async throws {
        let quiet = WrittenFile(
            "kiosk_input",
            records: [InputFormTests.start, InputFormTests.stop],
            columns: InputFormTests.columns
        )
        let found = try await record(keys, session([quiet, motionFile("walk")]))
        #expect(times(found) == ["20", "20.5"])
    }

    @Test("says if it has no input at all")
    func noInput() async throws {
        let motion = try session([motionFile("keys")])
        let error = await #expect(throws: SessionError.self) { try await record(keys, motion) }
        #expect(error?.description.contains("it has no input for the recorder 'keys'") == true)
    }

    @Test("gives a motion recorder a file of motion only")
    func motionBeside() throws {
        let timekeeper = ImmediateTimekeeper(startingAt: run)
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let configuration = MotionRecorderConfiguration(
            identifier: "any",
            recorderTypes: [.gyro],
            frequency: 100
        )
        func source(_ motion: RecordedSession) throws -> AnySampleSource<MotionSample> {
            try motion.source(
                for: SourceOrder(
                    configuration: configuration,
                    sectionIdentifiers: [],
                    environment: recordings.environment("any", "json")
                ),
                of: MotionRecorderKind(),
                runStart: run.boottime
            )
        }
        // It is the only one of motion.
        let description = try source(session([motionFile("walk"), file("any")]))
            .open(until: StopSignal())
        #expect(description.name == "walk.json")
        let inputOnly = try RecordedSession(
            opening: folder.session(of: [file("any")], named: "input", start: seven).path,
            by: allKinds
        )
        let error = #expect(throws: SessionError.self) { try source(inputOnly) }
        #expect(error?.description.contains("it has no motion") == true)
    }
}
