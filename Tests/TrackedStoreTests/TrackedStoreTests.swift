import ExitWords
import Foundation
import Scratch
import SystemCalls
import Testing

@testable import TrackedStore

@Suite("A tracked store")
struct TrackedStoreTests {
    private let scratch: Scratch
    private var path: String { scratch.path + "/tracked.sqlite" }

    init() throws { scratch = try Scratch() }

    @Test("returns what was written, after it was opened again")
    func outlasts() throws {
        try TrackedStore(path: path).write([1, 2, 3], "progress", key: "walk")
        let store = try TrackedStore(path: path)
        #expect(try store.read("progress", key: "walk") == [1, 2, 3])
        #expect(try store.read("cohorts", key: "walk") == nil)
        try store.write([], "progress", key: "walk")
        #expect(try store.read("progress", key: "walk") == [])
        try store.remove("progress", key: "walk")
        #expect(try store.read("progress", key: "walk") == nil)
    }

    @Test("throws its own error if it cannot be opened")
    func cannotOpen() {
        #expect(throws: TrackedStoreError.self) { try TrackedStore(path: "/nowhere/at/all") }
    }

    @Test("is not opened if its file is a link, but may be in a folder that is one")
    func links() throws {
        try TrackedStore(path: path).write([1], "progress", key: "walk")
        let files = FileManager.default
        let link = "\(path)-link"
        try files.createSymbolicLink(atPath: link, withDestinationPath: path)
        let new = "\(path)-new"
        let dangling = "\(path)-dangling"
        try files.createSymbolicLink(atPath: dangling, withDestinationPath: new)
        for refused in [link, dangling] {
            #expect(throws: TrackedStoreError.self) { try TrackedStore(path: refused) }
        }
        #expect(FileSystem.kind(of: new) == .missing)
        let folder = "\(path)-folder"
        let parent = try #require(FileSystem.parent(of: path))
        try files.createSymbolicLink(atPath: folder, withDestinationPath: parent)
        let name = try #require(path.split(separator: "/").last)
        let store = try TrackedStore(path: "\(folder)/\(name)")
        #expect(try store.read("progress", key: "walk") == [1])
    }

    @Test("cannot be read by others, nor can the files that SQLite keeps beside it")
    func isPrivate() throws {
        let store = try TrackedStore(path: path)
        try store.write([1], "cohorts", key: "participant")
        for name in [path, "\(path)-wal", "\(path)-shm"] {
            #expect(try FileSystem.permissions(of: name) & 0o077 == 0, "\(name)")
        }
    }

    @Test("makes several changes together")
    func together() throws {
        let store = try TrackedStore(path: path)
        let a = TrackedDocument(kind: "progress", key: "a", value: [1])
        let b = TrackedDocument(kind: "progress", key: "b", value: [2])
        let other = TrackedDocument(kind: "pieces", key: "c", value: [3])
        try store.change([.write(a), .write(b), .write(other)])
        #expect(try store.documents(ofKind: "progress") == ["a": [1], "b": [2]])
        try store.change([.remove(kind: "progress", key: "a"), .removeAll(kind: "pieces")])
        #expect(try store.documents(ofKind: "progress") == ["b": [2]])
        #expect(try store.documents(ofKind: "pieces") == [:])
    }

    @Test("changes none of several documents if one cannot be written, and still works afterwards")
    func noneTogether() throws {
        let store = try TrackedStore(path: path)
        let documents = ["a", "b"].map { TrackedDocument(kind: "progress", key: $0, value: [1]) }
        let changes = documents.map { TrackedChange.write($0) }
        // SQLite refuses the second of two documents, as it does when the disk is full.
        let database = try Database(path: path)
        try database.run(
            """
            CREATE TRIGGER refusal BEFORE INSERT ON document WHEN NEW.key = 'b'
            BEGIN SELECT RAISE(ABORT, 'no room'); END
            """,
            to: "set a trap"
        )
        #expect(throws: TrackedStoreError.self) { try store.change(changes) }
        #expect(try store.read("progress", key: "a") == nil)
        try database.run("DROP TRIGGER refusal", to: "take the trap away")
        try store.change(changes)
        let again = try TrackedStore(path: path)
        #expect(try documents.map { try again.read($0.kind, key: $0.key) } == [[1], [1]])
    }

    @Test("keeps what it has acknowledged when another process opens and closes it")
    func otherProcess() async throws {
        let store = try TrackedStore(path: path)
        try store.write([1], "progress", key: "walk")
        // Opening and closing the file directly would remove the store's locks.
        _ = try TrackedStore(path: path)
        try ExitWords.leave([path], for: "otherProcess")
        await #expect(processExitsWith: .success) {
            let path = try ExitWords.take("otherProcess")[0]
            _ = try TrackedStore(path: path).read("progress", key: "walk")
        }
        try store.write([2], "progress", key: "walk")
        try ExitWords.leave([path], for: "otherProcess")
        await #expect(processExitsWith: .success) {
            let path = try ExitWords.take("otherProcess")[0]
            let found = try TrackedStore(path: path).read("progress", key: "walk")
            try #require(found == [2])
        }
    }

    @Test("refuses what a newer version has written, and says so")
    func newer() throws {
        try TrackedStore(path: path).write([1], "progress", key: "walk")
        let written = try Database(path: path).bytes("PRAGMA user_version", [], to: "look")
        #expect(written == Array("1".utf8))
        try Database(path: path).run("PRAGMA user_version = 2", to: "age")
        let error = #expect(throws: TrackedStoreError.self) { try TrackedStore(path: path) }
        #expect(error?.cause == "a newer version of it has written the file (2; this one knows 1)")
        #expect(error?.remedy == "install that version, or name another file")
        try Database(path: path).run("PRAGMA user_version = 1", to: "grow young")
        #expect(try TrackedStore(path: path).read("progress", key: "walk") == [1])
    }

    @Test("may be open twice, and each side sees what the other wrote")
    func shared() throws {
        let (one, other) = (try TrackedStore(path: path), try TrackedStore(path: path))
        try one.write([1], "progress", key: "walk")
        #expect(try other.read("progress", key: "walk") == [1])
        try other.write([2], "progress", key: "walk")
        #expect(try one.read("progress", key: "walk") == [2])
    }

    @Test("is not created where a moved store has left its last changes behind")
    func orphan() throws {
        let store = try TrackedStore(path: path)
        try store.write([1], "progress", key: "walk")
        // A kill leaves the files like this.
        let (moved, left) = ("\(path)-moved", "\(path)-left")
        let files = FileManager.default
        try files.copyItem(atPath: path, toPath: moved)
        try files.copyItem(atPath: "\(path)-wal", toPath: "\(left)-wal")
        for _ in 1...2 {
            let error = #expect(throws: TrackedStoreError.self) { try TrackedStore(path: left) }
            #expect(error?.remedy == "move it to where that store is now")
            #expect(!files.fileExists(atPath: left))
        }
        try files.moveItem(atPath: "\(left)-wal", toPath: "\(moved)-wal")
        #expect(try TrackedStore(path: moved).read("progress", key: "walk") == [1])
    }

    @Test("is not opened from a file that is not a store; the error has a remedy")
    func foreign() throws {
        try Data("no database, but long enough to be taken for one by its size".utf8)
            .write(to: URL(filePath: path))
        let error = #expect(throws: TrackedStoreError.self) { try TrackedStore(path: path) }
        // The last changes may be only in the write-ahead log.
        let names = "'\(path)', and '\(path)-wal' if it is there,"
        #expect(error?.remedy == "move \(names) away together; a new store is made")
    }
}
