import FoundationEssentials
import SampleFile
import Testing

@Suite("Encoding records")
struct RecordEncoderTests {
    static func text(
        _ layout: SampleFileLayout,
        _ write: (inout RecordEncoder) -> Void
    ) -> String {
        var encoder = RecordEncoder(schema: walkSchema, layout: layout)
        write(&encoder)
        return String(decoding: encoder.document(), as: UTF8.self)
    }

    static func twoRecords(_ encoder: inout RecordEncoder) {
        encoder.beginRecord()
        encoder.number(0, 1.5)
        encoder.text(1, PreparedText("walk"))
        encoder.boolean(2, true)
        encoder.number(3, -2)
        encoder.integer(4, 7)
        expect(encoder.endRecord())
        encoder.beginRecord()
        encoder.boolean(2, false)
        expect(encoder.endRecord())
    }

    @Test("writes a line a record, keys in the order of the schema, absent values absent")
    func jsonArray() {
        #expect(
            Self.text(.jsonArray, Self.twoRecords) == """
                [
                {"uptime":1.5,"stepPath":"walk","isOn":true,"x":-2,"lost":7},
                {"isOn":false}
                ]
                """
        )
    }

    @Test("puts the records under items when the root is a dictionary")
    func jsonDictionary() {
        #expect(
            Self.text(.jsonDictionary(startDate: "2026-11-21T10:15:00.123Z"), Self.twoRecords)
                == """
                {"startDate":"2026-11-21T10:15:00.123Z","items":[
                {"uptime":1.5,"stepPath":"walk","isOn":true,"x":-2,"lost":7},
                {"isOn":false}
                ]}
                """
        )
    }

    @Test("leaves absent CSV fields empty and ends every line")
    func csv() {
        #expect(
            Self.text(.csv(header: true), Self.twoRecords) == """
                uptime,stepPath,isOn,x,lost
                1.5,walk,true,-2,7
                ,,false,,

                """
        )
        #expect(Self.text(.csv(header: false), Self.twoRecords).hasPrefix("1.5,walk"))
    }

    @Test(
        "is a document without records too",
        arguments: [
            (.jsonArray, "[\n\n]"), (.csv(header: true), "uptime,stepPath,isOn,x,lost\n"),
            (.jsonDictionary(startDate: "now"), "{\"startDate\":\"now\",\"items\":[\n\n]}"),
        ] as [(SampleFileLayout, String)]
    )
    func empty(layout: SampleFileLayout, expected: String) {
        #expect(Self.text(layout) { _ in } == expected)
    }

    @Test("writes a record without values as an empty object")
    func emptyRecord() {
        let text = Self.text(.jsonArray) { encoder in
            encoder.beginRecord()
            expect(encoder.endRecord())
            expect(encoder.record(uptime: 1, x: 2))
        }
        #expect(text == "[\n{},\n{\"uptime\":1,\"x\":2}\n]")
    }

    static let layouts: [SampleFileLayout] = [
        .jsonArray, .jsonDictionary(startDate: "now"), .csv(header: true),
    ]

    @Test(
        "refuses a number that is not finite, and keeps no trace of its record",
        arguments: [.nan, .infinity, -.infinity, .signalingNaN] as [Double],
        layouts
    )
    func refusal(value: Double, layout: SampleFileLayout) {
        let whole = Self.text(layout) { encoder in
            expect(encoder.record(uptime: 1, x: 2))
            expect(encoder.record(uptime: 3, x: 4))
        }
        let withRefusals = Self.text(layout) { encoder in
            expect(!encoder.record(uptime: value, x: 2))
            expect(encoder.record(uptime: 1, x: 2))
            expect(!encoder.record(uptime: 1, x: value))
            expect(encoder.record(uptime: 3, x: 4))
            expect(!encoder.record(uptime: value, x: value))
            expect(encoder.bufferedRecords == 2)
        }
        #expect(withRefusals == whole)
    }

    static let awkward = [
        "", "walk", "a,b", "say \"no\"", "back\\slash", "line\nend\r\n",
        "tab\tbell\u{7}\u{0}\u{1F}",
        "\u{8}\u{C}", "Grüße, 東京 🚶‍♀️", "\u{2028}\u{7F}\u{FFFF}", "'", "/a/b", " padded ",
        String(repeating: "long,\"", count: 400),
    ]

    @Test("keeps any text through JSON", arguments: awkward)
    func jsonText(text: String) throws {
        let document = Self.text(.jsonDictionary(startDate: text)) { encoder in
            encoder.beginRecord()
            encoder.text(1, PreparedText(text))
            expect(encoder.endRecord())
        }
        let decoded = try JSONDecoder().decode(WalkDocument.self, from: Data(document.utf8))
        #expect(decoded == WalkDocument(startDate: text, items: [WalkRecord(stepPath: text)]))
        // One line a record is what readers and repair go by.
        #expect(document.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 2)
    }

    @Test(
        "quotes CSV fields as RFC 4180 has it, empty text too, and keeps every record on one line",
        arguments: [
            ("walk", "walk"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""),
            ("", "\"\""), ("=1+1", "=1+1"), ("one\ntwo", "one\u{240A}two"), ("\r", "\u{240D}"),
            ("a\u{0}b", "a\u{2400}b"), ("a,\nb", "\"a,\u{240A}b\""),
        ]
    )
    func csvText(text: String, field: String) {
        let document = Self.text(.csv(header: false)) { encoder in
            encoder.beginRecord()
            encoder.text(1, PreparedText(text))
            expect(encoder.endRecord())
        }
        #expect(document == ",\(field),,,\n")
    }

    @Test("quotes the names of columns like any text")
    func awkwardNames() throws {
        let schema = RecordSchema([.init("a,b", .number), .init("a \"very\" long key \n", .number)])
        let csv = RecordEncoder(schema: schema, layout: .csv(header: true))
        var json = RecordEncoder(schema: schema, layout: .jsonArray)
        json.beginRecord()
        json.number(0, 1)
        json.number(1, 2)
        expect(json.endRecord())
        let header = String(decoding: csv.document(), as: UTF8.self)
        #expect(header == "\"a,b\",\"a \"\"very\"\" long key \u{240A}\"\n")
        let decoded = try JSONDecoder().decode([[String: Double]].self, from: Data(json.document()))
        #expect(decoded == [["a,b": 1, "a \"very\" long key \n": 2]])
    }

    @Test("grows a buffer that is not emptied in time", arguments: layouts)
    func growth(layout: SampleFileLayout) {
        let text = PreparedText(String(repeating: "a long way, ", count: 50))
        func write(capacity: Int) -> [UInt8] {
            var encoder = RecordEncoder(schema: walkSchema, layout: layout, capacity: capacity)
            for index in 0..<2_000 {
                encoder.beginRecord()
                encoder.number(0, Double(index) / 7)
                encoder.text(1, text)
                encoder.boolean(2, index % 2 == 0)
                encoder.number(3, Double(index) / 3 * 1e-300)
                encoder.integer(4, .min)
                expect(encoder.endRecord())
            }
            return encoder.document()
        }
        #expect(write(capacity: 1) == write(capacity: 10_000_000))
    }

    #if os(Linux)
        @Test("stops the program rather than write columns twice or out of order")
        func order() async {
            await #expect(processExitsWith: .failure) {
                var encoder = RecordEncoder(schema: walkSchema, layout: .jsonArray)
                encoder.beginRecord()
                encoder.number(3, 1)
                encoder.number(3, 1)
            }
            await #expect(processExitsWith: .failure) {
                var encoder = RecordEncoder(schema: walkSchema, layout: .jsonArray)
                encoder.number(0, 1)
            }
        }
    #endif
}
