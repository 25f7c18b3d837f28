// Runs a C library that parses network input in a separate process. An attacker may exploit such a library, or make it
// hang: the child is then killed, and only what it had not delivered is lost. The child is this program started again,
// because a forked copy of a process with threads can do nothing safely; or another program that offers the same
// services, for hosts that cannot be started so.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// A child process without rights, which serves this process.
public final class SandboxedChild {
    /// How it ended; `nil` before `end` is called, also if it has ended by itself.
    public private(set) var ending: ChildProgram.Ending?
    /// The memory shared with this process.
    public let memory: SharedMemory
    private let process: pid_t
    /// A pidfd, which refers to this process even if its number is reused; -1 if the kernel has none.
    private let handle: Int32
    private let line: MessageSocket

    private static let word = "--footfall-sandboxed-child"
    private static let places = Mutex(Places())

    private struct Places {
        var program: String?
        var servesItself = false
    }

    // MARK: The program

    /// The program to start as a child: this one, unless another is set.
    ///
    /// It must call `runIfAsked` with the wanted services.
    public static var program: String? {
        get { places.withLock { $0.program } }
        set { places.withLock { $0.program = newValue } }
    }

    /// Serves the parent and ends the process, if this program was started as a child; otherwise returns at once.
    ///
    /// Call it first of all in a program that opens devices of other machines: a child starts here, before the program
    /// has read a file or started a thread.
    public static func runIfAsked(_ services: [SandboxedService]) {
        let words = Environment.arguments
        guard words.count == 3, words[1] == word else {
            places.withLock { $0.servesItself = true }
            return
        }
        guard let service = services.first(where: { $0.name == words[2] }) else { _exit(1) }
        service.load()
        guard let end = try? ChildEnd(service.room) else { _exit(1) }
        service.serve(end)
        ChildEnd.end()
    }

    // MARK: The parent's side

    /// Starts a child; the kernel ends it when the calling thread ends.
    ///
    /// - Parameters:
    ///   - service: The name of its service.
    ///   - memory: The memory to share.
    ///   - socket: A socket to lend; this process keeps it.
    ///   - own: The program to start, in place of the one for all children.
    /// - Throws: If it cannot be started.
    public init(
        serving service: String,
        sharing memory: SharedMemory,
        lending socket: ListeningSocket? = nil,
        program own: String? = nil
    ) throws(SystemError) {
        let places = Self.places.withLock { $0 }
        guard let program = own ?? places.program ?? (places.servesItself ? "/proc/self/exe" : nil)
        else { throw SystemError(call: Self.deed, errno: .notImplemented) }
        let pair = try MessageSocket.Pair()
        process = try ChildProgram.startSandboxed(
            [program, Self.word, service],
            line: pair.there.number,
            memory: memory.number,
            socket: socket?.number
        )
        handle = footfall_process_handle(process)
        self.memory = memory
        line = pair.here
    }

    static let deed = "start a process of its own for the network"

    deinit {
        end()
        if handle >= 0 { _ = close(handle) }
    }

    /// The descriptor to poll: readable when the child has sent something, or is gone.
    public var number: Int32 { line.number }

    /// Sends the child a message.
    public func send(_ message: [UInt8]) throws(SystemError) { try line.send(message) }

    /// The child's next message, if there is one.
    public func receive() throws(SystemError) -> MessageSocket.Arrival {
        try line.receive(waits: false)
    }

    /// Kills the child.
    ///
    /// - Returns: How it ended; also if it had ended before.
    @discardableResult
    public func end() -> ChildProgram.Ending {
        if let ending { return ending }
        _ = footfall_kill(handle, process)
        let ended = awaitEnd()
        ending = ended
        return ended
    }

    /// Reaps the child; if a device driver blocks the child, a separate thread waits for it.
    private func awaitEnd() -> ChildProgram.Ending {
        let pause = WakeEvent()
        do throws(SystemError) {
            for _ in 0..<Self.patienceInMilliseconds {
                if let ended = try ChildProgram.endingIfOver(process) { return ended }
                pause.wait(since: 0, upTo: .milliseconds(1))
            }
            let process = process
            _ = try SystemThread.spawn(name: "child's end") {
                _ = try? ChildProgram.waitFor(process, named: nil)
            }
        } catch {
            // Another part of the program has already reaped the child, or the program ignores SIGCHLD.
        }
        return .killed(SIGKILL)
    }

    /// How long a killed child may take to end.
    private static let patienceInMilliseconds = 200
}
