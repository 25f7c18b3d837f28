import FileMoves
import FoundationEssentials
import SampleFile
import SystemCalls
import Testing

@Suite("A file that is lost while it is written")
struct FileLossTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Every case that differs in what it means: what has the name, links, size, folder, whether it is
    /// whole, whether files can be told apart.
    static let cases: [(FileSighting, isWhole: Bool, knowsFiles: Bool, FileLoss?)] = {
        var cases: [(FileSighting, isWhole: Bool, knowsFiles: Bool, FileLoss?)] = []
        for name in FileSighting.Name.allCases {
            for links in [0, 1, 2] {
                for size: Int64 in [0, 99, 100, 101] {
                    for flags in 0..<8 {
                        let (exists, isWhole, knowsFiles) =
                            (flags & 1 == 0, flags & 2 == 0, flags & 4 == 0)
                        let isCut = size < 100 || !isWhole
                        let expected: FileLoss? =
                            switch name {
                            // There are file systems that count no names.
                            case .itself: isCut ? .shrunk : nil
                            case .another: knowsFiles ? .replaced : isCut ? .shrunk : nil
                            case .nothing:
                                !exists ? .folderDeleted : links == 0 ? .deleted : .moved
                            }
                        let sighting = FileSighting(
                            name: name,
                            links: links,
                            size: size,
                            folderExists: exists
                        )
                        cases.append((sighting, isWhole, knowsFiles, expected))
                    }
                }
            }
        }
        return cases
    }()

    @Test("is judged by its name, its names in all, its size and its folder")
    func judgement() {
        #expect(Self.cases.count == 3 * 3 * 4 * 8)
        for (sighting, isWhole, knowsFiles, expected) in Self.cases {
            let loss = FileLoss(sighting, written: 100, isWhole: isWhole, knowsFiles: knowsFiles)
            #expect(loss == expected, "\(sighting) \(isWhole) \(knowsFiles)")
        }
    }

    private func writer() throws -> SampleFileWriter {
        var writer = try SampleFileWriter(
            creating: folder.file(),
            schema: walkSchema,
            layout: .jsonArray
        )
        for index in 0..<2 {
            for record in 0..<50 { writer.numberedRecord(index * 50 + record) }
            try writer.flush()
        }
        writer.numberedRecord(100)
        return writer
    }

    private func harm(_ loss: FileLoss) throws {
        switch loss {
        case .deleted: try FileSystem.remove(folder.file())
        case .shrunk: try OpenFile.open(folder.file(), .write).truncate(to: 10)
        case .replaced:
            try OpenFile.create(folder.file("other")).close()
            try FileSystem.rename(folder.file("other"), to: folder.file())
        case .moved: try FileSystem.rename(folder.file(), to: folder.file("other"))
        case .folderDeleted:
            try FileSystem.remove(folder.file())
            try FileSystem.removeDirectory(folder.path)
        }
    }

    @Test("takes no record more, and says what was lost and how", arguments: FileLoss.allCases)
    func takesNoMore(loss: FileLoss) throws {
        var writer = try writer()
        try harm(loss)
        let failure = #expect(throws: SampleFileWriteFailure.self) { try writer.flush() }
        #expect(failure == SampleFileWriteFailure(loss, of: folder.file(), recordsLost: 1))
        #expect(failure?.description.hasPrefix("\(folder.file()): \(loss.words); ") == true)
        expect(writer.bufferedRecords == 0)
        let again = #expect(throws: SampleFileWriteFailure.self) { try writer.requireFile() }
        #expect(again?.recordsLost == 0)
    }

    @Test("is closed as it lies, and its failure says what was lost", arguments: FileLoss.allCases)
    func closed(loss: FileLoss) throws {
        let writer = try writer()
        try harm(loss)
        let other = folder.file(loss == .moved ? "other" : "walk.json")
        let before = FileSystem.kind(of: other) == .file ? try bytes(ofFile: other) : nil
        do {
            _ = try writer.close()
            Issue.record("a lost file was closed as if it were there")
        } catch {
            #expect(error == SampleFileWriteFailure(loss, of: folder.file(), recordsLost: 1))
        }
        if let before { #expect(try bytes(ofFile: other) == before) }
    }

    @Test("is known when another file takes its place while it is made")
    func replacedWhileMade() throws {
        let (path, spare) = (folder.file("raced.json"), folder.file("spare"))
        var unseen = 0
        for _ in 0..<200 {
            try OpenFile.create(spare).close()
            let rival = try SystemThread.spawn(name: "rival") {
                while FileSystem.kind(of: path) != .file {}
                try? FileSystem.rename(spare, to: path)
            }
            var writer = try SampleFileWriter(
                creating: path,
                schema: walkSchema,
                layout: .jsonArray
            )
            rival.join()
            do {
                try writer.requireFile()
                unseen += 1
            } catch {
                #expect(error.loss == .replaced)
            }
            try FileSystem.remove(path)
        }
        #expect(unseen == 0)
    }

    @Test("is not repaired by a write that a cut has come just before")
    func cutBeforeWrite() throws {
        var writer = try writer()
        let size = try OpenFile.open(folder.file()).size()
        // What a cut and a write leave that came between a look and the next.
        let other = try OpenFile.open(folder.file(), .readWrite)
        var bytes = try other.readAll(limit: 1 << 20)
        let lastAppend = try #require(String(decoding: bytes, as: UTF8.self).utf8Offset(ofLine: 51))
        bytes.removeFirst(lastAppend)
        try other.truncate(to: 10)
        try other.writeAll(bytes, at: Int64(lastAppend))
        #expect(try OpenFile.open(folder.file()).size() == size)
        let failure = #expect(throws: SampleFileWriteFailure.self) { try writer.flush() }
        #expect(failure?.loss == .shrunk)
    }

    @Test("is none when nobody has touched it")
    func untouched() throws {
        var writer = try writer()
        try writer.requireFile()
        #expect(try writer.close().records == 101)
    }
}

extension String {
    /// Where the record of a number begins, from 1, behind the line of the bracket: at the separator.
    fileprivate func utf8Offset(ofLine number: Int) -> Int? {
        var lines = 0
        for (offset, byte) in utf8.enumerated() where byte == UInt8(ascii: "\n") {
            lines += 1
            // The separator of a record is the comma and the end of the line before it.
            if lines == number { return offset - 1 }
        }
        return nil
    }
}
