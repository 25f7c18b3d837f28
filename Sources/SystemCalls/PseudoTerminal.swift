// The controlling end of a pseudo-terminal: its holder types what a user would type, and reads what a program displays.

internal import CSystemCalls
internal import Glibc

/// A pseudo-terminal and its controlling end.
public struct PseudoTerminal: ~Copyable, Sendable {
    private let owned: Descriptor
    /// The path of the terminal.
    public let path: String

    /// Makes a pseudo-terminal of a size.
    public init(columns: Int, rows: Int) throws(SystemError) {
        var name = [CChar](repeating: 0, count: 128)
        let number = try retrying("posix_openpt") {
            unsafe footfall_open_pseudo_terminal(&name, Int32(name.count))
        }
        let descriptor = Descriptor(number: number)
        try retrying("ioctl") {
            footfall_set_terminal_size(descriptor.number, Int32(columns), Int32(rows))
        }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        owned = descriptor
    }

    /// Resizes the terminal; the program that draws on it gets a signal.
    public func resize(columns: Int, rows: Int) throws(SystemError) {
        try retrying("ioctl") {
            footfall_set_terminal_size(owned.number, Int32(columns), Int32(rows))
        }
    }

    /// Types bytes.
    public func type(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest)
            let count = try retrying("write") {
                unsafe Glibc.write(owned.number, part, part.count)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for output; returns an empty array if there is none in time, and `nil` at the end.
    public func read(upTo limit: Duration) throws(SystemError) -> [UInt8]? {
        var ready = pollfd(fd: owned.number, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: limit.wholeNanoseconds / 1_000_000)
        guard try retrying("poll", nil, { unsafe poll(&ready, 1, milliseconds) }) > 0 else {
            return []
        }
        var bytes = [UInt8](repeating: 0, count: 65536)
        do throws(SystemError) {
            let count = try retrying("read") {
                unsafe Glibc.read(owned.number, &bytes, bytes.count)
            }
            return count > 0 ? Array(bytes[..<count]) : nil
        } catch {
            // The kernel reports this when no program has the terminal open any more.
            if error.errno == .ioError { return nil }
            throw error
        }
    }
}
