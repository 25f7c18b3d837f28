import Testing

@testable import ViewTree

@Suite("A sentence with places for values")
struct StringTemplateTests {
    @Test(
        "has the values in them",
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
        "stays as it is written where a place is none, or has no value",
        arguments: [
            "%", "a%", "%d", "%1", "%1$", "%1$d", "%$@", "%0$@", "%3$@", "%-1$@", "%1 $@",
            "%99999999999999999999999$@", "% @", "%\u{301}", "%١$@",
        ]
    )
    func bad(template: String) {
        #expect(StringTemplate.filled(template, with: ["a", "b"]) == template)
    }

    @Test("keeps the places that there are too few values for")
    func tooFew() {
        #expect(StringTemplate.filled("%@ of %@", with: ["1"]) == "1 of %@")
        #expect(StringTemplate.filled("%@ of %@", with: []) == "%@ of %@")
        #expect(StringTemplate.filled("%@", with: ["1", "2"]) == "1")
    }

    @Test("takes a value for what it is, whatever is in it")
    func valueIsData() {
        #expect(StringTemplate.filled("%@ %@", with: ["%@", "%1$@"]) == "%@ %1$@")
    }

    @Test("tells its places by the numbers of their values")
    func places() {
        #expect(StringTemplate.places(in: "%@ %2$@ %% %@ %1$@ %d") == [1, 2, 2, 1])
    }

    @Test("gives an answer whatever it is", arguments: 1...200)
    func random(seed: UInt64) {
        var numbers = RandomNumbers(seed: seed)
        let letters = Array("%%%%@@$$0123 a\u{301}é")
        let template = String((0..<20).map { _ in letters[numbers.below(letters.count)] })
        // With what stands in the places as values, nothing is lost and nothing comes.
        let places = StringTemplate.places(in: template)
        let filled = StringTemplate.filled(template, with: [])
        let percents = template.filter { $0 == "%" }.count
        #expect(filled.replacing("%", with: "") == template.replacing("%", with: ""))
        #expect(places.count <= percents)
        #expect(places.allSatisfy { $0 > 0 })
    }
}
