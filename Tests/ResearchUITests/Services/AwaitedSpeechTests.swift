import Testing
import Timebase

@testable import ResearchUI

@Suite("Speech that a host has not yet finished")
struct AwaitedSpeechTests {
    /// The instant `seconds` after the beginning.
    private static func at(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: 0).advanced(by: .seconds(seconds))
    }

    @Test(
        "is awaited according to its length",
        arguments: [("", 5000), ("Stop", 5800), ("Walk & do not stop.", 8800), ("停下来", 5600)]
    )
    func limit(text: String, milliseconds: Int) {
        #expect(AwaitedSpeech.limit(for: text) == .milliseconds(milliseconds))
    }

    @Test("is awaited in order, each text from the end of the one before")
    func behindEachOther() {
        var awaited = AwaitedSpeech()
        #expect(awaited.nextLimit == nil)
        awaited.begin(1, "abcde", at: Self.at(0))
        awaited.begin(2, "abcde", at: Self.at(1))
        awaited.begin(3, "abcde", at: Self.at(1))
        #expect(awaited.nextLimit == Self.at(6))
        #expect(awaited.end(1, at: Self.at(2)) == true)
        #expect(awaited.nextLimit == Self.at(8) && awaited.ids == [2, 3])
        #expect(awaited.endOverdue(at: Self.at(7.9)).isEmpty)
        #expect(awaited.endOverdue(at: Self.at(8)) == [2])
        #expect(awaited.nextLimit == Self.at(14))
        #expect(awaited.endOverdue(at: Self.at(1000)) == [3])
        #expect(awaited.nextLimit == nil)
    }

    @Test("end once, in any order")
    func once() {
        var awaited = AwaitedSpeech()
        awaited.begin(1, "", at: Self.at(0))
        awaited.begin(2, "", at: Self.at(0))
        #expect(awaited.end(3, at: Self.at(1)) == false)
        let answers = [2, 2, 2].map { awaited.end($0, at: Self.at(1)) }
        #expect(answers == [true, false, false])
        #expect(awaited.nextLimit == Self.at(5))
        #expect(awaited.end(1, at: Self.at(1)) == true)
        #expect(awaited.ids.isEmpty && awaited.nextLimit == nil)
    }

    @Test("is awaited from its own start if no other text waits")
    func beginsAnew() {
        var awaited = AwaitedSpeech()
        awaited.begin(1, "", at: Self.at(0))
        #expect(awaited.end(1, at: Self.at(2)) == true)
        awaited.begin(2, "", at: Self.at(100))
        #expect(awaited.nextLimit == Self.at(105))
    }
}
