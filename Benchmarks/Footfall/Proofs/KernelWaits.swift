// What runs beside a process may keep its threads from a processor, and from the disk, so that a proof about times
// has to tell that from what the process itself takes. The kernel counts a wait for a processor when it is over;
// one that goes on, and waits for a disk, are seen by looking often. Only what kept its own threads, and only just
// before the end, says anything about what was lost then.

import Foundation
import SystemCalls

/// How long the kernel has kept a process waiting.
struct KernelWaits {
    /// How long before a kill the looks at a process begin; a machine that stands still makes it longer.
    static let window = Duration.seconds(1)
    /// How long it is from look to look.
    static let pause = Duration.milliseconds(20)

    private let process: Int32
    private let begin = SystemClock.monotonic.nanoseconds
    private var lookedAt = SystemClock.monotonic.nanoseconds
    private var threads: [String: Thread] = [:]

    /// What is seen of one thread.
    private struct Thread {
        var state: Character
        /// Time on a processor, and of waits for one that are over; see the kernel's sched-stats.
        var ran, waited: Int64
        /// What it had waited at the first look.
        var waitedBefore: Int64
        /// Waits for a disk, by what was seen from look to look.
        var atDisk: Int64 = 0
        /// The wait for a processor that goes on.
        var pending: Int64 = 0
    }

    /// Looks at a process for the first time.
    init(of process: Int32) {
        self.process = process
        look()
    }

    /// Looks at it again.
    mutating func look() {
        let now = SystemClock.monotonic.nanoseconds
        let passed = now - lookedAt
        lookedAt = now
        let folder = "/proc/\(process)/task"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let fields = Self.words(of: "\(folder)/\(name)/schedstat").compactMap { Int64($0) }
            // "number (name) state …"; a name may have spaces and brackets.
            let stat = try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8)
            guard fields.count > 1, let place = stat?.lastIndex(of: ")"),
                let state = stat?[place...].dropFirst(2).first
            else { continue }
            var thread = Thread(
                state: state,
                ran: fields[0],
                waited: fields[1],
                waitedBefore: fields[1]
            )
            if let before = threads[name] {
                (thread.waitedBefore, thread.atDisk) = (before.waitedBefore, before.atDisk)
                if state == "D", before.state == "D" { thread.atDisk += passed }
                // Ready at both looks, and neither did it run nor has the kernel counted a wait between them.
                let stands = (before.ran, before.waited) == (thread.ran, thread.waited)
                if state == "R", before.state == "R", stands {
                    thread.pending = before.pending + passed
                }
            }
            threads[name] = thread
        }
    }

    /// The waits since the first look, those of all threads together: each may have waited for the one before it.
    ///
    /// Together they count for no more than what has passed: whatever was lost for longer was not lost to them.
    var milliseconds: Double {
        let all = threads.values.reduce(Int64(0)) { sum, thread in
            sum + thread.waited - thread.waitedBefore + thread.atDisk + thread.pending
        }
        return Double(min(all, lookedAt - begin)) / 1e6
    }

    private static func words(of file: String) -> [Substring] {
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        return text?.split { $0 == " " || $0 == "\n" } ?? []
    }
}
