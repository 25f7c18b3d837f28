// What runs beside a process may keep its threads from a processor, and from the disk. The kernel counts for
// how long, so that a proof about times can tell that from what the process itself takes. Only what kept its own
// threads, and only just before the end, says anything about what was lost then.

import Foundation
import SystemCalls

/// How long the kernel has kept a process waiting.
struct KernelWaits {
    /// How long before a kill the looks at a process begin; a machine that stands still makes it longer.
    static let window = Duration.seconds(1)

    private let lookedAt = SystemClock.monotonic.nanoseconds
    /// Each thread was ready to run, and another had the processor.
    private var nanosecondsByThread: [String: Int64] = [:]
    /// Whether one of its threads waits for a disk just now.
    private var isAtDisk = false
    /// Some thread of the machine, for which process the kernel does not tell, waited for a disk.
    private var diskMicroseconds: Int64

    init(of process: Int32) {
        let threads = "/proc/\(process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? [] {
            // Time on a processor, time of waiting for one, and turns; see the kernel's sched-stats.
            let fields = Self.words(of: "\(threads)/\(thread)/schedstat")
            guard fields.count > 1, let waited = Int64(fields[1]) else { continue }
            nanosecondsByThread[thread] = waited
            // "number (name) state …"; a name may have spaces and brackets.
            let stat = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
            let state = stat?.lastIndex(of: ")").map { stat?[$0...].dropFirst(2).first }
            if state == "D" { isAtDisk = true }
        }
        // "some avg10=… avg60=… avg300=… total=…"; see the kernel's pressure stall information.
        let total = Self.words(of: "/proc/pressure/io").first { $0.hasPrefix("total=") }
        diskMicroseconds = total.flatMap { Int64($0.dropFirst("total=".count)) } ?? 0
    }

    /// The waits since then, those of all threads together: each may have waited for the one before it.
    ///
    /// Together they count for no more than what has passed between the looks: whatever was lost for longer was
    /// not lost to them.
    func milliseconds(since earlier: KernelWaits) -> Double {
        // The disk counts where a thread still waits for it: after that it has written what it had.
        let disk = isAtDisk ? Double(diskMicroseconds - earlier.diskMicroseconds) / 1e3 : 0
        let all = nanosecondsByThread.reduce(disk) { sum, thread in
            sum + Double(thread.value - (earlier.nanosecondsByThread[thread.key] ?? 0)) / 1e6
        }
        return min(all, Double(lookedAt - earlier.lookedAt) / 1e6)
    }

    private static func words(of file: String) -> [Substring] {
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        return text?.split { $0 == " " || $0 == "\n" } ?? []
    }
}
