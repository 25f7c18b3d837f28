// Where copies of a session are, and which folder sessions are in.

import Foundation
import Scratch
import Testing

@testable import Outbox

@Suite("Where a session was sent")
struct SentCopiesTests {
    private let store: SessionStore

    init() throws { store = try SessionStore() }

    @Test("is told of each destination by its ledger, and not where it was taken back")
    func copies() throws {
        let name = try store.session(1)
        let states: [(String, SendRecord.State)] = [
            ("a", .sent), ("b", .begun), ("c", .kept), ("d", .toWithdraw), ("e", .withdrawn),
            ("f", .replaced),
        ]
        #expect(SentCopies(of: store.place).copies(of: name).isEmpty)
        for (there, state) in states {
            try store.noteAsSent(name, in: try store.outbox(to: there), as: state)
        }
        let copies = SentCopies(of: store.place).copies(of: name)
        let found = copies.map { ($0.destination.suffix(1), $0.state) }.sorted { $0.0 < $1.0 }
        #expect(found.map(\.0) == ["a", "b", "c", "d"])
        #expect(found.map(\.1) == [.sent, .begun, .sent, .toWithdraw])
        let a = try Destination("\(store.scratch.path)/a")
        #expect(SentCopies(of: store.place).copies(of: name, besides: [a]).count == 3)
        #expect(SentCopies(of: store.place).copies(of: "another").isEmpty)
    }

    @Test("a folder without sessions, but with folders that have some, is refused with their name")
    func tooHigh() throws {
        _ = try store.session(1)
        let error = try #require(throws: SendError.self) {
            try store.outbox(from: store.scratch.path)
        }
        #expect(error.what.contains("Sessions"))
        #expect(error.remedy.contains("--from"))
        #expect(!FileManager.default.fileExists(atPath: "\(store.scratch.path)/.outbox"))
    }

    @Test("an empty folder is none of these, nor one out of which a rule has deleted all sessions")
    func empty() throws {
        let name = try store.session(1)
        let empty = "\(store.scratch.path)/empty"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        _ = try store.outbox(from: empty)
        do { try store.noteAsSent(name, in: try store.outbox()) }
        let old = "\(store.place)/old"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            atPath: "\(store.place)/\(name)",
            toPath: "\(old)/\(name)"
        )
        _ = try store.outbox()
    }
}
