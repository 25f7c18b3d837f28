import SampleFile
import SystemCalls
import Testing

@Suite("Recovery")
struct RecoveryTests {
    private static let schema = KnownDocument.schema

    private func examine(
        _ bytes: [UInt8],
        _ document: KnownDocument,
        assuming layout: SampleFileLayout? = nil
    ) throws(SampleFileError) -> SampleFileCondition {
        try SampleFileRecovery.examine(
            bytes,
            as: document.name,
            schema: Self.schema,
            assuming: layout,
            limits: KnownDocument.limits
        )
    }

    @Test("tells a torn end from damage within", arguments: KnownDocument.Form.allCases)
    func tornAndDamaged(form: KnownDocument.Form) throws {
        let document = KnownDocument(form)
        var bytes = Array(document.bytes[..<(document.recordEnds[150] + 7)])
        let line = document.line(of: document.recordEnds[80] + 4)
        bytes[line.lowerBound] = 0
        let found = try examine(bytes, document)
        #expect(found.intactRecords == 150)
        #expect(found.damagedLines == 1)
        #expect(found.damaged.map(\.byteOffset) == [Int64(line.lowerBound)])
        #expect(found.damaged.map(\.byteCount) == [Int64(line.count - 1)])
        #expect(found.tornBytes == 7)
        #expect(found.intactBytes == Int64(document.recordEnds[150]))
        #expect(!found.isComplete)
    }

    @Test("keeps what is around a hole of zeros larger than any line")
    func hole() throws {
        let document = KnownDocument(.array)
        var bytes = document.bytes
        bytes.replaceSubrange(1000..<5000, with: [UInt8](repeating: 0, count: 4000))
        let found = try examine(bytes, document)
        let before = document.whole(in: 1000)
        let after = document.recordEnds.count { $0 > document.line(of: 5000).upperBound }
        #expect(found.intactRecords == before + after)
        #expect(found.damagedLines == 1)
        #expect(found.tornBytes == 0)
    }

    @Test("describes some of the damage and counts all of it")
    func bounded() throws {
        let document = KnownDocument(.csv)
        var bytes = document.bytes
        for end in document.recordEnds.dropLast() { bytes[end] = UInt8(ascii: "x") }
        let limits = ReadingLimits(windowBytes: 700, lineBytes: 512, describedDamage: 5)
        let found = try SampleFileRecovery.examine(
            bytes,
            as: document.name,
            schema: Self.schema,
            limits: limits
        )
        #expect(found.damagedLines == 199)
        #expect(found.damaged.count == 5)
    }

    @Test(
        "an empty file and one of zeros are torn, without a record",
        arguments: [0, 1, 600, 5000]
    )
    func nothing(count: Int) throws {
        let bytes = [UInt8](repeating: 0, count: count)
        #expect(Reading(bytes).error?.kind == .torn)
        for form in KnownDocument.Form.allCases {
            let document = KnownDocument(form)
            let found = try examine(bytes, document)
            #expect(found.intactRecords == 0)
            #expect(found.tornBytes == Int64(count))
            #expect(found.layout == nil)
            let repaired = try SampleFileRecovery.repaired(
                bytes,
                as: document.name,
                schema: Self.schema
            )
            #expect(Reading(repaired).error == nil)
        }
    }

    @Test("zeros at the end of a file are torn off", arguments: KnownDocument.Form.allCases)
    func zerosAtTheEnd(form: KnownDocument.Form) throws {
        let document = KnownDocument(form)
        let bytes = document.bytes[..<3000] + [UInt8](repeating: 0, count: 2000)
        let found = try examine(Array(bytes), document)
        #expect(found.intactRecords == document.whole(in: 3000))
        #expect(found.damagedLines == 0)
        #expect(found.tornBytes > 2000)
    }

    @Test("takes the layout that is known when the beginning is lost")
    func lostBeginning() throws {
        let document = KnownDocument(.dictionary)
        var bytes = document.bytes
        bytes.replaceSubrange(0..<30, with: [UInt8](repeating: 0, count: 30))
        let layout = SampleFileLayout.jsonDictionary(startDate: "2026-11-21")
        let found = try examine(bytes, document, assuming: layout)
        #expect(found.intactRecords == 200)
        #expect(found.damagedLines == 1)
        let repaired = try SampleFileRecovery.repaired(
            bytes,
            as: document.name,
            schema: Self.schema,
            assuming: layout
        )
        let reading = Reading(known: repaired)
        #expect(reading.records == 200 && reading.isAsKnown && reading.error == nil)
        #expect(reading.layout == layout)
    }

    @Test("does not take another program's file for a torn one")
    func foreign() {
        let document = KnownDocument(.array)
        let pretty = Array("<html>\n<body>\n</body>\n".utf8)
        #expect(throws: SampleFileError.self) { try examine(pretty, document) }
    }

    @Test(
        "does not take an object for a record that lacks what every record has",
        arguments: [
            #"{"timestamp":176,"subject":"P01"}"#, #"{"uptime":1,"timestamp":176,"weight":70}"#,
            #"{"uptime":1,"stepPath":"walk"},"#,
        ]
    )
    func foreignObject(line: String) {
        let schema = RecordSchema(
            RecordSchema.commonColumns,
            inEveryRecord: RecordSchema.commonColumnsInEveryRecord
        )
        let error = #expect(throws: SampleFileError.self) {
            try SampleFileRecovery.examine(
                Array("\(line)\n".utf8),
                as: "subject.json",
                schema: schema
            )
        }
        #expect(error?.kind == .foreign)
    }

    @Test("keeps every record of a file that has lost its opening, whatever records it is of")
    func lostOpening() throws {
        let events = RecordSchema([
            .init("uptime", .number), .init("event", .text), .init("about", .text),
        ])
        let text = """
            {"uptime":1,"event":"opened","about":"walk.json"},
            {"uptime":2,"event":"closed"}
            ]

            """
        for lines in [text, text.replacing(#","about":"walk.json""#, with: "")] {
            let bytes = Array(lines.utf8)
            let found = try SampleFileRecovery.examine(bytes, as: "events.json", schema: events)
            #expect(found.intactRecords == 2)
            #expect(found.damaged.map(\.byteCount) == [0])
            #expect(found.lacksOpening)
        }
        let document = KnownDocument(.array)
        let found = try examine(Array(document.bytes[2...]), document)
        #expect(found.intactRecords == 200)
        #expect(try !examine(document.bytes, document).lacksOpening)
    }

    @Test(
        "repairs a file in place and keeps every original",
        arguments: KnownDocument.Form.allCases
    )
    func repair(form: KnownDocument.Form) throws {
        let folder = try ScratchFolder()
        let document = KnownDocument(form)
        let path = folder.path + "/" + document.name
        for (attempt, name) in [(1, ".torn"), (2, ".torn-2")] {
            let torn = Array(document.bytes[..<(document.recordEnds[99 + attempt] + 5)])
            try? FileSystem.remove(path)
            let file = try OpenFile.create(path, permissions: 0o600)
            try file.writeAll(torn, at: 0)
            try file.close()
            let found = try SampleFileRecovery.repair(path: path, schema: Self.schema)
            #expect(found.intactRecords == 100 + attempt)
            #expect(found.tornBytes == 5)
            let repaired = try OpenFile.open(path).readAll(limit: 1 << 20)
            #expect(repaired == document.first(100 + attempt))
            #expect(try OpenFile.open(path + name).readAll(limit: 1 << 20) == torn)
            #expect(try FileSystem.permissions(of: path) == 0o600)
            try FileSystem.remove(path)
            let whole = try OpenFile.create(path)
            try whole.writeAll(repaired, at: 0)
        }
        let again = try SampleFileRecovery.repair(path: path, schema: Self.schema)
        #expect(again.isComplete)
        let names = [document.name, document.name + ".torn", document.name + ".torn-2"]
        #expect(try FileSystem.list(folder.path) == names)
    }

    @Test("leaves a file alone in which nothing is whole")
    func hopeless() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/walk.json"
        let text = Array("[\n  {\n    \"t\": 1\n  }\n]".utf8)
        try OpenFile.create(path).writeAll(text, at: 0)
        #expect(throws: SampleFileError.self) {
            try SampleFileRecovery.repair(path: path, schema: Self.schema)
        }
        #expect(try FileSystem.list(folder.path) == ["walk.json"])
        #expect(try OpenFile.open(path).readAll(limit: 1000) == text)
    }
}
