import Foundation
import Testing
import TrackedStore

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
}
