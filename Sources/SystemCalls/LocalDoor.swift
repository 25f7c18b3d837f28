// Lets processes of one machine exchange messages about a folder that both can reach. The socket's name is derived from
// the folder and is no file (an abstract Unix socket): a killed process leaves nothing behind, and file systems without
// sockets do not matter. The kernel reports the user at the other end; only the same user, the folder's owner and root
// are trusted.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// Answers questions of other processes about a folder, as long as it is open.
public final class LocalDoor: Sendable {
    /// The longest question, and the longest answer, in bytes.
    public static let longest = 4096

    private let doorway: Doorway
    private let thread: Mutex<SystemThread?>

    /// Opens the socket of a folder; a separate thread answers.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - purpose: The kind of questions; a folder has a socket for each.
    ///   - answer: Returns the answer to a question; it must not take long.
    /// - Throws: If another process has it open, or the system has no more threads or descriptors.
    public init(
        of folder: OpenFolder,
        for purpose: String,
        answering answer: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) throws(SystemError) {
        let name = folder.nameOfDoor(for: purpose)
        let number = try retrying("open a door of", folder.path) {
            unsafe footfall_open_door(name)
        }
        let doorway = Doorway(
            Descriptor(number: number),
            stop: try WakingDescriptor(),
            friends: folder.friends,
            answer
        )
        thread = Mutex(
            try SystemThread.spawn(name: purpose, stackBytes: 1 << 18) { doorway.stand() }
        )
        self.doorway = doorway
    }

    deinit { doorway.close() }

    /// Accepts no more clients, and waits for the current answer.
    public func close() {
        doorway.close()
        thread.withLock { $0.take() }?.join()
    }

    /// Asks the process that has a folder's socket open.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - folder: The folder.
    ///   - purpose: The kind of question.
    ///   - limit: How long to wait for each step.
    /// - Returns: The answer; `nil` if no process of this machine has the socket open.
    /// - Throws: If the socket belongs to a user who is not trusted, or there is no answer in time.
    public static func ask(
        _ question: [UInt8],
        of folder: OpenFolder,
        for purpose: String,
        within limit: Duration = .seconds(2)
    ) throws(SystemError) -> [UInt8]? {
        let name = folder.nameOfDoor(for: purpose)
        let line: Descriptor
        do throws(SystemError) {
            line = Descriptor(
                number: try retrying(SystemError.door, folder.path) {
                    unsafe footfall_knock(name, limit.wholeMilliseconds)
                }
            )
        } catch {
            if error.errno == .connectionRefused { return nil }
            throw error
        }
        guard folder.friends.contains(footfall_user_at_other_end(line.number)) else {
            throw SystemError(call: SystemError.door, path: folder.path, errno: .permission)
        }
        do throws(SystemError) {
            try line.tell(question, folder.path)
            return try line.hear(folder.path)
        } catch {
            // The other process has just closed the socket, so no process has it open.
            if error.errno == .connectionReset || error.errno == .brokenPipe { return nil }
            throw error
        }
    }
}

/// The thread that answers.
private final class Doorway: Sendable {
    private let door: Mutex<Descriptor?>
    private let number: Int32
    private let stop: WakingDescriptor
    private let friends: Set<Int64>
    private let answer: @Sendable ([UInt8]) -> [UInt8]
    private let isClosed = Atomic(false)

    /// How long a client may take to send its question; the next client waits meanwhile.
    private static let patience = Duration.milliseconds(500)
    /// How long to wait if no client can be accepted.
    private static let pause = Duration.milliseconds(100)

    init(
        _ door: consuming Descriptor,
        stop: WakingDescriptor,
        friends: Set<Int64>,
        _ answer: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        number = door.number
        self.door = Mutex(door)
        self.stop = stop
        self.friends = friends
        self.answer = answer
    }

    func close() {
        isClosed.store(true, ordering: .releasing)
        stop.wake()
    }

    func stand() {
        // Closes the socket, so that clients see from then on that no process has it open.
        defer { door.withLock { $0 = nil } }
        var sleep = DescriptorSleep(beside: [number], wokenBy: stop)
        while !isClosed.load(ordering: .acquiring) {
            sleep.wait()
            do throws(SystemError) {
                try letIn()
            } catch {
                if error.errno == .again { continue }
                // For example, there may be no free descriptors; clients go on waiting.
                var pause = DescriptorSleep(beside: [], wokenBy: stop)
                pause.wait(upTo: Self.pause)
            }
        }
    }

    private func letIn() throws(SystemError) {
        let visitor = Descriptor(
            number: try retrying(SystemError.door) {
                footfall_let_in(number, Self.patience.wholeMilliseconds)
            }
        )
        guard friends.contains(footfall_user_at_other_end(visitor.number)) else { return }
        // A client that sends nothing, or does not read the answer, is dropped.
        guard let question = try? visitor.hear("") else { return }
        try? visitor.tell(answer(question), "")
    }
}

extension Descriptor {
    fileprivate func tell(_ bytes: [UInt8], _ path: String) throws(SystemError) {
        try retrying(SystemError.door, path) {
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe footfall_tell(number, bytes.baseAddress, Int64(bytes.count))
            }
        }
    }

    /// Reads the next message; one that is too long, or empty, is an error.
    fileprivate func hear(_ path: String) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: LocalDoor.longest)
        let length = try retrying(SystemError.door, path) {
            unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe footfall_hear(number, bytes.baseAddress, Int64(bytes.count))
            }
        }
        guard length > 0, length <= Int64(bytes.count) else {
            throw SystemError(call: SystemError.door, path: path, errno: .invalid)
        }
        bytes.removeLast(bytes.count - Int(length))
        return bytes
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int32 {
        Int32(clamping: max(1, wholeNanoseconds / 1_000_000))
    }
}

extension SystemError {
    /// The name of these calls in errors.
    fileprivate static let door = "ask the process that has it open"
}

extension OpenFolder {
    /// The socket's name for this folder, independent of the path by which the folder was found; does not access the
    /// disk.
    fileprivate func nameOfDoor(for purpose: String) -> String {
        "footfall \(purpose) \(identity)"
    }

    /// The users that are trusted about the folder.
    fileprivate var friends: Set<Int64> { [0, Int64(geteuid()), Int64(owner)] }
}
