// What is taken back, from where, and what stays.

import Foundation
import Scratch
import Testing

@testable import Outbox

@Suite("Taking sessions back")
struct WithdrawalPassTests {
    private let store: SessionStore
    private let end = StoreEnd()

    init() throws { store = try SessionStore() }

    private func run(_ outbox: Outbox) throws -> WithdrawalReport {
        WithdrawalPass(outbox, by: end, now: { december }).run { true }
    }

    private func put(_ names: [String], in folder: String) {
        for name in names { end.folders[folder, default: [:]][name] = [1, 2] }
    }

    private func ask(_ name: String) throws {
        try WithdrawalRequests(of: store.place, at: Destination("\(store.scratch.path)/there")).add(
            name
        )
    }

    @Test("deletes the manifest first, then the files and those in transfer, and nothing of others")
    func known() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox)
        let files = try #require(outbox.ledger.record(of: name)?.files.keys.sorted())
        put(files, in: name)
        put(["manifest.json"], in: ".incoming/\(name).x")
        put(["manifest.json"], in: ".incoming/\(name).y")
        put(["manifest.json"], in: "another")
        try ask(name)
        #expect(try run(outbox).done == [name])
        #expect(Set(end.folders.keys) == [".incoming/\(name).y", "another"])
        let first = end.calls.first { $0.hasPrefix("delete") }
        #expect(first == "delete \(name) manifest.json")
        #expect(outbox.ledger.state(of: name) == .withdrawn)
        #expect(try run(outbox) == WithdrawalReport())
    }

    @Test("reports a request that cannot be read instead of ignoring it")
    func unreadable() throws {
        let outbox = try store.outbox()
        let place = "\(outbox.path)/withdraw"
        try FileManager.default.createDirectory(
            atPath: "\(place)/request",
            withIntermediateDirectories: true
        )
        let report = try run(outbox)
        #expect(report.obstacle != nil)
        #expect(!report.isDone)
        try FileManager.default.removeItem(atPath: "\(place)/request")
        // A foreign file there is no request.
        try Data("a".utf8).write(to: URL(filePath: "\(place)/b"))
        #expect(try run(outbox) == WithdrawalReport())
    }

    @Test("keeps a request that failed at any call, and completes it the next time")
    func unreachable() throws {
        let name = try store.session(1)
        for calls in 0..<40 {
            let outbox = try store.outbox()
            try store.noteAsSent(name, in: outbox)
            let files = try #require(outbox.ledger.record(of: name)?.files.keys.sorted())
            put(files, in: name)
            try ask(name)
            end.callsLeft = calls
            let report = try run(outbox)
            let hasManifest = end.folders[name]?["manifest.json"] != nil
            // What has a manifest there is whole.
            #expect(!hasManifest || end.folders[name]?.count == files.count)
            if report.done.isEmpty {
                #expect(report.failed[name]?.kind == .passing)
                #expect(outbox.ledger.sessions(in: .toWithdraw) == [name])
            }
            end.callsLeft = .max
            _ = try run(outbox)
            #expect(end.folders[name] == nil)
            #expect(outbox.ledger.state(of: name) == .withdrawn)
            end.folders = [:]
        }
    }

    @Test("finds sessions by name that no ledger here knows any more")
    func byName() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        let run = "\(SessionStore.run)-0000-4000-8000-000000000000"
        put(["a", "b"], in: name)
        end.folders[name]?["manifest.json"] = Array(#"{"taskRunUUID":"\#(run)"}"#.utf8)
        put(["a"], in: ".incoming/\(name).\(run)")
        let encrypted = EncryptedName.name(for: name, run: "")
        put(["manifest.json.age", "a.age", "other"], in: encrypted)
        try ask(name)
        #expect(try self.run(outbox).done == [name])
        #expect(end.folders == [encrypted: ["other": [1, 2]]])
    }

    @Test("leaves a folder that is not clearly the session's, and says so")
    func anothers() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        for manifest in [nil, "{}", #"{"taskRunUUID":"11111111-0000-4000-8000-000000000000"}"#] {
            end.folders = [name: ["a": [1]]]
            if let manifest { end.folders[name]?["manifest.json"] = Array(manifest.utf8) }
            let before = end.folders
            try ask(name)
            #expect(try run(outbox).failed[name]?.kind == .conflict)
            #expect(end.folders == before)
        }
    }

    @Test("can be requested while another process sends, which then does it")
    func beside() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox)
        put(["manifest.json"], in: name)
        #expect(throws: SendError.self) { try store.outbox() }
        try ask(name)
        #expect(try run(outbox).done == [name])
        #expect(end.folders.isEmpty)
    }

    @Test("says that an unknown name was not found, and which name may be meant")
    func mistyped() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        put(["manifest.json"], in: name)
        let wrong = name.replacing(SessionStore.run, with: "4f0a1c9f")
        try ask(wrong)
        let report = try run(outbox)
        #expect(report.done.isEmpty && report.failed.isEmpty)
        #expect(report.notFound == [wrong: [name]])
        #expect(end.folders[name] != nil)
    }

    @Test("keeps the request if the session is not found while the destination is not mounted")
    func away() throws {
        let (name, other) = (try store.session(1), try store.session(2))
        let outbox = try store.outbox()
        try store.noteAsSent(name, in: outbox)
        end.hasTop = false
        try ask(name)
        #expect(try run(outbox).failed[name] != nil)
        // The disk is not mounted: its folder is there, and nothing is in it.
        end.hasTop = true
        try store.noteAsSent(other, in: outbox)
        #expect(try run(outbox).failed[name] != nil)
        #expect(outbox.ledger.state(of: name) == .toWithdraw)
        put(["manifest.json"], in: name)
        put(["manifest.json"], in: other)
        #expect(try run(outbox).done == [name])
        #expect(end.folders[name] == nil)
    }

    @Test("withdraws a renamed session by either name, also if both have one folder")
    func renamed() throws {
        for isEncrypted in [false, true] {
            for asksForEarlier in [false, true] {
                let store = try SessionStore()
                let end = StoreEnd()
                let (name, outbox) = (try store.session(1), try store.outbox())
                let earlier = name.replacing("_P07_", with: "_P06_")
                try store.noteAsSent(name, in: outbox)
                var old = try #require(outbox.ledger.record(of: name))
                let place = isEncrypted ? "s-1" : name
                var new = old
                new.place = place
                try outbox.ledger.note(new)
                (old.session, old.place) = (earlier, isEncrypted ? place : earlier)
                old.state = .replaced
                try outbox.ledger.note(old)
                for file in new.files.keys { end.folders[place, default: [:]][file] = [1] }
                try WithdrawalRequests(of: store.place, at: outbox.destination)
                    .add(asksForEarlier ? earlier : name)
                let report = WithdrawalPass(outbox, by: end, now: { december }).run { true }
                #expect(report.done == [name] && report.isDone)
                #expect(end.folders.isEmpty)
                #expect(outbox.ledger.sessions(in: .withdrawn) == [earlier, name])
            }
        }
    }
}
