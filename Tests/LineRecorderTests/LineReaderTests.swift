import RecorderKinds
import Testing

@testable import LineRecorder

@Suite("The reading of a line")
struct LineReaderTests {
    private func read(_ map: String, _ lines: String..., units: String = "") throws -> [String] {
        let mapping = try LineMapping(map, units: units)
        var reader = LineReader(mapping)
        return lines.map { line in
            let bytes = Array(line.utf8)
            switch reader.read(bytes.span) {
            case .comment: return "comment"
            case .header: return "header"
            case .fault(let fault): return "\(fault)"
            case .reading:
                let reading = reader.reading
                var parts: [String] = []
                if mapping.hasTime { parts.append("t\(reading.time)") }
                if mapping.hasCounter { parts.append("n\(reading.count)") }
                for (channel, kind) in mapping.kinds.enumerated() {
                    for place in 0..<kind.components
                    where reading.parts(of: channel) & 1 << place != 0 {
                        parts.append("\(reading[channel, place])")
                    }
                }
                return parts.joined(separator: " ")
            }
        }
    }

    @Test("takes columns with any separator")
    func separators() throws {
        for line in [
            "1500,7,1,-2.5,3e2", "1500;7;1;-2.5;3e2", "1500\t7\t1\t-2.5\t3e2", "1500 7 1 -2.5 3e2",
            " 1500 , 7,\t1 , -2.5 ,3e2 ", "1500  7   1 -2.5  3e2  ", "1500,7,1,-2.5,3e2,",
            "t:1500,n:7,ax:1,ay:-2.5,az:3e2", "t: 1500\tn:7\tax:1\tay:-2.5\taz: 3e2",
        ] {
            #expect(try read("t_us,n,ax,ay,az", line) == ["t1500000 n7 1.0 -2.5 300.0"], "\(line)")
        }
        #expect(
            try read("t_ms,_,hr", "$IMU,x,1", "12.5,whatever it is,60") == [
                "number", "t12500000 60.0",
            ]
        )
        #expect(try read("hr", "60", " 61 ", "62,") == ["60.0", "61.0", "62.0"])
    }

    @Test("reports why a line is no reading")
    func faults() throws {
        #expect(
            try read(
                "n,a,b",
                "1,2",
                "1,2,3,4",
                "1,x,3",
                "1,2,3x",
                "x,2,3",
                "1.5,2,3",
                "-1,2,3",
                "1,nan,2",
                "1,1e999,2",
                "\u{1}\u{2}",
                "1,2,\u{7F}",
                "é",
                "1,,",
                ",1,2",
                ",,"
            ) == [
                "columns", "columns", "number", "number", "number", "number", "number", "number",
                "number", "notText", "notText", "columns", "number", "number", "columns",
            ]
        )
        var reader = LineReader(try LineMapping("hr"))
        #expect(reader.read([0xFF, 0x31].span) == .fault(.notText))
        #expect(reader.read([0xC3, 0x28].span) == .fault(.notText))
        #expect(reader.read([0xE2, 0x82].span) == .fault(.notText))
    }

    @Test("leaves out a value that a line lacks, and keeps the others")
    func missing() throws {
        #expect(try read("n,a,b", "1,,3", "1,2,") == ["n1 3.0", "n1 2.0"])
        #expect(
            try read("n,a,b", "{\"n\":1,\"b\":3}", "{\"n\":1,\"a\":null,\"b\":3}") == [
                "n1 3.0", "n1 3.0",
            ]
        )
    }

    @Test("recognises comments and column names")
    func passedOver() throws {
        #expect(
            try read(
                "t_us,ax,ay,az",
                "# MPU6050",
                " # x",
                "t,ax,ay,az",
                "\"t\";\"ax\";\"ay\";\"az\"",
                "1,2,3,4",
                "time ,acc_x, acc_y,acc_z"
            ) == ["comment", "comment", "header", "header", "t1000 2.0 3.0 4.0", "header"]
        )
        #expect(try read("hr", "bpm", "60", "ERROR") == ["header", "60.0", "number"])
        #expect(
            try read("a,b", "hello world", "1,2", "hello world") == [
                "header", "1.0 2.0", "columns",
            ]
        )
        #expect(try read("a,xor", "a,xor", "# x") == ["header", "comment"])
    }

    @Test("takes JSON objects by their keys, in any order and at any depth")
    func objects() throws {
        for line in [
            "{\"n\":7,\"acc\":{\"x\":1,\"y\":2,\"z\":3},\"hr\":60}",
            " { \"hr\" : 60 , \"acc\" : { \"z\":3,\"x\":1, \"y\" :2} , \"n\":7.0 } ",
            "{\"acc.x\":1,\"acc.y\":2,\"acc.z\":3,\"n\":\"7\",\"hr\":\"60\"}",
            "{\"id\":\"a\\\"}b\",\"more\":[1,{\"hr\":0},[]],\"e\":{},\"n\":7,\"acc\":{\"x\":1,\"y\":2,\"z\":3},\"hr\":60,\"ok\":true}",
        ] {
            #expect(
                try read("n,acc.x=ax,acc.y=ay,acc.z=az,hr", line) == ["n7 1.0 2.0 3.0 60.0"],
                "\(line)"
            )
        }
        #expect(
            try read("a.0=ax,a.1=ay,a.2=az,a.10=b", "{\"a\":[1,2,3,4,5,6,7,8,9,10,11]}")
                == ["1.0 2.0 3.0 11.0"]
        )
        let long = (0...120).map(String.init).joined(separator: ",")
        #expect(try read("a.0=c,a.00=b", "{\"a\":[\(long)]}") == ["0.0"])
        #expect(try read("down", "{\"down\":true}", "{\"down\":false}") == ["1.0", "0.0"])
    }

    @Test("takes JSON lists by the positions of their numbers")
    func lists() throws {
        #expect(
            try read("n,a,_,b", "[1,2,\"x\",3]", " [ 1 , 2 , 0 , 3 ] ", "[1,null,0,3]")
                == ["n1 2.0 3.0", "n1 2.0 3.0", "n1 3.0"]
        )
        #expect(
            try read(
                "a,b",
                "[1]",
                "[1,2,3]",
                "[]",
                "[1,2",
                "[1,2]x",
                "[1,[2]]",
                "[1 2]",
                "[",
                "[1,x]",
                "[null,null]"
            )
                == [
                    "columns", "columns", "columns", "json", "json", "json", "json", "json",
                    "number", "number",
                ]
        )
    }

    @Test("distinguishes broken JSON from JSON without the map's keys")
    func brokenObjects() throws {
        let deep = String(repeating: "{\"b\":", count: 17) + "1" + String(repeating: "}", count: 17)
        let flat = String(deep.dropFirst(5).dropLast())
        #expect(
            try read(
                "n,a",
                "{",
                "{\"n\":1,\"a\":2",
                "{\"n\":1,\"a\":2}}",
                "{n:1}",
                "{\"n\" 1}",
                "{\"n\":}",
                "{\"a",
                "{\"n\":1,}",
                "{\"status\":\"ok\"}",
                "{\"n\":1}",
                "{\"a\":1}",
                "{}",
                "{\"n\":1,\"a\":\"x\"}",
                "{\"n\":null,\"a\":1}",
                "{\"n\":1,\"a\":{\"b\":2}}",
                deep,
                flat
            ) == [
                "json", "json", "json", "json", "json", "json", "json", "json", "keys", "keys",
                "keys",
                "keys", "number", "number", "keys", "json", "keys",
            ]
        )
    }

    @Test(
        "verifies checksums of the bytes before the star or the separator",
        arguments: [
            // The values are those of the catalogue of CRCs for "123456789".
            ("xor", "31"), ("sum", "DD"), ("crc8", "F4"), ("crc8maxim", "a1"), ("crc16", "29B1"),
            ("crc16xmodem", "31C3"), ("crc16modbus", "4b37"), ("crc32", "CBF43926"),
            ("sum_dec", "221"), ("crc16_dec", "10673"), ("xor", "0x31"),
        ]
    )
    func checksums(_ word: String, _ digits: String) throws {
        let map = "hr," + word
        for line in ["123456789*\(digits)", "123456789,\(digits)", "$123456789*\(digits) "] {
            #expect(try read(map, line) == ["123456789.0"], "\(line)")
        }
        for line in ["123456788*\(digits)", "123456789", "123456789*", "123456789*\(digits)0", "*"]
        {
            #expect(try read(map, line) == ["checksum"], "\(line)")
        }
    }

    @Test("takes NMEA sentences, and JSON with a checksum behind it")
    func sentences() throws {
        #expect(
            try read("_,a,b,xor", "$IMU,1.5,-2*64", "!IMU,1.5,-2*64", "$IMU,1.5,-3*64") == [
                "1.5 -2.0", "1.5 -2.0", "checksum",
            ]
        )
        #expect(try read("a,xor", "{\"a\":1}*6C", "{\"a\":2}*6C") == ["1.0", "checksum"])
    }

    @Test("survives any bytes")
    func anyBytes() throws {
        var dice = Dice(seed: 11)
        let mappings = ["t_us,n,ax,ay,az", "a", "n,a.b=a,c.0=b", "a,b,crc16"]
        let signs = Array("{}[]\",:;.-+eE0123456789 \t*#$!axn\\\u{1}é".utf8)
        for map in mappings {
            var reader = LineReader(try LineMapping(map))
            for _ in 0..<20_000 {
                let bytes = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
                    signs.randomElement(using: &dice) ?? 0
                }
                _ = reader.read(bytes.span)
            }
        }
    }
}
