// Numbers the ends of cues, so that a test can tell them apart and wait for them.

import CueParts

@testable import Cues

/// How the cue with a number ended.
struct NumberedEnd: Sendable, Equatable {
    var number: Int
    var outcome: CueOutcome
}

extension Told<NumberedEnd> {
    /// A completion that reports how the cue with this number ended.
    func end(of number: Int) -> @Sendable (CueOutcome) -> Void {
        { self.tell(NumberedEnd(number: number, outcome: $0)) }
    }
}
