// An open file, as a non-copyable value: its owner may use it, and leaving scope closes it. Every call names its
// position, so that no two callers share a hidden offset.

internal import CSystemCalls
internal import Glibc

/// An open file, closed when its owner releases it.
public struct OpenFile: ~Copyable, Sendable {
    /// What may be done with the file.
    public enum Access: Sendable {
        case read, write, readWrite

        fileprivate var flags: Int32 {
            switch self {
            case .read: O_RDONLY
            case .write: O_WRONLY
            case .readWrite: O_RDWR
            }
        }
    }

    /// The path it was opened by, for messages.
    public let path: String
    private let owned: Descriptor
    var descriptor: Int32 { owned.number }

    init(path: String, owned: consuming Descriptor) {
        self.path = path
        self.owned = owned
    }

    private init(path: String, flags: Int32, permissions: UInt32) throws(SystemError) {
        // Here and in every non-copyable value, initialise fields only after the last `throw`: Swift 6.2 destroys
        // fields twice if an initialiser throws after setting them.
        let number = try retrying("open", path) {
            unsafe footfall_open(path, flags, permissions)
        }
        self.init(path: path, owned: Descriptor(number: number))
    }

    /// Opens a file that exists.
    public static func open(
        _ path: String,
        _ access: Access = .read
    ) throws(SystemError) -> OpenFile {
        try OpenFile(path: path, flags: access.flags, permissions: 0)
    }

    /// Opens the plain file that a user named, following links; a pipe, a device or a folder is an error at once.
    ///
    /// An earlier check of the path may have seen another file there, so the opened file itself is checked.
    public static func openPlain(_ path: String) throws(SystemError) -> OpenFile {
        // Opening a pipe without this flag would wait for a writer.
        let file = try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK, permissions: 0)
        try FileStatus(of: file.descriptor, path).requirePlain(path)
        return file
    }

    /// Creates a file, for reading and writing, that by default only its owner may read; an existing file is an error.
    public static func create(
        _ path: String,
        permissions: UInt32 = 0o600
    ) throws(SystemError) -> OpenFile {
        try OpenFile(path: path, flags: O_RDWR | O_CREAT | O_EXCL, permissions: permissions)
    }

    /// Creates a file in memory, which is gone when it is closed; `name` is for messages.
    public static func createInMemory(_ name: String) throws(SystemError) -> OpenFile {
        let first = Descriptor(
            number: try retrying("memfd_create", name) { unsafe footfall_memory_file(name) }
        )
        // In a process without standard streams, `first` may have the number of such a stream; its duplicate has not.
        return OpenFile(path: name, owned: try Descriptor(duplicating: first.number))
    }

    /// Writes every byte at `offset`, however many calls that takes.
    ///
    /// A failure may leave the first bytes written; a caller that must not leave a partial write has to overwrite them.
    public func writeAll(
        _ bytes: UnsafeRawBufferPointer,
        at offset: Int64
    ) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = try retrying("pwrite", path) {
                unsafe pwrite(
                    descriptor,
                    bytes.baseAddress?.advanced(by: written),
                    bytes.count - written,
                    off_t(offset) + off_t(written)
                )
            }
            // Linux returns 0 only for an empty write; a faulty device would cause an endless loop.
            guard count > 0 else {
                throw SystemError(call: "pwrite", path: path, errno: .ioError)
            }
            written += count
        }
    }

    /// Writes every byte at `offset`.
    public func writeAll(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        var failure: SystemError?
        unsafe bytes.withUnsafeBytes { raw in
            do throws(SystemError) {
                try unsafe writeAll(raw, at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Reads at most as many bytes as fit, and returns how many; 0 is the end of the file.
    public func read(
        into bytes: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) throws(SystemError) -> Int {
        try retrying("pread", path) {
            unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
    }

    /// Reads `count` bytes at `offset`, or as many as there are.
    public func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try fill(&bytes, from: offset)
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Reads the whole file; a file longer than `limit` is an error, so that memory is not exhausted.
    public func readAll(limit: Int64) throws(SystemError) -> [UInt8] {
        let length = try size()
        guard length <= limit else {
            throw SystemError(call: "pread", path: path, errno: .fileTooLarge)
        }
        return try read(Int(length), at: 0)
    }

    /// Reads until the array is full or the file ends; returns how many bytes it read.
    private func fill(_ bytes: inout [UInt8], from offset: Int64) throws(SystemError) -> Int {
        var filled = 0
        var failure: SystemError?
        unsafe bytes.withUnsafeMutableBytes { raw in
            do throws(SystemError) {
                while filled < raw.count {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[filled...])
                    let count = try unsafe read(into: rest, at: offset + Int64(filled))
                    if count == 0 { break }
                    filled += count
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return filled
    }

    /// The size of the file.
    public func size() throws(SystemError) -> Int64 {
        try FileStatus(of: descriptor, path).size
    }

    /// Cuts the file at `length`, and frees what was reserved beyond it.
    public func truncate(to length: Int64) throws(SystemError) {
        try retrying("ftruncate", path) { ftruncate(descriptor, off_t(length)) }
    }

    /// Waits until the bytes, and the length, are on the disk.
    public func synchronize() throws(SystemError) {
        try retrying("fdatasync", path) { fdatasync(descriptor) }
    }

    /// Reserves disk space beyond what is written, without changing the file's length.
    ///
    /// - Returns: `false` if the file system cannot reserve space.
    public func reserve(from offset: Int64, length: Int64) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retrying("fallocate", path) { footfall_reserve(descriptor, offset, length) }
            return true
        } catch {
            if error.errno == .notSupported || error.errno == .notImplemented { return false }
            throw error
        }
    }

    /// Closes the file and reports an error that the system has held back.
    public consuming func close() throws(SystemError) {
        let path = path
        if let errno = owned.close() {
            throw SystemError(call: "close", path: path, errno: errno)
        }
    }
}

/// The number of an open file, closed exactly once.
// Not private: in release builds, generic modules refer to it by its symbol.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    init(number: Int32) {
        self.number = number
    }

    /// Duplicates a descriptor that another owner will close; the new number is above those of the standard streams.
    package init(duplicating number: Int32) throws(SystemError) {
        self.number = try retrying("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    }

    deinit {
        _ = Glibc.close(number)
    }

    /// Gives up ownership; the caller must close the returned number.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Never retries close(2): the descriptor is gone even if the call was interrupted.
    consuming func close() -> Errno? {
        let number = number
        discard self
        guard Glibc.close(number) != 0, Errno.current != .interrupted else { return nil }
        return Errno.current
    }
}
