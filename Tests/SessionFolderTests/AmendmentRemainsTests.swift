// An amendment names what it cannot change or search, with the remedy.

import FileMoves
import Foundation
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("What an amendment leaves")
struct AmendmentRemainsTests {
    private let scratch: ScratchFolder
    private let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private func session(_ subject: String, note: String = "") async throws -> String {
        var manifest = Example.manifest
        manifest.participant = try Participant(subject: subject, group: "control")
        manifest.notes = note.isEmpty ? [] : [note]
        return try await Recording.finish(in: scratch.path, manifest: manifest)
    }

    private func left(
        _ path: String,
        _ amendment: SessionAmendment
    ) throws -> [String: String] {
        try amendment.apply(to: path, at: now).left.reduce(into: [:]) { $0[$1.name] = $1.what }
    }

    @Test("is reported by member and option if it is the session's own, never as to be deleted")
    func own() async throws {
        let path = try await session("P07", note: "of control")
        let left = try left(path, SessionAmendment(erasing: ["control"]))
        #expect(left.keys.sorted() == ["journal.json", "manifest.json"])
        for what in left.values {
            #expect(what.contains("--group corrects `group`") && !what.contains("delete"))
        }
        let manifest = try Session(opening: path).manifest
        #expect(manifest.notes == ["of (removed)"] && manifest.participant?.group == "control")
        let identifier = try self.left(
            path,
            SessionAmendment([.visit: "1"], erasing: ["walkandbalance"])
        )
        #expect(identifier["manifest.json"]?.contains("`identifier` stays") == true)
        #expect(identifier["manifest.json"]?.contains("delete") == false)
    }

    @Test(
        "does not include words of the formats",
        arguments: ["finished", "UTC", "accelerometer", "0"]
    )
    func formats(word: String) async throws {
        let path = try await session("P07")
        #expect(try left(path, SessionAmendment([.visit: "1"], erasing: [word])).isEmpty)
    }

    @Test("includes what cannot be searched: folders, links, missing files")
    func unseen() async throws {
        let path = try await session("P07")
        try FileSystem.makeDirectory("\(path)/photos")
        #expect(unsafe symlink("/nowhere", "\(path)/link") == 0)
        try write(Array("of P07".utf8), to: "\(path)/mine.txt")
        try write([], to: "\(path)/P07.txt")
        let name = try #require(Session(opening: path).manifest.files.first?.path)
        try FileSystem.remove("\(path)/\(name)")
        let left = try left(path, SessionAmendment([.subject: "P08"]))
        #expect(left.keys.sorted() == ["P07.txt", "link", "mine.txt", "photos", name].sorted())
        #expect(left["photos"]?.contains("was not searched for the words") == true)
        #expect(left["link"]?.contains("was not searched for the words") == true)
        #expect(left[name]?.contains("when it is back, amend the session once more") == true)
        #expect(left["mine.txt"]?.contains("or delete it") == true)
        #expect(left["P07.txt"]?.contains("stands in its name") == true)
    }

    @Test("includes a wrong code within another word, but not within the right code")
    func parts() async throws {
        let path = try await session("P07", note: "P07 came before P07-3")
        let left = try left(path, SessionAmendment([.subject: "P07-2"]))
        #expect(try Session(opening: path).manifest.notes == ["P07-2 came before P07-3"])
        #expect(left.keys.sorted() == ["journal.json", "manifest.json"])
        #expect(left["manifest.json"]?.contains("the whole word of `notes`") == true)
        let other = try await session("P07", note: "P07-2 is P07")
        #expect(try self.left(other, SessionAmendment([.subject: "P07-2"])).isEmpty)
        #expect(try Session(opening: other).manifest.notes == ["P07-2 is P07-2"])
    }

    @Test("is empty if only upper and lower case differ")
    func size() async throws {
        let path = try await session("AnnaBerg", note: "AnnaBerg was late, ANNABERG")
        #expect(try left(path, SessionAmendment([.subject: "annaberg"])).isEmpty)
        #expect(try Session(opening: path).manifest.notes == ["annaberg was late, annaberg"])
    }

    @Test("includes the name of a folder that a person has given")
    func names() async throws {
        let path = try await session("P07")
        let own = "\(scratch.path)/P07_day1"
        try FileSystem.rename(path, to: own)
        let left = try left(own, SessionAmendment([.subject: "P08"]))
        #expect(left.keys.sorted() == ["P07_day1"])
        #expect(left["P07_day1"]?.contains("name of the folder") == true)
        do throws(SessionError) {
            _ = try SessionAmendment(erasing: ["control"]).apply(to: own, at: now)
            Issue.record("there is nothing to correct")
        } catch {
            #expect(error.remedy.contains("--group corrects `group`"))
        }
    }

    @Test("includes saved progress only if a line of it is damaged, not if a kill cut it off")
    func progress() async throws {
        let path = try await session("P07")
        let whole = try ProgressLines.line(of: [
            ProgressChange(kind: "step", key: "a", value: Data(#"{"name":"P07"}"#.utf8))
        ])
        try write(whole + whole.dropLast(9), to: "\(path)/.progress")
        #expect(try left(path, SessionAmendment([.subject: "P08"])).isEmpty)
        let right = try ProgressLines.line(of: [
            ProgressChange(kind: "step", key: "a", value: Data(#"{"name":"P08"}"#.utf8))
        ])
        // The members of a line stand in any order.
        let lines = try bytes(of: "\(path)/.progress").split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 1)
        let changes = try JSONDecoder().decode([ProgressChange].self, from: Data(lines[0]))
        #expect(changes.map(\.value) == [Data(#"{"name":"P08"}"#.utf8)])
        #expect(changes.map(\.key) == ["a"] && changes.map(\.kind) == ["step"])
        try write(whole.dropLast(9) + Array("\n".utf8) + right, to: "\(path)/.progress")
        let left = try left(path, SessionAmendment([.subject: "P09"]))
        #expect(left.keys.sorted() == [".progress"])
        #expect(left[".progress"]?.contains("a line of it cannot be read") == true)
    }
}
