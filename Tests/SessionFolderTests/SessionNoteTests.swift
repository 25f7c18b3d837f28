// A line that somebody adds to a session that is over: it is there once, whatever kill or full disk came between.

import FileMoves
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A note that is added to a session")
struct SessionNoteTests {
    private let scratch: ScratchFolder
    private let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private func note(_ text: String, _ path: String) throws {
        try SessionNote.add(text, to: path, at: now)
    }

    @Test("and was killed before the manifest had it is there once, and the session takes others")
    func killed() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let before = try bytes(of: "\(path)/manifest.json")
        try note("the strap had slipped", path)
        try write(before, to: "\(path)/manifest.json")
        try note("the strap had slipped", path)
        try note("a second walk", path)
        #expect(throws: SessionError.self) { try note("a second walk", path) }
        let notes = try Session(opening: path).manifest.notes
        #expect(notes.filter { $0 == "the strap had slipped" }.count == 1)
        #expect(notes.last == "a second walk")
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("and was killed within its line can be added again, and the session be amended")
    func torn() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let before = try bytes(of: "\(path)/manifest.json")
        try note("the strap had slipped", path)
        let journal = try bytes(of: "\(path)/journal.json")
        try write(before, to: "\(path)/manifest.json")
        try write(journal.dropLast(12), to: "\(path)/journal.json")
        try note("the strap had slipped", path)
        let manifest = try Session(opening: path).manifest
        #expect(manifest.notes.last == "the strap had slipped")
        #expect(try Session(opening: path).findingOnJournal == nil)
        _ = try SessionAmendment(erasing: ["strap"]).apply(to: path, at: now)
        #expect(
            try Session(opening: path).manifest.notes.last == "the (removed) had slipped"
        )
    }

    @Test("or an amendment is refused where the journal is damaged or gone, by its name")
    func damaged() async throws {
        let path = try await Recording.finish(in: scratch.path)
        var journal = try bytes(of: "\(path)/journal.json")
        journal[journal.count / 2] ^= 0x01
        for bytes in [journal, nil] {
            try FileSystem.remove("\(path)/journal.json")
            if let bytes { try write(bytes, to: "\(path)/journal.json") }
            for work in [
                { try note("a note", path) },
                { _ = try SessionAmendment([.subject: "P1"]).apply(to: path, at: now) },
                { try Session(opening: path).requireWholeJournal() },
            ] as [() throws -> Void] {
                let error = #expect(throws: SessionError.self) { try work() }
                #expect(error?.where == "\(path)/journal.json")
                #expect(error?.remedy.isEmpty == false)
            }
            let names = try FileSystem.list(path)
            #expect(!names.contains { $0.hasSuffix(".amended") || $0.contains(".torn") })
        }
    }

    @Test("is refused, and not written anywhere, if the manifest has no room for it")
    func full() async throws {
        var manifest = Example.manifest
        manifest.notes = (1..<SessionManifest.mostNotes).map { "note \($0)" }
        let path = try await Recording.finish(in: scratch.path, manifest: manifest)
        let journal = try bytes(of: "\(path)/journal.json")
        let error = #expect(throws: SessionError.self) { try note("a second walk", path) }
        #expect(error?.where == path)
        #expect(error?.remedy.isEmpty == false)
        #expect(try bytes(of: "\(path)/journal.json") == journal)
    }

    @Test("is one line that a person reads", arguments: ["", " ", "two\nlines"])
    func lines(text: String) async throws {
        #expect(SessionNote.problem(of: text) != nil)
        let path = try await Recording.finish(in: scratch.path)
        #expect(throws: SessionError.self) { try note(text, path) }
    }

    @Test("has a length that a person reads")
    func length() {
        #expect(SessionNote.problem(of: String(repeating: "a", count: SessionNote.longest)) == nil)
        #expect(
            SessionNote.problem(of: String(repeating: "a", count: SessionNote.longest + 1)) != nil
        )
    }
}
