import Glibc
import SampleFile
import SystemCalls
import Testing

@Suite("A file in a folder whose names may not be read")
struct FolderRightsTests {
    @Test("is read by its path, for that takes no right to them")
    func reads() throws {
        let folder = try ScratchFolder()
        let document = KnownDocument(.array)
        try OpenFile.create(folder.file(), permissions: 0o644).writeAll(document.bytes, at: 0)
        #expect(unsafe chmod(folder.path, 0o311) == 0)
        defer { _ = unsafe chmod(folder.path, 0o700) }
        try withoutPrivileges {
            var reader = try SampleFileReader(opening: folder.file(), schema: KnownDocument.schema)
            #expect(try reader.nextBatch()?.count ?? 0 > 0)
            let found = try SampleFileRecovery.examine(
                path: folder.file(),
                schema: KnownDocument.schema
            )
            #expect(found.intactRecords == 200 && found.isComplete)
        }
    }
}

/// Does something with the rights of an ordinary user, also where root runs the tests; nobody else waits.
private func withoutPrivileges(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    // Of this thread alone, which no other call of the C library can say.
    let found = unsafe dlsym(nil, "setfsuid").map {
        unsafe unsafeBitCast($0, to: (@convention(c) (uid_t) -> CInt).self)
    }
    let setUser = try #require(found)
    _ = setUser(4321)
    defer { _ = setUser(0) }
    try body()
}
