import FoundationEssentials
import Research
import Testing

@Suite("The result of a file")
struct FileResultTests {
    private static let epoch = Date(timeIntervalSince1970: 0)

    @Test("has the path of its URL relative to its folder")
    func follows() throws {
        let folder = URL(filePath: "/data/session", directoryHint: .isDirectory)
        var result = RSDFileResultObject(identifier: "walk", startDate: Self.epoch)
        result.url = URL(filePath: "inner/walk.json", relativeTo: folder)
        #expect(result.relativePath == "inner/walk.json")
        result.url = URL(filePath: "/data/session/walk.json")
        #expect(result.relativePath == "walk.json")
        let made = RSDFileResultObject(identifier: "walk", startDate: Self.epoch, url: result.url)
        #expect(made.relativePath == "walk.json")
    }

    @Test("keeps its path if it has no URL")
    func keeps() {
        var result = RSDFileResultObject(
            identifier: "walk",
            startDate: Self.epoch,
            relativePath: "walk.json"
        )
        result.url = nil
        #expect(result.relativePath == "walk.json")
    }

    @Test("keeps a given path when its URL changes")
    func keepsWhatItWasGiven() {
        var result = RSDFileResultObject(
            identifier: "walk",
            startDate: Self.epoch,
            relativePath: "session/walk.json"
        )
        result.url = URL(filePath: "/tmp/copy.json")
        #expect(result.relativePath == "session/walk.json")
        result.url = URL(filePath: "/tmp/second.json")
        #expect(result.relativePath == "session/walk.json")
        result.relativePath = "second.json"
        result.url = URL(filePath: "/tmp/third.json")
        #expect(result.relativePath == "third.json")
        result.relativePath = "given.json"
        result.url = URL(filePath: "/tmp/fourth.json")
        #expect(result.relativePath == "given.json")
    }
}
