import SystemCalls
import Testing

@testable import SampleFile

@Suite("A compressed document")
struct CompressedReadingTests {
    @Test(
        "reads as the plain one, whatever its frames and flushes",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func roundTrip(seed: UInt64) throws {
        for form in KnownDocument.Form.allCases {
            let document = CompressedDocument(form, count: 200, flush: 40, seed: seed)
            let (text, damage) = try frameText(of: document.bytes)
            #expect(text == document.known.bytes)
            #expect(damage.isEmpty)
            let reading = Reading(known: document.bytes)
            #expect(reading.error == nil)
            #expect(reading.records == 200 && reading.isAsKnown)
            #expect(try CompressedDocument.examine(document.bytes).isComplete)
        }
    }

    @Test("is whole after every flush", arguments: KnownDocument.Form.allCases)
    func stages(form: KnownDocument.Form) throws {
        let document = CompressedDocument(form, count: 120, seed: 5)
        for (flush, stage) in zip(document.flushes, document.stages) {
            let count = flush.records.upperBound
            #expect(try frameText(of: stage).text == document.known.first(count))
            #expect(try CompressedDocument.examine(stage).isComplete)
            #expect(Reading(known: stage).records == count)
        }
    }

    @Test(
        "reads up to its last whole flush wherever it is cut",
        arguments: KnownDocument.Form.allCases
    )
    func everyCut(form: KnownDocument.Form) throws {
        let document = CompressedDocument(form, count: 60, seed: 3)
        for cut in 5..<document.bytes.count {
            let bytes = Array(document.bytes[..<cut])
            let whole = document.whole(in: cut)
            let next = document.flushes.first { $0.records.lowerBound == whole }
            let found = try CompressedDocument.examine(bytes)
            try #require(found.intactRecords >= whole, "\(cut): \(found)")
            try #require(found.intactRecords <= next?.records.upperBound ?? whole, "\(cut)")
            try #require(found.damagedLines == 0, "\(cut): \(found)")
            // Rows have no end that would be missing: cut between two frames, they are whole.
            try #require(!found.isComplete || form == .csv, "\(cut): \(found)")
            let reading = Reading(known: bytes)
            try #require((reading.error == nil) == found.isComplete, "\(cut)")
            try #require(reading.records == found.intactRecords && reading.isAsKnown, "\(cut)")
            guard cut % 3 == 0 else { continue }
            let repaired = try CompressedDocument.repaired(bytes)
            let again = Reading(known: repaired)
            try #require(again.error == nil, "\(cut)")
            try #require(again.records == found.intactRecords && again.isAsKnown, "\(cut)")
            try #require(FrameText.isFrame(repaired), "\(cut)")
        }
    }

    @Test(
        "tells every bit that is flipped and changes it, and keeps all other frames",
        arguments: KnownDocument.Form.allCases
    )
    func everyFlip(form: KnownDocument.Form) throws {
        let document = CompressedDocument(form, count: Self.few, flush: 3, frame: 2, seed: 8)
        var bytes = document.bytes
        // Behind the magic of the first frame: without it, its name alone tells a compressed file.
        for offset in 4..<bytes.count {
            let hit = document.flushes.first { $0.bytes.contains(offset) }
            let frame = document.flushes.filter { $0.frame == hit?.frame }
            for bit in form == .array ? 0..<8 : offset % 8..<offset % 8 + 1 {
                bytes[offset] ^= 1 << UInt8(bit)
                defer { bytes[offset] ^= 1 << UInt8(bit) }
                let found = try? CompressedDocument.examine(bytes)
                var wrong = 0
                let reading = Reading(bytes) { batch, row in
                    if !Self.isKnown(batch, row) { wrong += 1 }
                }
                try #require(wrong == 0, "\(offset).\(bit)")
                let isTold = found?.isComplete != true
                try #require(isTold || reading.records == Self.few, "\(offset).\(bit)")
                try #require(isTold == (reading.error != nil), "\(offset).\(bit): \(reading)")
                // The first frame is the opening; without it, recovery knows records by themselves.
                guard let found, let first = frame.first, let last = frame.last else { continue }
                let inFrame = last.records.upperBound - first.records.lowerBound
                try #require(
                    found.intactRecords >= Self.few - inFrame,
                    "\(offset).\(bit): \(found)"
                )
            }
        }
    }

    private static let few = 14

    private static func isKnown(_ batch: RecordBatch, _ row: Int) -> Bool {
        guard let index = batch.integer(row, 1).map(Int.init), (0..<few).contains(index) else {
            return false
        }
        return batch.number(row, 0) == KnownDocument.number(index)
            && batch.text(row, 2)?.description == KnownDocument.word(index)
    }

    @Test("goes on behind a damaged frame, and says where it is")
    func damagedFrame() throws {
        let document = CompressedDocument(.array, count: 100, seed: 2)
        let frames = Set(document.flushes.map(\.frame)).sorted()
        let middle = frames[frames.count / 2]
        let hit = document.flushes.filter { $0.frame == middle }
        let place = try #require(hit.first).bytes
        var bytes = document.bytes
        bytes[place.upperBound - 2] ^= 0x10
        let found = try CompressedDocument.examine(bytes)
        let lost = hit.reduce(0) { $0 + $1.records.count }
        #expect(found.intactRecords == 100 - lost)
        #expect(found.damagedLines == 1)
        let why = try #require(found.damaged.first).why
        #expect(why.contains("at byte \(place.lowerBound) of the file"), "\(why)")
        let reading = Reading(known: bytes)
        #expect(reading.records == hit.first?.records.lowerBound && reading.isAsKnown)
        #expect(reading.error?.kind == .damaged)
        #expect(reading.error?.byteOffset == Int64(place.lowerBound))
        let repaired = Reading(try CompressedDocument.repaired(bytes))
        #expect(repaired.error == nil && repaired.records == 100 - lost)
    }

    @Test("may have frames of other programs between its own, some of them empty or to be skipped")
    func otherFrames() throws {
        let known = KnownDocument(.array)
        let pieces = stride(from: 0, to: known.bytes.count, by: 777).map {
            Array(known.bytes[$0...].prefix(777))
        }
        let writer = FrameWriter(footer: [])
        var bytes: [UInt8] = CompressedDocument.skippable(0)
        for (index, piece) in pieces.enumerated() {
            bytes +=
                index % 2 == 0 ? writer.frame(of: piece) : CompressedDocument.rawFrame(of: piece)
            bytes += CompressedDocument.rawFrame(of: []) + CompressedDocument.skippable(index)
        }
        #expect(try frameText(of: bytes).text == known.bytes)
        let reading = Reading(known: bytes)
        #expect(reading.error == nil && reading.records == 200 && reading.isAsKnown)
        #expect(try CompressedDocument.examine(bytes).isComplete)
    }

    @Test("may be one frame that is longer than any of ours, and is read a part at a time")
    func longFrame() throws {
        let known = KnownDocument(.csv, count: 100_000)
        let bytes = CompressedDocument.rawFrame(of: known.bytes, blockBytes: 100_000)
        #expect(known.bytes.count > 2 << 20)
        #expect(try frameText(of: bytes).text == known.bytes)
        let reading = Reading(bytes, limits: ReadingLimits())
        #expect(reading.error == nil && reading.records == 100_000)
        let torn = try frameText(of: Array(bytes.dropLast(50_000)))
        #expect(torn.damage.map(\.isTorn) == [true])
        #expect(torn.text.count > known.bytes.count - 150_000)
    }

    @Test("with a frame that claims a terabyte is refused, and so is one that looks back as far")
    func claims() throws {
        let text = Array("[\n{\"t\":1,\"n\":1,\"s\":\"a\"}\n]".utf8)
        let size: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0]
        let block = [UInt8(text.count << 3 | 1), UInt8(text.count >> 5), 0] + text
        let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
        // One segment of a terabyte; a window of two terabytes; a small window, and text that is not there.
        for head in [[0xE0] + size, [0x00, 0xF8], [0xC0, 0x38] + size] as [[UInt8]] {
            let (_, damage) = try frameText(of: magic + head + block)
            #expect(damage.count == 1, "\(head)")
            #expect(Reading(magic + head + block).error != nil)
        }
    }

    @Test("of frames that lie in each other without end is read in a time that grows as it does")
    func nested() throws {
        // Each frame claims that the next ones are its text, and none has an end.
        let head = Array(CompressedDocument.rawFrame(of: [1, 2, 3], isEnded: false).prefix(6))
        let nested = Array(repeating: head + [0xF8, 0xFF, 0x00], count: 40_000).flatMap { $0 }
        let (_, damage) = try frameText(of: nested)
        #expect(damage.count == 1 && damage[0].isTorn)
    }
}
