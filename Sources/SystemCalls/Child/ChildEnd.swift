// A child's own side: what it was given, and what it gives up. It serves one parent, and ends with it.

internal import CSystemCalls
internal import Glibc

/// What a sandboxed child does, by a name.
public struct SandboxedService: Sendable {
    let name: String
    let room: Room
    let load: @Sendable () -> Void
    let serve: @Sendable (ChildEnd) -> Void

    /// How much a child may have.
    public struct Room: Sendable, Hashable {
        /// How much more memory it may write to than it begins with.
        public var bytes: Int64
        /// The number that all its descriptors are below.
        public var files: Int32

        /// Enough to read one machine's devices.
        public static let usual = Room(bytes: 40 << 20, files: 32)

        public init(bytes: Int64, files: Int32) {
            self.bytes = bytes
            self.files = files
        }
    }

    /// A service; when `serve` returns, the child ends.
    ///
    /// - Parameters:
    ///   - name: What a parent asks for.
    ///   - room: How much the child may have beside what `load` takes.
    ///   - load: Loads the libraries that the child needs. It is called before any right is given up: the addresses
    ///     that libraries take are then no part of the room for what the network sends.
    ///   - serve: Does what the parent orders.
    public init(
        _ name: String,
        room: Room = .usual,
        load: @escaping @Sendable () -> Void = {},
        serve: @escaping @Sendable (ChildEnd) -> Void
    ) {
        self.name = name
        self.room = room
        self.load = load
        self.serve = serve
    }
}

/// A child's side of the line to its parent.
public final class ChildEnd: Sendable {
    /// What it needs besides what it has open.
    public enum Needs: Sendable, Hashable {
        /// To resolve names, by files and libraries of the system and by whoever serves names.
        case names
        /// Connections of the Internet, and no file; no thread that is not there already.
        case network
        /// Files of the system and one more, to be read, and no network.
        case file(String)
        /// Devices of USB, and a serial port if one is named, to be opened, read and written, and no network; what it
        /// needs next can still be said.
        case devices(port: String?)
        /// Devices that are open.
        case openDevices
        /// Connections that others make to a socket that listens already; no file, and none of its own.
        case server
    }

    /// The memory that it shares with its parent.
    public let memory: SharedMemory
    private let line: MessageSocket

    /// The numbers that a parent gives a child its line, its memory and a socket by.
    static let lineNumber: Int32 = 3
    static let memoryNumber: Int32 = 4
    static let socketNumber: Int32 = 5

    /// Gives up every right that it was born with.
    init(_ room: SandboxedService.Room) throws(SystemError) {
        let memory = try SharedMemory(mapping: Self.memoryNumber)
        try Confinement.giveUpRights(but: room)
        line = MessageSocket(Descriptor(number: Self.lineNumber))
        self.memory = memory
    }

    /// From here on the kernel opens no file but those that are needed, where it can tell them apart (Landlock), and
    /// lets this process look into no other; for this thread and those that it starts.
    ///
    /// - Throws: Also where files are needed, and this process could look into its parent.
    public func limitFiles(to needs: Needs) throws(SystemError) {
        try Confinement.limitFiles(to: needs)
    }

    /// From here on the kernel refuses every call but the few that it needs; for all threads, for ever.
    public func confine(to needs: Needs) throws(SystemError) {
        try Confinement.limitCalls(to: needs)
    }

    /// Sends the parent a message.
    public func send(_ message: [UInt8]) throws(SystemError) { try line.send(message) }

    /// What a sleep is beside: the parent has sent something, or is gone.
    public var number: Int32 { line.number }

    /// The socket that the parent has lent; none is there if it has lent none.
    public var lentSocket: Int32 { Self.socketNumber }

    /// What the parent has sent, if anything.
    public func receiveNow() throws(SystemError) -> MessageSocket.Arrival {
        try line.receive(waits: false)
    }

    /// Waits for the parent's next message; `nil` when the parent is gone.
    public func receive() -> [UInt8]? {
        guard case .message(let bytes)? = try? line.receive(waits: true) else { return nil }
        return bytes
    }

    /// Ends this process at once.
    public static func end() -> Never { _exit(0) }
}
