import SystemCalls
import Testing

@Suite("The processes that have a file open")
struct FileHolderTests {
    @Test("are found with their numbers and names; one of them can be left out")
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
