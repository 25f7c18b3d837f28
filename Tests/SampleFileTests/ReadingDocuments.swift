// Documents whose every byte is known, for tests of reading: where each record ends is worked out
// from the text itself, not by the reader.

import SampleFile
import Testing

/// A document of `count` records in a layout.
struct KnownDocument: Sendable, CustomTestStringConvertible {
    enum Form: String, Sendable, CaseIterable {
        case array, dictionary, csv
    }

    static let schema = RecordSchema([
        .init("t", .number), .init("n", .integer), .init("s", .text), .init("b", .boolean),
    ])
    /// Room for the lines here and little more.
    static let limits = ReadingLimits(windowBytes: 700, lineBytes: 512)

    let form: Form
    let bytes: [UInt8]
    let headerBytes: Int
    private let closing: [UInt8]
    /// Where each record ends: behind its brace, or behind its newline in CSV.
    let recordEnds: [Int]
    /// Where each line ends, newline included.
    let lineEnds: [Int]

    var name: String { form == .csv ? "known.csv" : "known.json" }
    var testDescription: String { form.rawValue }

    init(_ form: Form, count: Int = 200) {
        self.form = form
        var text: [UInt8]
        var ends: [Int] = []
        switch form {
        case .array: text = Array("[\n".utf8)
        case .dictionary:
            text = Array("{\"startDate\":\"2026-11-21T10:15:00.123+01:00\",\"items\":[\n".utf8)
        case .csv: text = Array("t,n,s,b\n".utf8)
        }
        headerBytes = text.count
        for index in 0..<count {
            if form != .csv, index > 0 { text += Array(",\n".utf8) }
            text += Self.record(form, index)
            ends.append(text.count)
        }
        switch form {
        case .array: closing = Array("\n]".utf8)
        case .dictionary: closing = Array("\n]}".utf8)
        case .csv: closing = []
        }
        text += closing
        bytes = text
        recordEnds = ends
        lineEnds = text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 } + [text.count]
    }

    /// The whole document of the first records.
    func first(_ count: Int) -> [UInt8] {
        Array(bytes[..<(count == 0 ? headerBytes : recordEnds[count - 1])]) + closing
    }

    /// How many records are whole in the first `count` bytes.
    func whole(in count: Int) -> Int {
        recordEnds.count { $0 <= count }
    }

    /// The bytes of the line that holds a byte, newline included.
    func line(of offset: Int) -> Range<Int> {
        let index = lineEnds.firstIndex { $0 > offset } ?? lineEnds.count - 1
        return (index == 0 ? 0 : lineEnds[index - 1])..<lineEnds[index]
    }

    static func number(_ index: Int) -> Double { Double(index) / 8 - 3 }

    static func word(_ index: Int) -> String {
        index % 10 == 3 ? "say \"hi\", é" : index % 2 == 0 ? "gyro" : "acc"
    }

    private static func record(_ form: Form, _ index: Int) -> [UInt8] {
        let number = number(index)
        switch form {
        case .array, .dictionary:
            let word = index % 10 == 3 ? "say \\\"hi\\\", \\u00e9" : word(index)
            let truth = index % 3 == 0 ? ",\"b\":\(index % 2 == 0)" : ""
            return Array("{\"t\":\(number),\"n\":\(index),\"s\":\"\(word)\"\(truth)}".utf8)
        case .csv:
            let word = index % 10 == 3 ? "\"say \"\"hi\"\", é\"" : word(index)
            let truth = index % 3 == 0 ? "\(index % 2 == 0)" : ""
            return Array("\(number),\(index),\(word),\(truth)\n".utf8)
        }
    }
}

/// What reading a document to its end, or to its first error, came to.
struct Reading {
    var records = 0
    var error: SampleFileError?
    var layout: SampleFileLayout?
    /// Whether every record was the one that belongs at its place.
    var isAsKnown = true

    init(
        _ bytes: [UInt8],
        as name: String = "walk.json",
        schema: RecordSchema = KnownDocument.schema,
        csvHeader: Bool = true,
        limits: ReadingLimits = KnownDocument.limits,
        _ visit: (RecordBatch, Int) -> Void = { _, _ in }
    ) {
        do throws(SampleFileError) {
            var reader = try SampleFileReader(
                reading: bytes,
                as: name,
                schema: schema,
                csvHeader: csvHeader,
                limits: limits
            )
            layout = reader.layout
            while let batch = try reader.nextBatch() {
                for row in 0..<batch.count { visit(batch, row) }
                records += batch.count
            }
        } catch {
            self.error = error
        }
    }

    /// Reads a known document, or what is left of it, and looks at every cell.
    init(known bytes: [UInt8], limits: ReadingLimits = KnownDocument.limits) {
        var isAsKnown = true
        var index = 0
        self.init(bytes, limits: limits) { batch, row in
            isAsKnown =
                isAsKnown && batch.number(row, 0) == KnownDocument.number(index)
                && batch.integer(row, 1) == Int64(index)
                && batch.text(row, 2)?.description == KnownDocument.word(index)
                && batch.boolean(row, 3) == (index % 3 == 0 ? index % 2 == 0 : nil)
            index += 1
        }
        self.isAsKnown = isAsKnown
    }
}

/// Numbers that are the same at every run.
struct FixedNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
