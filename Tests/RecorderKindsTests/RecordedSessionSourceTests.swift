// A replay shows that nothing is lost or changed: it writes the same bytes that it read.
import FileMoves
import FoundationEssentials
import MotionRecorder
import RecorderParts
import Recording
import SampleFile
import SampleStream
import SessionFolder
import SystemCalls
import Testing
import Timebase
import WalkSource

@testable import RecorderKinds

@MainActor
@Suite("A recorded session as a source")
struct RecordedSessionSourceTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func replay(
        _ file: SessionManifest.File,
        of session: Session,
        types: Set<MotionSensorType> = Set(MotionSensorType.allCases),
        cut: BootInstant? = nil,
        as identifier: String? = nil
    ) async throws -> RecordedFile? {
        let clocks = try #require(session.manifest.clocks.first)
        let timekeeper = ImmediateTimekeeper(startingAt: clocks)
        let recordings = Recordings(
            folder: folder,
            timekeeper: timekeeper,
            zone: session.manifest.timeZone
        )
        let recorder = recordings.recorder(
            identifier ?? file.identifier,
            usesCSV: file.layout == .csv
        ) { _ in
            AnySampleSource(
                RecordedSessionSource(
                    file,
                    of: session,
                    types: types,
                    timekeeper: timekeeper,
                    cut: cut
                )
            )
        }
        let recorded = try await recordings.recordAll(recorder)
        if let error = recorder.error { throw error }
        return recorded
    }

    @Test("gives back the bytes of the sample data", arguments: try SampleDataTests.sessions())
    func isByteIdentical(name: String) async throws {
        let session = try Session(opening: "\(SampleDataTests.folder)/\(name)")
        #expect(session.sampleFiles.isEmpty == false)
        for file in session.sampleFiles {
            let recorded = try #require(try await replay(file, of: session))
            let original = try ScratchFolder.bytes(of: session.path(of: file))
            #expect(try ScratchFolder.bytes(of: recorded.place.path) == original, "\(file.path)")
            #expect(recorded.summary.checksum == file.checksum)
            #expect(
                LocalDate(recorded.dates.wall(at: recorded.end), .utc).instant
                    == file.endDate?.instant
            )
            #expect(recorded.channels.map(\.name) == file.sensors.map(\.sensorType))
            #expect(
                recorded.channels.map(\.nominalRateInHertz)
                    == file.sensors.map(\.nominalRateInHertz)
            )
        }
    }

    @Test(
        "gives back the same bytes after months or years of uptime",
        arguments: [4_000_000, 4_600_000, 13_046_400, 400_000_000, 4_500_000_000]
    )
    func longUptime(seconds: Int) async throws {
        let start = ClockReading.zero.advanced(by: .seconds(seconds) + .nanoseconds(1_373_801))
        let timekeeper = ImmediateTimekeeper(startingAt: start)
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: 9))
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let recorder = recordings.recorder("walk", rate: 90) { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: timekeeper,
                    duration: .seconds(5)
                )
            )
        }
        let recorded = try #require(try await recordings.recordAll(recorder))
        let session = try folder.session(of: [WrittenFile(recorded)], start: start)
        let file = try #require(session.sampleFiles.first)
        let again = try #require(try await replay(file, of: session, as: "again"))
        let original = try ScratchFolder.bytes(of: session.path(of: file))
        #expect(try ScratchFolder.bytes(of: again.place.path) == original)
    }

    @Test("gives back the same bytes of CSV too, also by way of JSON")
    func replaysCSV() async throws {
        let session = try folder.session(Self.all)
        var file = try #require(session.sampleFiles.first)
        let original = try ScratchFolder.bytes(of: session.path(of: file))
        file.layout = .csv
        let table = try #require(try await replay(file, of: session, as: "table"))
        #expect(table.place.path.hasSuffix("/table.csv"))
        let tableBytes = try ScratchFolder.bytes(of: table.place.path)
        file.path = "table.csv"
        try FileSystem.rename(table.place.path, to: session.path(of: file))
        let again = try #require(try await replay(file, of: session, as: "again"))
        #expect(try ScratchFolder.bytes(of: again.place.path) == tableBytes)
        file.layout = .array
        let back = try #require(try await replay(file, of: session, as: "back"))
        #expect(try ScratchFolder.bytes(of: back.place.path) == original)
    }

    static let start =
        #"{"uptime":7,"timestamp":0,"stepPath":"task/stand","timestampDate":"2020-09-13T13:26:40.000+01:00","marker":"start"}"#
    static let all = [
        start,
        #"{"uptime":7.01,"timestamp":0.01,"stepPath":"task/stand","sensorType":"gyro","x":0.1,"y":-0.0,"z":1e-9}"#,
        #"{"uptime":7.015,"timestamp":0.015,"stepPath":"task/walk","timestampDate":"2020-09-13T13:26:40.015+01:00"}"#,
        #"{"uptime":7.02,"timestamp":0.02,"stepPath":"task/walk","sensorType":"gyro","lost":12,"reason":"device","estimated":true}"#,
        #"{"uptime":7.14,"timestamp":0.14,"stepPath":"task/walk","sensorType":"attitude","eventAccuracy":-1,"referenceCoordinate":"North-West-Up","heading":12.5,"x":0,"y":0,"z":0.6,"w":0.8}"#,
        #"{"uptime":7.13,"timestamp":0.13,"stepPath":"task/walk","timestampDate":"2020-09-13T13:26:40.130+01:00","marker":"late"}"#,
        #"{"uptime":7.15,"timestamp":0.15,"stepPath":"task/turn","sensorType":"magnetometer","eventAccuracy":2,"x":1,"y":2,"z":3}"#,
        #"{"uptime":7.16,"timestamp":0.16,"stepPath":"task/turn","timestampDate":"2020-09-13T13:26:40.160+01:00","marker":"stop"}"#,
    ]

    @Test("copies samples, gaps, marks and step paths unchanged")
    func copiesEverything() async throws {
        let session = try folder.session(Self.all)
        let file = try #require(session.sampleFiles.first)
        let recorded = try #require(try await replay(file, of: session))
        let text = String(decoding: try ScratchFolder.bytes(of: recorded.place.path), as: UTF8.self)
        #expect(
            text.split(separator: "\n").dropFirst().dropLast().map { $0.trimming(",") } == Self.all
        )
        #expect(recorded.lost == 12)
        #expect(recorded.samples == 3)
    }

    @Test("leaves out other types than the requested ones, and keeps the marks")
    func filters() async throws {
        let session = try folder.session(Self.all)
        let file = try #require(session.sampleFiles.first)
        let recorded = try #require(try await replay(file, of: session, types: [.magnetometer]))
        let found = try SampleDataTests.read(recorded.place.path)
        #expect(found.sensors.keys.sorted() == ["magnetometer"])
        #expect(found.gaps.isEmpty)
        #expect(found.markers.map(\.marker) == ["start", nil, "late", "stop"])
    }

    @Test("keeps a change of the step path that an omitted record had")
    func movesWhereLeftOut() async throws {
        let records = [
            Self.start,
            #"{"uptime":7.01,"timestamp":0.01,"stepPath":"task/stand","sensorType":"gyro","x":1,"y":2,"z":3}"#,
            #"{"uptime":7.02,"timestamp":0.02,"stepPath":"task/walk","sensorType":"gyro","x":1,"y":2,"z":3}"#,
            #"{"uptime":7.03,"timestamp":0.03,"stepPath":"task/walk","sensorType":"magnetometer","x":1,"y":2,"z":3}"#,
            #"{"uptime":7.04,"timestamp":0.04,"stepPath":"task/walk","timestampDate":"2020-09-13T13:26:40.040+01:00","marker":"stop"}"#,
        ]
        let session = try folder.session(records)
        let file = try #require(session.sampleFiles.first)
        let recorded = try #require(try await replay(file, of: session, types: [.magnetometer]))
        let text = String(decoding: try ScratchFolder.bytes(of: recorded.place.path), as: UTF8.self)
        #expect(
            text.split(separator: "\n").dropFirst().dropLast().map { $0.trimming(",") }
                == [records[0], records[3], records[4]]
        )
    }

    @Test(
        "names the record that no recorder writes, and keeps the records before it",
        arguments: [
            #"{"uptime":7.5,"timestamp":0.5,"stepPath":"w","sensorType":"barometer","x":1,"y":1,"z":1}"#,
            #"{"uptime":7.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","x":1,"z":1}"#,
            #"{"uptime":7.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","lost":0,"reason":"ring"}"#,
            #"{"uptime":7.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","lost":1,"reason":"moon"}"#,
            #"{"stepPath":"w","sensorType":"gyro","x":1,"y":1,"z":1}"#,
            #"{"uptime":7.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","x":"one","y":1,"z":1}"#,
        ]
    )
    func namesTheRecord(bad: String) async throws {
        let session = try folder.session([Self.all[0], Self.all[1], bad])
        let file = try #require(session.sampleFiles.first)
        let error = await #expect(throws: SampleFileError.self) {
            try await replay(file, of: session)
        }
        #expect(error?.record == 3)
        #expect(error?.path.hasSuffix("/walk.json") == true)
        #expect(error?.remedy.isEmpty == false)
        let kept = try ScratchFolder.bytes(of: folder.file("walk.json"))
        let text = String(decoding: kept, as: UTF8.self)
        #expect(text.contains(#""sensorType":"gyro","x":0.1"#))
    }

    @Test("ends at a cut, with everything before it, whatever follows")
    func cuts() async throws {
        let session = try folder.session(Self.all)
        let file = try #require(session.sampleFiles.first)
        let cut = BootInstant(nanoseconds: 7_135_000_000)
        let recorded = try #require(try await replay(file, of: session, cut: cut))
        #expect(recorded.end == cut)
        let text = String(decoding: try ScratchFolder.bytes(of: recorded.place.path), as: UTF8.self)
        let lines = text.split(separator: "\n").dropFirst().dropLast().map { $0.trimming(",") }
        #expect(lines.dropLast() == Self.all[0..<4] + [Self.all[5]])
        #expect(
            lines.last
                == #"{"uptime":7.135,"timestamp":0.135,"stepPath":"task/walk","timestampDate":"2020-09-13T13:26:40.135+01:00","marker":"stop"}"#
        )
    }

    @Test("ends at its own end if the cut is later")
    func cutsNothing() async throws {
        let session = try folder.session(Self.all)
        let file = try #require(session.sampleFiles.first)
        let cut = BootInstant(nanoseconds: 8_000_000_000)
        let recorded = try #require(try await replay(file, of: session, cut: cut))
        #expect(recorded.end == BootInstant(nanoseconds: 7_160_000_000))
        let text = String(decoding: try ScratchFolder.bytes(of: recorded.place.path), as: UTF8.self)
        #expect(
            text.split(separator: "\n").dropFirst().dropLast().map { $0.trimming(",") } == Self.all
        )
    }

    @Test("ends with a stop mark when it is stopped before its end")
    func stopsEarly() async throws {
        let session = try folder.session(Self.all)
        let file = try #require(session.sampleFiles.first)
        let clocks = try #require(session.manifest.clocks.first)
        let timekeeper = ManualTimekeeper(startingAt: clocks)
        let recordings = Recordings(
            folder: folder,
            timekeeper: timekeeper,
            zone: session.manifest.timeZone
        )
        let recorder = recordings.recorder("walk") { _ in
            AnySampleSource(RecordedSessionSource(file, of: session, timekeeper: timekeeper))
        }
        try await recorder.start()
        timekeeper.advance(by: .milliseconds(17))
        _ = try await recorder.stop()
        let recorded = try #require(recorder.files.first)
        let text = String(decoding: try ScratchFolder.bytes(of: recorded.place.path), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.trimming(",") }
        #expect(lines.count == 6)
        #expect(
            lines[4]
                == #"{"uptime":7.017,"timestamp":0.017,"stepPath":"task/walk","timestampDate":"2020-09-13T13:26:40.017+01:00","marker":"stop"}"#
        )
    }
}

extension Substring {
    fileprivate func trimming(_ suffix: Character) -> String {
        String(last == suffix ? dropLast() : self)
    }
}
