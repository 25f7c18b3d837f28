import Testing
import ViewTree

@Suite("A table of strings")
struct StringTableTests {
    private let table = StringTable([
        "en": ["a": "A", "b": "B %@", "c": "C"],
        "pt": ["a": "a pt", "b": "b pt %@"],
        "pt-BR": ["a": "a br"],
    ])

    @Test(
        "looks up the language, then its parents, then English, and else returns the key",
        arguments: [
            ("pt-BR", "a", "a br"), ("pt-BR", "b", "b pt 1"), ("pt-BR", "c", "C"),
            ("pt-BR", "d", "d"), ("pt-PT", "a", "a pt"), ("pt", "a", "a pt"), ("fr", "a", "A"),
            ("en-GB", "b", "B 1"), ("", "a", "A"), ("pt-BR-x-rio", "a", "a br"),
        ]
    )
    func lookup(language: String, key: String, told: String) {
        #expect(table.string(StringKey(rawValue: key), in: Language(language), "1") == told)
    }

    @Test("returns the key unchanged, even if it looks like a placeholder")
    func bareName() {
        #expect(StringTable().string("100%@", in: "de", "x") == "100%@")
    }

    @Test("replaces single strings by those of a merged table")
    func merging() {
        let app = StringTable(["pt": ["b": "app %@"], "fr": ["a": "app fr"]])
        let merged = table.merging(app)
        #expect(merged.string("b", in: "pt", "1") == "app 1")
        #expect(merged.string("a", in: "pt") == "a pt")
        #expect(merged.string("a", in: "fr") == "app fr")
        #expect(merged.languages == ["en", "fr", "pt", "pt-BR"])
        #expect(table.string("a", in: "fr") == "A")
        var other = table
        other.merge(app)
        #expect(other == merged)
    }

    @Test("lets an app replace strings, and add its own")
    func app() {
        let app = StringTable([.english: [.next: "Onward", "tremor.title": "Tremor"]])
        let strings = StringTable.builtIn.merging(app)
        #expect(strings.string(.next, in: .english) == "Onward")
        #expect(strings.string(.next, in: .german) == "Weiter")
        #expect(strings.string("tremor.title", in: .german) == "Tremor")
    }

    @Test("is coded as an object of languages, each with its strings")
    func coding() throws {
        let text = #"{"de":{"button.next":"Los"},"pt-BR":{"a":"b"}}"#
        let read = try JSONText.read(StringTable.self, text)
        #expect(read == StringTable([.german: [.next: "Los"], "pt-BR": ["a": "b"]]))
        #expect(try JSONText.of(read) == text)
        let twice = try JSONText.read(StringTable.self, #"{"pt_BR":{"a":"b"},"pt-br":{"c":"d"}}"#)
        #expect(twice.keys(in: "pt-BR") == ["a", "c"])
    }
}
