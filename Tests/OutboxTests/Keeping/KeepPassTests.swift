// What is deleted once it has arrived, with sessions on a disk.

import Foundation
import Scratch
import Testing

@testable import Outbox

@Suite("Deleting what has arrived")
struct KeepPassTests {
    private let store: SessionStore
    private let end = StoreEnd()

    init() throws { store = try SessionStore() }

    private func run(_ outbox: Outbox, free: Int64 = 0) throws -> KeepReport {
        try KeepPass(
            outbox,
            at: end,
            by: KeepRule(free: 1),
            now: { december },
            freeBytes: { free }
        ).run { true }
    }

    @Test("deletes a session that is whole at the destination, and the ledger records that")
    func sent() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        #expect(try run(outbox).deleted == [name])
        #expect(!store.exists(name))
        #expect(outbox.ledger.state(of: name) == .kept)
        #expect(outbox.ledger.sessions == [name])
    }

    @Test(
        "deletes no session that the ledger does not call sent",
        arguments: [nil, .begun, .toWithdraw, .withdrawn, .replaced] as [SendRecord.State?]
    )
    func unverified(state: SendRecord.State?) throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        if let state { try store.noteAsSent(name, in: outbox, as: state, to: end) }
        #expect(try run(outbox).deleted.isEmpty)
        #expect(store.exists(name))
    }

    @Test("deletes no session that has changed by a byte since")
    func changed() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        let path = URL(filePath: "\(store.place)/\(name)/taskResult.json")
        var bytes = try Data(contentsOf: path)
        bytes.append(0x20)
        try bytes.write(to: path)
        #expect(try run(outbox).deleted.isEmpty)
        #expect(store.exists(name))
    }

    @Test("deletes nothing if the destination is the very folder of the sessions")
    func sameFolder() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        end.root = store.place
        let report = try run(outbox)
        #expect(report.deleted.isEmpty)
        #expect(report.obstacle?.what.contains("sent from") == true)
        #expect(store.exists(name))
        // The other end's answer decides.
        end.root = "\(store.scratch.path)/there"
        #expect(try run(outbox).deleted == [name])
    }

    @Test("deletes no session that another destination still lacks")
    func elsewhere() throws {
        let name = try store.session(1)
        let (outbox, other) = (try store.outbox(), try store.outbox(to: "elsewhere"))
        let earlier = try store.session(2)
        try store.noteAsSent(earlier, in: other, to: end)
        try store.noteAsSent(name, in: outbox, to: end)
        let report = try run(outbox)
        #expect(report.deleted.isEmpty)
        #expect(report.lacking.values.sorted() == [1, 1])
        try store.noteAsSent(name, in: other, to: end)
        #expect(try run(outbox).deleted == [name])
    }

    @Test("counts what a destination lacks apart from another one that is shown alike")
    func shownAlike() throws {
        let (name, earlier) = (try store.session(1), try store.session(2))
        let outbox = try store.outbox()
        try store.noteAsSent(name, in: outbox, to: end)
        let alike = try ["a", "b"].map { profile in
            try Outbox(of: store.place, to: Destination(":s3,profile=\(profile):study"))
        }
        for other in alike { try store.noteAsSent(earlier, in: other) }
        #expect(alike[0].destination.shown == alike[1].destination.shown)
        let lacking = try run(outbox).lacking
        #expect(lacking.values.sorted() == [1, 1, 1])
        for other in alike {
            #expect(lacking["\(other.destination.shown) (.outbox/\(other.ledger.key))"] == 1)
        }
    }

    @Test("ignores a destination to which nothing was ever sent")
    func mistyped() throws {
        let name = try store.session(1)
        let (outbox, other) = (try store.outbox(), try store.outbox(to: "mistyped"))
        try store.noteAsSent(name, in: outbox, to: end)
        #expect(other.ledger.sessions.isEmpty)
        #expect(try run(outbox).deleted == [name])
    }

    @Test("deletes no session that changes after the pass has looked at it")
    func noted() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        let path = URL(filePath: "\(store.place)/\(name)/taskResult.json")
        let pass = KeepPass(
            outbox,
            at: end,
            by: KeepRule(free: 1),
            now: { december },
            freeBytes: { 0 },
            onLook: { _ in
                let bytes = (try? Data(contentsOf: path)) ?? Data()
                try? (bytes + Data([0x20])).write(to: path)
            }
        )
        let report = try pass.run { true }
        #expect(report.deleted.isEmpty && report.failed.isEmpty)
        #expect(report.missing == 1)
        #expect(store.exists(name))
        #expect(outbox.ledger.state(of: name) == .sent)
    }

    @Test("deletes also if the disk has no space for the ledger's line")
    func full() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        outbox.ledger.isFull = true
        #expect(try run(outbox).deleted == [name])
        #expect(!store.exists(name))
        #expect(outbox.ledger.state(of: name) == .sent)
    }

    @Test("deletes nothing while a ledger is damaged, and says so")
    func damaged() throws {
        let name = try store.session(1)
        let (outbox, other) = (try store.outbox(), try store.outbox(to: "elsewhere"))
        try store.noteAsSent(name, in: outbox, to: end)
        try store.noteAsSent(name, in: other, to: end)
        let path = URL(filePath: "\(other.path)/ledger")
        let bytes = try Data(contentsOf: path)
        try (Data("nonsense\n".utf8) + bytes).write(to: path)
        let report = try run(outbox)
        #expect(report.deleted.isEmpty)
        #expect(report.obstacle?.where.hasSuffix(".outbox/\(other.ledger.key)") == true)
        try FileManager.default.removeItem(at: path)
        #expect(try run(outbox).obstacle?.where == report.obstacle?.where)
        #expect(store.exists(name))
    }

    @Test("takes no plain file beside the ledgers for a damaged ledger")
    func beside() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        try Data("mine".utf8).write(to: URL(filePath: "\(store.place)/.outbox/notes.txt"))
        let report = try run(outbox)
        #expect(report.obstacle == nil && report.deleted == [name])
    }

    @Test("finishes a deletion that a kill interrupted after the ledger's line")
    func killed() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, as: .kept, to: end)
        #expect(try run(outbox).deleted == [name])
    }

    @Test("deletes nothing that the rule does not need, and says how much space is missing")
    func enough() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        #expect(try run(outbox, free: 1).deleted.isEmpty)
        let pass = KeepPass(
            outbox,
            at: end,
            by: KeepRule(free: .max),
            now: { december },
            freeBytes: { 0 }
        )
        #expect(try pass.run { true }.missing > 0)
        #expect(!store.exists(name))
    }

    @Test("deletes no session with a foreign file in it, and says so")
    func stray() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try Data("mine".utf8).write(to: URL(filePath: "\(store.place)/\(name)/thesis.docx"))
        try store.noteAsSent(name, in: outbox, to: end)
        let report = try run(outbox)
        #expect(report.deleted.isEmpty)
        #expect(report.failed[name] != nil)
        #expect(store.exists(name))
    }

    @Test("deletes another session for the disk's room if the oldest has to stay")
    func another() throws {
        let (oldest, next) = (try store.session(1), try store.session(2))
        let (youngest, outbox) = (try store.session(3), try store.outbox())
        try Data("mine".utf8).write(to: URL(filePath: "\(store.place)/\(oldest)/thesis.docx"))
        for name in [oldest, next, youngest] { try store.noteAsSent(name, in: outbox, to: end) }
        let report = try run(outbox)
        #expect(report.deleted == [next] && report.missing == 0)
        #expect(report.failed[oldest] != nil)
        #expect(store.exists(oldest) && store.exists(youngest))
    }

    @Test("deletes no session that has vanished at the destination, and has it sent again")
    func wiped() throws {
        let (name, other) = (try store.session(1), try store.session(2))
        let outbox = try store.outbox()
        try store.noteAsSent(name, in: outbox, to: end)
        try store.noteAsSent(other, in: outbox, to: end)
        end.folders[name] = nil
        let report = try KeepPass(outbox, at: end, by: KeepRule(age: .zero), now: { december })
            .run { true }
        #expect(report.deleted == [other])
        #expect(report.notThere.keys.sorted() == [name])
        #expect(store.exists(name))
        #expect(outbox.ledger.state(of: name) == .begun)
    }

    @Test(
        "deletes no session whose copy has a shorter or missing file, or another manifest",
        arguments: ["shorter", "gone", "another"]
    )
    func notWhole(how: String) throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        let file = how == "another" ? "manifest.json" : "taskResult.json"
        let bytes = try #require(end.folders[name]?[file])
        switch how {
        case "shorter": end.folders[name]?[file] = bytes.dropLast()
        case "gone": end.folders[name]?[file] = nil
        default: end.folders[name]?[file] = bytes.dropLast() + [0x20]
        }
        let report = try run(outbox)
        #expect(report.deleted.isEmpty)
        #expect(report.notThere == [name: file])
        #expect(store.exists(name))
    }

    @Test("deletes nothing while the destination does not answer, and says so")
    func unanswered() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        end.isGone = true
        let report = try run(outbox)
        #expect(report.deleted.isEmpty && report.notThere.isEmpty)
        #expect(report.obstacle?.what.contains("nobody answers") == true)
        #expect(report.missing > 0)
        #expect(store.exists(name))
        #expect(outbox.ledger.state(of: name) == .sent)
    }

    @Test("asks about all sessions of a round in three calls, and leaves no list behind")
    func calls() throws {
        let outbox = try store.outbox()
        for day in 1...5 { try store.noteAsSent(try store.session(day), in: outbox, to: end) }
        #expect(
            try KeepPass(outbox, at: end, by: KeepRule(age: .zero), now: { december })
                .run { true }.deleted.count == 5
        )
        #expect(end.calls.count == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(outbox.path)/asked").isEmpty)
    }

    @Test("reports the space that is missing if it is stopped, and none if the disk has enough")
    func stopped() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox, to: end)
        func missing(free: Int64) throws -> Int64 {
            var looks = 0
            let report = try KeepPass(
                outbox,
                at: end,
                by: KeepRule(age: .zero, free: 5),
                now: { december },
                freeBytes: { free }
            ).run {
                // The first look is before the destination is asked, the second before the session is deleted.
                looks += 1
                return looks == 1
            }
            #expect(report.deleted.isEmpty && store.exists(name))
            #expect(report.isStopped && !report.isDone)
            return report.missing
        }
        #expect(try missing(free: 2) == 3)
        #expect(try missing(free: 5) == 0)
    }
}
