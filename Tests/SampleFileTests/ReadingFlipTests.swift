import SampleFile
import Testing

@Suite("A document with one byte flipped")
struct ReadingFlipTests {
    /// A digit to another, a brace to a bracket and a comma to a newline, and no UTF-8 any longer.
    static let flips: [(KnownDocument.Form, UInt8)] = [
        (.array, 0x01), (.array, 0x26), (.array, 0x80), (.dictionary, 0x26), (.csv, 0x26),
    ]

    @Test(
        "is read up to the line of the flip, which is named if it is broken",
        arguments: flips
    )
    func flip(form: KnownDocument.Form, mask: UInt8) throws {
        let document = KnownDocument(form)
        var bytes = document.bytes
        for offset in bytes.indices {
            bytes[offset] ^= mask
            defer { bytes[offset] ^= mask }
            let line = document.line(of: offset)
            let reading = Reading(bytes)
            let isInHeader = offset < document.headerBytes
            if let error = reading.error {
                let place = Int(try #require(error.byteOffset))
                // A lost newline joins the line with the next one.
                let isNewline = offset == line.upperBound - 1
                let end = isNewline ? document.line(of: offset + 1).upperBound : line.upperBound
                try #require(place >= line.lowerBound && place <= end, "\(offset): \(error)")
                let before = document.whole(in: line.lowerBound)
                try #require(reading.records >= before, "\(offset): \(error)")
                try #require(reading.records <= before + 1, "\(offset): \(error)")
            } else {
                try #require(reading.records == 200, "\(offset)")
            }
            let found = try SampleFileRecovery.examine(
                bytes,
                as: document.name,
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            try #require(found.isComplete == (reading.error == nil), "\(offset): \(found)")
            try #require(found.intactRecords >= 198, "\(offset): \(found)")
            try #require(isInHeader || found.damagedLines <= 2, "\(offset): \(found)")
            guard !found.isComplete, offset % 5 == 0 else { continue }
            let repaired = try SampleFileRecovery.repaired(
                bytes,
                as: document.name,
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            let again = Reading(repaired)
            try #require(again.error == nil, "\(offset)")
            try #require(again.records == found.intactRecords, "\(offset)")
        }
    }
}
