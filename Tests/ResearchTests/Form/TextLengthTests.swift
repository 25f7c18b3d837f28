// How long a text may be, and what is told of one that is longer.

import FoundationEssentials
import Research
import Testing

@Suite("The length of a text")
struct TextLengthTests {
    private func most(_ keys: String, _ text: String) throws -> Int? {
        do {
            _ = try Forms.question("string", keys).answer(to: text, at: Forms.now)
            return nil
        } catch let error as RSDInputFieldError {
            guard case .exceedsMaxLength(let most, let context) = error else { throw error }
            #expect(context.message.contains("\(most)"))
            // Who is told needs no megabytes.
            #expect((context.value ?? "").unicodeScalars.count <= 64)
            return most
        }
    }

    private static func options(_ keys: String) -> String { #""textFieldOptions":{\#(keys)}"# }

    @Test(
        "is what the field says, else the usual one; with a pattern it is what can be matched",
        arguments: [
            ("", "x", 4096, nil), ("", "x", 4097, 4096), ("", "👩‍👩‍👧‍👦", 4096, nil),
            ("", "é", 5_000_000, 4096),
            (options(#""maximumLength":0"#), "x", 4097, 4096),
            (options(#""maximumLength":9"#), "é", 9, nil),
            (options(#""maximumLength":9"#), "é", 10, 9),
            (options(#""maximumLength":20000"#), "x", 20_000, nil),
            (options(#""maximumLength":20000"#), "x", 20_001, 20_000),
            (options(#""maximumLength":9223372036854775807"#), "x", 100_000, nil),
            (options(#""textValidator":"x""#), "x", 4096, nil),
            (options(#""textValidator":"é""#), "é", 2048, nil),
            (options(#""textValidator":"x""#), "é", 2049, 2048),
            (options(#""textValidator":"x""#), "👩‍👩‍👧‍👦", 164, 163),
            (options(#""textValidator":"x","maximumLength":9000"#), "x", 4097, 4096),
            (options(#""textValidator":"y","maximumLength":3"#), "x", 4, 3),
            (options(#""textValidator":"y","maximumLength":3"#), "x", 5000, 3),
        ] as [(String, String, Int, Int?)]
    )
    func bounds(keys: String, letter: String, count: Int, told: Int?) throws {
        #expect(try most(keys, String(repeating: letter, count: count)) == told)
    }

    @Test("counts bytes where a character has megabytes of them")
    func oneCharacter() throws {
        let text = "x" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(text.count == 1)
        #expect(try most("", text) == 4096)
        #expect(try most(Self.options(#""maximumLength":1"#), text) == 1)
        #expect(try most(Self.options(#""textValidator":"x""#), text) == 1)
        #expect(try most(Self.options(#""maximumLength":1"#), "👩🏽‍👩🏽‍👧🏽‍👦🏽") == nil)
    }

    @Test("is judged also where a text comes as a value")
    func values() throws {
        let text = String(repeating: "x", count: 4097)
        #expect(throws: RSDInputFieldError.self) {
            try Forms.question("string").answer(to: .string(text), at: Forms.now)
        }
    }
}
