import Foundation
import Research
import TaskEngine
import Testing
import TrackedStore

@Suite("Saved progress")
struct ProgressKeeperTests {
    @Test("says of what a newer version has written that it is newer, whatever it looks like")
    func newer() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "progress-\(UUID().uuidString).sqlite").path
        let store = try TrackedStore(path: path)
        let keeper = ProgressKeeper(in: store, factory: RSDFactory())
        try store.write(Array(#"{"version": 2, "path": 7}"#.utf8), "progress", key: "walk")
        let error = #expect(throws: ProgressError.self) { try keeper.progress(ofTask: "walk") }
        #expect(error?.cause == "a newer version has written it")
        try store.write(Array(#"{"version": 1, "path": 7}"#.utf8), "progress", key: "walk")
        let other = #expect(throws: ProgressError.self) { try keeper.progress(ofTask: "walk") }
        #expect(other?.cause.contains("taskIdentifier") == true)
    }
}
