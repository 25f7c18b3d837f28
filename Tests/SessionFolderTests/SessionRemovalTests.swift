// Deleting a session: whole or not at all, and nothing else with it.

import Foundation
import FileMoves
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A session that is deleted")
struct SessionRemovalTests {
    private let folder: ScratchFolder
    private var path: String { "\(folder.path)/2026-11-01T101500Z_walk_1f6a03bc" }

    init() throws {
        folder = try ScratchFolder()
        var manifest = Example.manifest
        manifest.status = .finished
        manifest.files = [Example.file("walk.json")]
        try FileSystem.makeDirectory(path)
        try put(String(decoding: try manifest.encoded(), as: UTF8.self), as: "manifest.json")
        try put("[]", as: "walk.json")
    }

    private func put(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    private func refusal(withStrays: Bool = false) -> String? {
        do throws(SessionError) {
            _ = try SessionRemoval(of: path, withStrays: withStrays)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("is gone with its answers, its progress and what runs have left in it")
    func gone() throws {
        for name in [
            "answers.json", ".progress", DurableDocument.temporaryName(for: "manifest.json"),
            "taskResult.json",
        ] {
            try put("{}", as: name)
        }
        let removal = try SessionRemoval(of: path)
        #expect(removal.names.count == 6)
        #expect(removal.bytes > 10)
        #expect(names.count == 1, "it is only looked at")
        try removal.remove()
        #expect(names.isEmpty)
    }

    @Test("is refused while it is written")
    func live() throws {
        let removal = try SessionRemoval(of: path)
        guard let lock = try FolderLock.take(OpenFolder.open(path)) else {
            Issue.record("nobody else has it")
            return
        }
        #expect(refusal()?.contains("a run is still writing it") == true)
        // What was looked at before the run began.
        #expect(throws: SessionError.self) { try removal.remove() }
        #expect(FileSystem.kind(of: "\(path)/walk.json") == .file)
        _ = consume lock
    }

    @Test("is gone, too, if another machine releases it while that machine's lease is watched")
    func released() throws {
        let removal = try SessionRemoval(of: path)
        let lease = Lease(under: "the boot of another machine")
        try put(String(decoding: lease.bytes, as: UTF8.self), as: Lease.fileName)
        var told: [String] = []
        try removal.remove(waiting: { words in
            told.append(words)
            try? FileSystem.remove("\(path)/\(Lease.fileName)")
        })
        #expect(told.count == 1)
        #expect(names.isEmpty)
    }

    @Test("takes what it does not know only where that is asked for")
    func strays() throws {
        try put("a thesis", as: "thesis.txt")
        #expect(refusal()?.contains("there is thesis.txt in it") == true)
        #expect(refusal(withStrays: true) == nil)
        try FileSystem.makeDirectory("\(path)/inner")
        #expect(refusal(withStrays: true)?.contains("a folder in it, inner") == true)
        #expect(FileSystem.kind(of: "\(path)/thesis.txt") == .file)
    }

    @Test("and has no readable manifest takes its sound with it, and all that repairs have kept")
    func unreadable() throws {
        try put("{", as: "manifest.json")
        for name in ["walk_microphone.flac", "walk.json.torn", "walk.json.torn-2"] {
            try put("[]", as: name)
        }
        #expect(refusal() == nil)
        for name in ["walk.torn-off", "walk.torn-1"] {
            try put("mine", as: name)
            #expect(refusal()?.contains("there is \(name) in it") == true)
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    @Test("follows no link")
    func links() throws {
        let outside = try ScratchFolder()
        try Data("mine".utf8).write(to: URL(filePath: "\(outside.path)/mine.json"))
        let manager = FileManager.default
        try manager.removeItem(atPath: "\(path)/walk.json")
        try manager.createSymbolicLink(
            atPath: "\(path)/walk.json",
            withDestinationPath: "\(outside.path)/mine.json"
        )
        try SessionRemoval(of: path).remove()
        #expect(names.isEmpty)
        #expect(FileSystem.kind(of: "\(outside.path)/mine.json") == .file)
    }

    @Test("is refused by the name of a link to it", arguments: ["", "/", "/."])
    func linked(ending: String) throws {
        let link = "\(folder.path)/link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: FileSystem.name(of: path)
        )
        let target = try FileSystem.absolutePath(path)
        let error = #expect(throws: SessionError.self) { try SessionRemoval(of: link + ending) }
        #expect(error?.what.contains("it is a link, to \(target),") == true)
        #expect(FileSystem.kind(of: "\(path)/walk.json") == .file)
    }

    @Test("that is none, or is not there, is refused")
    func none() throws {
        let other = try ScratchFolder()
        for place in [other.path, "\(other.path)/none"] {
            #expect(throws: SessionError.self) { try SessionRemoval(of: place) }
        }
        #expect(FileSystem.kind(of: other.path) == .directory)
    }

    @Test("and was left by a kill is no session, and goes with the next one")
    func left() throws {
        try FileSystem.rename(path, to: "\(folder.path)/.deleted-2026-11-01T101500Z_walk_1f6a03bc")
        #expect(try SessionList.all(in: folder.path).isEmpty)
        let now = WallInstant(nanosecondsSince1970: 1_795_256_200_000_000_000)
        #expect(CrashedSessions.close(in: folder.path, at: now).isEmpty)
        #expect(names.count == 1)
        SessionRemoval.finish(in: folder.path)
        #expect(names.isEmpty)
    }

    @Test("and is being deleted is left to the process that has locked it")
    func locked() throws {
        let gone = "\(folder.path)/.deleted-2026-11-01T101500Z_walk_1f6a03bc"
        try FileSystem.rename(path, to: gone)
        let deleting = try OpenFolder.open(gone)
        #expect(try deleting.tryLockExclusively())
        let content = try FileSystem.list(gone)
        SessionRemoval.finish(in: folder.path)
        #expect(try FileSystem.list(gone) == content)
        deleting.unlock()
        SessionRemoval.finish(in: folder.path)
        #expect(names.isEmpty)
    }

    @Test("stays a session if none of its files can be deleted")
    func untouched() throws {
        let removal = try SessionRemoval(of: path)
        // The first of its names, which came after the look: even root cannot delete a folder as a file.
        try FileSystem.makeDirectory("\(path)/.a")
        let error = #expect(throws: SessionError.self) { try removal.remove() }
        #expect(error?.where == "\(removal.path)/.a")
        #expect(error?.what.hasSuffix(", so nothing of the session is deleted") == true)
        #expect(names == [FileSystem.name(of: path)])
        SessionRemoval.finish(in: folder.path)
        #expect(try FileSystem.list(path) == [".a", "manifest.json", "walk.json"])
        try FileSystem.removeDirectory("\(path)/.a")
        try SessionRemoval(of: path).remove()
        #expect(names.isEmpty)
    }

    @Test("and fails in the middle says what is left, and is deleted when it is named again")
    func begun() throws {
        let removal = try SessionRemoval(of: path)
        try FileSystem.makeDirectory("\(path)/zz")
        let error = #expect(throws: SessionError.self) { try removal.remove() }
        let rest = ".deleted-\(FileSystem.name(of: path))"
        #expect(error?.where.hasSuffix("/\(rest)/zz") == true)
        #expect(error?.what.hasSuffix(", so 1 file of the session is left") == true)
        let command = "`footfall delete \(removal.path)`"
        #expect(error?.remedy.hasSuffix("; then \(command) deletes the rest") == true)
        #expect(names == [rest])
        #expect(refusal()?.contains("a folder in it, zz") == true)
        try FileSystem.removeDirectory("\(folder.path)/\(rest)/zz")
        try Data("[]".utf8).write(to: URL(filePath: "\(folder.path)/\(rest)/walk.json"))
        let again = try SessionRemoval(of: path)
        #expect(again.names == ["walk.json"] && again.path == removal.path)
        try again.remove()
        #expect(names.isEmpty)
    }

    @Test("names the folder whose rights prevent it")
    func rights() throws {
        let removal = try SessionRemoval(of: path)
        for (call, concerned, closed) in [
            ("unlink", "\(removal.path)/walk.json", removal.path),
            ("rename", removal.path, removal.place),
        ] {
            let error = removal.failure(SystemError(call: call, path: concerned, errno: .access))
            #expect(error.where == concerned)
            #expect(error.what.hasSuffix(", so nothing of the session is deleted"))
            #expect(error.remedy.hasSuffix("by `chmod u+w` on \(closed)"))
        }
        let immutable = SystemError(call: "unlink", path: removal.path, errno: .permission)
        #expect(removal.failure(immutable).remedy.hasSuffix("or as root"))
    }
}
