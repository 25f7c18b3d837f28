// Endings that can be told apart, and waited for.

import CueParts

@testable import Cues

/// How a cue of a number ended.
struct NumberedEnd: Sendable, Equatable {
    var number: Int
    var outcome: CueOutcome
}

extension Told<NumberedEnd> {
    /// A completion that tells how the cue of this number ended.
    func end(of number: Int) -> @Sendable (CueOutcome) -> Void {
        { self.tell(NumberedEnd(number: number, outcome: $0)) }
    }
}
