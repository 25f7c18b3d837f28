import Testing
import ViewTree

@Suite("A language")
struct LanguageTests {
    @Test(
        "has a normalised tag",
        arguments: [
            ("de", "de"), ("DE", "de"), ("pt-br", "pt-BR"), ("pt_BR", "pt-BR"),
            ("zh-hANT-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("ckb", "ckb"),
            ("sl-Rozaj-Biske", "sl-rozaj-biske"), ("de-CH-1996", "de-CH-1996"),
            ("en-US-x-AB-TWAIN", "en-US-x-ab-twain"), ("ar-u-nu-Latn", "ar-u-nu-latn"),
            ("iw-IL", "he-IL"), ("ji", "yi"), ("in", "id"), ("de-", "de"), ("de--AT", "de-AT"),
            ("de-AT.UTF-8", "de"), ("de-verylongpart", "de"), ("de-é", "de"),
            ("", "und"), ("-", "und"), ("x", "und"), ("12", "und"), ("日本", "und"),
            ("d e", "und"), ("toolonglanguage", "und"),
        ]
    )
    func tag(written: String, tag: String) {
        #expect(Language(written).tag == tag)
        #expect(Language(tag) == Language(written))
    }

    @Test(
        "is right-to-left by its script, else by its usual one",
        arguments: [
            "ar", "he", "fa", "ur", "yi", "dv", "ps", "sd", "ug", "ckb", "iw", "ar-EG", "fa_AF",
            "az-Arab", "ku-Arab-IQ", "pa-Arab", "yi-Hebr", "syr-Syrc", "und-Thaa", "man-Nkoo",
            "ff-Adlm", "AR",
        ]
    )
    func isRightToLeft(tag: String) {
        #expect(Language(tag).isRightToLeft)
    }

    @Test(
        "is left-to-right otherwise",
        arguments: [
            "en", "de", "az", "ku", "pa", "ar-Latn", "sd-Deva", "ug-Cyrl", "he-Latn-IL", "zh-Hant",
            "arn", "und", "", "en-x-Arab", "en-u-nu-Arab",
        ]
    )
    func isLeftToRight(tag: String) {
        #expect(!Language(tag).isRightToLeft)
    }

    @Test(
        "has fallback languages, the nearest first",
        arguments: [
            ("pt-BR", ["pt"]), ("zh-Hant-TW", ["zh-Hant", "zh"]), ("de", []), ("", []),
            ("en-US-x-twain", ["en-US", "en"]), ("de-CH-1996", ["de-CH", "de"]),
        ]
    )
    func parents(tag: String, parents: [String]) {
        #expect(Language(tag).parents.map(\.tag) == parents)
    }

    @Test("has a base, and a script if the tag names one")
    func parts() {
        #expect(Language("zh-hant-TW").base == "zh")
        #expect(Language("zh-hant-TW").script == "Hant")
        #expect(Language("de-AT").script == nil)
        #expect(Language("en-x-hant").script == nil)
    }

    @Test("is its tag in JSON")
    func coding() throws {
        #expect(try JSONText.of(["language": Language("pt_br")]) == #"{"language":"pt-BR"}"#)
        #expect(try JSONText.read([Language].self, #"["pt_br"]"#) == ["pt-BR"])
    }
}
