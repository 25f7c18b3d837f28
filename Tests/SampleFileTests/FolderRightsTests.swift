import Glibc
import OtherUser
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

    @Test("is refused with a remedy for its reader if the file itself is closed")
    func closed() throws {
        let folder = try ScratchFolder()
        try OpenFile.create(folder.file(), permissions: 0o000)
            .writeAll(KnownDocument(.array).bytes, at: 0)
        #expect(unsafe chmod(folder.path, 0o711) == 0)
        withoutPrivileges {
            let error = #expect(throws: SampleFileError.self) {
                _ = try SampleFileReader(opening: folder.file(), schema: KnownDocument.schema)
            }
            #expect(error?.what == "cannot open it: permission denied (EACCES)")
            #expect(error?.remedy.contains("chmod u+rwX") == true)
        }
    }
}
