// How a process is asked by another one of the same machine about a folder that both can reach. The door has a name
// that follows from the folder, and no file: a process that is killed leaves nothing behind, and a disk that takes no
// sockets is no obstacle. Who is at the other end the kernel says: nobody else than the same user, the folder's owner
// or root is heard, or believed.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// Answers what other processes ask about a folder, for as long as it is open.
public final class LocalDoor: Sendable {
    /// The longest question, and the longest answer, in bytes.
    public static let longest = 4096

    private let doorway: Doorway
    private let thread: Mutex<SystemThread?>

    /// Opens the door of a folder; a thread of its own stands there.
    ///
    /// - Parameters:
    ///   - folder: What it is about.
    ///   - purpose: What can be asked there; a folder has a door for each.
    ///   - answer: What is said to a question; it must not take long.
    /// - Throws: When another process has it open, or the system has no more threads or descriptors.
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

    /// Lets nobody in any more, and waits for the answer that is being given.
    public func close() {
        doorway.close()
        thread.withLock { $0.take() }?.join()
    }

    /// Asks at the door of a folder.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - folder: What it is about.
    ///   - purpose: What the door is for.
    ///   - limit: How long to wait for each part of it.
    /// - Returns: The answer; `nil` where no process of this machine has it open.
    /// - Throws: When it is somebody else's, or nobody answers in time.
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
            // It was closed just then.
            if error.errno == .connectionReset || error.errno == .brokenPipe { return nil }
            throw error
        }
    }
}

/// Who stands at a door.
private final class Doorway: Sendable {
    private let door: Mutex<Descriptor?>
    private let number: Int32
    private let stop: WakingDescriptor
    private let friends: Set<Int64>
    private let answer: @Sendable ([UInt8]) -> [UInt8]
    private let isClosed = Atomic(false)

    /// How long a visitor has for his question: the next one waits meanwhile.
    private static let patience = Duration.milliseconds(500)
    /// How long to wait where nobody can be let in.
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
        // Nobody knocks in vain: its name is free when nobody stands there any more.
        defer { door.withLock { $0 = nil } }
        var sleep = DescriptorSleep(beside: [number], wokenBy: stop)
        while !isClosed.load(ordering: .acquiring) {
            sleep.wait()
            do throws(SystemError) {
                try letIn()
            } catch {
                if error.errno == .again { continue }
                // There are no descriptors just now, say: whoever knocks goes on waiting.
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
        // Who says nothing, or does not want to hear, is let go.
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

    /// The next message; one that is too long, or none, is no message.
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
    /// How calls at a door are called.
    fileprivate static let door = "ask the process that has it open"
}

extension OpenFolder {
    /// What a door of this folder is called, by whatever path the folder was found; the disk is not asked.
    fileprivate func nameOfDoor(for purpose: String) -> String {
        "footfall \(purpose) \(identity)"
    }

    /// Whose word counts about the folder.
    fileprivate var friends: Set<Int64> { [0, Int64(geteuid()), Int64(owner)] }
}
