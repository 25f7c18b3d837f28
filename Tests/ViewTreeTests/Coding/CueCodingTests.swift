import Testing

@testable import ViewTree

@Suite("What a host does once, as JSON")
struct CueCodingTests {
    static let all: [Pinned<ViewCue>] = [
        Pinned(
            ViewCue(1, .speak("Begin now")),
            #"{"cue":"speak","id":1,"text":"Begin now"}"#
        ),
        Pinned(
            ViewCue(2, .sound("short_low_high")),
            #"{"cue":"sound","id":2,"name":"short_low_high"}"#
        ),
        Pinned(ViewCue(3, .vibrate), #"{"cue":"vibrate","id":3}"#),
        Pinned(ViewCue(4, .silence), #"{"cue":"silence","id":4}"#),
    ]

    @Test("is one flat object that says what it is", arguments: all)
    func isFlat(sample: Pinned<ViewCue>) throws {
        #expect(try JSONText.of(sample.value) == sample.text)
        #expect(try JSONText.read(ViewCue.self, sample.text) == sample.value)
    }

    @Test("has a sample of each kind in these tests")
    func hasAll() {
        #expect(Self.all.count == ViewCue.Kind.allCases.count)
        #expect(Set(Self.all.map(\.value)).count == Self.all.count)
    }

    @Test("is refused by its word where no such thing is known, and the known ones are told")
    func isRefused() throws {
        #expect(
            try JSONText.refusal(of: ViewCue.self, #"{"cue":"dance","id":1}"#)
                == "'dance' is none of speak, sound, vibrate, silence"
        )
        #expect(try JSONText.refusal(of: ViewCue.self, #"{"cue":"speak","id":1}"#) != nil)
        #expect(try JSONText.refusal(of: ViewCue.self, #"{"cue":"silence"}"#) != nil)
    }
}
