import ExitWords
import Foundation
import Glibc
import Patience
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A faulty journal", .mayNotHang)
struct JournalFaultTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private static func minutes(_ count: Int) -> [SessionEvent] {
        (1...count).map { .clocks(Example.start.advanced(by: .seconds(60 * $0))) }
    }

    /// A session whose run was killed with a file open.
    private func killed(_ events: [SessionEvent] = []) async throws -> String {
        let begun = try await Recording.begin(in: scratch.path)
        begun.session.noteOpened(begun.name, filledBy: JournalTests.device)
        begun.session.record(events)
        begun.session.persist()
        return begun.session.path
    }

    /// Changes the text of the journal from its end on backwards: once.
    private func change(_ text: String, to other: String, in path: String) throws {
        let file = "\(path)/journal.json"
        let journal = String(decoding: try bytes(of: file), as: UTF8.self)
        let place = try #require(journal.range(of: text, options: .backwards))
        try write(Array(journal.replacingCharacters(in: place, with: other).utf8), to: file)
    }

    private func requireAgreement(_ path: String, _ outcome: RecoveryReport.Outcome) throws {
        let check = try SessionCheck(of: path)
        #expect((outcome == .cannotRepair) == (check.verdict == .damaged), "\(check.findings)")
        #expect(try SessionRepair.repair(path, at: now).outcome != .hasLosses)
        #expect(try SessionCheck(of: path).verdict == check.verdict)
    }

    @Test(
        "without a readable record is put aside, and the session keeps its manifest",
        arguments: ["garbage\n", "[\n", "{\"a\":1}\n"]
    )
    func unrecoverable(text: String) async throws {
        let path = try await Recording.finish(in: scratch.path)
        try write(Array(text.utf8), to: path + "/journal.json")
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged && check.isRecoverable, "\(check.findings)")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        #expect(try bytes(of: path + "/journal.json.torn") == Array(text.utf8))
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    // MARK: Taken in once

    @Test("is applied once, however often the session is closed, repaired and read")
    func once() async throws {
        for closesFirst in [true, false] {
            let path = try await killed(Self.minutes(1500) + [.note("one"), .error("two")])
            let before = try Session(opening: path).manifest
            if closesFirst { #expect(CrashedSessions.close(path, at: now) != nil) }
            for _ in 1...2 {
                _ = try SessionRepair.repair(path, at: now)
                let after = try Session(opening: path).manifest
                #expect(after.clocks == before.clocks)
                #expect(after.notes == before.notes)
                #expect(after.errors == before.errors)
            }
        }
    }

    @Test("with a second hard link is applied once, though closing cannot append to it")
    func hasASecondName() async throws {
        let path = try await killed(Self.minutes(3))
        try FileManager.default.linkItem(
            atPath: "\(path)/journal.json",
            toPath: "\(scratch.path)/copy"
        )
        #expect(CrashedSessions.close(path, at: now) != nil)
        #expect(CrashedSessions.close(path, at: now) == nil)
        let manifest = try Session(opening: path).manifest
        #expect(manifest.clocks.count == 4)
        #expect(manifest.files.map(\.closed) == [true])
        #expect(manifest.files.allSatisfy { $0.checksum != nil })
        // The manifest still has the file's checksum, so a changed byte is found.
        let file = "\(path)/\(manifest.files[0].path)"
        var samples = try bytes(of: file)
        samples[samples.count / 2] ^= 1
        try write(samples, to: file)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    @Test("updates the entry of a device that changes, unless another file uses that entry")
    func deviceThatChanges() throws {
        var device = JournalTests.device
        device.details = ["attitudeBegunAnew": "2"]
        var manifest = Example.manifest
        for event in [
            SessionEvent.opened(Example.file("a.json"), JournalTests.device),
            .opened(Example.file("b.json"), nil), .closed(Example.file("a.json"), device),
        ] { manifest.apply(event) }
        #expect(manifest.devices == [device])
        // The entry of a device that fills another file too stays, beside a new one.
        manifest.apply(.opened(Example.file("b.json"), device))
        manifest.apply(.closed(Example.file("b.json"), JournalTests.device))
        #expect(manifest.devices == [device, JournalTests.device])
        #expect(manifest.files.map(\.device) == [0, 1])
    }

    // MARK: Damage

    @Test("with an event that lacks a field is damage that no repair hides")
    func incompleteEvent() async throws {
        let path = try await killed()
        try change("\"file\"", to: "\"fule\"", in: path)
        let check = try SessionCheck(of: path)
        #expect(check.findings.contains { $0.what.contains("'opened' cannot be read") })
        let outcome = try SessionRepair.repair(path, at: now).outcome
        #expect(outcome == .cannotRepair)
        try requireAgreement(path, outcome)
        #expect(
            try SessionCheck(of: path).findings.contains { $0.what.contains("'opened' cannot") }
        )
    }

    @Test("that has lost records of a finished session is a loss, for repair and check")
    func cutInHalf() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let before = try Session(opening: path).manifest
        let file = "\(path)/journal.json"
        let whole = try bytes(of: file)
        try write(Array(whole.prefix(whole.count / 2)), to: file)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        #expect(report.files.first?.path == "journal.json")
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
        var after = try Session(opening: path).manifest
        #expect(after.recovered.count == 1)
        (after.journal, after.recovered) = (before.journal, before.recovered)
        #expect(after == before)
        try requireAgreement(path, report.outcome)
    }

    @Test("that is missing is a loss, and the session is whole without it")
    func gone() async throws {
        for isFinished in [true, false] {
            let path =
                try await isFinished ? Recording.finish(in: scratch.path) : killed(Self.minutes(2))
            try FileSystem.remove("\(path)/journal.json")
            let check = try SessionCheck(of: path)
            #expect(check.verdict == .damaged && check.isRecoverable)
            let report = try SessionRepair.repair(path, at: now)
            #expect(report.outcome == .hasLosses)
            #expect(try SessionCheck(of: path).verdict == (isFinished ? .hasLosses : .interrupted))
            try requireAgreement(path, report.outcome)
        }
    }

    @Test("that somebody changed is kept, and a continued run begins another")
    func continued() async throws {
        let path = try await killed(Self.minutes(2))
        #expect(CrashedSessions.close(path, at: now) != nil)
        try change("lsm6ds3", to: "lsm6ds4", in: path)
        let session = try await OpenSession.resume(
            path,
            at: Example.start.advanced(by: .seconds(3600))
        )
        try await session.finish(
            .finished,
            at: Example.start.advanced(by: .seconds(3700)),
            taskResult: Recording.result
        )
        let manifest = try Session(opening: path).manifest
        #expect(manifest.journal?.path == "journal-2.json")
        #expect(manifest.journal?.lacksEvents == true)
        #expect(manifest.errors.contains { $0.hasPrefix("journal.json: ") })
        #expect(manifest.devices == [JournalTests.device])
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }

    @Test("that is torn is repaired before the run goes on, in the same folder")
    func tornBeforeAContinuation() async throws {
        let path = try await killed(Self.minutes(2))
        #expect(CrashedSessions.close(path, at: now) != nil)
        let file = "\(path)/journal.json"
        try write(Array(try bytes(of: file).dropLast(20)), to: file)
        let session = try await OpenSession.resume(
            path,
            at: Example.start.advanced(by: .seconds(3600))
        )
        #expect(session.path == path)
        #expect(session.manifest.journal?.path == "journal.json")
    }

    @Test("with a damaged line before the run's end does not hide that end from a repair")
    func endBehindDamage() async throws {
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
        try change("\"opened\"", to: "\"opened", in: path)
        _ = try SessionRepair.repair(path, at: now)
        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == .finished)
        #expect(manifest.interruptions == nil)
        #expect(manifest.files.map(\.closed) == [true])
    }

    @Test("with a damaged line that the manifest includes loses no event that it does not include")
    func eventsBehindDamage() async throws {
        let path = try await Recording.finish(in: scratch.path, status: .cancelled)
        var session: OpenSession? = try await OpenSession.resume(
            path,
            at: Example.start.advanced(by: .seconds(3600))
        )
        session?.note("a heel hurts")
        session?.note("the strap slipped")
        session?.persist()
        session = nil
        try change("\"opened\"", to: "\"opened", in: path)
        _ = try SessionRepair.repair(path, at: now)
        let notes = try Session(opening: path).manifest.notes
        #expect(notes.contains("a heel hurts"))
        #expect(notes.contains("the strap slipped"))
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }

    @Test("with a damaged line as long as the event behind it does not lose that event")
    func eventAsLongAsDamage() async throws {
        let path = try await Recording.finish(in: scratch.path, status: .cancelled)
        var session: OpenSession? = try await OpenSession.resume(
            path,
            at: Example.start.advanced(by: .seconds(3600))
        )
        session?.note("a heel hurts")
        session?.persist()
        session = nil
        let journal = String(decoding: try bytes(of: "\(path)/journal.json"), as: UTF8.self)
        let lines = journal.split(separator: "\n")
        let opened = try #require(lines.last { $0.contains("\"opened\"") })
        let event = try #require(lines.last { $0.contains("a heel hurts") })
        // The last record has no comma after it.
        let missing = opened.utf8.count - 1 - event.utf8.count
        let note = "a heel hurts" + String(repeating: "!", count: missing)
        try change("a heel hurts", to: note, in: path)
        try change("\"opened\"", to: "\"opened", in: path)
        _ = try SessionRepair.repair(path, at: now)
        #expect(try Session(opening: path).manifest.notes.contains(note))
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }

    @Test(
        "that is damaged lets no file be forgotten that was made, even if one file is repaired",
        arguments: [true, false]
    )
    func madeBehindDamage(isOneFile: Bool) async throws {
        let late = Example.file("late.json")
        let path = try await killed([.listed(late), .note("a heel hurts"), .opened(late, nil)])
        try change("\"note\"", to: "\"note", in: path)
        let repaired = isOneFile ? "\(path)/walk_motion.json" : path
        let report = try SessionRepair.repair(repaired, at: now)
        #expect(report.files.first?.path == "journal.json")
        #expect(!report.notes.contains { $0.contains("killed before it made it") })
        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == (isOneFile ? .recording : .interrupted))
        #expect(manifest.files.map(\.path) == ["walk_motion.json", "late.json"])
        #expect(manifest.journal?.lacksEvents == nil)
        _ = try SessionRepair.repair(path, at: now)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    // MARK: Repairs that were killed

    @Test(
        "shows what a repair did that was killed before it recorded that",
        arguments: ["journal.json", "walk_motion.json"]
    )
    func killedRecovery(name: String) async throws {
        let path = try await Recording.finish(in: scratch.path)
        let manifest = try bytes(of: "\(path)/manifest.json")
        let journal = try bytes(of: "\(path)/journal.json")
        let whole = try bytes(of: "\(path)/\(name)")
        try write(Array(whole.prefix(whole.count / 2)), to: "\(path)/\(name)")
        #expect(try SessionRepair.repair(path, at: now).outcome == .hasLosses)
        try write(manifest, to: "\(path)/manifest.json")
        if name != "journal.json" {
            // The journal alone shows the repair: the manifest here is the one from before it.
            #expect(try SessionCheck(of: path).verdict == .hasLosses)
            try write(journal, to: "\(path)/journal.json")
        }

        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged && check.isRecoverable, "\(check.findings)")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses, "\(report.lines)")
        #expect(report.files.contains { $0.original == "\(name).torn" })
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
        try requireAgreement(path, report.outcome)
    }

    @Test("replaces a manifest that was never written, and check says that a repair helps")
    func withoutManifest() async throws {
        let path = try await killed()
        try FileSystem.remove("\(path)/manifest.json")
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged && check.isRecoverable)
        #expect(try SessionRepair.repair(path, at: now).outcome == .good)
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    // MARK: A disk that refuses it

    /// Runs a session whose files may not grow after so many notes, to its end.
    private static func runWithoutRoom(in folder: String, after notes: Int) async throws {
        signal(SIGXFSZ, SIG_IGN)
        let begun = try await OpenSession.begin(in: folder, describedBy: Example.manifest)
        for number in 0..<notes { begun.note("note \(number)") }
        await begun.persisted()
        let size = try OpenFile.open("\(begun.path)/journal.json").size()
        try limitFiles(to: size)
        for minute in 1...50 {
            begun.noteClocks(Example.start.advanced(by: .seconds(60 * minute)))
            await begun.persisted()
        }
        try limitFiles(to: nil)
        begun.noteError("there is room again")
        await begun.persisted()
        try await begun.finish(
            .finished,
            at: Example.start.advanced(by: .seconds(60 * 51)),
            taskResult: Recording.result
        )
    }

    private static func limitFiles(to size: Int64?) throws {
        let bytes = size.map { rlim_t($0) } ?? .max
        var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
        #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    }

    @Test("that the disk refuses for a while has everything later, and once")
    func refused() async throws {
        for notes in [0, 998, 999, 1000] {
            let folder = "\(scratch.path)/\(notes)"
            try ExitWords.leave([folder, "\(notes)"], for: "refused")
            await #expect(processExitsWith: .success) {
                let words = try ExitWords.take("refused")
                try await Self.runWithoutRoom(in: words[0], after: Int(words[1]) ?? 0)
            }
            let name = try #require(try FileSystem.list(folder).first)
            let path = "\(folder)/\(name)"
            let manifest = try Session(opening: path).manifest
            #expect(manifest.clocks.count == 52)
            #expect(manifest.errors == ["there is room again"])
            let told = manifest.notes.filter { $0.contains("for a while") }
            #expect(told.count == (notes < 999 ? 1 : 0), "\(notes)")
            #expect(try SessionCheck(of: path).verdict != .damaged)
            let journal = String(decoding: try bytes(of: "\(path)/journal.json"), as: UTF8.self)
            #expect(journal.components(separatedBy: "\"clocks\"").count > 50)
            #expect(journal.components(separatedBy: "for a while").count == 2)
        }
    }
}
