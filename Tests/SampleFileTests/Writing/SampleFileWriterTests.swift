import FoundationEssentials
import SampleFile
import SystemCalls
import Testing

@Suite("Writing a sample file")
struct SampleFileWriterTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    func writer(
        _ layout: SampleFileLayout = .jsonArray,
        policy: FlushPolicy = FlushPolicy()
    ) throws -> SampleFileWriter {
        try SampleFileWriter(
            creating: folder.file(),
            schema: walkSchema,
            layout: layout,
            policy: policy
        )
    }

    @Test("leaves a whole document after creation, after every flush and after closing")
    func wholeAfterEveryFlush() throws {
        var writer = try writer()
        #expect(try walkRecords(in: bytes(ofFile: folder.file())).isEmpty)
        var expected: [WalkRecord] = []
        for flush in 0..<20 {
            for index in 0..<(flush * 37 % 50) {
                writer.numberedRecord(index)
                expected.append(
                    WalkRecord(uptime: Double(index) / 100, x: Double(index) + 0.1)
                )
            }
            try writer.flush()
            #expect(try walkRecords(in: bytes(ofFile: folder.file())) == expected)
            expect(writer.recordsOnDisk == expected.count)
            expect(writer.bufferedBytes == 0 && writer.bufferedRecords == 0)
        }
        writer.numberedRecord(7)
        let summary = try writer.close()
        let closed = try bytes(ofFile: folder.file())
        #expect(try walkRecords(in: closed).count == expected.count + 1)
        #expect(
            summary
                == SampleFileSummary(
                    path: folder.file(),
                    bytes: Int64(closed.count),
                    records: expected.count + 1,
                    checksum: Checksum.text(of: closed)
                )
        )
    }

    @Test(
        "writes the same bytes however often it is flushed",
        arguments: [.jsonArray, .jsonDictionary(startDate: "now"), .csv(header: true)]
            as [SampleFileLayout],
        [1, 3, 1_000]
    )
    func independentOfFlushing(layout: SampleFileLayout, every: Int) throws {
        var encoder = RecordEncoder(schema: walkSchema, layout: layout)
        var writer = try writer(layout)
        for index in 0..<100 {
            encoder.beginRecord()
            encoder.nanosecondsAsSeconds(0, Int64(index) * 10_000_000)
            encoder.number(3, Double(index) + 0.1)
            expect(encoder.endRecord())
            writer.numberedRecord(index)
            if index % every == 0 { try writer.flush() }
        }
        let summary = try writer.close()
        let document = encoder.document()
        #expect(try bytes(ofFile: folder.file()) == document)
        #expect(summary.checksum == Checksum.text(of: document))
    }

    @Test("keeps the file to its owner")
    func permissions() throws {
        let writer = try writer()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file())
        #expect(attributes[.posixPermissions] as? UInt == 0o600)
        _ = try writer.close()
    }

    @Test("never writes over a file that is there")
    func exclusive() throws {
        try Data("mine".utf8).write(to: URL(filePath: folder.file()))
        let error = #expect(throws: SampleFileError.self) {
            _ = try writer().close()
        }
        #expect(error?.path == folder.file())
        #expect(error?.description.contains("EEXIST") == true)
        #expect(try bytes(ofFile: folder.file()) == Array("mine".utf8))
    }

    @Test("says which folder is missing")
    func missingFolder() throws {
        let path = folder.file("none/walk.json")
        let error = #expect(throws: SampleFileError.self) {
            _ = try SampleFileWriter(creating: path, schema: walkSchema, layout: .jsonArray).close()
        }
        #expect(error?.description.contains(path) == true)
    }

    @Test("does on a tick what is due, and nothing else")
    func ticks() throws {
        var writer = try writer()
        let start = Duration.seconds(100)
        try writer.tick(at: start)
        writer.numberedRecord(1)
        try writer.tick(at: start + .milliseconds(249))
        expect(writer.recordsOnDisk == 0)
        try writer.tick(at: start + .milliseconds(250))
        expect(writer.recordsOnDisk == 1)
        while writer.bufferedBytes < 65_536 { writer.numberedRecord(2) }
        let buffered = writer.bufferedRecords
        try writer.tick(at: start + .milliseconds(251))
        expect(writer.recordsOnDisk == 1 + buffered)
        try writer.tick(at: start + .seconds(1))
        #expect(try walkRecords(in: bytes(ofFile: folder.file())).count == 1 + buffered)
        _ = try writer.close()
    }

    @Test("leaves no trace of refused records in the file, nor of a run of nothing else")
    func refused() throws {
        var writer = try writer()
        for value in [Double.nan, 1, .infinity] {
            writer.beginRecord()
            writer.number(0, value)
            expect(writer.endRecord() == value.isFinite)
            try writer.flush()
        }
        let summary = try writer.close()
        #expect(summary.records == 1)
        #expect(try bytes(ofFile: folder.file()) == Array("[\n{\"uptime\":1}\n]".utf8))
    }

    @Test("continues no document of another layout")
    func otherLayout() throws {
        var first = try writer()
        first.numberedRecord(1)
        _ = try first.close()
        let before = try bytes(ofFile: folder.file())
        let place = try OpenFolder.open(folder.path)
        let error = #expect(throws: SampleFileError.self) {
            _ = try SampleFileWriter(
                continuing: "walk.json",
                in: place,
                schema: walkSchema,
                layout: .csv(header: true)
            ).close()
        }
        #expect(error?.kind == .foreign)
        #expect(try bytes(ofFile: folder.file()) == before)
    }
}
