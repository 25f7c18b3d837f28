import FoundationEssentials
import SystemCalls
import Testing

@testable import SampleFile

@Suite("A document on a disk that fails")
struct SampleDocumentTests {
    /// Appends batches of numbered records and closes; counts what it is told was kept and lost.
    struct Run {
        var kept = 0
        var lost = 0
        var buffered = 0
        var failures: [SystemError] = []
        var records = 0
        var bytes: Int64 = 0
        var checksum = ""
        var closingFailure: SystemError?
        /// After each append, whether the disk held a document of as many records as were said.
        var wasWhole: [Bool] = []

        init(
            on disk: ScriptedDisk,
            layout: SampleFileLayout,
            compression: SampleFileCompression? = nil,
            batches: Int,
            of size: Int = 10,
            looking: Bool = true
        ) throws(SystemError) {
            var encoder = RecordEncoder(schema: walkSchema, layout: layout)
            var document = try SampleDocument(
                in: ScriptedFile(disk: disk),
                header: layout.header(for: walkSchema),
                layout: layout,
                compression: compression,
                closingReserve: 4096
            )
            // What a full disk has stays as it is, and takes long to read.
            var read: (bytes: [UInt8], count: Int?) = ([], nil)
            for batch in 0..<batches {
                for index in 0..<size { encode(batch * size + index, with: &encoder) }
                append(&encoder, to: &document)
                guard looking else { continue }
                if disk.bytes != read.bytes {
                    read = (disk.bytes, SampleDocumentTests.count(disk.bytes, layout))
                }
                wasWhole.append(read.count == document.recordsOnDisk)
            }
            records = document.recordsOnDisk
            bytes = document.length
            (checksum, closingFailure) = document.close()
        }

        private func encode(_ index: Int, with encoder: inout RecordEncoder) {
            encoder.beginRecord()
            encoder.number(0, Double(index) / 3)
            encoder.integer(4, Int64(index))
            expect(encoder.endRecord())
        }

        private mutating func append(
            _ encoder: inout RecordEncoder,
            to document: inout SampleDocument<ScriptedFile>
        ) {
            let count = encoder.bufferedRecords
            buffered += count
            let text = unsafe encoder.recordsAndFooter(beforeFirst: document.recordsOnDisk == 0)
            do throws(SampleFileWriteFailure) {
                try unsafe document.append(text, records: count)
                kept += count
            } catch {
                kept += error.recordsKept
                lost += error.recordsLost
                failures.append(error.cause)
            }
            encoder.removeAll()
        }
    }

    static func count(_ stored: [UInt8], _ layout: SampleFileLayout) -> Int? {
        var bytes = stored
        if FrameText.isFrame(stored) {
            guard let found = try? frameText(of: stored), found.damage.isEmpty else { return nil }
            bytes = found.text
        }
        return switch layout {
        case .jsonArray:
            try? walkRecords(in: bytes).count
        case .jsonDictionary:
            try? JSONDecoder().decode(WalkDocument.self, from: Data(bytes)).items.count
        case .csv:
            bytes.last == UInt8(ascii: "\n")
                ? bytes.filter { $0 == UInt8(ascii: "\n") }.count - 1 : nil
        }
    }

    static let layouts: [SampleFileLayout] = [
        .jsonArray, .jsonDictionary(startDate: "now"), .csv(header: true),
    ]

    @Test(
        "is whole after every append, whichever call fails once, and every record is accounted for",
        arguments: 1...20,
        [Errno.ioError, .noSpace]
    )
    func oneFault(call: Int, errno: Errno) {
        for compression in [nil, SampleFileCompression.zstd] {
            oneFault(call: call, errno: errno, compression)
        }
    }

    private func oneFault(call: Int, errno: Errno, _ compression: SampleFileCompression?) {
        for layout in Self.layouts {
            for canReserve in [true, false] {
                let disk = ScriptedDisk()
                disk.canReserve = canReserve
                disk.fault = .init(call: call, errno: errno)
                let run: Run
                do throws(SystemError) {
                    run = try Run(
                        on: disk,
                        layout: layout,
                        compression: compression,
                        batches: 12
                    )
                } catch {
                    // The writer above removes a file that could not be begun.
                    #expect(call <= 2)
                    continue
                }
                #expect(!run.wasWhole.contains(false), "\(disk.calls)")
                #expect(run.kept + run.lost == run.buffered)
                #expect(run.kept == run.records)
                #expect(Self.count(disk.bytes, layout) == run.records)
                #expect(run.bytes == Int64(disk.bytes.count))
                #expect(run.checksum == Checksum.text(of: disk.bytes))
                #expect(disk.isClosed)
                let faulted = disk.calls.count >= call ? disk.calls[call - 1] : ""
                #expect((run.lost > 0) == (faulted == "pwrite" && run.failures.count == 1))
                #expect(
                    (run.closingFailure != nil)
                        == ["ftruncate", "fdatasync", "close"]
                        .contains(faulted)
                )
            }
        }
    }

    @Test(
        "is whole again as soon as the disk takes something, whichever calls failed before",
        arguments: 4...12,
        2...4
    )
    func severalFaults(call: Int, count: Int) throws {
        for compression in [nil, SampleFileCompression.zstd] {
            let disk = ScriptedDisk()
            disk.canReserve = false
            disk.fault = .init(call: call, errno: .ioError, count: count)
            let run = try Run(
                on: disk,
                layout: .jsonArray,
                compression: compression,
                batches: 20
            )
            #expect(!run.failures.isEmpty)
            #expect(run.kept + run.lost == run.buffered)
            #expect(run.kept == run.records)
            #expect(run.wasWhole.last == true)
            #expect(Self.count(disk.bytes, .jsonArray) == run.records)
            #expect(run.checksum == Checksum.text(of: disk.bytes))
        }
    }

    @Test(
        "keeps the whole records that a full disk takes, and room to be closed",
        arguments: [0, 1, 100, 4_000, 4_096, 20_000],
        [true, false]
    )
    func fullDisk(beyondReserve: Int, canReserve: Bool) throws {
        for compression in [nil, SampleFileCompression.zstd] {
            try fullDisk(beyondReserve, canReserve, compression)
        }
    }

    private func fullDisk(
        _ beyondReserve: Int,
        _ canReserve: Bool,
        _ compression: SampleFileCompression?
    ) throws {
        for layout in Self.layouts {
            let disk = ScriptedDisk()
            disk.canReserve = canReserve
            disk.capacity = 4096 + 100 + beyondReserve
            let run = try Run(
                on: disk,
                layout: layout,
                compression: compression,
                batches: compression == nil ? 40 : 400,
                of: 30
            )
            #expect(!run.wasWhole.contains(false))
            #expect(run.kept + run.lost == run.buffered)
            #expect(run.kept == run.records)
            #expect(run.lost > 0)
            #expect(run.failures.allSatisfy { $0.errno == .noSpace })
            #expect(disk.bytes.count <= disk.capacity)
            #expect(run.closingFailure == nil)
            #expect(run.checksum == Checksum.text(of: disk.bytes))
        }
    }

    @Test(
        "takes gap records into the space set aside after the disk has filled up",
        arguments: [330, 1_000]
    )
    func closingReserve(count: Int) throws {
        let disk = ScriptedDisk()
        disk.capacity = 20_000
        var encoder = RecordEncoder(schema: walkSchema, layout: .jsonArray)
        var document = try SampleDocument(
            in: ScriptedFile(disk: disk),
            header: SampleFileLayout.jsonArray.header(for: walkSchema),
            layout: .jsonArray,
            closingReserve: 4096
        )
        for index in 0..<count { expect(encoder.record(uptime: Double(index) / 7, x: 1 / 3)) }
        #expect(throws: SampleFileWriteFailure.self) {
            try unsafe document.append(encoder.recordsAndFooter(beforeFirst: true), records: count)
        }
        #expect(disk.bytes.count > 20_000 - 4096 - 8192 && disk.bytes.count <= 20_000 - 4096)
        #expect(disk.allocated <= 20_000)
        let before = document.recordsOnDisk
        encoder.removeAll()
        while encoder.bufferedBytes < 4_000 { expect(encoder.record(uptime: 1, x: 2)) }
        let added = encoder.bufferedRecords
        try unsafe document.append(encoder.recordsAndFooter(beforeFirst: false), records: added)
        let records = document.recordsOnDisk
        #expect(records == before + added)
        #expect(document.close().failure == nil)
        #expect(try walkRecords(in: disk.bytes).count == records)
    }

    @Test("reserves only what an append needs if a full disk has room again meanwhile")
    func roomAgain() throws {
        let disk = ScriptedDisk()
        disk.capacity = 1 << 28
        var encoder = RecordEncoder(schema: walkSchema, layout: .jsonArray)
        var document = try SampleDocument(
            in: ScriptedFile(disk: disk),
            header: SampleFileLayout.jsonArray.header(for: walkSchema),
            layout: .jsonArray,
            closingReserve: 4096,
            reserveStep: 4096
        )
        for index in 0..<1_000 { expect(encoder.record(uptime: Double(index) / 7, x: 1 / 3)) }
        // Both lengths that the append tries are refused; then there is room.
        disk.fault = .init(call: disk.calls.count + 1, errno: .noSpace, count: 2)
        #expect(throws: SampleFileWriteFailure.self) {
            try unsafe document.append(encoder.recordsAndFooter(beforeFirst: true), records: 1_000)
        }
        let records = document.recordsOnDisk
        #expect(records == 1_000)
        #expect(disk.allocated < 3 * disk.bytes.count)
        #expect(document.close().failure == nil)
    }

    @Test("sets space aside a megabyte at a time, and gives it back at the end")
    func reserving() throws {
        let disk = ScriptedDisk()
        let run = try Run(on: disk, layout: .jsonArray, batches: 100, of: 1_000, looking: false)
        let reservations = disk.calls.filter { $0 == "fallocate" }.count
        #expect(reservations == Int((run.bytes + 4096) / (1 << 20)) + 1)
        #expect(disk.allocated == disk.bytes.count)
        #expect(disk.calls.filter { $0 == "pwrite" }.count == 101)
        #expect(Array(disk.calls.suffix(3)) == ["ftruncate", "fdatasync", "close"])
    }
}
