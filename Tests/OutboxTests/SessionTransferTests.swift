import RandomWords
import Testing

@testable import Outbox

@Suite("Sending a session, killed at each step")
struct SessionTransferTests {
    private static let run = "1f6a03bc-0000-4000-8000-000000000001"
    private static let place = "2026-11-21T101500Z_walk_1f6a03bc"

    private static func manifest(of run: String = run, noting note: String = "") -> [UInt8] {
        Array("{\"taskRunUUID\": \"\(run.uppercased())\", \"note\": \"\(note)\"}".utf8)
    }

    private static let first: [String: [UInt8]] = [
        "manifest.json": manifest(), "journal.json": Array("journal".utf8),
        "a.json": Array("samples of a".utf8), "b.json": Array("samples of b".utf8),
    ]
    /// The same after an amendment: a file of the same size, a longer one, and one that is gone.
    private static let amended: [String: [UInt8]] = [
        "manifest.json": manifest(noting: "amended"), "journal.json": Array("journal, longer".utf8),
        "a.json": Array("samples of A".utf8),
    ]

    /// A sender and its record of what it has sent.
    private final class Sender {
        var record: SendRecord?
        let end: MemoryEnd

        init(_ end: MemoryEnd) { self.end = end }

        func send(_ files: [String: [UInt8]]) throws(SendError) {
            end.here = files
            let sizes = files.mapValues { Int64($0.count) }
            let parcel = Parcel(
                local: "here",
                files: sizes,
                manifest: "manifest.json",
                place: SessionTransferTests.place,
                flight: ".incoming/flight",
                run: SessionTransferTests.run,
                isUnchanged: { true }
            )
            var next = SendRecord(
                session: parcel.place,
                place: parcel.place,
                flight: parcel.flight,
                state: .begun,
                run: SessionTransferTests.run,
                fingerprint: "",
                files: (record?.files ?? [:]).merging(sizes) { _, new in new },
                date: ""
            )
            let known = record
            let transfer = SessionTransfer(
                end: end,
                parcel: parcel,
                record: known,
                shownPlace: parcel.place,
                onBegin: { self.record = next }
            )
            _ = try transfer.run()
            next.state = .sent
            next.files = sizes
            record = next
        }
    }

    /// Expects after each change that a manifest at the destination has all files of its state beside it.
    private static func guarding(_ end: MemoryEnd) -> MemoryEnd {
        end.afterChange = {
            guard let files = end.there[place], let manifest = files["manifest.json"] else {
                return
            }
            let states = [first, amended].filter { $0["manifest.json"] == manifest }
            #expect(states.contains { state in state.allSatisfy { files[$0.key] == $0.value } })
        }
        return end
    }

    @Test(
        "resumes; a manifest there has all its files at any moment if the end can move files",
        arguments: [true, false],
        [true, false]
    )
    func killedAtEachStep(movesFiles: Bool, keepsLedger: Bool) throws {
        var finished = 0
        for kill in 0..<200 {
            let end = Self.guarding(MemoryEnd())
            end.canMove = movesFiles
            if !movesFiles {
                // A torn manifest has no state: without moves it may be there for a moment.
                end.afterChange = {}
            }
            let sender = Sender(end)
            end.changesUntilKill = kill
            for state in [Self.first, Self.amended] {
                do throws(SendError) {
                    try sender.send(state)
                    finished += 1
                } catch {
                    #expect(error == MemoryEnd.killed)
                    if !keepsLedger, movesFiles { sender.record = nil }
                    end.changesUntilKill = nil
                    try sender.send(state)
                }
            }
            var wanted = Self.amended
            if !keepsLedger, movesFiles, end.there[Self.place]?["b.json"] != nil {
                // A file that the ledger does not list may be somebody else's.
                wanted["b.json"] = Self.first["b.json"]
            }
            #expect(end.there == [Self.place: wanted])
        }
        #expect(finished > 200)
    }

    @Test("sends each file once, and nothing if all are there")
    func sendsOnce() throws {
        let end = Self.guarding(MemoryEnd())
        let sender = Sender(end)
        try sender.send(Self.first)
        #expect(end.sent.sorted() == Self.first.keys.sorted())
        try sender.send(Self.first)
        sender.record = nil
        try sender.send(Self.first)
        #expect(end.sent.count == Self.first.count)
        #expect(end.there == [Self.place: Self.first])
    }

    @Test("sends again only what has changed, and the manifest")
    func sendsChanges() throws {
        let end = Self.guarding(MemoryEnd())
        let sender = Sender(end)
        try sender.send(Self.first)
        var changed = Self.first
        changed["manifest.json"] = Self.manifest(noting: "a note")
        changed["journal.json"] = Array("a note".utf8)
        end.afterChange = {}
        try sender.send(changed)
        #expect(end.sent.suffix(2).sorted() == ["journal.json", "manifest.json"])
        #expect(end.there == [Self.place: changed])
    }

    @Test("leaves another session of the same name alone")
    func leavesAnothers() throws {
        let other = ["manifest.json": Self.manifest(of: "99999999-0000-4000-8000-000000000001")]
        let end = MemoryEnd()
        end.there = [Self.place: other]
        #expect { try Sender(end).send(Self.first) } throws: { error in
            (error as? SendError)?.kind == .conflict
        }
        #expect(end.there == [Self.place: other])
        end.there = [Self.place: ["thesis.txt": [1]]]
        #expect { try Sender(end).send(Self.first) } throws: { error in
            (error as? SendError)?.kind == .conflict
        }
        #expect(end.there == [Self.place: ["thesis.txt": [1]]])
    }

    @Test(
        "leaves what another board puts there meanwhile",
        arguments: [
            ["manifest.json": manifest(of: "99999999-0000-4000-8000-000000000001")],
            ["a.json": [1]],
        ] as [[String: [UInt8]]]
    )
    func leavesWhatCameMeanwhile(other: [String: [UInt8]]) {
        let end = MemoryEnd()
        end.afterChange = {
            if end.there[".incoming/flight"]?["manifest.json"] != nil {
                end.there[Self.place] = other
            }
        }
        #expect { try Sender(end).send(Self.first) } throws: { error in
            (error as? SendError)?.kind == .conflict
        }
        #expect(end.there[Self.place] == other)
    }

    @Test("does not count as sent if another's manifest of the same size came last")
    func confirmsItsManifest() {
        let end = MemoryEnd()
        let other = Self.manifest(of: "99999999-0000-4000-8000-000000000001")
        end.afterChange = {
            let isLast = end.there[Self.place]?["manifest.json"] != nil
            if isLast { end.there[Self.place]?["manifest.json"] = other }
        }
        let sender = Sender(end)
        #expect(throws: SendError.self) { try sender.send(Self.first) }
        #expect(sender.record?.state == .begun)
    }

    @Test("adds the run's ID to the folder of a session whose name lacks it")
    func placesByRun() {
        func place(_ name: String) -> String {
            let session = OutgoingSession(
                name: name,
                path: "",
                run: Self.run,
                files: [:],
                fingerprint: ""
            )
            return Parcel(session).place
        }
        #expect(place("walk1") == "walk1_1f6a03bc")
        #expect(place(Self.place) == Self.place)
        #expect(place("2026-11-21T101500Z_walk_99999999") != "2026-11-21T101500Z_walk_99999999")
    }

    @Test("leaves files that somebody put beside the session's")
    func leavesStrangers() throws {
        let end = MemoryEnd()
        let sender = Sender(end)
        try sender.send(Self.first)
        end.there[Self.place]?["plot.png"] = [1, 2]
        try sender.send(Self.amended)
        var wanted = Self.amended
        wanted["plot.png"] = [1, 2]
        #expect(end.there == [Self.place: wanted])
    }

    @Test("withdraws all that it has sent, and nothing else")
    func withdraws() throws {
        for kill in 0..<40 {
            let end = MemoryEnd()
            let sender = Sender(end)
            try sender.send(Self.first)
            end.there[Self.place]?["plot.png"] = [1]
            end.there[".incoming/flight"] = ["a.json": [1]]
            end.there["another"] = ["manifest.json": [2]]
            end.afterChange = {
                let files = end.there[Self.place] ?? [:]
                let isWhole = Self.first.allSatisfy { files[$0.key] == $0.value }
                #expect(isWhole || files["manifest.json"] == nil)
            }
            let record = try #require(sender.record)
            end.changesUntilKill = kill
            do throws(SendError) {
                try Withdrawal(of: record, manifest: "manifest.json").run(at: end)
            } catch {
                end.changesUntilKill = nil
                try Withdrawal(of: record, manifest: "manifest.json").run(at: end)
            }
            #expect(
                end.there == [Self.place: ["plot.png": [1]], "another": ["manifest.json": [2]]]
            )
        }
    }

    @Test("replaces a leftover of the right size with other bytes")
    func comparesLeftovers() throws {
        let end = Self.guarding(MemoryEnd())
        // A file of an earlier state, as long as the present one.
        end.there = [".incoming/flight": ["a.json": Array("SAMPLES of a".utf8)]]
        let sender = Sender(end)
        try sender.send(Self.first)
        #expect(end.there == [Self.place: Self.first])
    }
}
