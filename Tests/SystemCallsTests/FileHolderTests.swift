import SystemCalls
import Testing

@Suite("Who has a file open")
struct FileHolderTests {
    @Test("is seen by the open files of all processes")
    func finds() throws {
        let folder = "/tmp/footfall-holder-\(Environment.process)"
        try FileSystem.makeDirectories(folder)
        defer {
            try? FileSystem.remove("\(folder)/held")
            try? FileSystem.removeDirectory(folder)
        }
        let file = try OpenFile.create("\(folder)/held")
        let holders = FileHolder.find(file.path)
        #expect(holders.map(\.process) == [Int(Environment.process)])
        #expect(holders.first?.name.isEmpty == false)
        let words = try #require(FileHolder.describe(of: file.path))
        #expect(words.hasSuffix("(process \(Environment.process))"))
        #expect(FileHolder.describe(of: file.path, besides: Environment.process) == nil)
        #expect(FileHolder.find("\(folder)/free").isEmpty)
    }
}
