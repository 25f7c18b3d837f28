// What runs beside a process may keep its threads from a processor, and from the disk. The kernel counts for
// how long, so that a proof about times can tell that from what the process itself takes.

import Foundation

/// How long the kernel has kept a process waiting.
struct KernelWaits {
    /// Each thread was ready to run, and another had the processor.
    private var nanosecondsByThread: [String: Int64] = [:]
    /// Some thread of the machine, for which process the kernel does not tell, waited for a disk.
    private var diskMicroseconds: Int64

    init(of process: Int32) {
        let threads = "/proc/\(process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? [] {
            // Time on a processor, time of waiting for one, and turns; see the kernel's sched-stats.
            let fields = Self.words(of: "\(threads)/\(thread)/schedstat")
            guard fields.count > 1, let waited = Int64(fields[1]) else { continue }
            nanosecondsByThread[thread] = waited
        }
        // "some avg10=… avg60=… avg300=… total=…"; see the kernel's pressure stall information.
        let total = Self.words(of: "/proc/pressure/io").first { $0.hasPrefix("total=") }
        diskMicroseconds = total.flatMap { Int64($0.dropFirst("total=".count)) } ?? 0
    }

    /// The waits since then, those of all threads together: each may have waited for the one before it.
    func milliseconds(since earlier: KernelWaits) -> Double {
        let disk = Double(diskMicroseconds - earlier.diskMicroseconds) / 1e3
        return nanosecondsByThread.reduce(disk) { sum, thread in
            sum + Double(thread.value - (earlier.nanosecondsByThread[thread.key] ?? 0)) / 1e6
        }
    }

    private static func words(of file: String) -> [Substring] {
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        return text?.split { $0 == " " || $0 == "\n" } ?? []
    }
}
