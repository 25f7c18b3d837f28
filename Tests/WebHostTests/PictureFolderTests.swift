import Foundation
import Research
import Scratch
import Synchronization
import Testing
@testable import WebHost

/// Blocks the writing of all pictures until `goOn()`.
final class SlowDisk: Sendable {
    private let door = DispatchSemaphore(value: 0)

    init() {
        let isHeld = DispatchSemaphore(value: 0)
        let door = door
        Thread.detachNewThread {
            PictureFolder.turn.withLock { _ in
                isHeld.signal()
                door.wait()
            }
        }
        isHeld.wait()
    }

    deinit { goOn() }

    func goOn() { door.signal() }
}

@Suite("Saving the pictures of a page", .serialized)
struct PictureFolderTests {
    private let folder: Scratch
    private let errand: PictureErrand

    init() throws {
        folder = try Scratch()
        let page = try #require(PageID("aaaaaaaaaaaaaaaaaaaaaa"))
        errand = PictureErrand(page: page, number: 1, element: "x", type: "image/png")
    }

    private func keep(_ bytes: [UInt8], type: String = "image/png") async throws -> String {
        var errand = errand
        errand.type = type
        return try await PictureFolder.keep(
            bytes,
            errand,
            in: RSDResourceLocator(folders: [folder.path])
        )
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("gives each picture its own file, also if several arrive at once")
    func own() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number: UInt8 in 1...8 { group.addTask { try await keep([number]) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names == Set((1...8).map { "picture-\($0).png" }))
        #expect(try files == names.sorted())
        let all = try names.map { try Data(contentsOf: URL(filePath: "\(folder.path)/\($0)")) }
        #expect(Set(all) == Set((1...8).map { Data([UInt8($0)]) }))
    }

    @Test("replaces the temporary file that an interrupted write left")
    func half() async throws {
        try Data([0]).write(to: URL(filePath: "\(folder.path)/.picture-1.png.tmp"))
        #expect(try await keep([1, 2]) == "picture-1.png")
        #expect(try files == ["picture-1.png"])
    }

    @Test("leaves no picture when it cannot write one")
    func failed() async throws {
        let held = "\(folder.path)/.picture-1.png.tmp/held"
        try FileManager.default.createDirectory(atPath: held, withIntermediateDirectories: true)
        await #expect(throws: (any Error).self) { try await keep([1, 2]) }
        #expect(try files == [".picture-1.png.tmp"])
    }

    @Test("accepts only image types")
    func kinds() async throws {
        #expect(try await keep([1], type: "image/jpeg") == "picture-1.jpg")
        await #expect(throws: PictureFolder.Refused.self) { try await keep([1], type: "text/html") }
        #expect(try files == ["picture-1.jpg"])
    }
}
