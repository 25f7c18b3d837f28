import SampleFile
import SystemCalls
import Testing

@Suite("Reading what was written")
struct ReadingWrittenTests {
    static let schema = RecordSchema([
        .init("uptime", .number), .init("stepPath", .text), .init("x", .number),
        .init("lost", .integer), .init("still", .boolean),
    ])
    static let layouts: [SampleFileLayout] = [
        .jsonArray, .jsonDictionary(startDate: "2026-11-21T10:15:00.123+01:00"),
        .csv(header: true), .csv(header: false),
    ]
    static let path = "walk/\"out\", \\ é"

    /// Any finite double, from the bits up.
    private static func number(_ index: Int) -> Double {
        var numbers = FixedNumbers(seed: UInt64(index))
        let number = Double(bitPattern: numbers.next())
        return number.isFinite ? number : Double(index)
    }

    private func write(
        _ path: String,
        _ layout: SampleFileLayout,
        records: Int
    ) throws -> SampleFileSummary {
        var writer = try SampleFileWriter(
            creating: path,
            schema: Self.schema,
            layout: layout
        )
        let step = PreparedText(Self.path)
        for index in 0..<records {
            writer.beginRecord()
            writer.number(0, Double(index) / 100)
            if index % 2 == 0 { writer.text(1, step) }
            writer.number(2, Self.number(index))
            if index % 5 == 0 { writer.integer(3, Int64(index)) }
            if index % 7 == 0 { writer.boolean(4, index % 2 == 0) }
            _ = writer.endRecord()
            if index % 1000 == 0 { try writer.flush() }
        }
        return try writer.close()
    }

    @Test("gives back every value of every record", arguments: layouts)
    func agrees(layout: SampleFileLayout) throws {
        let folder = try ScratchFolder()
        let summary = try write(folder.file(), layout, records: 3000)
        var reader = try SampleFileReader(
            opening: folder.file(),
            schema: Self.schema,
            csvHeader: layout != .csv(header: false)
        )
        expect(reader.layout == layout)
        var index = 0
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let isSame =
                    batch.number(row, 0) == Double(index) / 100
                    && batch.text(row, 1)?.description == (index % 2 == 0 ? Self.path : nil)
                    && batch.number(row, 2) == Self.number(index)
                    && batch.integer(row, 3) == (index % 5 == 0 ? Int64(index) : nil)
                    && batch.boolean(row, 4) == (index % 7 == 0 ? index % 2 == 0 : nil)
                try #require(isSame, "record \(index)")
                index += 1
            }
        }
        #expect(index == summary.records)
        let found = try SampleFileRecovery.examine(
            path: folder.file(),
            schema: Self.schema,
            assuming: layout
        )
        #expect(found.isComplete)
        #expect(found.intactRecords == 3000)
        #expect(found.fileBytes == summary.bytes)
    }

    @Test("a document without records is whole", arguments: layouts)
    func empty(layout: SampleFileLayout) throws {
        let folder = try ScratchFolder()
        _ = try write(folder.file(), layout, records: 0)
        let found = try SampleFileRecovery.examine(
            path: folder.file(),
            schema: Self.schema,
            assuming: layout
        )
        #expect(found.isComplete)
        #expect(found.intactRecords == 0)
    }
}
