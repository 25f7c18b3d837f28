// The records themselves: what each of them must say, and what none of ours says.

import InputRecorder
import RecorderParts
import Recording
import SampleFile
import SampleStream
import SessionFolder
import Testing
import Timebase

@testable import RecorderKinds

@MainActor
@Suite("The records of input files")
struct InputFormTests {
    let folder: ScratchFolder
    static let columns = InputFormat.schema.columns.map(\.name)
    static let touchColumns = TouchFormat.schema.columns.map(\.name)

    init() throws { folder = try ScratchFolder() }

    static let start =
        #"{"uptime":7,"timestamp":0,"stepPath":"tap/left","timestampDate":"2020-09-13T13:26:40.000+01:00","marker":"start"}"#
    static let stop =
        #"{"uptime":7.5,"timestamp":0.5,"stepPath":"tap/right","timestampDate":"2020-09-13T13:26:40.500+01:00","marker":"stop"}"#
    static let events = [
        #"{"uptime":7.001,"timestamp":0.001,"stepPath":"tap/left","sensorType":"key","key":"KEY_F13","value":1}"#,
        #"{"uptime":7.001,"timestamp":0.001,"stepPath":"tap/left","timestampDate":"2020-09-13T13:26:40.001+01:00","marker":"heelStrikeLeft"}"#,
        #"{"uptime":7.002,"timestamp":0.002,"stepPath":"tap/left","sensorType":"key","value":0}"#,
        #"{"uptime":7.003,"timestamp":0.003,"stepPath":"tap/left","sensorType":"touch","lost":4,"reason":"kernel","estimated":true}"#,
        #"{"uptime":7.004,"timestamp":0.004,"stepPath":"tap/left","sensorType":"touch","estimated":true,"phase":4,"index":9,"x":10,"y":20,"width":1.5,"height":2,"pressure":0.25,"xMillimetres":1,"yMillimetres":2}"#,
        #"{"uptime":7.005,"timestamp":0.005,"stepPath":"tap/left","timestampDate":"2020-09-13T13:26:40.005+01:00"}"#,
        #"{"uptime":7.005,"timestamp":0.005,"stepPath":"tap/right","sensorType":"pointer","x":-3,"y":4}"#,
        #"{"uptime":7.006,"timestamp":0.006,"stepPath":"tap/right","sensorType":"pointer","z":-1}"#,
        #"{"uptime":7.007,"timestamp":0.007,"stepPath":"tap/right","sensorType":"switch","key":"SW_LID","value":1}"#,
        #"{"uptime":7.008,"timestamp":0.008,"stepPath":"tap/right","sensorType":"accelerometer","x":0.1,"y":-0.98,"z":0.3}"#,
        #"{"uptime":7.008,"timestamp":0.008,"stepPath":"tap/right","sensorType":"gyro","x":0,"y":1,"z":2}"#,
    ]

    private func replay(
        _ session: Session,
        names: [String] = ["KEY_F13"],
        cut: BootInstant? = nil
    ) async throws -> [String] {
        let file = try #require(session.sampleFiles.first)
        let clocks = try #require(session.manifest.clocks.first)
        let recordings = Recordings(
            folder: folder,
            timekeeper: ImmediateTimekeeper(startingAt: clocks),
            zone: session.manifest.timeZone
        )
        guard allKinds.kind(of: file) is InputRecorderKind else {
            let touches = TouchRecorderConfiguration(identifier: "again")
            return try await records(recordings, TouchRecorderKind(), touches) {
                RecordedTouchSource(file, of: session, timekeeper: $0, cut: cut)
            }
        }
        var input = InputRecorderConfiguration(identifier: "again")
        input.includeKeys = names
        return try await records(recordings, InputRecorderKind(), input) {
            RecordedInputSource(file, of: session, names: names, timekeeper: $0, cut: cut)
        }
    }

    private func records<Kind: InputReplay>(
        _ recordings: Recordings,
        _ kind: Kind,
        _ configuration: Kind.Configuration,
        _ source: @escaping @Sendable (any Timekeeper) -> sending RecordedSource<Kind.Form>
    ) async throws -> [String] {
        let recorder = recordings.recorder(kind, configuration) {
            AnySampleSource(source($0.environment.timekeeper))
        }
        let recorded = try await recordings.recordAll(recorder)
        if let error = recorder.error { throw error }
        return try ScratchFolder.records(of: try #require(recorded).place.path)
    }

    @Test("are copied as they stand")
    func copiesEverything() async throws {
        let records = [Self.start] + Self.events + [Self.stop]
        let session = try folder.session(records, columns: Self.columns)
        #expect(try await replay(session) == records)
    }

    @Test("of touches alone are copied as they stand")
    func copiesTouches() async throws {
        let records = [Self.start] + Self.events[3...4] + [Self.events[5], Self.stop]
        let session = try folder.session(records, columns: Self.touchColumns)
        #expect(try await replay(session) == records)
    }

    @Test("end at a cut")
    func cuts() async throws {
        let session = try folder.session(
            [Self.start] + Self.events + [Self.stop],
            columns: Self.columns
        )
        let cut = BootInstant(nanoseconds: 7_002_500_000)
        let found = try await replay(session, cut: cut)
        #expect(Array(found.dropLast()) == [Self.start] + Self.events[0..<3])
        #expect(
            found.last
                == #"{"uptime":7.0025,"timestamp":0.0025,"stepPath":"tap/left","timestampDate":"2020-09-13T13:26:40.002+01:00","marker":"stop"}"#
        )
    }

    @Test(
        "say nothing that no recorder says; where one does, its number is told",
        arguments: [
            (#""barometer","x":1,"y":2"#, "barometer"),
            (#""key","value":2147483648"#, "value"),
            (#""pointer","key":"KEY_A""#, "neither key nor switch"),
            (#""switch","key":"SW_MOON","value":1"#, "SW_MOON"),
            (#""touch","phase":5,"index":0"#, "phase"),
            (#""touch","phase":-1,"index":0"#, "phase"),
            (#""touch","phase":1"#, "phase and index"),
            (#""touch","phase":1,"index":65536"#, "index"),
            (#""touch","phase":1,"index":-1"#, "index"),
            (#""touch","x":1"#, "x and y"),
            (#""touch","width":1"#, "width and height"),
            (#""touch","width":0.1,"height":1"#, "width"),
            (#""touch","width":1,"height":1e300"#, "height"),
            (#""touch","pressure":0.1"#, "pressure"),
            (#""touch","yMillimetres":1"#, "xMillimetres and yMillimetres"),
            (#""touch","z":1,"xMillimetres":1,"yMillimetres":1"#, "z"),
            (#""key","value":1.5"#, "value"),
            (#""key","lost":0,"reason":"kernel""#, "0 samples"),
        ]
    )
    func namesTheRecord(bad: String, word: String) async throws {
        let record = #"{"uptime":7.4,"timestamp":0.4,"stepPath":"s","sensorType":\#(bad)}"#
        let session = try folder.session(
            [Self.start, Self.events[0], record],
            columns: Self.columns
        )
        let error = await #expect(throws: SampleFileError.self) { try await replay(session) }
        #expect(error?.record == 3)
        #expect(error?.what.contains(word) == true, "\(error?.what ?? "")")
    }

    @Test("of a touch file are of touches only")
    func touchesOnly() async throws {
        let session = try folder.session(
            [Self.start, Self.events[2]],
            columns: Self.touchColumns
        )
        let error = await #expect(throws: SampleFileError.self) { try await replay(session) }
        #expect(error?.record == 2)
        #expect(error?.what == "its sensorType \"key\" is none of touch")
    }

    @Test("name no more keys than there can be")
    func tooManyNames() throws {
        func record(_ name: String) -> String {
            #"{"uptime":8,"timestamp":1,"stepPath":"s","sensorType":"key","key":"\#(name)"}"#
        }
        let names = (0..<1024).map { "K\($0)" }
        var session = try folder.session(
            names.flatMap { [record($0), record("K0")] },
            columns: Self.columns
        )
        var file = try #require(session.sampleFiles.first)
        #expect(try InputForm.names(of: file, in: session) == names)
        session = try folder.session(
            of: [WrittenFile(records: (names + ["one more"]).map(record))],
            named: "more",
            start: .zero
        )
        file = try #require(session.sampleFiles.first)
        let error = #expect(throws: SampleFileError.self) {
            try InputForm.names(of: file, in: session)
        }
        #expect(error?.record == 1025)
    }

    @Test("that cannot be read on end the names, and it is the replay that tells why")
    func namesOfTornFile() async throws {
        let session = try folder.session(
            [Self.events[0], #"{"uptime":"#, Self.events[0]],
            columns: Self.columns
        )
        let file = try #require(session.sampleFiles.first)
        #expect(try InputForm.names(of: file, in: session) == ["KEY_F13"])
        await #expect(throws: SampleFileError.self) { try await replay(session) }
    }
}
