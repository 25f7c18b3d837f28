import Testing

@testable import ViewTree

@Suite("A change of a tree, as JSON")
struct ChangeCodingTests {
    private static let label = #"{"kind":"label","role":"text","text":"x"}"#
    private static let node =
        #"{"accessibility":{"label":"x"},"content":\#(label),"id":"a/b"}"#
    private static let face = #"{"accessibility":{"label":"x"},"content":\#(label)}"#
    private static let value = SampleTrees.label("a/b", "x")

    static let all: [Pinned<ViewChange>] = [
        Pinned(
            .replaceFace("a/b", value.face),
            #"{"change":"replaceFace","face":\#(face),"id":"a/b"}"#
        ),
        Pinned(
            .insert(value, into: "a", behind: "a/c"),
            #"{"behind":"a/c","change":"insert","into":"a","node":\#(node)}"#
        ),
        Pinned(
            .insert(value, into: "a", behind: nil),
            #"{"change":"insert","into":"a","node":\#(node)}"#
        ),
        Pinned(.remove("a/b"), #"{"change":"remove","id":"a/b"}"#),
        Pinned(.move("a/b", behind: "a/c"), #"{"behind":"a/c","change":"move","id":"a/b"}"#),
        Pinned(.move("a/b", behind: nil), #"{"change":"move","id":"a/b"}"#),
        Pinned(.replaceRoot(value), #"{"change":"replaceRoot","node":\#(node)}"#),
    ]

    @Test("is one flat object that says what it is", arguments: all)
    func isFlat(sample: Pinned<ViewChange>) throws {
        #expect(try JSONText.of(sample.value) == sample.text)
        #expect(try JSONText.read(ViewChange.self, sample.text) == sample.value)
    }

    @Test("has a sample of each kind in these tests")
    func hasAll() throws {
        struct Kind: Decodable { var change: String }
        let kinds = try Self.all.map { try JSONText.read(Kind.self, $0.text).change }
        #expect(Set(kinds) == Set(ViewChange.Kind.allCases.map(\.rawValue)))
    }

    @Test("takes a word that says nothing for the first place, as for no word")
    func null() throws {
        let text = #"{"change":"move","id":"a","behind":null}"#
        #expect(try JSONText.read(ViewChange.self, text) == .move("a", behind: nil))
    }

    @Test("is refused by its word where no such thing is known, and the known ones are told")
    func isRefused() throws {
        #expect(
            try JSONText.refusal(of: ViewChange.self, #"{"change":"burn","id":"a"}"#)
                == "'burn' is none of replaceFace, insert, remove, move, replaceRoot"
        )
        #expect(try JSONText.refusal(of: ViewChange.self, #"{"change":"remove"}"#) != nil)
    }

    @Test("stands in an update in its order, beside what is done once")
    func update() throws {
        let update = ViewUpdate(
            number: 7,
            changes: [.remove("b"), .remove("a")],
            cues: [ViewCue(3, .silence)]
        )
        let text =
            #"{"changes":[{"change":"remove","id":"b"},{"change":"remove","id":"a"}],"#
            + #""cues":[{"cue":"silence","id":3}],"number":7}"#
        #expect(try JSONText.of(update) == text)
        #expect(try JSONText.read(ViewUpdate.self, text) == update)
        #expect(!update.isEmpty)
        #expect(!ViewUpdate(number: 1, cues: [ViewCue(3, .silence)]).isEmpty)
        #expect(ViewUpdate(number: 1).isEmpty)
    }
}
