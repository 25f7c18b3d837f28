// Where copies of a session are, and which folder sessions are in.

import Foundation
import Scratch
import Testing

@testable import Outbox

@Suite("Where a session was sent")
struct SentCopiesTests {
    private let shelf: SessionShelf

    init() throws { shelf = try SessionShelf() }

    @Test("is told of each destination by its ledger, and not where it was taken back")
    func copies() throws {
        let name = try shelf.session(1)
        let states: [(String, SendRecord.State)] = [
            ("a", .sent), ("b", .begun), ("c", .kept), ("d", .toWithdraw), ("e", .withdrawn),
            ("f", .replaced),
        ]
        #expect(SentCopies(of: shelf.place).copies(of: name).isEmpty)
        for (there, state) in states {
            try shelf.noteAsSent(name, in: try shelf.outbox(to: there), as: state)
        }
        let copies = SentCopies(of: shelf.place).copies(of: name)
        let found = copies.map { ($0.destination.suffix(1), $0.state) }.sorted { $0.0 < $1.0 }
        #expect(found.map(\.0) == ["a", "b", "c", "d"])
        #expect(found.map(\.1) == [.sent, .begun, .sent, .toWithdraw])
        let a = try Destination("\(shelf.scratch.path)/a")
        #expect(SentCopies(of: shelf.place).copies(of: name, besides: [a]).count == 3)
        #expect(SentCopies(of: shelf.place).copies(of: "another").isEmpty)
    }

    @Test("a folder without sessions, but with folders that have some, is refused with their name")
    func tooHigh() throws {
        _ = try shelf.session(1)
        let error = try #require(throws: SendError.self) {
            try shelf.outbox(from: shelf.scratch.path)
        }
        #expect(error.what.contains("Sessions"))
        #expect(error.remedy.contains("--from"))
        #expect(!FileManager.default.fileExists(atPath: "\(shelf.scratch.path)/.outbox"))
    }

    @Test("an empty folder is none of these, nor one out of which a rule has deleted all sessions")
    func empty() throws {
        let name = try shelf.session(1)
        let empty = "\(shelf.scratch.path)/empty"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        _ = try shelf.outbox(from: empty)
        do { try shelf.noteAsSent(name, in: try shelf.outbox()) }
        let old = "\(shelf.place)/old"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            atPath: "\(shelf.place)/\(name)",
            toPath: "\(old)/\(name)"
        )
        _ = try shelf.outbox()
    }
}
