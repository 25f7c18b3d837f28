// What is tried with thousands of changed files must come to an end with each of them.

import Foundation
import Synchronization

/// Ends the program when a round does not end: on a machine that others use as well, by the processor time
/// that it takes, or, if it takes none, by the clock.
final class RoundWatch: Sendable {
    private let round = Mutex<Int?>(0)

    /// Begins to watch; `what` says how a round is had again.
    init(_ what: String) {
        Thread.detachNewThread { [self] in
            var last = (round: -1, looks: 0, start: Int64(0))
            while let now = round.withLock({ $0 }) {
                last =
                    now == last.round
                    ? (now, last.looks + 1, last.start) : (now, 0, processorTime())
                if processorTime() - last.start > 10_000_000_000 || last.looks >= 3000 {
                    Report.explain("\(what) --round \(now) takes over 10 s")
                    Report.exit(with: 1)
                }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    func begin(_ number: Int) { round.withLock { $0 = number } }

    func finish() { round.withLock { $0 = nil } }
}
