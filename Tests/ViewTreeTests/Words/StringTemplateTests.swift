import Testing

@testable import ViewTree

@Suite("A string template")
struct StringTemplateTests {
    @Test(
        "is filled with the values",
        arguments: [
            ("step %1$@ of %2$@", "step a of b"), ("%2$@ then %1$@", "b then a"),
            ("%@ and %@", "a and b"), ("%1$@%1$@", "aa"), ("%@%2$@%@", "abb"),
            ("100 %% of %@", "100 % of a"), ("%%@", "%@"), ("%%1$@", "%1$@"), ("", ""),
            ("é%@é", "éaé"), ("من %1$@ إلى %2$@", "من a إلى b"), ("%@\u{301}", "a\u{301}"),
        ]
    )
    func values(template: String, told: String) {
        #expect(StringTemplate.filled(template, with: ["a", "b"]) == told)
    }

    @Test(
        "keeps invalid placeholders, and those without a value",
        arguments: [
            "%", "a%", "%d", "%1", "%1$", "%1$d", "%$@", "%0$@", "%3$@", "%-1$@", "%1 $@",
            "%99999999999999999999999$@", "% @", "%\u{301}", "%١$@",
        ]
    )
    func bad(template: String) {
        #expect(StringTemplate.filled(template, with: ["a", "b"]) == template)
    }

    @Test("keeps the placeholders beyond the given values")
    func tooFew() {
        #expect(StringTemplate.filled("%@ of %@", with: ["1"]) == "1 of %@")
        #expect(StringTemplate.filled("%@ of %@", with: []) == "%@ of %@")
        #expect(StringTemplate.filled("%@", with: ["1", "2"]) == "1")
    }

    @Test("does not interpret placeholders inside a value")
    func valueIsData() {
        #expect(StringTemplate.filled("%@ %@", with: ["%@", "%1$@"]) == "%@ %1$@")
    }

    @Test("lists its placeholders by number")
    func places() {
        #expect(StringTemplate.places(in: "%@ %2$@ %% %@ %1$@ %d") == [1, 2, 2, 1])
    }

    @Test("can be filled whatever its text", arguments: 1...200)
    func random(seed: UInt64) {
        var numbers = RandomNumbers(seed: seed)
        let letters = Array("%%%%@@$$0123 a\u{301}é")
        let template = String((0..<20).map { _ in letters[numbers.below(letters.count)] })
        // Without values, the filled text differs from the template only in percent signs.
        let places = StringTemplate.places(in: template)
        let filled = StringTemplate.filled(template, with: [])
        let percents = template.filter { $0 == "%" }.count
        #expect(filled.replacing("%", with: "") == template.replacing("%", with: ""))
        #expect(places.count <= percents)
        #expect(places.allSatisfy { $0 > 0 })
    }
}
