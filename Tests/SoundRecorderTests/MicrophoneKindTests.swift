// Runs the recorder from alsa-lib to a session, and reads the session back. Other programs read the sound.

import FLACFile
import Foundation
import Patience
import RecorderKinds
import Recording
import Research
import ResearchUI
import SampleFile
import SampleStream
import Scratch
import SessionFolder
import SystemCalls
import TaskSession
import Testing
import Timebase

@testable import SoundRecorder

/// A participant who goes on when enough levels are recorded, or who refuses the microphone.
@MainActor
private final class Listener: TaskParticipant {
    var recorder: RSDSampleRecorder?
    let mayListen: Bool
    let levels: Int

    init(levels: Int, mayListen: Bool) {
        self.levels = levels
        self.mayListen = mayListen
    }

    func permits(_ permission: RSDStandardPermission) async -> Bool { mayListen }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        guard mayListen else { return .goForward }
        try? await until("the recorder runs") { recorder?.status == .running }
        try? await until("enough levels are recorded") {
            recorder?.streams.first?.progress.samples ?? 0 >= levels
        }
        return .goForward
    }
}

@MainActor
@Suite("A recorder of a microphone", .mayNotHang)
struct MicrophoneKindTests {
    private static let kind = MicrophoneRecorderKind()
    private static let later = WallInstant(nanosecondsSince1970: 1_900_000_000_000_000_000)
    private let scratch: Scratch
    private let known: KnownCard

    init() throws {
        scratch = try Scratch()
        known = try KnownCard(KnownCard.stepped, in: scratch.path)
    }

    private static var factory: RSDFactory {
        get throws {
            let factory = RSDFactory(writingDatesIn: .utc)
            try factory.register(kind)
            return factory
        }
    }

    /// The notice that the last recorder had for the participant.
    private final class Notice {
        var word: String?
    }
    private let notice = Notice()

    /// Records the known card into a session.
    private func recorded(
        _ more: String,
        levels: Int = 40,
        mayListen: Bool = true
    ) async throws -> Session {
        let factory = try Self.factory
        let task = Data(
            #"""
            {"identifier": "listening", "type": "task",
             "steps": [{"identifier": "listen", "type": "instruction"}],
             "asyncActions": [{"identifier": "mic", "type": "microphone", "device": "known"\#(more)}]}
            """#.utf8
        )
        let session = try await TaskSession(
            task: try factory.decodeTask(with: task),
            in: scratch.path,
            factory: factory
        )
        let recorders = Self.kind.overCards(configuredBy: known.configuration) { _, _ in }
        let listener = Listener(levels: levels, mayListen: mayListen)
        session.register(.microphone) { configuration, path, environment in
            listener.recorder = recorders.recorder(configuration, path, environment)
            return listener.recorder
        }
        let outcome = await session.run(with: listener)
        if mayListen { #expect(outcome.errors == []) }
        notice.word = listener.recorder?.notice
        return try Session(opening: try #require(outcome.session))
    }

    /// The levels of a file, in order.
    private func levels(
        _ file: SessionManifest.File,
        of session: Session
    ) throws -> [(interval: Double, average: Double, peak: Double)] {
        let schema = LevelFormat.schema
        var reader = try session.reader(of: file, schema: schema)
        let first = try #require(schema.index(of: "timeInterval"))
        var levels: [(interval: Double, average: Double, peak: Double)] = []
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard let interval = batch.number(row, first),
                    let average = batch.number(row, first + 1),
                    let peak = batch.number(row, first + 2)
                else { continue }
                #expect(batch.text(row, first + 3)?.description == "dbFS")
                levels.append((interval, average, peak))
            }
        }
        return levels
    }

    @Test("writes the level of each tenth of a second, right to a tenth of a decibel")
    func writes() async throws {
        let session = try await recorded("")
        #expect(notice.word == "loudness")
        let file = try #require(session.sampleFiles.first)
        #expect(file.recorder == "microphone")
        #expect(file.sensors.first?.sensorType == "soundLevel")
        #expect(file.sensors.first?.nominalRateInHertz == 10)
        let levels = try levels(file, of: session)
        #expect(levels.count >= 40)
        for (number, level) in levels.dropLast().prefix(550).enumerated() {
            #expect(level.interval == 0.1)
            let known = KnownSound.level(
                known.samples[number * 4800..<(number + 1) * 4800]
            )
            #expect(abs(level.average - known.average) < 0.1)
            #expect(abs(level.peak - known.peak) < 0.1)
        }
    }

    @Test("keeps no sound without a request, and records nothing if the participant refuses")
    func unasked() async throws {
        let session = try await recorded(#", "saveAudioFile": false"#)
        #expect(session.manifest.files.map(\.path) == ["mic.json"])
        let refused = try await recorded(#", "saveAudioFile": true"#, mayListen: false)
        #expect(refused.manifest.files.isEmpty)
        #expect(refused.manifest.errors.contains { $0.contains("microphone") })
    }

    @Test("keeps the sound if a task file asks for it, and two readers agree on every sample")
    func sound() async throws {
        let session = try await recorded(#", "saveAudioFile": true"#)
        #expect(session.manifest.files.map(\.path).sorted() == ["mic.json", "mic_audio.flac"])
        let file = try #require(session.manifest.files.first { $0.path.hasSuffix("flac") })
        #expect(file.layout == .document && file.contentType == "audio/flac")
        #expect(file.closed && file.size != nil && file.checksum != nil && file.error == nil)
        #expect(file.recorder == "microphone" && file.identifier == "mic_audio")
        let check = try SessionCheck(of: session.path)
        #expect(check.verdict == .clean, "\(check.findings)")
        let path = session.path(of: file)
        let ours = try SoundReader.flac.samples(of: path)
        #expect(ours.count > 4800 * 30)
        let whole = min(ours.count, known.samples.count)
        #expect(ours.prefix(whole) == known.samples.prefix(whole))
        #expect(try SoundReader.sox.samples(of: path) == ours)
        try SoundReader.flac.test(path)
        // The sound has exactly the frames that the levels cover.
        let levelFile = try #require(session.sampleFiles.first)
        let seconds = try levels(levelFile, of: session).reduce(0) { $0 + $1.interval }
        #expect(Int((seconds * 48_000).rounded()) == ours.count)
    }

    /// A session with an unfinished sound, whose bytes are changed and which belongs to a recorder of this kind.
    private func unended(
        _ change: (inout Data) -> Void,
        recorder: String = "microphone"
    ) async throws -> Session {
        let session = try await recorded(#", "saveAudioFile": true"#)
        var manifest = session.manifest
        let index = try #require(manifest.files.firstIndex { $0.path.hasSuffix("flac") })
        let path = URL(filePath: session.path(of: manifest.files[index]))
        var bytes = try Data(contentsOf: path)
        change(&bytes)
        try bytes.write(to: path)
        manifest.files[index].closed = false
        manifest.files[index].size = nil
        manifest.files[index].checksum = nil
        manifest.files[index].endDate = nil
        manifest.files[index].recorder = recorder
        // The journal would restore the manifest, so it is removed.
        if let journal = manifest.journal?.path {
            try FileManager.default.removeItem(atPath: "\(session.path)/\(journal)")
        }
        manifest.journal = nil
        try Data(manifest.encoded()).write(to: URL(filePath: "\(session.path)/manifest.json"))
        return session
    }

    @Test("has its unfinished sound repaired; the cut is reported, and the original is kept")
    func repaired() async throws {
        let session = try await unended { $0.removeLast(40) }
        let before = try SessionCheck(of: session.path)
        #expect(before.verdict == .damaged && before.isRecoverable)
        let report = try SessionRepair.repair(session.path, at: Self.later)
        #expect(report.outcome == .hasLosses)
        let repaired = try Session(opening: session.path)
        let file = try #require(repaired.manifest.files.first { $0.path.hasSuffix("flac") })
        #expect(file.closed && file.checksum != nil)
        let recovery = try #require(repaired.manifest.recovered.first { $0.path == file.path })
        #expect(recovery.bytesLost > 0 && recovery.original == "mic_audio.flac.torn")
        let frames = try SoundReader.flac.samples(of: session.path(of: file)).count
        let end = try #require(file.endDate).instant.nanosecondsSince1970
        let seconds = Double(end - file.startDate.instant.nanosecondsSince1970) / 1e9
        #expect(abs(seconds - Double(frames) / 48_000) < 0.01)
        try SoundReader.flac.test(session.path(of: file))
        #expect(try SessionCheck(of: session.path).verdict == .hasLosses)
    }

    @Test("has the cut of a killed repair reported by the next repair")
    func repairKilled() async throws {
        let session = try await unended { $0.removeLast(40) }
        let name = try #require(session.manifest.files.first { $0.path.hasSuffix("flac") }).path
        let cut = try #require(
            try FLACRecovery.repair(name, in: OpenFolder.open(session.path))
        ).cut
        #expect(cut > 0)
        let report = try SessionRepair.repair(session.path, at: Self.later)
        #expect(report.outcome == .hasLosses)
        let recovery = try #require(
            try Session(opening: session.path).manifest.recovered.first { $0.path == name }
        )
        #expect(recovery.bytesLost == cut && recovery.original == "\(name).torn")
        #expect(try SessionRepair.repair(session.path, at: Self.later).changed == false)
    }

    @Test("has a sound reported that cannot be repaired, and another recorder's sound left alone")
    func unrepaired() async throws {
        let session = try await unended { $0 = $0.prefix(60) }
        let report = try SessionRepair.repair(session.path, at: Self.later)
        #expect(report.unrepaired == 1)
        #expect(report.firstUnrepaired?.contains("it holds no whole block of sound") == true)
        let others = try await unended({ $0.removeLast(40) }, recorder: "songs")
        #expect(try SessionRepair.repair(others.path, at: Self.later).outcome == .good)
        #expect(try Session(opening: others.path).manifest.recovered.isEmpty)
    }

    @Test("is replayed to the same bytes, without its sound")
    func repeats() async throws {
        let session = try await recorded(#", "saveAudioFile": true"#)
        let file = try #require(session.sampleFiles.first)
        #expect(session.sampleFiles.count == 1)
        let repeated = try #require(
            try RepeatedFile(file, of: session, by: [Self.kind], only: nil, isCSV: nil)
        )
        let path = scratch.path + "/again.json"
        let start = try #require(session.manifest.clocks.first)
        let recorder = repeated.recorder(
            in: RecorderEnvironment(
                files: RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "again") }),
                timekeeper: ImmediateTimekeeper(startingAt: start),
                zone: .utc
            ),
            cut: nil
        )
        #expect(notice.word == "sound")
        try await recorder.start()
        #expect(recorder.notice == nil)
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        #expect(recorder.files.map(\.summary.checksum) == [file.checksum])
    }

    @Test("fails if the card is missing, with its name and a remedy, and leaves no file")
    func missing() async throws {
        let path = RSDStandalonePath(identifier: "mic")
        var configuration = MicrophoneRecorderConfiguration(identifier: "mic")
        configuration.device = "hw:77"
        configuration.saveAudioFile = true
        let folder = scratch.path
        let recorder = try #require(
            Self.kind.overCards().recorder(
                configuration,
                path,
                RecorderEnvironment(
                    files: RecorderFiles(claim: {
                        FilePlace(
                            path: "\(folder)/\($0.identifier).\($0.fileExtension)",
                            relativePath: $0.identifier
                        )
                    })
                )
            )
        )
        let error = await #expect(throws: (any Error).self) { try await recorder.start() }
        #expect(error.map { "\($0)" }?.contains("microphone hw:77: ") == true, "\(error as Any)")
        _ = try? await recorder.stop()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left == ["infile.raw"])
    }

    @Test("keeps each key of its configuration, and by default keeps earlier recordings")
    func keys() throws {
        let text =
            #"{"device":"hw:1","identifier":"m","requiresBackgroundAudio":true,"saveAudioFile":true,"#
            + #""shouldDeletePrevious":true,"startStepIdentifier":"a","stopStepIdentifier":"b","#
            + #""type":"microphone","usesCSVEncoding":true,"usesRootDictionary":true}"#
        let configuration = try JSONDecoder().decode(
            MicrophoneRecorderConfiguration.self,
            from: Data(text.utf8)
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(configuration), as: UTF8.self) == text)
        let words = try #require(Self.kind.declaration.words)
        for key in words.keys { #expect(text.contains("\"\(key.name)\":"), "\(key.name)") }
        let plain = MicrophoneRecorderConfiguration(identifier: "m")
        #expect(!plain.shouldDeletePrevious && !plain.saveAudioFile)
        #expect(
            String(decoding: try encoder.encode(plain), as: UTF8.self)
                == #"{"identifier":"m","type":"microphone"}"#
        )
    }
}
