// Swift's runtime opens files and starts threads by itself, where a task first waits. It has no error for a
// process that is left none: it stops the program, or tries again for ever. So a program looks first.

internal import CSystemCalls
internal import Glibc

/// What the limits of a process leave to it.
public enum ProcessRoom {
    /// Looks whether the limits leave what a program needs; nothing of it is kept.
    ///
    /// Call it before the first task of the program waits. Where its addresses are limited, the C library is
    /// kept from setting most of them aside for threads that allocate little.
    ///
    /// - Parameters:
    ///   - files: How many more files it has open at a time.
    ///   - threads: How many more threads it has at a time, beside one of the runtime's for each processor,
    ///     of eight at most.
    ///   - bytes: How much more memory it uses, beside the stacks of the threads.
    /// - Throws: What is short, and how to mend it.
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

    /// The runtime seldom has a thread on each of more processors.
    private static let mostProcessors = 8

    /// How many more threads can be started, counted as far as `limit`.
    private static func threadsLeft(atMost limit: Int) -> Int {
        let end = Doorbell()
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
        end.ring()
        for thread in started {
            if let thread = thread.take() { thread.join() }
        }
        return started.count
    }

    /// How many more files can be opened, counted as far as `limit`.
    private static func filesLeft(atMost limit: Int) -> Int {
        var opened: [Int32] = []
        defer { for number in opened { close(number) } }
        while opened.count < limit {
            // Of a standard stream: whoever started the program may have closed that too.
            let number = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard number >= 0 else { break }
            opened.append(number)
        }
        return opened.count
    }
}

/// What a process is left too little of.
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
