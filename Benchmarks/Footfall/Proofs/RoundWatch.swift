// A test with thousands of changed files must not hang with any of them.

import Foundation
import Synchronization

/// Ends the program if a round takes 10 s of processor time, whatever else the machine does, or 300 s by the clock.
final class RoundWatch: Sendable {
    private let round = Mutex<Int?>(0)

    /// Begins to watch; `what` is the command that repeats a round.
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
