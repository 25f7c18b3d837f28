// What of a document is decoded, and what is passed over.

import Testing

@testable import SessionFolder

@Suite("An excerpt of a JSON document")
struct JSONExcerptTests {
    private let excerpt = JSONExcerpt(["a", "d"], within: ["f": JSONExcerpt(["s"])])

    private func of(_ text: String) -> String? {
        excerpt.of(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "has what is wanted, as it stands, and nothing else",
        arguments: [
            ("{}", "{}"), (#"{"a":1}"#, #"{"a":1}"#), (#"{"b":1}"#, "{}"),
            (
                #"{ "b" : [ { "a" : 1 } ] , "a" : { "x" : [ 1, 2 ] } }"#,
                #"{"a":{ "x" : [ 1, 2 ] }}"#
            ),
            (#"{"b":"}\"{","a":"]\\"}"#, #"{"a":"]\\"}"#),
            (#"{"f":[{"s":1,"t":2},{"t":[{"s":3}]}],"d":null}"#, #"{"f":[{"s":1},{}],"d":null}"#),
            (#"{"f":[],"a":true}"#, #"{"f":[],"a":true}"#),
            (#"{"f":7,"a":-1.5e3}"#, #"{"f":7,"a":-1.5e3}"#),
            (#"{"f":{"t":1,"s":"x"}}"#, #"{"f":{"s":"x"}}"#),
            (" {\n\"a\":\"1\"\n} \n", #"{"a":"1"}"#),
            (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
        ]
    )
    func kept(text: String, excerpt: String) { #expect(of(text) == excerpt) }

    @Test(
        "is none of what is no object, or is cut off",
        arguments: [
            "", "[]", "7", "{", #"{"a"}"#, #"{"a":}x"#, #"{"a":1"#, #"{"a":"x"#, #"{"a":1}}"#,
            #"{"b":[1}"#, #"{a:1}"#,
            #"{"a":1 "d":2}"#, #"{"f":[{"s":1}"#, #"{"f":[1,"#,
        ]
    )
    func none(text: String) { #expect(of(text) == nil) }

    @Test("ends on any bytes at all")
    func bytes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ in
                Array(#"{}[]":,\\ afsd1"#.utf8).randomElement(using: &random) ?? 0
            }
            if let found = excerpt.of(bytes) { #expect(found.first == UInt8(ascii: "{")) }
        }
    }
}
