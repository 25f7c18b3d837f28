// What goes from a document, and what stays in it.

import Testing

@testable import SessionFolder

@Suite("Words that are taken out of texts")
struct TextErasureTests {
    private func erasing(_ words: [String: String]) -> TextErasure {
        var erasure = TextErasure()
        for (old, new) in words.sorted(by: { $0.key < $1.key }) { erasure.replace(old, by: new) }
        return erasure
    }

    private func text(_ outcome: TextErasure.Outcome) -> String {
        String(decoding: outcome.bytes, as: UTF8.self)
    }

    @Test(
        "are whole ones, however their letters are written",
        arguments: [
            ("P1 and P12, p1.", "P9 and P12, P9."), ("P1", "P9"), ("xP1", "xP1"), ("éP1", "éP1"),
            ("2026_P1_walk", "2026_P9_walk"), ("P1-2", "P9-2"), (#"a\nP1"#, #"a\nP9"#),
            (#"a\u00e9P1"#, #"a\u00e9P9"#), ("", ""), ("P", "P"), ("P1P1", "P1P1"),
            ("P1 P1", "P9 P9"),
        ]
    )
    func words(before: String, after: String) {
        #expect(text(erasing(["P1": "P9"]).plain(Array(before.utf8))) == after)
    }

    @Test(
        "go from the texts of JSON, and from no key, number or word of the format",
        arguments: [
            (#"{"note":"of P1"}"#, #"{"note":"of P9"}"#),
            (#"{"P1":"P1","a":["P1",{"b":"P1"}]}"#, #"{"P1":"P9","a":["P9",{"b":"P9"}]}"#),
            (#"{"identifier":"P1","x":"P1"}"#, #"{"identifier":"P1","x":"P9"}"#),
            (
                #"{"participant":{"subject":"P1"},"n":"P1"}"#,
                #"{"participant":{"subject":"P1"},"n":"P9"}"#
            ),
            (#"{"columns":["P1"],"n":["P1"]}"#, #"{"columns":["P1"],"n":["P9"]}"#),
            (#"{"n" : "P1" , "identifier" : "P1"}"#, #"{"n" : "P9" , "identifier" : "P1"}"#),
            (#"{"n":"\"P1\" said"}"#, #"{"n":"\"P9\" said"}"#), (#"{"n":"a\\"#, #"{"n":"a\\"#),
            (#"{"n":"P1"#, #"{"n":"P9"#), (#"["P1\"#, #"["P9\"#), ("}}}]\"P1\"", "}}}]\"P9\""),
        ]
    )
    func json(before: String, after: String) {
        #expect(text(erasing(["P1": "P9"]).json(Array(before.utf8))) == after)
    }

    @Test("may be several, and have quotation marks and slashes in them")
    func several() {
        let erasure = erasing(["Anna \"A\" Berg": "-", "c/o Berg": "-", "Ångström": "-"])
        let before = #"{"a":"Anna \"A\" Berg, c\/o Berg, c/o Berg, Ångström"}"#
        let outcome = erasure.json(Array(before.utf8))
        #expect(text(outcome) == #"{"a":"-, -, -, -"}"#)
        #expect(outcome.count == 4)
        #expect(!erasure.stands(in: outcome.bytes) && erasure.stands(in: Array(before.utf8)))
    }

    @Test("leave every document as it is that has none of them, and never fail")
    func bytes() {
        let erasure = erasing(["P1": "P9"])
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let bytes = (0..<60).map { _ in
                Array(#"{}[]":,\ P1u0"#.utf8).randomElement(using: &random) ?? 0
            }
            let outcome = erasure.json(bytes)
            // Each word has the length of what takes its place.
            #expect(outcome.bytes.count == bytes.count)
            #expect((outcome.bytes == bytes) == (outcome.count == 0))
        }
    }

    @Test("begin a journal anew at its first record, and change nothing behind it")
    func beginning() {
        let piece =
            "[\n{\"uptime\":1.5,\"event\":\"began\",\"about\":{\"a\":{}}},\n{\"about\":{}}\n]"
        let new = AmendmentWriting.replacingBeginning(
            of: Array(piece.utf8),
            by: Array("{\"b\":1}".utf8)
        )
        #expect(
            String(decoding: new, as: UTF8.self)
                == "[\n{\"uptime\":1.5,\"event\":\"began\",\"about\":{\"b\":1}},\n{\"about\":{}}\n]"
        )
    }
}
