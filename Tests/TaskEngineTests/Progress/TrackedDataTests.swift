import Foundation
import TaskEngine
import Testing
import TrackedStore

@Suite("What tasks remember")
struct TrackedDataTests {
    @Test("holds the cohorts of the participant")
    func cohorts() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "tracked-\(UUID().uuidString).sqlite").path
        let data = TrackedData(in: try TrackedStore(path: path))
        #expect(try data.cohorts() == [])
        try data.remember(cohorts: ["a", "b"])
        #expect(try data.cohorts() == ["a", "b"])
    }
}
