// Other programs may keep the threads of a process waiting for a processor or for the disk, and a proof about times
// must separate these waits from the time that the process itself takes. The kernel counts a thread's wait for a
// processor only once it is over, and a wait for the disk not at all, so this code polls which threads wait.

import Foundation
import SystemCalls

/// How long the kernel has kept a process waiting, from look to look.
struct KernelWaits {
    /// The pause between two looks, which limits how exactly waits are known.
    static let pauseInSeconds = 0.005

    /// What was found between two looks.
    struct Span: Sendable {
        /// In nanoseconds of the samples' clock.
        var begin, end: Int64
        var held: Int64
    }

    private(set) var spans: [Span] = []
    private let process: Int32
    private var lookedAt = SystemClock.boottime.nanoseconds
    private var threads: [String: Thread] = [:]

    /// Where a thread's counts are, and what they were at the last look.
    private final class Thread {
        let state, counts: OpenFile
        var seen: ThreadLook?

        init(at place: String) throws(SystemError) {
            state = try OpenFile.open("\(place)/stat")
            counts = try OpenFile.open("\(place)/schedstat")
        }

        func look() -> ThreadLook? {
            guard let stat = try? state.read(512, at: 0),
                let schedstat = try? counts.read(64, at: 0)
            else { return nil }
            return ThreadLook(stat: stat, schedstat: schedstat)
        }
    }

    /// Begins to watch a process.
    init(of process: Int32) { self.process = process }

    /// Looks once at the process.
    mutating func look() {
        let now = SystemClock.boottime.nanoseconds
        let passed = now - lookedAt
        let folder = "/proc/\(process)/task"
        var all: Int64 = 0
        for name in (try? FileSystem.list(folder)) ?? [] {
            guard let thread = try? threads[name] ?? Thread(at: "\(folder)/\(name)"),
                let seen = thread.look()
            else { continue }
            all += seen.held(since: thread.seen, within: passed)
            thread.seen = seen
            threads[name] = thread
        }
        // Threads that wait at the same time keep the process waiting only once.
        spans.append(Span(begin: lookedAt, end: now, held: min(all, passed)))
        lookedAt = now
    }
}

extension [KernelWaits.Span] {
    /// The waits since an instant, in milliseconds; earlier ones have not delayed what was written since.
    func milliseconds(since instant: Int64) -> Double {
        Double(filter { $0.end > instant }.reduce(0) { $0 + $1.held }) / 1e6
    }
}

/// What a look shows of one thread.
struct ThreadLook {
    /// As the kernel writes it: R runs or waits for a processor, D waits for a disk.
    var state: UInt8
    /// Nanoseconds on a processor, and of waits for one that are over.
    var ran, waited: Int64

    /// Parses what the kernel reports of a thread; see proc_pid_stat(5), and its sched-stats.
    init?(stat: [UInt8], schedstat: [UInt8]) {
        // "number (name) state …"; a name may have spaces and brackets.
        guard let end = stat.lastIndex(of: UInt8(ascii: ")")), end + 2 < stat.count else {
            return nil
        }
        state = stat[end + 2]
        let fields = schedstat.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
        guard fields.count > 1 else { return nil }
        (ran, waited) = (fields[0], fields[1])
    }

    /// How long the kernel has kept the thread waiting since a look, at most.
    func held(since before: ThreadLook?, within passed: Int64) -> Int64 {
        let atWork = ran - (before?.ran ?? 0)
        // A thread that waits at a look may have waited since the one before, or until the next.
        if waits || before?.waits ?? true { return max(0, passed - atWork) }
        return min(max(0, waited - (before?.waited ?? 0)), max(0, passed - atWork))
    }

    private var waits: Bool { state == UInt8(ascii: "R") || state == UInt8(ascii: "D") }
}
