// Exports that compete: two into one folder, one that a signal stops, and one whose name is taken meanwhile.

import Foundation
import Scratch
import SessionFolder
import SystemCalls
import Testing

@testable import SessionExport

@Suite("A folder for exports")
struct ExportPlaceTests {
    private let scratch: Scratch
    private let place: ExportPlace

    init() throws {
        scratch = try Scratch()
        place = ExportPlace(scratch.path)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() }
    }

    /// The error with which an export ends.
    private func failure(_ export: () throws -> Void) -> SessionError? {
        do {
            try export()
            return nil
        } catch {
            return error as? SessionError
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(scratch.path)/\(path)", encoding: .utf8)
    }

    @Test("keeps two exports of one name apart: the first that finishes gets the name")
    func two() throws {
        let error = failure {
            try place.make("a") { folder, _ throws in
                try folder.write([1], to: "of the one")
                // As another process would: it first deletes what killed exports have left.
                try ExportPlace(scratch.path).make("a") { other, _ throws in
                    try other.write(Array("other".utf8), to: "of the other")
                    #expect(try names.filter { $0.hasPrefix(".part-of-a.") }.count == 2)
                }
                try folder.write([2], to: "more of the one")
            }
        }
        #expect(error?.what == "it is there already")
        #expect(try names == ["a"])
        #expect(try text("a/of the other") == "other")
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/a/of the one"))
    }

    @Test("keeps two exports of one name apart if they are files")
    func twoFiles() throws {
        let error = failure {
            try place.makeFile("a.mcap") { file, _ throws in
                try file.add("one")
                try ExportPlace(scratch.path).makeFile("a.mcap") { other, _ throws in
                    try other.add("other")
                }
            }
        }
        #expect(error?.what == "it is there already")
        #expect(try names == ["a.mcap"])
        #expect(try text("a.mcap") == "other")
    }

    @Test("is never in a session, not even in a folder that is not there yet")
    func inSession() throws {
        try FileManager.default.copyItem(
            atPath: "\(SessionExportTests.samples)/SyntheticWalk",
            toPath: "\(scratch.path)/walk"
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/link",
            withDestinationPath: "walk"
        )
        for folder in ["walk", "walk/tables", "walk/tables/csv", "link", "link/tables"] {
            let error = failure {
                try ExportPlace("\(scratch.path)/\(folder)").make("a") { _, _ throws in }
            }
            #expect(error?.what.hasPrefix("it would be in the session ") == true, "\(folder)")
            #expect(error?.where == "\(scratch.path)/\(folder)/a")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/walk/tables"))
        // A manifest of another program makes no session.
        try Data("{}".utf8).write(to: URL(filePath: "\(scratch.path)/manifest.json"))
        try place.make("b") { _, _ throws in }
        #expect(try names == ["b", "link", "manifest.json", "walk"])
    }

    @Test("takes two exports of different names at once")
    func different() throws {
        try place.make("a") { folder, _ throws in
            try ExportPlace(scratch.path).makeFile("b") { other, _ throws in try other.add("b") }
            try folder.write(Array("a".utf8), to: "x/y/z")
        }
        #expect(try names == ["a", "b"])
        #expect(try text("a/x/y/z") == "a" && text("b") == "b")
    }

    /// Creates what an export leaves that was killed while it wrote a session's tables.
    static func leave(_ name: String, in directory: String) throws {
        let inner = "\(directory)/\(name)/one/tables"
        try FileManager.default.createDirectory(
            atPath: inner,
            withIntermediateDirectories: true
        )
        try Data("half".utf8).write(to: URL(filePath: "\(inner)/half"))
        try Data().write(to: URL(filePath: "\(directory)/\(name)/\(ExportPart.mark)"))
    }

    @Test("is cleared of what killed exports have left, but not of what is locked")
    func left() throws {
        let parent = try OpenFolder.open(scratch.path)
        try Self.leave(".part-of-a.7fffffff", in: scratch.path)
        try Self.leave(".part-of-b.7fffffff", in: scratch.path)
        // A kill came between the creation of the folder and that of the mark.
        try parent.makeFolder(".part-of-a.80000000").synchronize()
        let held = try parent.folder(".part-of-b.7fffffff")
        #expect(try held.tryLockExclusively())
        try place.make("c") { folder, _ throws in try folder.write([1], to: "whole") }
        #expect(try names == [".part-of-b.7fffffff", "c"])
        #expect(try held.list() == [ExportPart.mark, "one"])
        #expect(try parent.folder("c").list() == ["whole"])
    }

    @Test("for one export is cleared only of what that export has left")
    func leftOfOne() throws {
        for name in ["a", "a.7fffffff", "a.b", "a.7ffffffff", "ab.7fffffff", "a.7ffffffg"] {
            try Self.leave(".part-of-\(name)", in: scratch.path)
        }
        try ExportPlace(scratch.path, only: "a").make("a") { _, _ throws in }
        let kept = ["a", "a.7ffffffff", "a.7ffffffg", "a.b", "ab.7fffffff"]
        #expect(try names == kept.map { ".part-of-\($0)" } + ["a"])
    }

    @Test("keeps what no export has created, whatever its name is")
    func notOurs() throws {
        let parent = try OpenFolder.open(scratch.path)
        let theirs = [
            ".part-of-mine", ".part-of-mine.7fffffff", ".part-of-.7fffffff", ".part-of-x.7ffffff",
        ]
        for name in theirs { try parent.makeFolder(name).create("thesis.txt").close() }
        let plain = [".part-of-notes.7fffffff", ".part-of-notes.txt"]
        for name in plain { try parent.create(name).close() }
        // A link to an export's folder does not count as such a folder.
        try Self.leave("elsewhere", in: scratch.path)
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/.part-of-link.7fffffff",
            withDestinationPath: "elsewhere"
        )
        let before = try names
        try place.make("b") { folder, _ throws in try folder.write([1], to: "whole") }
        try place.makeFile("c") { file, _ throws in try file.add("c") }
        try ExportPlace(scratch.path, only: "mine").make("mine") { _, _ throws in }
        #expect(try names == (before + ["b", "c", "mine"]).sorted())
        for name in theirs { #expect(try parent.folder(name).list() == ["thesis.txt"]) }
        #expect(try parent.folder("elsewhere").list() == [ExportPart.mark, "one"])
    }

    @Test(
        "gets every one of many exports that start at the same time",
        .timeLimit(.minutes(1))
    )
    func crowd() async throws {
        let path = scratch.path
        for round in 0..<10 {
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        try ExportPlace(path).make("\(round)-\(number)") { folder, _ throws in
                            try folder.write([1], to: "whole")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(try names.count == 80 && names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("replaces nothing that took the name during the export, not even an empty folder")
    func taken() throws {
        for isFolder in [true, false] {
            let name = "taken \(isFolder)"
            let error = failure {
                if isFolder {
                    try place.make(name) { folder, _ throws in
                        try folder.write([1], to: "whole")
                        try FileSystem.makeDirectory("\(scratch.path)/\(name)")
                    }
                } else {
                    try place.makeFile(name) { file, _ throws in
                        try file.add("whole")
                        try Data("theirs".utf8)
                            .write(to: URL(filePath: "\(scratch.path)/\(name)"))
                    }
                }
            }
            #expect(error?.what == "it is there already")
        }
        #expect(try names == ["taken false", "taken true"])
        #expect(try text("taken false") == "theirs")
        let folder = try OpenFolder.open("\(scratch.path)/taken true")
        #expect(try folder.list().isEmpty)
    }

    @Test("gets no more exports once it is stopped, at any stage, and keeps the whole ones")
    func stopped() throws {
        try place.make("whole") { folder, _ throws in try folder.write([1], to: "x") }
        let another = ExportPlace(scratch.path)
        let end = failure {
            try another.make("at its end") { folder, _ throws in
                try folder.write([1], to: "x")
                another.stop()
                #expect(try names == ["whole"])
            }
        }
        let midst = failure {
            try place.make("in its midst") { folder, _ throws in
                let open = try folder.create("open")
                place.stop()
                #expect(try names == ["whole"])
                try open.add("into nothing")
                try open.finish()
                #expect(throws: SystemError.self) { try folder.write([1], to: "later") }
                #expect(throws: SystemError.self) { try folder.write([1], to: "later/still") }
            }
        }
        #expect(end != nil && midst != nil)
        #expect(throws: SessionError.self) { try place.make("late") { _, _ throws in } }
        #expect(throws: SessionError.self) { try place.makeFile("late") { _, _ throws in } }
        #expect(place.isStopped && another.isStopped)
        #expect(try names == ["whole"])
    }
}
