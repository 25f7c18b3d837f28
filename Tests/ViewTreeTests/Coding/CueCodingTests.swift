import Testing

@testable import ViewTree

@Suite("What a host does once, as JSON")
struct CueCodingTests {
    static let all: [Pinned<ViewCue>] = [
        Pinned(.speak("Begin now"), #"{"cue":"speak","text":"Begin now"}"#),
        Pinned(.sound("short_low_high"), #"{"cue":"sound","name":"short_low_high"}"#),
        Pinned(.vibrate, #"{"cue":"vibrate"}"#),
        Pinned(.hush, #"{"cue":"hush"}"#),
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
            try JSONText.refusal(of: ViewCue.self, #"{"cue":"dance"}"#)
                == "'dance' is none of speak, sound, vibrate, hush"
        )
        #expect(try JSONText.refusal(of: ViewCue.self, #"{"cue":"speak"}"#) != nil)
    }
}
