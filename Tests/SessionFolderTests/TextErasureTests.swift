// What goes from a document, and what stays in it.

import Foundation
import RandomWords
import Testing

@testable import SessionFolder

@Suite("Words that an amendment removes from texts")
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
        "are whole words, in upper or lower case",
        arguments: [
            ("P1 and P12, p1.", "P9 and P12, P9."), ("P1", "P9"), ("xP1", "xP1"), ("éP1", "éP1"),
            ("2026_P1_walk", "2026_P9_walk"), ("P1-2", "P9-2"), ("a\nP1", "a\nP9"),
            ("“P1”, P1’s, P1… P1–P1", "“P9”, P9’s, P9… P9–P9"), ("P1\u{301}", "P1\u{301}"),
            ("", ""), ("P", "P"), ("P1P1", "P1P1"),
            ("P1 P1", "P9 P9"),
        ]
    )
    func words(before: String, after: String) {
        let erased = erasing(["P1": "P9"]).text(before)
        #expect(erased.text == after)
        #expect(erased.count == after.count { $0 == "9" })
    }

    @Test(
        "are removed from texts in JSON, and not from keys, numbers or words of the format",
        arguments: [
            (#"{"note":"of P1"}"#, #"{"note":"of P9"}"#),
            (#"{"P1":"P1","a":["P1",{"b":"P1"}]}"#, #"{"P1":"P9","a":["P9",{"b":"P9"}]}"#),
            (#"{"identifier":"P1","x":"P1"}"#, #"{"identifier":"P1","x":"P9"}"#),
            (
                #"{"participant":{"subject":"P1"},"n":"P1"}"#,
                #"{"participant":{"subject":"P1"},"n":"P9"}"#
            ),
            (#"{"columns":["P1"],"n":["P1"]}"#, #"{"columns":["P1"],"n":["P9"]}"#),
            (
                #"{"meaning":"P1","unit":"P1","map":"P1","units":"P1","timestamps":"P1","n":"P1"}"#,
                #"{"meaning":"P1","unit":"P1","map":"P1","units":"P1","timestamps":"P1","n":"P9"}"#
            ), (#"{"referenceCoordinate":"P1"}"#, #"{"referenceCoordinate":"P1"}"#),
            (#"{"n" : "P1" , "identifier" : "P1"}"#, #"{"n" : "P9" , "identifier" : "P1"}"#),
            (#"{"n":"\"P1\" said"}"#, #"{"n":"\"P9\" said"}"#), (#"{"n":"a\\"#, #"{"n":"a\\"#),
            // A text that is cut off ends where it should have.
            (#"{"n":"P1"#, #"{"n":"P9""#), ("}}}]\"P1\"", "}}}]\"P9\""),
            // What is cut off within an escape says nothing that could be known.
            (#"["P1\"#, #"["P1\"#),
        ]
    )
    func json(before: String, after: String) {
        #expect(text(erasing(["P1": "P9"]).json(Array(before.utf8))) == after)
    }

    @Test("may be several, with quotation marks, slashes and other letters")
    func several() {
        let erasure = erasing([
            "Anna \"A\" Berg": "-", "c/o Berg": "-", "Jörg": "-", "Anna": "+", "Anna Berg": "-",
            "a\tb": "-",
        ])
        let before =
            #"{"a":"Anna \"A\" Berg, c\/o Berg, c/o Berg, J\u00f6rg, JÖRG, Anna Berg, a\tb, anna"}"#
        let outcome = erasure.json(Array(before.utf8))
        #expect(text(outcome) == #"{"a":"-, -, -, -, -, -, -, +"}"#)
        #expect(outcome.count == 8)
        let apart = erasure.json(Array("[\"Jo\u{308}rg\"]".utf8))
        #expect(text(apart) == "[\"-\"]")
        #expect(erasure.members(inJSON: outcome.bytes).isEmpty)
        #expect(erasure.members(inJSON: Array(#"{"Anna":1}"#.utf8)) == [.name("Anna")])
    }

    @Test("do not match letters of escapes", arguments: ["N", "n", "t", "u", "b", "0"])
    func escapes(word: String) {
        let before = #"{"a":"dear \n\n\t\b see\u0041 \"# + "\\ n" + #"","b":1.0,"c":[0]}"#
        let erased = text(erasing([word: "-"]).json(Array(before.utf8)))
        #expect(erased.hasSuffix(#""b":1.0,"c":[0]}"#))
        #expect(erased.contains(#"dear \n\n\t"#) || erased.contains("dear"), "\(erased)")
        #expect(
            (try? JSONDecoder().decode(Loose.self, from: Data(erased.utf8))) != nil,
            "\(erased)"
        )
    }

    private struct Loose: Decodable {
        var a: String
        var c: [Int]
    }

    @Test(
        "are removed from free texts in CSV, and not from numbers or names",
        arguments: [
            ("x,sensorType,marker\n1,P1,\n0,,P1\n", "x,sensorType,marker\n1,P1,\n0,,P9\n"),
            ("P1,P1,\"a, P1\"\n", "P1,P1,\"a, P9\"\n"),
            ("1,a,\"\"\"P1\"\"\"\n", "1,a,\"\"\"P9\"\"\"\n"),
            ("1,a,P1", "1,a,P9"), ("1,a\n2,b,P1,P1\n", "1,a\n2,b,P9,P1\n"), ("", ""), ("\"", "\""),
        ]
    )
    func csv(before: String, after: String) {
        let outcome = erasing(["P1": "P9"]).csv(
            Array(before.utf8),
            columns: ["x", "sensorType", "marker"]
        )
        #expect(text(outcome) == after)
    }

    @Test(
        "are reported within another word, where they are not removed",
        arguments: [
            ("Annas Knie tat weh", true), ("AnnaBerg", true), ("Anna2", true), ("hANNAh", true),
            ("An na", false), ("", false), ("(removed)", false), ("(removed)s", false),
        ]
    )
    func within(text: String, isFound: Bool) {
        let erasure = erasing(["Anna": "(removed)", "move": "(removed)"])
        #expect(erasure.text(text).text == text)
        #expect(erasure.stands(in: text) == isFound)
        let document = Array(#"{"marker":"\#(text)"}"#.utf8)
        #expect(!erasure.members(inJSON: document, isOfSamples: true).isEmpty == isFound)
        #expect(
            erasure.stands(inCSV: Array("1,\(text)\n".utf8), columns: ["x", "marker"]) == isFound
        )
        #expect(!erasure.stands(inCSV: Array("\(text),1\n".utf8), columns: ["x", "marker"]))
    }

    @Test("are not reported within another word if they are short, or digits only")
    func short() {
        let erasure = erasing(["an": "-", "123": "-"])
        #expect(!erasure.stands(in: "Anna 1234"))
        #expect(erasure.stands(in: "an 123"))
    }

    @Test(
        "are limited by each letter in scripts without spaces between words",
        arguments: [
            ("王芳", "今天王芳走得很好", "今天-走得很好"), ("たなか", "たなかさん", "-さん"),
            ("김민수", "김민수는 왔다", "-는 왔다"), ("สมชาย", "คุณสมชายมา", "คุณ-มา"),
            ("P1", "P1さんとP12さん", "-さんとP12さん"), ("王芳", "王 芳", "王 芳"),
        ]
    )
    func unspaced(word: String, before: String, after: String) {
        let erased = erasing([word: "-"]).text(before)
        #expect(erased.text == after)
    }

    @Test("are reported with the member that keeps them")
    func keepers() {
        let erasure = erasing(["P1": "P9"])
        let document =
            #"{"devices":[{"rate":"P1"}],"path":"P1","note":"P1-a xP1","participant":{"group":"P1"}}"#
        let places = erasure.members(inJSON: Array(document.utf8))
        #expect(
            places == [
                .kept("rate", by: "devices"), .kept("path", by: "path"), .text(of: "note"),
                .kept("group", by: "participant"),
            ]
        )
        let words = AmendmentRemains.words(on: places)
        #expect(words.contains("`rate` stays, since it is of `devices`"))
        #expect(words.contains("`path` stays") && words.contains("--group corrects `group`"))
        #expect(words.contains("the whole word of `note`"))
    }

    @Test("are removed from marks of samples in JSON, and not from measured values")
    func samples() {
        let before =
            #"[{"key":"KEY_P1","marker":"P1 turns","x":1},{"referenceCoordinate":"Z-P1","own":"P1"}]"#
        let erasure = erasing(["P1": "P9"])
        let outcome = erasure.json(Array(before.utf8), isOfSamples: true)
        #expect(text(outcome) == before.replacing("P1 turns", with: "P9 turns"))
        #expect(outcome.count == 1)
        #expect(
            erasure.members(inJSON: Array(before.utf8), isOfSamples: true) == [.text(of: "marker")]
        )
        #expect(erasure.members(inJSON: outcome.bytes, isOfSamples: true).isEmpty)
    }

    @Test("are removed only alone if the right word begins with the wrong one")
    func joined() {
        let erased = erasing(["P07": "P07-2"]).text("P07 slept; P07-2 did not; 2026_P07_walk")
        #expect(erased.text == "P07-2 slept; P07-2 did not; 2026_P07-2_walk")
    }

    @Test("leave a document without them unchanged, for any bytes")
    func bytes() {
        let erasure = erasing(["P1": "P9"])
        var random = RandomWords(seed: 1)
        for _ in 0..<300 {
            let bytes = (0..<60).map { _ in
                Array(#"{}[]":,\ P1u0"#.utf8).randomElement(using: &random) ?? 0
            }
            let outcome = erasure.json(bytes)
            #expect(outcome.bytes == bytes || outcome.count > 0)
            #expect(erasure.json(outcome.bytes).count == 0)
        }
    }

    @Test("do not touch a journal behind its first record, which is replaced")
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
