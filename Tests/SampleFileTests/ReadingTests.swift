import SampleFile
import Testing

@Suite("Reading records")
struct ReadingTests {
    static let schema = RecordSchema([
        .init("uptime", .number), .init("stepPath", .text), .init("lost", .integer),
        .init("referenceCoordinate", .text), .init("still", .boolean),
    ])

    private func array(_ lines: String...) -> [UInt8] {
        Array("[\n".utf8) + Array(lines.joined(separator: ",\n").utf8) + Array("\n]".utf8)
    }

    private func read(_ bytes: [UInt8], csvHeader: Bool = true) -> Reading {
        Reading(bytes, schema: Self.schema, csvHeader: csvHeader)
    }

    private func failure(_ record: String) -> SampleFileError? {
        read(array(#"{"uptime":1}"#, record, #"{"uptime":3}"#)).error
    }

    @Test("keeps each kind of value unchanged, and absent values absent")
    func cells() throws {
        let bytes = array(
            #"{"uptime":0.1,"stepPath":"walk","lost":-9223372036854775808,"still":true}"#,
            #" { "referenceCoordinate" : "a\/\n\ud83d\ude00" , "uptime" : -0.0 } "#,
            #"{"lost":null}"#,
            "{}"
        )
        var seen: [String] = []
        let reading = Reading(bytes, schema: Self.schema) { batch, row in
            let cells: [Any?] = [
                batch.number(row, 0), batch.text(row, 1).map(\.description),
                batch.integer(row, 2), batch.text(row, 3).map(\.description),
                batch.boolean(row, 4),
            ]
            seen.append(cells.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))
        }
        #expect(reading.error == nil)
        #expect(
            seen == [
                "0.1 walk -9223372036854775808 - true", "-0.0 - - a/\n😀 -", "- - - - -",
                "- - - - -",
            ]
        )
    }

    @Test("ignores unknown keys, whatever they hold")
    func additions() {
        let record =
            #"{"new":{"a":[1,{"b":[]},"x\"y",null,true],"c":{}},"uptime":2,"other":1e999,"e":[]}"#
        let reading = read(array(record, #"{"uptime":3}"#))
        #expect(reading.error == nil)
        #expect(reading.records == 2)
    }

    @Test("lists unknown keys that have values, each once, and only the first of many")
    func strangers() throws {
        func undeclared(_ bytes: [UInt8]) throws -> [String] {
            var reader = try SampleFileReader(reading: bytes, as: "a", schema: Self.schema)
            while try reader.nextBatch() != nil {}
            return reader.undeclared
        }
        #expect(
            try undeclared(
                array(
                    #"{"b":{"c":1},"uptime":2,"a":"","none":null}"#,
                    #"{"a":1,"b":2,"d\u0031":false,"upt\u0069me":3,"":0}"#
                )
            ) == ["b", "a", #"d\u0031"#, ""]
        )
        #expect(try undeclared(array(#"{"uptime":1}"#)) == [])
        let long = String(repeating: "k", count: 99)
        let many = (0..<20).map { "{\"\(long)\":1,\"k\($0)\":1}" }.joined(separator: ",\n")
        #expect(
            try undeclared(array(many))
                == [String(long.prefix(64))] + (0..<15).map { "k\($0)" }
        )
        let csv = "uptime,stepPath,lost,referenceCoordinate,still,more\n1,w,,,,5\n"
        #expect(try undeclared(Array(csv.utf8)) == ["more"])
    }

    @Test("finds its columns in any order, also if a key has escapes")
    func order() {
        var seen: [Double?] = []
        let bytes = array(#"{"still":false,"uptime":1}"#, #"{"\u0075ptime":2,"lost":3}"#)
        let reading = Reading(bytes, schema: Self.schema) { batch, row in
            seen.append(batch.number(row, 0))
        }
        #expect(reading.error == nil)
        #expect(seen == [1, 2])
    }

    @Test(
        "gives each double that text can name",
        arguments: [
            "0.1", "-0.037247115547238220", "5e-324", "1.7976931348623157e308", "1e-400",
            "0.012345678901234567890123456789", "123456789012345678901234567890",
            "9007199254740993", "0.000001234567890123456", "2.2250738585072011e-308",
        ]
    )
    func doubles(text: String) throws {
        var seen: Double?
        let bytes = array("{\"uptime\":\(text)}")
        let reading = Reading(bytes, schema: Self.schema) { batch, row in
            seen = batch.number(row, 0)
        }
        #expect(reading.error == nil)
        #expect(seen == Double(text))
    }

    @Test("says record, byte, key and types when a type is wrong")
    func wrongType() throws {
        let lines = (1...9).map { "{\"uptime\":\($0 == 7 ? "\"7\"" : "\($0)")}" }
        let text = "[\n" + lines.joined(separator: ",\n") + "\n]"
        let reading = read(Array(text.utf8))
        let error = try #require(reading.error)
        #expect(reading.records == 6)
        #expect(error.kind == .wrongType)
        #expect(error.record == 7)
        #expect(error.byteOffset == 96)
        #expect(
            error.description.hasPrefix(
                "walk.json, record 7 (byte 96): \"uptime\" is a text, not a number; "
            )
        )
    }

    @Test(
        "says what is wrong with a value",
        arguments: [
            (#"{"uptime":true}"#, "\"uptime\" is true or false, not a number"),
            (#"{"uptime":[1]}"#, "\"uptime\" is a list, not a number"),
            (#"{"uptime":{"a":1}}"#, "\"uptime\" is a dictionary, not a number"),
            (#"{"stepPath":4}"#, "\"stepPath\" is a number, not a text"),
            (#"{"lost":4.5}"#, "\"lost\" is a number, not a whole number"),
            (#"{"still":"yes"}"#, "\"still\" is a text, not true or false"),
            (#"{"lost":9223372036854775808}"#, "\"lost\" is beyond the range of 64 bits"),
            (#"{"lost":99999999999999999999999}"#, "\"lost\" is beyond the range of 64 bits"),
            (#"{"uptime":1e999}"#, "\"uptime\" is beyond the range of a double"),
            (#"{"uptime":1e9999999999999999999}"#, "\"uptime\" is beyond the range of a double"),
            (#"{"uptime":1,"uptime":2}"#, "\"uptime\" is there twice"),
            (#"{"uptime":01}"#, "\"uptime\" is not a proper value"),
            (#"{"uptime":1.}"#, "\"uptime\" is not a proper value"),
            (#"{"uptime":-}"#, "\"uptime\" is not a proper value"),
            (#"{"stepPath":"\q"}"#, "\"stepPath\" is not a proper value"),
            (#"{"uptime":NaN}"#, "the record is broken at \"uptime\""),
            (#"{"uptime":1 2}"#, "the record is broken"),
            (#"{"uptime":1,}"#, "the record is broken"),
            (#"{"uptime" 1}"#, "the record is broken"),
            (#"{"new":truE}"#, "the record is broken"),
            (#"{"new":[1,]}"#, "the record is broken"),
            (#"{"new":[1}}"#, "the record is broken"),
            (#"{"uptime":2"#, "the record does not end on its line"),
            (#"{"uptime":2}}"#, "something stands on the line after the record"),
            (#"{"uptime":2} {"uptime":2}"#, "more than one record stands on the line"),
            (#"{"uptime":2},{"uptime":2}"#, "more than one record stands on the line"),
            (#"[1]"#, "the line is not a record"),
            ("{\"stepPath\":\"a\u{1}\"}", "a text on the line holds a control character"),
            (#"{"stepPath":"a}"#, "a text on the line is not closed"),
        ]
    )
    func values(record: String, what: String) throws {
        let error = try #require(failure(record))
        #expect(error.what == what)
        #expect(error.record == 2)
    }

    @Test("refuses values that are nested too deeply")
    func nesting() throws {
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let error = try #require(failure("{\"new\":\(deep)}"))
        #expect(error.what == "a value is nested too deeply")
    }

    @Test("refuses a line that is not UTF-8, with the line's place")
    func encoding() throws {
        var bytes = array(#"{"uptime":1}"#, #"{"stepPath":"aXb"}"#, #"{"uptime":3}"#)
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "X")))
        bytes[place] = 0xC3
        let reading = read(bytes)
        #expect(reading.records == 1)
        #expect(reading.error?.what == "the line is not UTF-8")
        #expect(reading.error?.byteOffset == 16)
    }

    @Test("refuses a line longer than any record", arguments: [520, 5000])
    func longLine(count: Int) throws {
        let text = String(repeating: "x", count: count)
        let error = try #require(failure("{\"stepPath\":\"\(text)\"}"))
        #expect(error.kind == .lineTooLong)
        #expect(error.record == 2)
        #expect(error.byteOffset == 16)
    }

    @Test("reports a missing comma between records, and a comma without a record after it")
    func commas() {
        let missing = read(Array("[\n{\"uptime\":1}\n{\"uptime\":2}\n]".utf8))
        #expect(missing.records == 1)
        #expect(missing.error?.kind == .damaged)
        #expect(missing.error?.record == 1)
        let dangling = read(Array("[\n{\"uptime\":1},\n]".utf8))
        #expect(dangling.records == 1)
        #expect(dangling.error?.kind == .torn)
    }

    @Test(
        "reads documents without records",
        arguments: ["[\n\n]", "[\n]", "[]", "[ ]\n", "[\n\n]\n", "uptime,lost\n"]
    )
    func empty(text: String) {
        let reading = read(Array(text.utf8))
        #expect(reading.error == nil)
        #expect(reading.records == 0)
    }

    @Test("recognises the layout by the first line")
    func layouts() {
        #expect(read(array("{}")).layout == .jsonArray)
        let date = "2026-11-21T10:15:00.123+01:00"
        let dictionary = read(Array("{\"startDate\":\"\(date)\",\"items\":[\n{}\n]}".utf8))
        #expect(dictionary.layout == .jsonDictionary(startDate: date))
        #expect(dictionary.error == nil)
        #expect(read(Array("lost,uptime\n1,2\n".utf8)).layout == .csv(header: true))
        let bare = read(Array("1.5,walk,2,,true\n".utf8), csvHeader: false)
        #expect(bare.layout == .csv(header: false))
        #expect(bare.records == 1)
    }

    @Test(
        "recognises a file of another kind",
        arguments: [
            "[\n  {\n    \"uptime\": 1\n  }\n]", #"[{"uptime":1},{"uptime":2}]"#, #"{"a":1}"#,
            "{\n\"a\":1\n}", "time,force\n1,2\n", "\u{7F}ELF\n", "\n\n", "1.5,walk,2,,true\n",
            "uptime,uptime\n1,2\n", #"{"startDate":"x","items":[],"more":[}"# + "\n",
        ]
    )
    func foreign(text: String) {
        let reading = read(Array(text.utf8))
        #expect(reading.error?.kind == .foreign)
        #expect(reading.records == 0)
    }

    @Test("reads CSV as RFC 4180 writes it, in the order of its header")
    func csv() {
        let text =
            "lost,new,stepPath,uptime,still,referenceCoordinate\r\n"
            + "1,?,\"say \"\"a,b\"\"\",-2.5,false,\"\"\r\n,,,,,\r\n"
        var seen: [String] = []
        let schema = Self.schema
        let reading = Reading(Array(text.utf8), schema: schema) { batch, row in
            seen.append(
                "\(batch.integer(row, 2) ?? 0) \(batch.text(row, 1)?.description ?? "-") "
                    + "\(batch.number(row, 0) ?? 0) \(batch.boolean(row, 4) ?? true) "
                    + (batch.text(row, 3)?.description ?? "-")
            )
        }
        #expect(reading.error == nil)
        #expect(seen == ["1 say \"a,b\" -2.5 false ", "0 - 0.0 true -"])
    }

    @Test(
        "refuses rows of CSV that are not records",
        arguments: [
            ("1,2\n", "the row has not as many fields as the file has columns"),
            ("1,2,3,4\n", "the row has not as many fields as the file has columns"),
            ("\n", "the row has not as many fields as the file has columns"),
            ("x,a,1\n", "\"uptime\" is a text, not a number"),
            ("1e,a,1\n", "\"uptime\" is not a proper value"),
            ("1,\"a,1\n", "a text on the line is not closed"),
            ("1,\"a\"b,1\n", "the record is broken"),
            ("1,a,1.5\n", "\"lost\" is a number, not a whole number"),
            ("1,\u{0},1\n", "a text on the line holds a control character"),
        ]
    )
    func brokenRows(row: String, what: String) {
        let reading = read(Array(("uptime,stepPath,lost\n1,a,1\n" + row + "2,b,2\n").utf8))
        #expect(reading.records == 1)
        #expect(reading.error?.what == what)
        #expect(reading.error?.record == 2)
    }

    @Test("compares texts without copying them")
    func texts() {
        let bytes = array(#"{"stepPath":"accelerometer"}"#, #"{"stepPath":""}"#)
        var verdicts: [Bool] = []
        _ = Reading(bytes, schema: Self.schema) { batch, row in
            guard let text = batch.text(row, 1) else { return }
            verdicts += [
                text == "accelerometer", text == "accelerometeR", text == "gyro", text == "",
                text == Array("accelerometer".utf8), text == [],
            ]
        }
        #expect(
            verdicts == [
                true, false, false, false, true, false, false, false, false, true, false, true,
            ]
        )
    }

    @Test("reports the same error again, and nothing more after the end")
    func after() throws {
        var torn = try SampleFileReader(
            reading: Array("[\n{\"uptime\":1}".utf8),
            as: "walk.json",
            schema: Self.schema
        )
        let first = try torn.nextBatch()
        #expect(first?.count == 1)
        #expect(throws: SampleFileError.self) { try torn.nextBatch() }
        #expect(throws: SampleFileError.self) { try torn.nextBatch() }
        var whole = try SampleFileReader(
            reading: array("{}"),
            as: "walk.json",
            schema: Self.schema
        )
        let batch = try whole.nextBatch()
        #expect(batch?.byteOffset(0) == 2)
        let end = try whole.nextBatch() == nil
        let again = try whole.nextBatch() == nil
        #expect(end && again)
    }

    @Test("reports a missing file")
    func missing() {
        #expect(throws: SampleFileError.self) {
            _ = try SampleFileReader(opening: "/nowhere/walk.json", schema: Self.schema)
        }
    }
}
