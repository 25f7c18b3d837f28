import Foundation
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("The journal of a session")
struct JournalTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    static let device = SessionManifest.Device(
        name: "lsm6ds3",
        kind: "iio",
        clock: "boottime",
        set: ["accelerometerRateInHertz": "104.0"]
    )

    static var events: [SessionEvent] {
        let date = LocalDate(Example.start.realtime, Example.zone)
        let pair = ClockPair(
            deviceNanoseconds: -7,
            boottimeNanoseconds: 5_259_970_000_000,
            errorNanoseconds: 152_000,
            beginsStretch: true
        )
        return [
            .began(Example.full), .continued(Example.start, boot: "b"),
            .continued(Example.start, boot: nil), .clocks(Example.start),
            .deviceClock(pair, device: "iio:device0", file: "a.json"),
            .synchronization(Example.synchronization), .networkMark(Example.heardMark),
            .listed(Example.file("a.json")), .opened(Example.file("a.json"), device),
            .closed(Example.file("a.json"), device), .closed(Example.file("b.json"), nil),
            .withdrawn(file: "b.json"), .lost(file: "a.json", what: "it was \"deleted\"\n"),
            .recovered(
                .init(
                    path: "a.json",
                    original: "a.json.torn",
                    date: date,
                    recordsKept: 3,
                    bytesLost: 4,
                    message: "kept"
                )
            ),
            .note("é/\u{1F9B6}"), .error("no"), .origin(Example.origin),
            .answers(.init(path: "answers.json", size: 1, checksum: "c")), .endedEarly,
            .reminderWanted("later"), .ended(.finished, Example.start), .interrupted(date),
        ]
    }

    /// Makes the session of a run that was killed with a file open: it releases the session, and so the lock.
    private func killed(_ events: [SessionEvent] = []) async throws -> String {
        let begun = try await Recording.begin(in: scratch.path)
        begun.session.noteOpened(begun.name, filledBy: Self.device) { $0.placement = "lowBack" }
        begun.session.record(events)
        begun.session.persist()
        return begun.session.path
    }

    @Test("reads each event as it was written", arguments: events)
    func roundTrip(event: SessionEvent) throws {
        let about = String(decoding: try event.about(), as: UTF8.self)
        #expect(!about.contains("\n"))
        #expect(try SessionEvent(named: event.name, about: about) == event)
    }

    @Test("ignores unknown events, and refuses known ones that lack a field")
    func unknown() throws {
        #expect(try SessionEvent(named: "moonrise", about: "{}") == nil)
        #expect(try SessionEvent(named: "moonrise", about: "[1]") == nil)
        for event in Self.events where event != .endedEarly {
            for about in ["{}", "[1]", "{"] {
                #expect(throws: (any Error).self, "\(event.name)") {
                    try SessionEvent(named: event.name, about: about)
                }
            }
        }
    }

    @Test("gives the same manifest if an event is applied twice", arguments: events)
    func twice(event: SessionEvent) {
        var once = Example.full
        once.apply(event)
        var again = once
        again.apply(event)
        #expect(again == once)
    }

    @Test("keeps the devices, placement and notes of a killed run, before and after a repair")
    func killedRun() async throws {
        let path = try await killed([.note("a heel hurts")])
        for _ in 1...2 {
            let manifest = try Session(opening: path).manifest
            #expect(manifest.devices == [Self.device])
            #expect(manifest.files.map(\.placement) == ["lowBack"])
            #expect(manifest.files.map(\.device) == [0])
            #expect(manifest.notes == ["a heel hurts"])
            _ = try SessionRepair.repair(path, at: now)
        }
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("restores a lost manifest, whatever the folder is called")
    func withoutManifest() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let before = try Session(opening: path).manifest
        let moved = "\(scratch.path)/moved"
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        try FileSystem.remove("\(moved)/manifest.json")
        _ = try SessionRepair.repair(moved, at: now)
        var after = try Session(opening: moved).manifest
        #expect(after.notes.count == 1)
        (after.notes, after.journal) = (before.notes, before.journal)
        #expect(after == before)
        #expect(try SessionCheck(of: moved).verdict == .clean)
    }

    @Test("reports a kill after which the run went on and ended")
    func continued() async throws {
        let path = try await killed()
        let later = Example.start.advanced(by: .seconds(3600))
        let session = try await OpenSession.resume(path, at: later)
        try await session.finish(
            .finished,
            at: Example.start.advanced(by: .seconds(3700)),
            taskResult: Recording.result
        )
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .hasLosses)
        #expect(
            check.findings.first?.what.hasPrefix("the run was killed, and taken up again") == true
        )
        #expect(try Session(opening: path).manifest.devices == [Self.device])
    }

    @Test("names the boot on which a run went on, by which a restart of the machine is known")
    func bootOfContinuation() async throws {
        let path = try await killed()
        let later = Example.start.advanced(by: .seconds(3600))
        let session = try await OpenSession.resume(path, at: later)
        try await session.finish(.finished, at: later, taskResult: Recording.result)
        var events: [SessionEvent] = []
        try Session(opening: path).eachEvent(named: ["continued"]) { name, about in
            if let event = try? SessionEvent(named: name, about: about) { events.append(event) }
        }
        let boot = try #require(SessionManifest.Host.current.boot)
        #expect(events == [.continued(later, boot: boot)])
    }

    @Test("makes the manifest say that the run ended, if a kill prevented that")
    func killedAtTheEnd() async throws {
        for isRepaired in [true, false] {
            let begun = try await Recording.begin(in: scratch.path)
            let path = begun.session.path
            let early = try bytes(of: "\(path)/manifest.json")
            let end = Example.start.advanced(by: .seconds(1))
            begun.session.noteClosed(
                begun.name,
                begun.summary,
                endDate: LocalDate(end.realtime, Example.zone),
                sensors: []
            )
            try await begun.session.finish(.finished, at: end, taskResult: Recording.result)
            try write(early, to: "\(path)/manifest.json")
            if isRepaired {
                _ = try SessionRepair.repair(path, at: now)
            } else {
                #expect(CrashedSessions.close(in: scratch.path, at: now).count == 1)
            }
            let lying = String(decoding: try bytes(of: "\(path)/manifest.json"), as: UTF8.self)
            #expect(lying.contains("\"status\" : \"finished\""))
            #expect(try Session(opening: path).manifest.taskResult != nil)
            #expect(try SessionCheck(of: path).verdict == .clean)
        }
    }

    @Test("distinguishes a file that the run had not made yet from one that somebody deleted")
    func neverMade() async throws {
        let path = try await killed([.listed(Example.file("late.json"))])
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.notes.contains { $0.hasPrefix("late.json: the run was killed before") })
        #expect(try Session(opening: path).manifest.files.map(\.path) == ["walk_motion.json"])
        #expect(try SessionCheck(of: path).verdict == .interrupted)

        let other = try await killed([
            .listed(Example.file("late.json")), .opened(Example.file("late.json"), nil),
        ])
        _ = try SessionRepair.repair(other, at: now)
        #expect(try SessionCheck(of: other).verdict == .damaged)
    }

    @Test("lets the repair of one file withdraw a file that the run had not made yet")
    func neverMadeBesideAnother() async throws {
        let path = try await killed([.listed(Example.file("late.json"))])
        _ = try SessionRepair.repair("\(path)/walk_motion.json", at: now)
        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == .recording)
        #expect(manifest.errors.isEmpty)
        #expect(manifest.files.map(\.path) == ["walk_motion.json"])
        #expect(try SessionRepair.repair(path, at: now).outcome == .good)
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("can be repaired wherever it is cut, and check agrees with the repair", arguments: 0..<40)
    func cut(part: Int) async throws {
        let path = try await killed([.note("one"), .note("two")])
        let file = "\(path)/journal.json"
        let whole = try bytes(of: file)
        try write(Array(whole.prefix(whole.count * part / 40)), to: file)
        let report = try SessionRepair.repair(path, at: now)
        let verdict = try SessionCheck(of: path).verdict
        #expect((report.outcome == .cannotRepair) == (verdict == .damaged), "\(report) \(verdict)")
        #expect(try Session(opening: path).manifest.identifier == "WalkAndBalance")
    }

    @Test("that somebody else has written leads nobody outside, and is not believed")
    func hostile() async throws {
        let path = try await killed([.listed(Example.file("../../outside.json"))])
        let session = try Session(opening: path)
        #expect(session.manifest.files.isEmpty)
        #expect(session.problemOfJournal?.what.contains("no name within the folder") == true)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged)
    }

    @Test("is damaged if it does not match the manifest's checksum of it")
    func changed() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let file = "\(path)/journal.json"
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        try write(Array(text.replacing("accelerometer", with: "accelerometar").utf8), to: file)
        for _ in 1...2 {
            #expect(try SessionCheck(of: path).verdict == .damaged)
            #expect(try SessionRepair.repair(path, at: now).outcome == .cannotRepair)
        }
    }

    @Test("has a device's clock readings, of which the manifest has none")
    func deviceClock() async throws {
        let begun = try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        for second in 1...3 as ClosedRange<Int64> {
            let pair = ClockPair(
                deviceNanoseconds: second,
                boottimeNanoseconds: second * 1_000_000_000,
                errorNanoseconds: 50_000
            )
            begun.noteDeviceClock(pair, of: "iio:device0", in: "walk_motion.json")
        }
        let end = Example.start.advanced(by: .seconds(60))
        try await begun.finish(.finished, at: end, taskResult: Recording.result)
        let journal = String(decoding: try bytes(of: "\(begun.path)/journal.json"), as: UTF8.self)
        #expect(journal.split(separator: "\"deviceClock\"").count == 4)
        #expect(journal.contains("\"boottimeNanoseconds\":3000000000"))
        let session = try Session(opening: begun.path)
        #expect(session.manifest.clocks == [Example.start, end])
        #expect(try SessionCheck(of: begun.path).verdict == .clean)
    }

    @Test("that cannot take an event's details is not called complete by the manifest")
    func tooLong() async throws {
        let begun = try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        begun.note(String(repeating: "a", count: 1_000_001))
        let end = Example.start.advanced(by: .seconds(60))
        try await begun.finish(.finished, at: end, taskResult: Recording.result)
        #expect(try Session(opening: begun.path).manifest.journal?.lacksEvents == true)
    }

    @Test("has every clock reading of a long recording; the manifest has at most 1024")
    func longRecording() async throws {
        let begun = try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        for minute in 1...5000 {
            begun.noteClocks(Example.start.advanced(by: .seconds(60 * minute)))
            begun.note("mark \(minute)")
        }
        let end = Example.start.advanced(by: .seconds(60 * 5001))
        try await begun.finish(.finished, at: end, taskResult: Recording.result)
        let manifest = try Session(opening: begun.path).manifest
        #expect((512...1024).contains(manifest.clocks.count))
        #expect(manifest.clocks.first == Example.start)
        #expect(manifest.clocks.last == end)
        #expect(
            zip(manifest.clocks, manifest.clocks.dropFirst()).allSatisfy {
                $0.boottime < $1.boottime
            }
        )
        #expect(manifest.notes.count == 1000)
        #expect(manifest.notes.last?.contains("journal.json") == true)
        #expect(manifest.journal?.records == 10_002)
    }
}
