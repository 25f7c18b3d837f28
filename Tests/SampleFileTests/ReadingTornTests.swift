import SampleFile
import Testing

@Suite("A document cut at every byte")
struct ReadingTornTests {
    static let quarters = KnownDocument.Form.allCases.flatMap { form in
        (0..<4).map { (form, $0) }
    }

    @Test(
        "gives its whole prefix, says that it is torn, and is repaired to just that",
        arguments: quarters
    )
    func cut(form: KnownDocument.Form, part: Int) throws {
        let document = KnownDocument(form)
        for count in stride(from: part, through: document.bytes.count, by: 4) {
            let bytes = Array(document.bytes[..<count])
            let whole = document.whole(in: count)
            let isComplete = isComplete(document, count)
            let reading = Reading(known: bytes)
            try #require(reading.records == whole && reading.isAsKnown, "cut at \(count)")
            try #require(reading.error?.kind == (isComplete ? nil : .torn), "cut at \(count)")
            let found = try SampleFileRecovery.examine(
                bytes,
                as: document.name,
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            try #require(found.intactRecords == whole, "cut at \(count)")
            try #require(found.damagedLines == 0, "cut at \(count)")
            try #require(found.isComplete == isComplete, "cut at \(count)")
            let torn = isComplete ? 0 : count - lastWhole(document, count)
            try #require(found.tornBytes == torn, "cut at \(count)")
            guard count >= document.headerBytes, count % 3 == 0 else { continue }
            let repaired = try SampleFileRecovery.repaired(
                bytes,
                as: document.name,
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            try #require(repaired == document.first(whole), "cut at \(count)")
        }
    }

    /// CSV has no footer: behind a newline it is whole, as far as it says.
    private func isComplete(_ document: KnownDocument, _ count: Int) -> Bool {
        guard document.form == .csv else { return count == document.bytes.count }
        return document.lineEnds.contains(count)
    }

    private func lastWhole(_ document: KnownDocument, _ count: Int) -> Int {
        // JSON opens with a bracket, whether or not its newline is still there.
        let opening = document.headerBytes - (document.form == .csv ? 0 : 1)
        return document.recordEnds.last { $0 <= count }
            ?? (count >= opening ? min(count, document.headerBytes) : 0)
    }
}
