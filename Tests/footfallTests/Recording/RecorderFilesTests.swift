import FoundationEssentials
import Glibc
import MotionRecorder
import RecorderKinds
import Patience
import Recording
import Research
import SampleStream
import SessionFolder
import SystemCalls
import TaskSession
import Testing
import Timebase

@testable import footfall

@Suite("The files of recorders in a session", .mayNotHang)
@MainActor
struct RecorderFilesTests {
    let start = ClockReading.now()

    private func session(in folder: borrowing TemporaryFolder) async throws -> OpenSession {
        let manifest = SessionManifest(
            identifier: "walk",
            taskRunUUID: UUID(),
            start: start,
            timeZone: .utc,
            software: .init(name: "footfall", version: "0"),
            host: .init(kernel: "Linux", machine: "x86_64")
        )
        return try await OpenSession.begin(in: folder.path, describedBy: manifest)
    }

    private func record(
        _ identifier: String,
        from sensor: TestSensor = .silent,
        in session: OpenSession,
        section: String? = nil,
        shouldDeletePrevious: Bool = true
    ) async throws {
        let timekeeper = ImmediateTimekeeper(startingAt: start)
        let configuration = MotionRecorderConfiguration(
            identifier: identifier,
            shouldDeletePrevious: shouldDeletePrevious
        )
        let task = RSDStandalonePath(identifier: "task")
        let path = section.map { RSDStandalonePath(identifier: $0, parent: task) } ?? task
        let recorder = MotionRecorder(
            MotionRecorderKind(),
            configuration: configuration,
            path: path,
            environment: RecorderEnvironment(
                files: SessionFiles.files(of: configuration, in: session),
                timekeeper: timekeeper,
                zone: .utc
            ),
            source: { _ in sensor.source }
        )
        try await recorder.start()
        if sensor == .broken { await recorder.waitForEndOfSource() }
        _ = try await recorder.stop()
    }

    @Test(
        "a recorder that is started again replaces its own earlier file, if it is to",
        arguments: [true, false]
    )
    func startsAgain(shouldDeletePrevious: Bool) async throws {
        let folder = try TemporaryFolder()
        let session = try await session(in: folder)
        try await record("foot", in: session)
        try await record("back", in: session)
        try await record("foot", in: session, shouldDeletePrevious: shouldDeletePrevious)
        session.persist()
        let files = session.manifest.files
        #expect(
            files.map(\.identifier)
                == (shouldDeletePrevious ? ["back", "foot"] : ["foot", "back", "foot"])
        )
        let onDisk = try FileSystem.list(session.path).filter { $0.hasSuffix(".json") }
        #expect(
            Set(onDisk) == Set(files.map(\.path) + [SessionManifest.fileName, "journal.json"])
        )
    }

    @Test("recorders of one identifier in two sections replace each its own file only")
    func keepsOtherSections() async throws {
        let folder = try TemporaryFolder()
        let session = try await session(in: folder)
        for section in [nil, "stairs", "lawn", "stairs"] {
            try await record("motion", in: session, section: section)
        }
        session.persist()
        #expect(session.manifest.files.map(\.sections) == [[], ["lawn"], ["stairs"]])
        #expect(
            session.manifest.files.map(\.path)
                == ["motion.json", "lawn_motion.json", "stairs_motion_2.json"]
        )
    }

    @Test("a recorder that breaks off, or cannot begin, leaves its earlier file alone")
    func keepsEarlierFile() async throws {
        let folder = try TemporaryFolder()
        let session = try await session(in: folder)
        try await record("foot", in: session)
        let earlier = session.manifest.files
        await #expect(throws: TestSensor.Failure.self) {
            try await record("foot", from: .missing, in: session)
        }
        session.persist()
        #expect(session.manifest.files == earlier)
        await #expect(throws: TestSensor.Failure.self) {
            try await record("foot", from: .broken, in: session)
        }
        #expect(session.manifest.files.map(\.closed) == [true, true])
        #expect(session.manifest.files.map { $0.error != nil } == [false, true])
    }

    @Test("never have the manifest rewritten: the journal grows with what happens")
    func rewritesNever() async throws {
        let folder = try TemporaryFolder()
        let session = try await session(in: folder)
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        defer { close(watch) }
        #expect(unsafe inotify_add_watch(watch, session.path, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0)
        try await record("foot", in: session)
        session.persist()
        var events = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(watch, &events, events.count)
        let text = String(decoding: events.prefix(max(0, count)), as: UTF8.self)
        #expect(text.ranges(of: "foot.json").count == 1)
        #expect(text.ranges(of: SessionManifest.fileName).isEmpty)
        let journal = try OpenFile.open(session.path(ofFile: "journal.json")).readAll(limit: 65536)
        let told = String(decoding: journal, as: UTF8.self)
        #expect(["listed", "opened", "closed"].allSatisfy { told.contains("\"event\":\"\($0)\"") })
    }
}
