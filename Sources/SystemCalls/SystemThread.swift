// A thread of our own. Recording and writing block, and a blocked task would take a thread away from Swift's shared
// pool, which runs all other tasks.

internal import CSystemCalls
internal import Glibc

/// A thread, joined by its owner.
public struct SystemThread: ~Copyable, Sendable {
    /// The scheduling priority of a thread.
    public enum Priority: Sendable, Equatable {
        case ordinary
        /// Runs only when no other thread wants to: for work that may take long. Needs no privilege.
        case background
        /// First in, first out, before every ordinary thread: 1 (lowest) to 99.
        case realTime(Int32)
    }

    private let handle: pthread_t

    private init(handle: pthread_t) {
        self.handle = handle
    }

    /// Detaches a thread that was not joined, so that its memory is freed when it ends.
    deinit {
        pthread_detach(handle)
    }

    /// Starts a thread that runs `body` once.
    ///
    /// - Parameters:
    ///   - name: The name in `ps` and debuggers; 15 bytes are kept.
    ///   - stackBytes: The size of its stack, at least the processor's minimum; the system's default if not given.
    ///   - body: Runs on the new thread.
    /// - Returns: The thread, to be joined.
    /// - Throws: If the system has no more threads.
    public static func spawn(
        name: String,
        stackBytes: Int? = nil,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) -> SystemThread {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        if let stackBytes {
            // On ARM, the minimum is twice that on x86-64.
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

    /// Waits until the thread is done, for a limited time; a thread that goes on frees its memory when it ends.
    ///
    /// - Parameter longest: The longest time to wait.
    /// - Returns: Whether it is done.
    public consuming func join(upTo longest: Duration) -> Bool {
        let handle = handle
        discard self
        let nanoseconds = max(0, longest.wholeNanoseconds)
        guard footfall_join_within(UInt64(handle), nanoseconds) != 0 else { return true }
        pthread_detach(handle)
        return false
    }

    /// How many bytes of stack the calling thread has left.
    public static var stackLeft: Int { Int(footfall_stack_left()) }

    /// Sets the priority of the calling thread; `.realTime` needs a privilege that users rarely have.
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

    /// Keeps the process's memory from being paged out; needs a privilege that users rarely have.
    public static func lockMemoryOfThisProcess() throws(SystemError) {
        let problem = footfall_lock_memory()
        guard problem == 0 else {
            throw SystemError(call: "mlockall", errno: Errno(rawValue: problem))
        }
    }

    /// Makes a broken pipe an error of the call in the calling thread, instead of a signal that ends the program.
    public static func seeBrokenPipesAsErrors() {
        _ = footfall_block_pipe_signal()
    }

    /// Pins the calling thread to one processor.
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
