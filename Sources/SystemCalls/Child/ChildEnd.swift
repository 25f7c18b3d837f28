// The child's side of a sandbox: what it was given, and what it gives up. A child serves one parent, and ends with it.

internal import CSystemCalls
internal import Glibc

/// A named service of a sandboxed child.
public struct SandboxedService: Sendable {
    let name: String
    let room: Room
    let load: @Sendable () -> Void
    let serve: @Sendable (ChildEnd) -> Void

    /// The resource limits of a child.
    public struct Room: Sendable, Hashable {
        /// How much writable memory it may get, beyond what it starts with.
        public var bytes: Int64
        /// All its descriptors are below this number.
        public var files: Int32

        /// Enough to read the devices of one machine.
        public static let usual = Room(bytes: 40 << 20, files: 32)

        public init(bytes: Int64, files: Int32) {
            self.bytes = bytes
            self.files = files
        }
    }

    /// Makes a service; when `serve` returns, the child ends.
    ///
    /// - Parameters:
    ///   - name: The name by which a parent asks for it.
    ///   - room: The resource limits, not counting what `load` uses.
    ///   - load: Loads the libraries that the child needs. It is called before any right is given up, so the libraries'
    ///     addresses do not count against the limit for what the network sends.
    ///   - serve: Carries out the parent's orders.
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

/// A child's connection to its parent.
public final class ChildEnd: Sendable {
    /// What the child still needs, besides what it has open.
    public enum Needs: Sendable, Hashable {
        /// To resolve names, by the system's files and libraries and by name servers.
        case names
        /// To make TCP connections, but no files and no new threads.
        case network
        /// To read the system's files and one more, without a network.
        case file(String)
        /// To open, read and write USB devices, and a serial port if one is named, without a network; the child can
        /// confine itself further afterwards.
        case devices(port: String?)
        /// To use devices that are open already.
        case openDevices
        /// To accept connections on a listening socket; no files, and no connections of its own.
        case server
    }

    /// The memory shared with its parent.
    public let memory: SharedMemory
    private let line: MessageSocket

    /// The descriptor numbers of the child's message socket, shared memory and lent socket.
    static let lineNumber: Int32 = 3
    static let memoryNumber: Int32 = 4
    static let socketNumber: Int32 = 5

    /// Gives up every right that the child started with.
    init(_ room: SandboxedService.Room) throws(SystemError) {
        let memory = try SharedMemory(mapping: Self.memoryNumber)
        try Confinement.giveUpRights(within: room)
        line = MessageSocket(Descriptor(number: Self.lineNumber))
        self.memory = memory
    }

    /// From now on the kernel opens only the needed files, if it supports Landlock, and does not let this process read
    /// the memory of another.
    ///
    /// Applies to this thread and those that it starts.
    ///
    /// Does nothing for needs without files: `confine` then forbids opening any.
    ///
    /// - Throws: If the kernel refuses, or if files are needed, but this process could still read its parent's memory.
    public func limitFiles(to needs: Needs) throws(SystemError) {
        try Confinement.limitFiles(to: needs)
    }

    /// From now on the kernel refuses all system calls but the few that are needed.
    ///
    /// Applies to all threads, permanently.
    public func confine(to needs: Needs) throws(SystemError) {
        try Confinement.limitCalls(to: needs)
    }

    /// Sends a message to the parent.
    public func send(_ message: [UInt8]) throws(SystemError) { try line.send(message) }

    /// The descriptor to poll: readable when the parent has sent something, or is gone.
    public var number: Int32 { line.number }

    /// The descriptor of the lent socket; not open if the parent has lent none.
    public var lentSocket: Int32 { Self.socketNumber }

    /// The parent's next message; `nothing` if none has arrived, `end` when the parent is gone.
    public func receiveNow() throws(SystemError) -> MessageSocket.Arrival {
        try line.receive(waits: false)
    }

    /// Waits for the parent's next message; returns `nil` when the parent is gone.
    public func receive() -> [UInt8]? {
        guard case .message(let bytes)? = try? line.receive(waits: true) else { return nil }
        return bytes
    }

    /// Ends this process at once.
    public static func end() -> Never { _exit(0) }
}
