import Foundation
import Testing

@testable import ViewTree

@Suite("Events as JSON")
struct EventCodingTests {
    static let all: [Pinned<ViewEvent>] = [
        Pinned(.tapped("a/b"), #"{"event":"tapped","id":"a/b"}"#),
        Pinned(.began("a"), #"{"event":"began","id":"a"}"#),
        Pinned(
            .typed("a", replacing: 2..<5, with: "é"),
            #"{"event":"typed","from":2,"id":"a","text":"é","to":5}"#
        ),
        Pinned(
            .typed("a", replacing: 0..<0, with: ""),
            #"{"event":"typed","from":0,"id":"a","text":"","to":0}"#
        ),
        Pinned(.entered("a", "new"), #"{"event":"entered","id":"a","text":"new"}"#),
        Pinned(.ended("a"), #"{"event":"ended","id":"a"}"#),
        Pinned(.pressedReturn("a"), #"{"event":"pressedReturn","id":"a"}"#),
        Pinned(.picked("a", [0, nil, 3]), #"{"event":"picked","id":"a","selected":[0,null,3]}"#),
        Pinned(.slid("a", 2.5), #"{"event":"slid","id":"a","value":2.5}"#),
        Pinned(
            .touched("a", ViewEvent.Touch(index: 1, phase: .moved, x: 0.25, y: 0.75)),
            #"{"event":"touched","id":"a","index":1,"phase":"moved","x":0.25,"y":0.75}"#
        ),
        Pinned(.pictured("a", file: "b.png"), #"{"event":"pictured","file":"b.png","id":"a"}"#),
        Pinned(.swiped(.back), #"{"direction":"back","event":"swiped"}"#),
        Pinned(.closed("a"), #"{"event":"closed","id":"a"}"#),
        Pinned(.screen(isInForeground: false), #"{"event":"screen","isInForeground":false}"#),
        Pinned(.spoke(3), #"{"event":"spoke","id":3,"isFinished":true}"#),
        Pinned(.spoke(3, isFinished: false), #"{"event":"spoke","id":3,"isFinished":false}"#),
        Pinned(.mark("turn"), #"{"event":"mark","name":"turn"}"#),
        Pinned(
            .mark("turn", secondsAgo: 1.5),
            #"{"event":"mark","name":"turn","secondsAgo":1.5}"#
        ),
        Pinned(.missed(after: 12), #"{"after":12,"event":"missed"}"#),
        Pinned(.missed(after: nil), #"{"event":"missed"}"#),
    ]

    @Test("are one flat object each", arguments: all)
    func isFlat(sample: Pinned<ViewEvent>) throws {
        #expect(try JSONText.of(sample.value) == sample.text)
        #expect(try JSONText.read(ViewEvent.self, sample.text) == sample.value)
    }

    @Test("have a sample of each kind in these tests")
    func hasAll() throws {
        struct Kind: Decodable { var event: String }
        let kinds = try Self.all.map { try JSONText.read(Kind.self, $0.text).event }
        #expect(Set(kinds) == Set(ViewEvent.Kind.allCases.map(\.rawValue)))
    }

    @Test("are refused if the kind is unknown, with the known kinds")
    func isRefused() throws {
        #expect(
            try JSONText.refusal(of: ViewEvent.self, #"{"event":"shaken","id":"a"}"#)
                == "'shaken' is none of tapped, began, typed, entered, ended, pressedReturn, picked, "
                + "slid, touched, pictured, swiped, closed, screen, spoke, mark, "
                + "missed"
        )
        #expect(
            try JSONText.refusal(of: ViewEvent.self, #"{"event":"swiped","direction":"up"}"#)
                == "'up' is none of back, forward"
        )
    }

    @Test(
        "are refused with a reversed or negative range of text",
        arguments: [
            (5, 2), (-1, 3), (-3, -1), (0, -1), (Int.max, Int.min), (Int.min, Int.max),
        ]
    )
    func refusesRange(from: Int, to: Int) throws {
        let text = #"{"event":"typed","id":"a","from":\#(from),"to":\#(to),"text":""}"#
        #expect(
            try JSONText.refusal(of: ViewEvent.self, text)
                == "from \(from) to \(to) is no part of a text"
        )
    }

    @Test("mean finished speech if `isFinished` is missing")
    func takesShortAnswer() throws {
        let event = try JSONText.read(ViewEvent.self, #"{"event":"spoke","id":3}"#)
        #expect(event == .spoke(3))
    }

    @Test(
        "are refused for a mark in the future or long past",
        arguments: ["-0.001", "3600.5", "1e300", "null", #""now""#]
    )
    func refusesMark(secondsAgo: String) throws {
        let text = #"{"event":"mark","name":"turn","secondsAgo":\#(secondsAgo)}"#
        #expect(try JSONText.refusal(of: ViewEvent.self, text) != nil)
        #expect(try JSONText.refusal(of: ViewEvent.self, #"{"event":"mark"}"#) != nil)
    }

    @Test("accept the longest range")
    func takesLongRange() throws {
        let text = #"{"event":"typed","id":"a","from":0,"to":\#(Int.max),"text":""}"#
        let event = try JSONText.read(ViewEvent.self, text)
        #expect(event == .typed("a", replacing: 0..<Int.max, with: ""))
    }

    @Test("are refused with a negative row")
    func refusesPlace() throws {
        let text = #"{"event":"picked","id":"a","selected":[0,-1]}"#
        #expect(
            try JSONText.refusal(of: ViewEvent.self, text)
                == "-1 is no place of a column; the first one is 0"
        )
    }

    @Test(
        "are refused with a number that is not finite, even by a decoder that allows it",
        arguments: [
            #"{"event":"slid","id":"a","value":"N"}"#,
            #"{"event":"touched","id":"a","index":0,"phase":"began","x":"I","y":0}"#,
            #"{"event":"touched","id":"a","index":0,"phase":"began","x":0,"y":"-I"}"#,
        ]
    )
    func refusesNonFinite(text: String) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "I",
            negativeInfinity: "-I",
            nan: "N"
        )
        #expect(throws: DecodingError.self) {
            try decoder.decode(ViewEvent.self, from: Data(text.utf8))
        }
        let finite = text.replacing(#/"(N|-?I)"/#, with: "0.5")
        #expect(throws: Never.self) {
            try decoder.decode(ViewEvent.self, from: Data(finite.utf8))
        }
    }

    @Test(
        "are refused if a key is missing or of another type",
        arguments: [
            "{}", "null", "[]", #"{"event":"tapped"}"#, #"{"event":"tapped","id":7}"#,
            #"{"event":"typed","id":"a","from":0.5,"to":1,"text":""}"#,
            #"{"event":"typed","id":"a","from":0,"text":""}"#,
            #"{"event":"slid","id":"a","value":1e999}"#, #"{"event":"slid","id":"a","value":null}"#,
            #"{"event":"picked","id":"a","selected":[1e30]}"#,
            #"{"event":"picked","id":"a","selected":7}"#,
            #"{"event":"touched","id":"a","index":0,"phase":"hovered","x":0,"y":0}"#,
            #"{"event":"screen"}"#,
        ]
    )
    func isIncomplete(text: String) throws {
        #expect(try JSONText.refusal(of: ViewEvent.self, text) != nil)
    }
}
