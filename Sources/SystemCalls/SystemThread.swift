// A thread of our own. Capture and writing block, and a blocked task would starve the pool that
// runs every other task; a thread costs nobody anything.

internal import CSystemCalls
internal import Glibc

/// A thread, joined by its owner.
public struct SystemThread: ~Copyable, Sendable {
    /// How the scheduler should treat a thread.
    public enum Priority: Sendable, Equatable {
        case ordinary
        /// Behind every other thread: what may take as long as it likes. Anybody may ask for it.
        case background
        /// First in, first out, ahead of every ordinary thread: 1 (lowest) to 99.
        case realTime(Int32)
    }

    private let handle: pthread_t

    private init(handle: pthread_t) {
        self.handle = handle
    }

    /// A thread that nobody joins gives its memory back when it ends.
    deinit {
        pthread_detach(handle)
    }

    /// Starts a thread that runs `body` once.
    ///
    /// - Parameters:
    ///   - name: What `ps` and debuggers show; 15 bytes are kept.
    ///   - stackBytes: How much stack it has, or the least that this processor takes; without it, what the
    ///     system gives.
    ///   - body: Runs on the new thread.
    /// - Returns: The thread, to be joined.
    /// - Throws: When the system has no more threads.
    public static func spawn(
        name: String,
        stackBytes: Int? = nil,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) -> SystemThread {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        if let stackBytes {
            // On ARM, threads need twice what they need on x86-64.
            let least = sysconf(Int32(_SC_THREAD_STACK_MIN))
            let refusal = unsafe pthread_attr_setstacksize(&attributes, max(stackBytes, least))
            guard refusal == 0 else {
                throw SystemError(
                    call: "pthread_attr_setstacksize",
                    errno: Errno(rawValue: refusal)
                )
            }
        }
        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
        var handle = pthread_t()
        let problem = unsafe pthread_create(
            &handle,
            &attributes,
            { raw in
                guard let raw = unsafe raw else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
                unsafe footfall_name_this_thread(start.name)
                start.body()
                return nil
            },
            start.toOpaque()
        )
        guard problem == 0 else {
            unsafe start.release()
            throw SystemError(call: "pthread_create", errno: Errno(rawValue: problem))
        }
        return SystemThread(handle: handle)
    }

    /// Waits until the thread is done.
    public consuming func join() {
        let handle = handle
        discard self
        pthread_join(handle, nil)
    }

    /// Waits until the thread is done, and no longer than so long; one that goes on gives its memory back when it ends.
    ///
    /// - Parameter longest: How long at most.
    /// - Returns: Whether it is done.
    public consuming func join(upTo longest: Duration) -> Bool {
        let handle = handle
        discard self
        let nanoseconds = max(0, longest.wholeNanoseconds)
        guard footfall_join_within(UInt64(handle), nanoseconds) != 0 else { return true }
        pthread_detach(handle)
        return false
    }

    /// How many bytes of its stack the calling thread has left.
    public static var stackLeft: Int { Int(footfall_stack_left()) }

    /// Asks the scheduler to treat the calling thread so; needs a right that users seldom have.
    public static func setPriorityOfThisThread(_ priority: Priority) throws(SystemError) {
        var parameters = sched_param()
        let policy: Int32
        switch priority {
        case .ordinary:
            policy = SCHED_OTHER
        case .background:
            policy = footfall_background_policy()
        case .realTime(let level):
            policy = SCHED_FIFO
            parameters.sched_priority = level
        }
        let problem = unsafe pthread_setschedparam(pthread_self(), policy, &parameters)
        guard problem == 0 else {
            throw SystemError(call: "pthread_setschedparam", errno: Errno(rawValue: problem))
        }
    }

    /// Keeps the process's memory from being paged out; needs a right that users seldom have.
    public static func lockMemoryOfThisProcess() throws(SystemError) {
        let problem = footfall_lock_memory()
        guard problem == 0 else {
            throw SystemError(call: "mlockall", errno: Errno(rawValue: problem))
        }
    }

    /// Has a broken pipe be an error of the call in the calling thread, instead of the program's end.
    public static func seeBrokenPipesAsErrors() {
        _ = footfall_block_pipe_signal()
    }

    /// Ties the calling thread to one processor.
    public static func pinThisThread(toProcessor processor: Int) throws(SystemError) {
        let problem = footfall_pin_this_thread(Int32(processor))
        guard problem == 0 else {
            throw SystemError(call: "pthread_setaffinity_np", errno: Errno(rawValue: problem))
        }
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
