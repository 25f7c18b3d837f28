// Runs a program and reads its output, with limits. The program may hang, write without end, or be blocked in the
// kernel, and the caller may have to stop. Then the program is killed, and the caller waits no longer than a kill
// usually takes.

internal import CSystemCalls
internal import Glibc

extension ChildProgram {
    /// Runs a program, and reads what it writes to its standard output.
    ///
    /// Its input is empty, and its standard error is discarded. Its output waits in a pipe, so an endless one uses
    /// little more memory than the pipe and `most` bytes.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - most: How many bytes it may write; one that writes more is killed.
    ///   - limit: How long it has.
    ///   - left: Called with a program that was killed, but is still blocked in the kernel.
    ///   - pause: Sleeps for a time; returns `true` if the program is to be given up.
    /// - Returns: How it ended, and what it wrote; `nil` if it was killed.
    /// - Throws: If there is no such program, or it cannot be run.
    package static func output(
        of words: [String],
        most: Int = 4096,
        within limit: Duration,
        leaving left: (KilledProgram) -> Void = { _ in },
        sleepingBy pause: (Duration) -> Bool
    ) throws(SystemError) -> (ending: Ending, bytes: [UInt8])? {
        var ends: [Int32] = [-1, -1]
        try retrying("pipe") { unsafe footfall_pipe(&ends) }
        let output = Descriptor(number: ends[0])
        let process = try start(words, writingTo: Descriptor(number: ends[1]))
        _ = fcntl(output.number, F_SETFL, O_NONBLOCK)
        let end = SystemClock.monotonic.nanoseconds.addingClamped(limit.wholeNanoseconds)
        var bytes: [UInt8] = []
        var nap = Duration.milliseconds(1)
        while true {
            // Checks whether the program has ended before it reads: the last output of an ended program is in the pipe
            // already.
            let ending = try endingIfOver(process)
            let isWhole = take(from: output, into: &bytes, most)
            if let ending { return isWhole ? (ending, bytes) : nil }
            let isLate = SystemClock.monotonic.nanoseconds >= end
            if !isWhole || isLate || pause(nap) { break }
            nap = min(nap * 2, .milliseconds(20))
        }
        guard try endKilling(process, waiting: .milliseconds(20)) == nil else { return nil }
        left(try KilledProgram(process))
        return nil
    }

    /// Kills a program and all that it has started: its whole process group.
    ///
    /// - Returns: How it ended; `nil` if it is blocked in the kernel. It then ends, without doing anything more, when
    ///   the kernel releases it; the caller waits only for as long as a kill usually takes.
    static func endKilling(
        _ process: pid_t,
        waiting limit: Duration = .milliseconds(500)
    ) throws(SystemError) -> Ending? {
        _ = Glibc.kill(-process, SIGKILL)
        for _ in 0..<Int(limit / .milliseconds(1)) {
            if let ending = try endingIfOver(process) { return ending }
            _ = usleep(1000)
        }
        return nil
    }

    /// Starts a program that writes to a pipe, which no other program has open.
    private static func start(
        _ words: [String],
        writingTo pipe: consuming Descriptor
    ) throws(SystemError) -> pid_t {
        var streams = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&streams)
        defer { unsafe posix_spawn_file_actions_destroy(&streams) }
        unsafe posix_spawn_file_actions_adddup2(&streams, pipe.number, STDOUT_FILENO)
        for stream in [STDIN_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&streams, stream, "/dev/null", O_RDWR, 0)
        }
        _ = unsafe footfall_child_closes_from(&streams, STDERR_FILENO + 1)
        return try unsafe spawn(words, streams: &streams, isApart: true)
    }

    /// Reads what is in a pipe; returns `false` if that is more than allowed.
    private static func take(
        from pipe: borrowing Descriptor,
        into bytes: inout [UInt8],
        _ most: Int
    ) -> Bool {
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(pipe.number, &room, room.count)
            guard count > 0 else { return true }
            bytes += room.prefix(count)
            guard bytes.count <= most else { return false }
        }
    }
}
