// What people put in comes back as it was recorded, whatever kind of event it was: through the real
// recorders, once over a script and once over what that had written.

import InputRecorder
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
@Suite("A recording of input as a source")
struct RecordedInputTests {
    let folder: ScratchFolder
    let start = InputScript.start

    enum Layout: CaseIterable { case array, dictionary, csv }

    init() throws { folder = try ScratchFolder() }

    private var recordings: Recordings {
        Recordings(folder: folder, timekeeper: ImmediateTimekeeper(startingAt: start))
    }

    private func input(
        _ identifier: String,
        _ layout: Layout,
        keys: [String] = InputScript.keys
    ) -> InputRecorderConfiguration {
        var configuration = InputRecorderConfiguration(identifier: identifier)
        configuration.includeKeys = keys
        configuration.usesCSVEncoding = layout == .csv
        configuration.usesRootDictionary = layout == .dictionary
        return configuration
    }

    private func touch(_ identifier: String, _ layout: Layout) -> TouchRecorderConfiguration {
        var configuration = TouchRecorderConfiguration(identifier: identifier)
        configuration.usesCSVEncoding = layout == .csv
        configuration.usesRootDictionary = layout == .dictionary
        return configuration
    }

    private func record(
        _ configuration: InputRecorderConfiguration,
        _ samples: [InputSample]
    ) async throws -> RecordedFile {
        try await replay(by: configuration) { _ in
            AnySampleSource(InputScript(samples, marks: InputScript.marks))
        }
    }

    private func record(
        _ configuration: TouchRecorderConfiguration,
        _ samples: [InputSample]
    ) async throws -> RecordedFile {
        try await replay(by: configuration) { _ in
            AnySampleSource(InputScript(samples, marks: InputScript.marks))
        }
    }

    /// A session that the file is in.
    private func session(
        of file: RecordedFile,
        _ schema: RecordSchema = InputFormat.schema
    ) throws -> (session: Session, file: SessionManifest.File) {
        let written = try WrittenFile(file, columns: schema.columns.map(\.name))
        let session = try folder.session(of: [written], start: start)
        return (session, try #require(session.sampleFiles.first))
    }

    /// Records what a source has that is made with the time of the replay.
    private func replay(
        by configuration: InputRecorderConfiguration,
        _ makeSource: @escaping InputSourceMaker
    ) async throws -> RecordedFile {
        try await replay(by: InputRecorderKind(), configuration, makeSource)
    }

    private func replay(
        by configuration: TouchRecorderConfiguration,
        _ makeSource: @escaping InputSourceMaker
    ) async throws -> RecordedFile {
        try await replay(by: TouchRecorderKind(), configuration, makeSource)
    }

    private typealias InputSourceMaker =
        @MainActor (any Timekeeper) throws -> sending AnySampleSource<InputSample>

    private func replay<Kind: InputReplay>(
        by kind: Kind,
        _ configuration: Kind.Configuration,
        _ makeSource: @escaping InputSourceMaker
    ) async throws -> RecordedFile {
        let recordings = recordings
        let recorder = recordings.recorder(kind, configuration) { _ in
            try makeSource(recordings.timekeeper)
        }
        let again = try #require(try await recordings.recordAll(recorder))
        if let error = recorder.error { throw error }
        return again
    }

    private func replay(
        _ recorded: (session: Session, file: SessionManifest.File),
        kinds: Set<InputKind> = Set(InputKind.allCases),
        names: [String],
        _ layout: Layout = .array
    ) async throws -> RecordedFile {
        try await replay(by: input("again", layout, keys: names)) { timekeeper in
            AnySampleSource(
                RecordedInputSource(
                    recorded.file,
                    of: recorded.session,
                    kinds: kinds,
                    names: names,
                    timekeeper: timekeeper
                )
            )
        }
    }

    private func expectSame(_ again: RecordedFile, _ file: RecordedFile) throws {
        // Read in one piece, for a difference to be seen.
        let found = String(decoding: try ScratchFolder.bytes(of: again.place.path), as: UTF8.self)
        let wanted = String(decoding: try ScratchFolder.bytes(of: file.place.path), as: UTF8.self)
        #expect(found == wanted)
        #expect(again.summary.checksum == file.summary.checksum)
        #expect(again.summary.records == file.summary.records)
        #expect(again.channels == file.channels)
        #expect(again.start == file.start && again.end == file.end)
    }

    @Test("gives back the bytes of every kind of event, gap and mark", arguments: Layout.allCases)
    func inputIsByteIdentical(layout: Layout) async throws {
        let samples = InputScript.touches + InputScript.others
        let file = try await record(input("input", layout), samples)
        // With the marks of the two ends.
        #expect(file.summary.records == samples.count + 2)
        #expect(file.channels.map(\.name) == InputChannel.allCases.map(\.name))
        let recorded = try session(of: file)
        #expect(allKinds.kind(of: recorded.file) is InputRecorderKind)
        // As the command does it, which knows nothing of a file but what is in it.
        let names = try InputForm.names(of: recorded.file, in: recorded.session)
        let again = try await replay(recorded, names: names, layout)
        // A step path is the recorder's identifier, unless a record says otherwise.
        try expectSame(again, file)
    }

    @Test("gives back the bytes of touches in the field's form", arguments: Layout.allCases)
    func touchIsByteIdentical(layout: Layout) async throws {
        let file = try await record(touch("touch", layout), InputScript.touches)
        #expect(file.summary.records == InputScript.touches.count + 2)
        let recorded = try session(of: file, TouchFormat.schema)
        #expect(allKinds.kind(of: recorded.file) is TouchRecorderKind)
        let again = try await replay(by: touch("again", layout)) { timekeeper in
            AnySampleSource(
                RecordedTouchSource(
                    recorded.file,
                    of: recorded.session,
                    timekeeper: timekeeper
                )
            )
        }
        try expectSame(again, file)
    }

    @Test("names the keys that its recorder may name, and none besides")
    func keepsKeysPrivate() async throws {
        let file = try await record(input("input", .array), InputScript.others)
        let again = try await replay(try session(of: file), names: ["Füße", "KEY_F13"])
        let quoted = #""key":"a \"quoted\", key\n","#
        let records = try ScratchFolder.records(of: file.place.path)
        #expect(records.filter { $0.contains(quoted) }.count == 1)
        #expect(
            try ScratchFolder.records(of: again.place.path)
                == records.map { $0.replacing(quoted, with: "") }
        )
    }

    @Test("leaves out kinds that are not wanted, and keeps the marks")
    func filters() async throws {
        let samples = InputScript.touches + InputScript.others
        let file = try await record(input("input", .array), samples)
        let recorded = try session(of: file)
        let all = try RecordedInputSource.kinds(of: recorded.file, in: recorded.session)
        #expect(all == Set(InputKind.allCases))
        let again = try await replay(
            recorded,
            kinds: [.accelerometer, .switches],
            names: []
        )
        func type(_ name: String) -> String { "\"sensorType\":\"\(name)\"" }
        let wanted = ["switch", "accelerometer", "gyro"].map(type)
        // Of what kind the lost events were, nobody knows: one of these may be among them.
        let losses = ["\"reason\":\"kernel\"", "\"reason\":\"device\""]
        let expected = try ScratchFolder.records(of: file.place.path).compactMap { record in
            if losses.contains(where: record.contains) {
                return record.replacing(type("touch"), with: type("switch"))
                    .replacing(type("pointer"), with: type("switch"))
            }
            return record.contains("\"marker\"") || wanted.contains(where: record.contains)
                ? record : nil
        }
        #expect(expected.count == 4 + 5 + 2)
        #expect(expected.filter { $0.contains("\"lost\"") }.count == 3)
        #expect(try ScratchFolder.records(of: again.place.path) == expected)
    }

    @Test("tells which keys it names, in the order in which they come")
    func namesOfFile() async throws {
        let file = try await record(input("input", .array), InputScript.others)
        let recorded = try session(of: file)
        // Switches have names that everybody knows.
        #expect(
            try InputForm.names(of: recorded.file, in: recorded.session)
                == ["KEY_F13", "Füße", "a \"quoted\", key\n"]
        )
    }
}
