// What of a document is read where it stands, and what is left to a decoder.

import Testing

@testable import SessionFolder

@Suite("A walk through a JSON document")
struct JSONWalkTests {
    private enum Name: String, CaseIterable { case text, number, flag, list }

    /// What a document says, a word for each member that is wanted; `nil` where something is out of the ordinary.
    private func read(_ text: String) -> [String]? {
        var walk = JSONWalk(Array(text.utf8))
        var words: [String] = []
        func take(_ word: String?) -> Bool {
            words += word.map { [$0] } ?? []
            return word != nil
        }
        let isRead = walk.members(JSONNames<Name>()) { name, walk in
            if walk.takeNull() { return take("null") }
            return switch name {
            case .text: take(walk.text())
            case .number: take(walk.integer().map(String.init))
            case .flag: take(walk.boolean().map { "\($0)" })
            case .list: walk.elements { take($0.integer().map(String.init)) }
            }
        }
        return isRead && walk.isAtEnd ? words : nil
    }

    @Test(
        "reads what is wanted, and passes over everything else",
        arguments: [
            ("{}", []), (#"{"text":"a"}"#, ["a"]), (#"{"b":"a"}"#, []),
            (#"{ "b" : [ { "text" : 1 } ] , "text" : "ä" }"#, ["ä"]),
            (#"{"b":"}\"{","text":"]"}"#, ["]"]), (#"{"b":"\\","number":-7 }"#, ["-7"]),
            (#"{"list":[],"flag":true}"#, ["true"]),
            (#"{"list":[ 1 ,2],"flag":false,"number":0}"#, ["1", "2", "false", "0"]),
            (#"{"text":null,"b":-1.5e3,"number":null}"#, ["null", "null"]),
            (" {\n\"text\":\"1\"\n} \n", ["1"]), (#"{"texts":"a","ext":"b"}"#, []),
            (#"{"number":9223372036854775807}"#, ["9223372036854775807"]),
        ]
    )
    func read(text: String, words: [String]) { #expect(read(text) == words) }

    @Test(
        "leaves to a decoder what is no object, is cut off, or out of the ordinary",
        arguments: [
            "", "[]", "7", "{", #"{"text"}"#, #"{"text":"a"}x"#, #"{"text":"a""#, #"{"text":"a"#,
            #"{"text":"a"}}"#, #"{"b":[1}"#, #"{text:"a"}"#, #"{"text":"a" "number":2}"#,
            #"{"list":[1"#, #"{"list":[1,"#, #"{"list":[1,]}"#, #"{"text":"a",}"#,
            #"{"text":"a","text":"b"}"#, #"{"text":"\u0061"}"#, #"{"te\u0078t":"a"}"#,
            #"{"text":7}"#, #"{"number":"7"}"#, #"{"number":7.0}"#, #"{"number":7e2}"#,
            #"{"number":07}"#, #"{"number":-}"#, #"{"number":9223372036854775808}"#,
            #"{"flag":1}"#, #"{"flag":truely}"#, #"{"text":nullx}"#, #"{"list":{}}"#,
            "{\"text\":\"a\nb\"}",
        ]
    )
    func left(text: String) { #expect(read(text) == nil, "\(text)") }

    @Test("leaves bytes that are no text to a decoder")
    func bytes() {
        var walk = JSONWalk([0x22, 0xFF, 0x22])
        #expect(walk.text() == nil)
    }

    @Test("ends on any bytes at all")
    func ends() {
        var random = SystemRandomNumberGenerator()
        var read = 0
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ in
                Array(#"{}[]":,\\ afsd1"#.utf8).randomElement(using: &random) ?? 0
            }
            var walk = JSONWalk(bytes)
            if walk.elements({ $0.skip() }) { read += 1 }
        }
        #expect(read < 2000)
    }
}
