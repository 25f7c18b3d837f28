// A port that a device's bytes come from: a serial port, a pipe, a connection or datagrams. Reading never blocks: the
// reader sleeps in poll(2) on the port and on a descriptor that wakes it.

internal import CSystemCalls
internal import Glibc

/// An open port to read bytes from, closed when its owner releases it.
package struct BytePort: ~Copyable, Sendable {
    /// What carries the bytes.
    package enum Kind: Sendable, Hashable {
        /// A serial port, or a pseudo-terminal instead of one.
        case serial
        case pipe
        /// A connection to another program or machine.
        case connection
        case datagrams
        /// A plain file.
        case file
        /// Something else that can be read.
        case other
    }

    /// The result of reading.
    package enum Taken: Sendable, Hashable {
        case bytes(Int)
        /// No bytes have arrived.
        case nothing
        /// No more bytes will come.
        case end
    }

    /// What carries the bytes.
    package let kind: Kind
    /// Its path or address, for messages.
    package let name: String
    private let owned: Descriptor
    /// The earlier settings of a serial port, which is claimed as long as this port is open.
    private let settings: [UInt8]?

    /// The name of "set the speed" in errors.
    package static let settingSpeed = "set the speed of"
    /// The name of "open this program's own terminal" in errors.
    package static let openingOwnTerminal = "open as a device"
    /// Longer datagrams are cut off.
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
        // Restores the port's settings for other programs that have it open, and lifts the claim: otherwise the kernel
        // would refuse the port to new programs as long as one of those has it open.
        unsafe settings.withUnsafeBufferPointer {
            unsafe footfall_give_back_serial(owned.number, $0.baseAddress)
        }
        footfall_unclaim_terminal(owned.number)
    }

    // MARK: Opening

    /// Opens a path without blocking: a pipe may have no writer yet.
    ///
    /// - Parameter path: A serial port, a pipe or something else that can be read.
    /// - Returns: The port.
    /// - Throws: `busy` if another program has claimed the serial port, or if it is this program's own terminal.
    package static func open(_ path: String) throws(SystemError) -> BytePort {
        let number = try retrying("open", path) {
            unsafe footfall_open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK, 0)
        }
        let owned = Descriptor(number: number)
        let kind = try kind(of: owned, path)
        guard kind == .serial else { return BytePort(kind: kind, name: path, owned: owned) }
        // If this program read its own terminal as a device, the terminal would no longer turn Ctrl-C into a signal.
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
    ///   - patience: How long to wait for a machine that does not answer.
    ///   - isGivenUp: Called regularly; `true` ends the waiting with `interrupted`.
    /// - Returns: The connection.
    /// - Throws: Why there is no connection; `notFound` for an unknown name.
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
        // After ten silent seconds, the kernel checks whether the other end is still there.
        try retrying("setsockopt", name) { footfall_keep_alive(owned.number, 10, 3, 3) }
        return BytePort(kind: .connection, name: name, owned: owned)
    }

    /// Opens a port of this machine for datagrams.
    ///
    /// - Parameters:
    ///   - address: The numeric address; `nil` for all addresses of this machine.
    ///   - port: The number of the port; 0 for any free one.
    /// - Returns: The port.
    /// - Throws: `addressInUse` if another program has it.
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

    /// Sets a serial port to eight bits, no parity, one stop bit, no flow control, and unchanged bytes.
    ///
    /// Discards what had been received before.
    ///
    /// - Parameter baud: How many bits a second.
    /// - Throws: `invalid` if the port does not support that speed.
    package func setSerial(baud: Int) throws(SystemError) {
        let number = UInt32(clamping: baud)
        let got = try retrying(Self.settingSpeed, name) {
            footfall_set_serial(owned.number, number)
        }
        // A receiver tolerates two percent.
        guard (Int(got) - baud).magnitude * 50 <= baud.magnitude else {
            throw SystemError(call: Self.settingSpeed, path: name, errno: .invalid)
        }
    }

    /// The port number for datagrams, including one that the kernel has chosen.
    package var portNumber: UInt16 { UInt16(clamping: footfall_port_of(owned.number)) }

    /// The descriptor to poll.
    package var number: Int32 { owned.number }

    /// Writes a short message to a connection, without waiting.
    ///
    /// - Throws: Why it cannot; `again` if the other end has not read what was written before.
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

    /// A sleep that ends when there is something to read.
    package func sleep(wokenBy waking: WakingDescriptor) -> DescriptorSleep {
        DescriptorSleep(beside: [owned.number], wokenBy: waking)
    }

    /// Reads what has arrived, without waiting; appends a line feed to each datagram.
    ///
    /// - Parameter bytes: The buffer; each datagram is read only if the buffer still has room for the longest possible
    ///   one.
    /// - Returns: How many bytes were read, that none have arrived, or that no more will come.
    /// - Throws: Why the port cannot be read any more.
    package func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Taken {
        // Polls first. The descriptor may be shared with other programs, so it stays in blocking mode; and reading a
        // pipe that has had no writer yet would look like its end.
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
    /// Reports a lock that another program holds as `busy`; the kernel's EAGAIN suggests that trying again would help.
    fileprivate var asBusy: Errno { self == .again ? .busy : self }
}
