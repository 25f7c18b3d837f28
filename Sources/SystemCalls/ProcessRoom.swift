// Checks that the process can get enough file descriptors, threads and addresses. Swift's runtime opens files and
// starts threads when a task first waits, and cannot report a failure: it crashes, or retries for ever. So a program
// checks first.

internal import CSystemCalls
internal import Glibc

/// The resources that a process has left within its limits.
public enum ProcessRoom {
    /// Checks whether the limits allow what a program needs; releases everything that it tries.
    ///
    /// Call it before the program's first task waits. If addresses are limited, this also keeps the C library from
    /// reserving most of them for threads that allocate little.
    ///
    /// - Parameters:
    ///   - files: How many more files the program opens at a time.
    ///   - threads: How many more threads it runs at a time, besides those of the runtime: one for each processor, but
    ///     at most eight.
    ///   - bytes: How much more memory it uses, besides the stacks of its threads.
    /// - Throws: What is lacking, and how to fix it.
    public static func require(
        files: Int,
        threads: Int,
        bytes: Int
    ) throws(ScarceRoomError) {
        let left = filesLeft(atMost: files)
        if left < files { throw .files(left: left, needed: files) }
        let all = threads + min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), mostProcessors)
        if footfall_addresses_are_limited() != 0 {
            footfall_share_arenas()
            let needed = all * Int(footfall_stack_bytes()) + bytes
            if footfall_has_addresses(Int64(needed)) == 0 { throw .addresses(needed: needed) }
        }
        let started = threadsLeft(atMost: all)
        if started < all { throw .threads(left: started, needed: all) }
    }

    /// The runtime rarely uses more processors than this.
    private static let mostProcessors = 8

    /// Counts how many more threads can be started, up to `limit`.
    private static func threadsLeft(atMost limit: Int) -> Int {
        let end = WakeEvent()
        var started: [Handover<SystemThread>] = []
        while started.count < limit {
            guard
                let thread = try? SystemThread.spawn(
                    name: "room",
                    stackBytes: 65_536,
                    { while end.count == 0 { end.wait(since: 0) } }
                )
            else { break }
            started.append(Handover(thread))
        }
        end.signal()
        for thread in started {
            if let thread = thread.take() { thread.join() }
        }
        return started.count
    }

    /// Counts how many more files can be opened, up to `limit`.
    private static func filesLeft(atMost limit: Int) -> Int {
        var opened: [Int32] = []
        defer { for number in opened { close(number) } }
        while opened.count < limit {
            // Fails at once if the program was started without a standard error.
            let number = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard number >= 0 else { break }
            opened.append(number)
        }
        return opened.count
    }
}

/// A resource that is lacking.
public enum ScarceRoomError: Error, Hashable, Sendable {
    case files(left: Int, needed: Int)
    case threads(left: Int, needed: Int)
    case addresses(needed: Int)
}

extension ScarceRoomError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .files(let left, let needed):
            "this process may open \(left) more files and needs \(needed): raise `ulimit -n`"
        case .threads(let left, let needed):
            "this process may start \(left) more threads and needs \(needed): close other programs, or "
                + "raise `ulimit -u`"
        case .addresses(let needed):
            "this process needs \(needed >> 20) MiB more of addresses for its threads than "
                + "`ulimit -v` leaves it: raise that, or make stacks smaller by `ulimit -s`"
        }
    }
}
