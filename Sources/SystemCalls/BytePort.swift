// Where a device's bytes come from, whatever carries them: a serial port, a pipe, a connection or datagrams. Whoever
// reads it never waits in the reading: it sleeps beside the port, and beside what wakes it.

internal import CSystemCalls
internal import Glibc

/// An open port that bytes come from, closed when its owner lets go of it.
package struct BytePort: ~Copyable, Sendable {
    /// What carries the bytes.
    package enum Kind: Sendable, Hashable {
        /// A serial port, or a pseudo-terminal in its place.
        case serial
        case pipe
        /// A connection to another program or machine.
        case connection
        case datagrams
        /// A file, which is all there at once.
        case file
        /// Something else that can be read.
        case other
    }

    /// What a look at a port finds.
    package enum Taken: Sendable, Hashable {
        case bytes(Int)
        /// Nothing has come.
        case nothing
        /// Nothing will come any more.
        case end
    }

    /// What carries the bytes.
    package let kind: Kind
    /// Its path or address, for messages.
    package let name: String
    private let owned: Descriptor
    /// How a serial port was set that nobody else can open meanwhile.
    private let settings: [UInt8]?

    /// What the setting of a speed is called in errors.
    package static let settingSpeed = "set the speed of"
    /// What the opening of this program's own terminal is called in errors.
    package static let openingOwnTerminal = "open as a device"
    /// Longer datagrams are cut.
    package static let longestDatagram = 9216

    private init(
        kind: Kind,
        name: String,
        owned: consuming Descriptor,
        settings: [UInt8]? = nil
    ) {
        self.kind = kind
        self.name = name
        self.settings = settings
        self.owned = owned
    }

    deinit {
        guard let settings else { return }
        // Whoever has it beside us finds it as it was; else it would also stay closed to others meanwhile.
        unsafe settings.withUnsafeBufferPointer {
            unsafe footfall_give_back_serial(owned.number, $0.baseAddress)
        }
        footfall_unclaim_terminal(owned.number)
    }

    // MARK: Opening

    /// Opens what has a path, and waits for nobody: a pipe may have no writer yet.
    ///
    /// - Parameter path: A serial port, a pipe or something else that can be read.
    /// - Returns: The port.
    /// - Throws: `busy` where another program has a serial port for itself, or where it is this program's own terminal.
    package static func open(_ path: String) throws(SystemError) -> BytePort {
        let number = try retrying("open", path) {
            unsafe footfall_open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK, 0)
        }
        let owned = Descriptor(number: number)
        let kind = try kind(of: owned, path)
        guard kind == .serial else { return BytePort(kind: kind, name: path, owned: owned) }
        // As a device it would pass on no key that ends the program.
        guard footfall_is_own_terminal(owned.number) == 0 else {
            throw SystemError(call: Self.openingOwnTerminal, path: path, errno: .busy)
        }
        do throws(SystemError) {
            try retrying("flock", path) { footfall_lock_exclusively(owned.number) }
        } catch {
            throw SystemError(call: "open", path: path, errno: error.errno.asBusy)
        }
        var settings = [UInt8](repeating: 0, count: Int(FOOTFALL_SERIAL_SETTINGS))
        try retrying("ioctl", path) {
            unsafe settings.withUnsafeMutableBufferPointer {
                unsafe footfall_keep_serial(owned.number, $0.baseAddress)
            }
        }
        try retrying("ioctl", path) { footfall_claim_terminal(owned.number) }
        return BytePort(kind: kind, name: path, owned: owned, settings: settings)
    }

    /// The standard input of this program.
    package static func standardInput() throws(SystemError) -> BytePort {
        let owned = try Descriptor(duplicating: STDIN_FILENO)
        let kind = try kind(of: owned, "standard input")
        return BytePort(kind: kind, name: "standard input", owned: owned)
    }

    /// Connects to a port of another machine.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The number of the port.
    ///   - patience: How long a machine that says nothing is waited for.
    ///   - isGivenUp: Asked every so often; an answer of `true` ends the waiting with `interrupted`.
    /// - Returns: The connection.
    /// - Throws: Why there is none; `notFound` for a name that nobody knows.
    package static func connect(
        to host: String,
        port: UInt16,
        patience: Duration,
        isGivenUp: () -> Bool
    ) throws(SystemError) -> BytePort {
        let name = "\(host) port \(port)"
        let number: Int32
        do throws(Errno) {
            number = try NetworkReach.connect(
                host,
                port: port,
                patience: patience,
                isGivenUp: isGivenUp
            )
        } catch {
            throw SystemError(call: "connect to", path: name, errno: error)
        }
        let owned = Descriptor(number: number)
        // Without a word for ten seconds, it is asked whether it is still there.
        try retrying("setsockopt", name) { footfall_keep_alive(owned.number, 10, 3, 3) }
        return BytePort(kind: .connection, name: name, owned: owned)
    }

    /// Opens a port of this machine to datagrams.
    ///
    /// - Parameters:
    ///   - address: The address, as numbers; `nil` for all that this machine has.
    ///   - port: The number of the port; 0 for one that is free.
    /// - Returns: The port.
    /// - Throws: `addressInUse` where another program has it.
    package static func datagrams(
        at address: String?,
        port: UInt16
    ) throws(SystemError) -> BytePort {
        let name = address.map { "\($0) UDP port \(port)" } ?? "UDP port \(port)"
        let number = try retrying("listen at", name) {
            if let address {
                unsafe footfall_open_datagrams(address, port)
            } else {
                footfall_open_datagrams(nil, port)
            }
        }
        return BytePort(kind: .datagrams, name: name, owned: Descriptor(number: number))
    }

    private static func kind(
        of owned: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) -> Kind {
        if isatty(owned.number) == 1 { return .serial }
        var status = stat()
        let number = owned.number
        try retrying("fstat", path) { unsafe fstat(number, &status) }
        switch status.st_mode & S_IFMT {
        case S_IFIFO: return .pipe
        case S_IFSOCK: return .connection
        case S_IFREG: return .file
        default: return .other
        }
    }

    // MARK: Using

    /// Sets a serial port: eight bits, no parity, one stop bit, no flow control, and the bytes as they are.
    ///
    /// What had been received before is forgotten.
    ///
    /// - Parameter baud: How many bits a second.
    /// - Throws: `invalid` where the port cannot have that speed.
    package func setSerial(baud: Int) throws(SystemError) {
        let number = UInt32(clamping: baud)
        let got = try retrying(Self.settingSpeed, name) {
            footfall_set_serial(owned.number, number)
        }
        // A receiver bears two percent.
        guard (Int(got) - baud).magnitude * 50 <= baud.magnitude else {
            throw SystemError(call: Self.settingSpeed, path: name, errno: .invalid)
        }
    }

    /// The number of a port of datagrams, also where the kernel has chosen it.
    package var portNumber: UInt16 { UInt16(clamping: footfall_port_of(owned.number)) }

    /// What a sleep may be beside.
    package var number: Int32 { owned.number }

    /// Writes all of a short message to a connection, without waiting.
    ///
    /// - Throws: Why it cannot; `again` where the other end has not taken what was written before.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try retrying("write", name) {
                unsafe rest.withUnsafeBytes {
                    unsafe send(owned.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// What a thread sleeps beside until there is something to read.
    package func sleep(wokenBy waking: WakingDescriptor) -> DescriptorSleep {
        DescriptorSleep(beside: [owned.number], wokenBy: waking)
    }

    /// Reads what there is without waiting; of datagrams each ends in a line feed.
    ///
    /// - Parameter bytes: Where it goes; of datagrams, as many are read at once as have room for the longest.
    /// - Returns: How much has come.
    /// - Throws: Why the port cannot be read any more.
    package func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Taken {
        // It is asked first whether anything is there: a file that others share stays one that waits for them, and a
        // pipe that has had no writer yet would seem to be at its end.
        var ready = pollfd(fd: owned.number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, 0) > 0 else { return .nothing }
        do throws(SystemError) {
            let count: Int
            if kind == .datagrams {
                let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
                let longest = Int64(Self.longestDatagram)
                count = Int(
                    try retrying("read", name) {
                        unsafe footfall_receive_datagrams(
                            owned.number,
                            base,
                            Int64(bytes.count),
                            longest
                        )
                    }
                )
            } else {
                count = try retrying("read", name) {
                    unsafe Glibc.read(owned.number, bytes.baseAddress, bytes.count)
                }
            }
            return count > 0 ? .bytes(count) : .end
        } catch {
            if error.errno == .again { return .nothing }
            throw error
        }
    }
}

extension Errno {
    /// A lock that another program has says that it can be tried again.
    fileprivate var asBusy: Errno { self == .again ? .busy : self }
}
