import RandomWords
import Scratch
import SystemCalls
import Testing

@testable import Outbox

@Suite("The ledger of what was sent")
struct SendLedgerTests {
    private func record(
        _ session: String,
        _ state: SendRecord.State = .sent,
        _ fingerprint: String = "xxh128:1"
    ) -> SendRecord {
        SendRecord(
            session: session,
            place: session,
            flight: ".incoming/\(session)",
            state: state,
            run: "run",
            fingerprint: fingerprint,
            files: ["manifest.json": 12, "a b.json": 5],
            verifiedBy: "md5",
            date: "2026-11-28T18:00:00.000Z"
        )
    }

    @Test("returns the last record of any name, also after it is opened again")
    func tells() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        let names = ["a", "a\tb", "c\nd", "ä 100%", "%41"]
        let ledger = try SendLedger(in: folder)
        for name in names {
            try ledger.note(record(name, .begun))
            try ledger.note(record(name, .sent, "xxh128:\(name.utf8.count)"))
        }
        for found in [ledger, try SendLedger(in: folder)] {
            #expect(found.sessions == names.sorted())
            #expect(found.damagedLines == 0)
            for name in names {
                #expect(found.record(of: name)?.session == name)
                #expect(found.isSent(name, as: "xxh128:\(name.utf8.count)"))
                #expect(!found.isSent(name, as: "xxh128:other"))
            }
        }
    }

    @Test("loses only its last line if that was cut")
    func survivesCuts() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        let ledger = try SendLedger(in: folder)
        try ledger.note(record("first"))
        let kept = try folder.open("ledger").size()
        try ledger.note(record("second"))
        let whole = try folder.open("ledger").readAll(limit: 1 << 20)
        for length in Int(kept)..<whole.count {
            let file = try folder.createAnew("ledger")
            try file.writeAll(Array(whole[..<length]), at: 0)
            let found = try SendLedger(in: folder)
            #expect(found.sessions == ["first"])
            try found.note(record("third"))
            #expect(try SendLedger(in: folder).sessions == ["first", "third"])
        }
    }

    @Test("ignores a line of which a byte has changed")
    func doubtsDamage() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        let ledger = try SendLedger(in: folder)
        for name in ["a", "b", "c"] { try ledger.note(record(name)) }
        let whole = try folder.open("ledger").readAll(limit: 1 << 20)
        var random = RandomWords(seed: 25)
        for _ in 0..<200 {
            var bytes = whole
            let place = Int.random(in: 0..<bytes.count - 1, using: &random)
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            let file = try folder.createAnew("ledger")
            try file.writeAll(bytes, at: 0)
            let found = try SendLedger(in: folder)
            #expect(found.sessions.count < 3)
            #expect(Set(found.sessions).isSubset(of: ["a", "b", "c"]))
            for name in found.sessions { #expect(found.record(of: name) == record(name)) }
        }
    }

    @Test("stays small, however often a session is noted")
    func staysSmall() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        for round in 0..<10 {
            let ledger = try SendLedger(in: folder)
            for _ in 0..<100 { try ledger.note(record("a", .sent, "xxh128:\(round)")) }
        }
        let ledger = try SendLedger(in: folder)
        #expect(ledger.isSent("a", as: "xxh128:9"))
        #expect(try folder.open("ledger").size() < 100_000)
        #expect(try folder.list() == ["ledger"])
    }

    @Test("keeps a damaged line, however often sessions are noted afterwards")
    func keepsDamage() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        let file = try folder.createAnew("ledger")
        try file.writeAll(Array("nonsense\n".utf8), at: 0)
        let ledger = try SendLedger(in: folder)
        for _ in 0..<1_000 { try ledger.note(record("a")) }
        let found = try SendLedger(in: folder)
        #expect(found.damagedLines == 1 && ledger.damage == found.damage)
        #expect(found.damage?.what.hasPrefix("1 line of the ledger") == true)
    }
}
