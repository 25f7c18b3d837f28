import Foundation
import Testing

@testable import ViewTree

@Suite("What an element shows, as JSON")
struct ContentCodingTests {
    @Test("is one flat object that says its kind", arguments: SampleContents.all)
    func isFlat(sample: Pinned<ViewContent>) throws {
        #expect(try JSONText.of(sample.value) == sample.text)
        #expect(try JSONText.read(ViewContent.self, sample.text) == sample.value)
    }

    @Test("has a sample of each kind in these tests")
    func hasAll() throws {
        struct Kind: Decodable { var kind: String }
        let kinds = try SampleContents.all.map { try JSONText.read(Kind.self, $0.text).kind }
        #expect(Set(kinds) == Set(ViewContent.Kind.allCases.map(\.rawValue)))
    }

    @Test("is refused by its word where no such kind is known, and the known ones are told")
    func isRefused() throws {
        let refusal = try JSONText.refusal(of: ViewContent.self, #"{"kind":"hologram"}"#)
        #expect(
            refusal
                == "'hologram' is none of group, label, button, image, progress, countdown, section, "
                + "cell, textField, picker, slider, plot, media, alert"
        )
    }

    @Test(
        "is refused where it says less than its kind, or something else",
        arguments: [
            "{}", "[]", "null", "7", #"{"kind":7}"#, #"{"kind":null}"#, #"{"kind":"label"}"#,
            #"{"kind":"label","text":"a","role":"shout"}"#, #"{"kind":"group","role":7}"#,
            #"{"kind":"picker","picker":"x","columns":[],"selected":[]}"#,
            #"{"kind":"slider","minimum":1e999,"maximum":1}"#,
            #"{"kind":"group","role":"screen","direction":"upward"}"#,
            #"{"kind":"group","role":"screen","language":7}"#,
        ]
    )
    func isIncomplete(text: String) throws {
        #expect(try JSONText.refusal(of: ViewContent.self, text) != nil)
    }

    @Test(
        "says of a language in which direction it is written",
        arguments: [
            (Language.german, "leftToRight"), (.arabic, "rightToLeft"), ("und", "leftToRight"),
        ]
    )
    func direction(language: Language, direction: String) {
        let group = GroupContent(.modal, title: "a").speaking(language)
        #expect(group.direction?.rawValue == direction)
        #expect(group.language == language && group.title == "a" && group.role == .modal)
    }
}
