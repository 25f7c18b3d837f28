import Glibc
import Patience
import Synchronization
import SystemCalls
import Testing

@Suite("A durable document", .mayNotHang)
struct DurableDocumentTests {
    let scratch: Folder
    let folder: OpenFolder

    init() throws {
        scratch = try Folder()
        folder = try OpenFolder.open(scratch.path)
    }

    @Test("replaces the document of its name, and leaves no other file")
    func replaces() throws {
        for bytes: [UInt8] in [[1], [2, 3]] {
            try DurableDocument.write(bytes, as: "a", in: folder)
            #expect(try folder.open("a").readAll(limit: 9) == bytes)
        }
        #expect(try folder.list() == ["a"])
    }

    @Test("has the written bytes or throws while another thread replaces its temporary file")
    func raced() throws {
        let (temporary, spare) = ("\(scratch.path)/.a.tmp", "\(scratch.path)/spare")
        let isOver = Atomic<Bool>(false)
        try withRival(
            {
                do {
                    let file = try OpenFile.create(spare)
                    try file.writeAll([6, 6], at: 0)
                } catch {
                    // It is still there from the last time.
                }
                while FileSystem.kind(of: temporary) != .file {
                    if isOver.load(ordering: .relaxed) { return false }
                }
                _ = unsafe rename(spare, temporary)
                return !isOver.load(ordering: .relaxed)
            },
            while: {
                defer { isOver.store(true, ordering: .relaxed) }
                for _ in 0..<2_000 {
                    guard (try? DurableDocument.write([1, 2, 3], as: "a", in: folder)) != nil else {
                        continue
                    }
                    try #require(try folder.open("a").readAll(limit: 9) == [1, 2, 3])
                }
            }
        )
        try? folder.remove("spare")
        try DurableDocument.write([4], as: "a", in: folder)
        #expect(try folder.open("a").readAll(limit: 9) == [4])
        #expect(try folder.list() == ["a"])
    }
}

/// Runs `body` while another thread repeats `act` until that returns `false`.
func withRival(
    _ act: @escaping @Sendable () -> Bool,
    while body: () throws -> Void
) throws {
    let rival = try SystemThread.spawn(name: "rival") {
        while act() {}
    }
    let outcome = Result(catching: body)
    rival.join()
    try outcome.get()
}
