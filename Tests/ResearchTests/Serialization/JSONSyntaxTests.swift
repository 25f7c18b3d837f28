import FoundationEssentials
import Testing

@testable import Research

@Suite("A text that is no JSON")
struct JSONSyntaxTests {
    @Test(
        "is told by the line and the column where it stops being JSON",
        arguments: [
            ("", "there is nothing in the file"),
            (" \n ", "there is nothing in the file"),
            ("nope", "line 1, column 1: 'nope' is no value"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3: a comma is missing"),
            ("{\"ä\": 1, b: 2}", "line 1, column 10: a key is missing"),
            ("{\"a\" 1}", "line 1, column 6: a colon is missing"),
            ("{\"a\": }", "line 1, column 7: a value is missing"),
            ("{\"a\": 01}", "line 1, column 7: '01' is no value"),
            ("{\"a\": tru}", "line 1, column 7: 'tru' is no value"),
            ("{\"a\": \"x\\y\"}", "line 1, column 9: the backslash begins no escape of JSON"),
            ("[1, 2\n", "line 1, column 1: the file ends within this array"),
            ("[{\"a\": [1]", "line 1, column 2: the file ends within this object"),
            ("[1}", "line 1, column 3: this bracket closes one of the other kind"),
            ("{\"a\": \"b", "line 1, column 7: this text has no end"),
            ("[\"a\nb\"]", "line 1, column 4: there is a control character in a text"),
            ("[]\n]", "line 2, column 1: there is text after the end of the JSON"),
            ("{ // a\n", "line 1, column 3: a comment is here, and JSON has no comments"),
            ("[1, /* a */ 2]", "line 1, column 5: a comment is here, and JSON has no comments"),
        ]
    )
    func place(text: String, what: String) {
        let fault = JSONSyntax.fault(in: Data(text.utf8))
        #expect(fault?.what == what)
        #expect(fault?.remedy?.isEmpty == false)
        let told = TaskFileCheck.faults(in: Data(text.utf8))
        #expect(told.map(\.what) == [what])
    }

    @Test("is told of where a byte is not UTF-8, and not taken for a wrong type")
    func encoding() {
        let bytes = Array("{\n \"identifier\": \"".utf8) + [0xFF] + Array("\", \"steps\": []}".utf8)
        let told = TaskFileCheck.faults(in: Data(bytes))
        #expect(told.map(\.what) == ["line 2, column 17: a byte is not UTF-8"])
    }

    @Test(
        "is not found in what the parser takes",
        arguments: [
            "{\"a\": [1, -2.5e+3, true, null, \"\\u00e9\\n\",], }", "\u{FEFF}{}", "0", "[[], {}]",
        ]
    )
    func sound(text: String) throws {
        #expect(JSONSyntax.fault(in: Data(text.utf8)) == nil)
        let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(value != nil)
    }
}

@Suite("A text is read as the same values as Foundation's decoder reads")
struct JSONAgreementTests {
    private func agree(on text: Data) -> Bool {
        let theirs = try? JSONDecoder().decode(JSONValue.self, from: text)
        return Self.rounded(try? JSONSyntax.value(of: text)) == Self.rounded(theirs)
    }

    /// A number with a point or an exponent, and beyond what a double holds exactly, is read as a
    /// decimal there and as a double here: nobody counts so far.
    private static func rounded(_ value: JSONValue?) -> JSONValue? {
        switch value {
        case .integer(let whole) where whole.magnitude >= 1 << 53: .number(Double(whole))
        case .unsigned(let whole): .number(Double(whole))
        case .array(let values): .array(values.compactMap(rounded))
        case .object(let members): .object(members.compactMapValues(rounded))
        default: value
        }
    }

    @Test(
        "whatever stands in it",
        arguments: [
            "null", "true", " [ ] ", "{}", "[1,]", "[1,,]", "[,]", "{,}", #"{"a":1,}"#,
            #"{"a":1,,}"#,
            "0", "-0", "-0.0", "00", "-01", "01", "1.", ".5", "-.5", "+1", "1e5", "1E+5", "1e",
            "1e+",
            "-", "--1", "0x10", "1_000", "1.5e-3", "100", "1e2", "1.0", "1e400", "-1e400", "1e-400",
            "NaN", "Infinity", "-Infinity", "nan", "9223372036854775807", "9223372036854775808",
            "18446744073709551615", "18446744073709551616", "-9223372036854775808",
            "-9223372036854775809", "123456789012345678901234567890", "0.1", "1e22", "4.35",
            "9007199254740993", "9007199254740993.0", "9007199254740992.0", "-9007199254740992.0",
            "1.e5", "1.E5", "1.7976931348623157e308", "5e-324",
            #""""#, #""a\/b\\c\"d""#, #""\b\f\n\r\t""#, #""\u0041""#, #""\u00E9""#, #""\u0000""#,
            #""\ud83d\ude00""#, #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\u0041""#,
            #""\u12""#, #""\u+123""#, #""\x41""#, #""\"#, #""😀é""#, "\"a\nb\"", "\"a\tb\"",
            "\"a\u{0}b\"", "\"a\u{1F}b\"", "\"a\u{7F}b\"", "'a'", "{a:1}", "{'a':1}", "{1:1}",
            #"{"a":1,"a":2}"#, #"{"e\u0301":1,"é":2}"#, "[1 2]", #"{"a":1 "b":2}"#, "[1]]", "[",
            "]", "1 2",
            "/* a */ 1", "// a\n1", "[1] ", "\u{FEFF}[1]", "[1]\u{FEFF}", "\u{A0}1", "\u{B}1",
            "tRue",
            "truefalse", "nul", "[true,false,null]", "",
        ]
    )
    func same(text: String) {
        #expect(agree(on: Data(text.utf8)))
    }

    @Test("wherever they stand in a task file, in keys that nobody knows")
    func inFile() throws {
        let text = #"{"a":[1,-2.5e+3,null,{"b":[{},[[true]]]}],"é":"\ud83d\ude00"}"#
        let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        let file = """
            { "identifier": "t", "steps": [ { "identifier": "s", "type": "section", "steps": [
              { "identifier": "a", "type": "smell", "x": 1, "own": [0, \(text)] },
              { "identifier": "b", "type": "smell", "own": \(text), "x": null } ] } ] }
            """
        let task = try RSDFactory().decodeTask(with: Data(file.utf8))
        let section = try #require(task.stepNavigator.step(with: "s") as? any RSDSectionStep)
        let steps = try section.steps.map { try #require($0 as? RSDGenericStepObject) }
        #expect(steps.map { $0.userInfo["own"] } == [.array([.integer(0), theirs]), theirs])
        #expect(steps.map { $0.userInfo["x"] } == [.integer(1), .null])
    }

    @Test("with every digit of the largest whole numbers")
    func largest() throws {
        for text in ["9223372036854775807", "-9223372036854775808", "18446744073709551615"] {
            let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
            #expect(try JSONSyntax.value(of: Data(text.utf8)) == theirs)
        }
    }

    @Test("in files that are changed anywhere")
    func changed() {
        let seed = Array(
            #"{"a":[1,-2.5e+3,true,null,"\u00e9\n",{"b":{}},],"é":"\ud83d\ude00","c":[[],0.5,18446744073709551615],}"#
                .utf8
        )
        let others = Array(#"[]{},:"\ue0195-+.tn "#.utf8) + [0, 0xC3, 0xFF]
        for place in seed.indices {
            for byte in others {
                var text = seed
                text[place] = byte
                #expect(agree(on: Data(text)), "\(String(decoding: text, as: UTF8.self))")
            }
            #expect(agree(on: Data(seed[..<place])))
        }
    }
}

@Suite("A key that stands twice in an object")
struct RepeatedKeyTests {
    @Test(
        "is told with its place, its line and its column",
        arguments: [
            (#"{"a": 1, "b": {"a": 2}}"#, []),
            (#"{"a": 1, "a": 2}"#, ["a: line 1, column 10"]),
            ("{\"a\": 1,\n \"\\u0061\": 2}", ["a: line 2, column 2"]),
            (
                #"[0, {"b": [{"c": 1, "c": 2, "c": 3}]}]"#,
                Array(repeating: "[1].b[0].c: line 1", count: 2)
            ),
            (
                #"{"a": {"b": 1, "b": 1}, "a": oops"#,
                ["a.b: line 1, column 16", "a: line 1, column 25"]
            ),
        ] as [(String, [String])]
    )
    func told(text: String, places: [String]) {
        let found = RSDTaskFileError.repeatedKeys(in: Data(text.utf8)).map(\.description)
        #expect(found.count == places.count)
        for (line, place) in zip(found, places) {
            #expect(line.hasPrefix(place), "\(line)")
            #expect(line.hasSuffix(": the key occurs here a second time; keep one of the two"))
        }
    }
}
