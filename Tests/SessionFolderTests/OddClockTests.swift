// A board without a battery for its clock shows any year, and a person who tries a study's dates sets
// any. What is measured is measured by another clock: the session has to be readable all the same.

import SessionFolder
import SystemCalls
import Testing
import Timebase

@Suite("A session under an odd clock")
struct OddClockTests {
    private let folder: ScratchFolder
    private var directory: String { folder.path + "/Sessions" }

    init() throws {
        folder = try ScratchFolder()
    }

    /// A manifest of a run that starts when the clocks show this.
    private func manifest(
        realtime: Int64,
        boottime: Int64 = 100_000_000_000,
        secondsFromGMT: Int = 3600
    ) -> SessionManifest {
        SessionManifest(
            identifier: "walk",
            taskRunUUID: Example.run,
            start: ClockReading(
                realtime: WallInstant(nanosecondsSince1970: realtime),
                monotonicNanoseconds: boottime,
                boottime: BootInstant(nanoseconds: boottime)
            ),
            timeZone: UTCOffset(secondsFromGMT: secondsFromGMT, identifier: "odd"),
            software: Example.software,
            host: Example.host
        )
    }

    @Test(
        "is recorded, checked and read, from the first year that 64 bits count to the last",
        arguments: [
            Int64.min, -1, 0, 2_159_006_400_000_000_000, 4_146_984_000_000_000_000,
            8_277_292_036_000_000_000, .max,
        ],
        [0, -2670, 50_400, 86_400, -86_400]
    )
    func isReadable(realtime: Int64, secondsFromGMT: Int) async throws {
        let manifest = manifest(realtime: realtime, secondsFromGMT: secondsFromGMT)
        let start = try #require(manifest.clocks.first)
        let session = try await OpenSession.begin(in: directory, describedBy: manifest)
        let end = start.advanced(by: .seconds(1))
        try await session.finish(.finished, at: end, taskResult: Recording.result)
        let read = try Session(opening: session.path).manifest
        let findings = try SessionCheck(of: session.path).findings
        #expect(findings == read.notes.map { CheckFinding(.note, what: $0) })
        #expect(read.clocks == [start, end])
        #expect(read.startDate.instant == start.realtime.roundedToMilliseconds)
        #expect(read.notes.contains { $0.contains("time of day") } == start.realtime.isHeld)
    }

    @Test(
        "is closed where its run died, at either end of the years",
        arguments: [Int64.min, 4_146_984_000_000_000_000, .max]
    )
    func isClosed(realtime: Int64) async throws {
        var session: OpenSession? = try await OpenSession.begin(
            in: directory,
            describedBy: manifest(realtime: realtime)
        )
        let path = try #require(session?.path)
        session = nil
        let now = WallInstant(nanosecondsSince1970: realtime)
        #expect(CrashedSessions.close(in: directory, at: now).count == 1)
        #expect(try Session(opening: path).manifest.status == .interrupted)
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }

    @Test(
        "is refused, and nothing is left of it, where its samples' clock has run for centuries",
        arguments: [4_600_000_000_000_000_001, Int64.max]
    )
    func uptimeOfCenturies(boottime: Int64) async throws {
        let manifest = manifest(realtime: 0, boottime: boottime)
        let error = await #expect(throws: SessionError.self) {
            try await OpenSession.begin(in: directory, describedBy: manifest)
        }
        #expect(error?.description.contains("CLOCK_BOOTTIME") == true)
        #expect(FileSystem.kind(of: directory) == .missing)
        #expect(throws: SessionError.self) {
            try SessionManifest(decoding: manifest.encoded(), where: "manifest.json")
        }
    }
}
