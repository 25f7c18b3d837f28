// A process of our own for a C library that reads what a network sends. Whoever is at the other end may make
// such a library write where it should not, or never return: the child is then killed, and nothing is lost
// but what it had not handed over. It is this program started anew, for a copy of a process that has
// threads can do nothing safely; or another program that serves the same, for a host that cannot be started
// so.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// A child process without rights, which serves this one.
public final class SandboxedChild {
    /// How it ended, for whoever asks after its end.
    public private(set) var ending: ChildProgram.Ending?
    /// The memory that it shares with this process.
    public let memory: SharedMemory
    private let process: pid_t
    /// What means the process, even when its number is another's; -1 where the kernel has no such thing.
    private let handle: Int32
    private let line: MessageSocket

    private static let word = "--footfall-sandboxed-child"
    private static let places = Mutex(Places())

    private struct Places {
        var program: String?
        var servesItself = false
    }

    // MARK: The program

    /// The program that is started as a child: this one, unless another one is set.
    ///
    /// It has to call `runIfAsked` with the services that are wanted.
    public static var program: String? {
        get { places.withLock { $0.program } }
        set { places.withLock { $0.program = newValue } }
    }

    /// Serves the parent and ends, if this process was started as a child; else it returns at once.
    ///
    /// A program that opens devices of other machines calls it first of all. A child begins its life
    /// here, before the program has read a file or started a thread.
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

    /// Starts a child; it ends at the latest with the thread that starts it.
    ///
    /// - Parameters:
    ///   - service: What it is to do.
    ///   - memory: What it shares with this process.
    ///   - socket: A socket that it is lent; this process keeps it.
    ///   - own: The program that is started, in place of the one for all children.
    /// - Throws: When it cannot be started.
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

    /// What a sleep is beside: something has come, or the child is gone.
    public var number: Int32 { line.number }

    /// Sends the child a message.
    public func send(_ message: [UInt8]) throws(SystemError) { try line.send(message) }

    /// What the child has sent, if anything.
    public func receive() throws(SystemError) -> MessageSocket.Arrival {
        try line.receive(waits: false)
    }

    /// Ends the child at once, whatever it does.
    ///
    /// - Returns: How it ended; one that had ended by itself has ended so.
    @discardableResult
    public func end() -> ChildProgram.Ending {
        if let ending { return ending }
        _ = footfall_kill(handle, process)
        let ended = awaitEnd()
        ending = ended
        return ended
    }

    /// Has the system forget the child; one that a device's driver holds is waited for by a thread.
    private func awaitEnd() -> ChildProgram.Ending {
        let pause = Doorbell()
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
            // Somebody else has waited for it, or the program ignores how its children end.
        }
        return .killed(SIGKILL)
    }

    /// How long a killed child may take to be gone.
    private static let patienceInMilliseconds = 200
}
