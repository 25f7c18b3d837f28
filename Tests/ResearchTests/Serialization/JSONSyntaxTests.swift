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
            ("{\"a\": \"x\\y\"}", "line 1, column 9: a backslash stands alone"),
            ("[1, 2\n", "line 1, column 1: the file ends within this array"),
            ("[{\"a\": [1]", "line 1, column 2: the file ends within this object"),
            ("[1}", "line 1, column 3: this bracket closes one of the other kind"),
            ("{\"a\": \"b", "line 1, column 7: this text has no end"),
            ("[]\n]", "line 2, column 1: something stands behind the end"),
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
