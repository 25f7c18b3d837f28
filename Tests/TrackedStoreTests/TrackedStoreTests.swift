import Foundation
import SystemCalls
import Testing

@testable import TrackedStore

@Suite("A tracked store")
struct TrackedStoreTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "tracked-\(UUID().uuidString).sqlite").path

    @Test("gives back what was written, after it was opened again")
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

    @Test("says what stands in the way of opening it")
    func cannotOpen() {
        #expect(throws: TrackedStoreError.self) { try TrackedStore(path: "/nowhere/at/all") }
    }

    @Test("is nobody else's to read, nor is what SQLite keeps beside it")
    func isPrivate() throws {
        let store = try TrackedStore(path: path)
        try store.write([1], "cohorts", key: "participant")
        for name in [path, "\(path)-wal", "\(path)-shm"] {
            #expect(try FileSystem.permissions(of: name) & 0o077 == 0, "\(name)")
        }
    }

    @Test("changes several documents together")
    func together() throws {
        let store = try TrackedStore(path: path)
        try store.write([
            TrackedDocument(kind: "progress", key: "a", value: [1]),
            TrackedDocument(kind: "progress", key: "b", value: [2]),
        ])
        #expect(try store.read("progress", key: "a") == [1])
        #expect(try store.read("progress", key: "b") == [2])
    }

    @Test("changes none of several documents if one cannot be written, and goes on as before")
    func noneTogether() throws {
        let store = try TrackedStore(path: path)
        try Database(path: path).run(
            """
            CREATE TRIGGER refusal BEFORE INSERT ON document WHEN NEW.key = 'b'
            BEGIN SELECT RAISE(ABORT, 'refused'); END;
            """,
            to: "refuse a document"
        )
        #expect(throws: TrackedStoreError.self) {
            try store.write([
                TrackedDocument(kind: "progress", key: "a", value: [1]),
                TrackedDocument(kind: "progress", key: "b", value: [2]),
            ])
        }
        #expect(try store.read("progress", key: "a") == nil)
        try store.write([3], "progress", key: "c")
        let again = try TrackedStore(path: path)
        #expect(try again.read("progress", key: "a") == nil)
        #expect(try again.read("progress", key: "c") == [3])
    }

    @Test("serves two who have it open, and each sees what the other wrote")
    func shared() throws {
        let (one, other) = (try TrackedStore(path: path), try TrackedStore(path: path))
        try one.write([1], "progress", key: "walk")
        #expect(try other.read("progress", key: "walk") == [1])
        try other.write([2], "progress", key: "walk")
        #expect(try one.read("progress", key: "walk") == [2])
    }

    @Test("says of a file that is no store what it is, and what to do")
    func foreign() throws {
        try Data("no database, but long enough to be taken for one by its size".utf8)
            .write(to: URL(filePath: path))
        let error = #expect(throws: TrackedStoreError.self) { try TrackedStore(path: path) }
        #expect(error?.remedy == "move the file away; a new one is made")
    }
}
