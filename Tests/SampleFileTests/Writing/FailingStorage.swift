// A disk that fails at the call a test names, and one that is small. The document above it is real.

import SystemCalls

@testable import SampleFile

/// What a scripted disk holds, and what it will do wrong.
final class ScriptedDisk {
    /// Which call fails, counted from one, and how.
    struct Fault {
        var call: Int
        var errno: Errno
        /// How many calls fail.
        var count = 1
    }

    private(set) var bytes: [UInt8] = []
    private(set) var isClosed = false
    private(set) var synchronizations = 0
    private(set) var calls: [String] = []
    /// How much the disk takes, written or reserved.
    var capacity = Int.max
    var fault: Fault?
    var canReserve = true
    private var reservedTo = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var allocated: Int { max(bytes.count, reservedTo) }

    fileprivate func enter(_ call: String) throws(SystemError) {
        calls.append(call)
        guard let fault, (fault.call..<fault.call + fault.count).contains(calls.count) else {
            return
        }
        throw SystemError(call: call, path: "disk", errno: fault.errno)
    }

    /// A failing write leaves the first half behind, as a real one may.
    fileprivate func write(_ new: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        let half = new.count / 2
        do throws(SystemError) {
            try enter("pwrite")
        } catch {
            unsafe place(new, upTo: half, at: offset)
            throw error
        }
        let room = max(capacity, allocated) - offset
        unsafe place(new, upTo: min(room, new.count), at: offset)
        if room < new.count { throw SystemError(call: "pwrite", path: "disk", errno: .noSpace) }
    }

    private func place(_ new: UnsafeRawBufferPointer, upTo count: Int, at offset: Int) {
        let missing = max(0, offset + count - bytes.count)
        bytes += [UInt8](repeating: 0, count: missing)
        for index in 0..<count { bytes[offset + index] = unsafe new[index] }
    }

    fileprivate func truncate(to length: Int) throws(SystemError) {
        try enter("ftruncate")
        bytes.removeLast(max(0, bytes.count - length))
        reservedTo = min(reservedTo, length)
    }

    fileprivate func reserve(upTo end: Int) throws(SystemError) -> Bool {
        guard canReserve else { return false }
        try enter("fallocate")
        guard end <= capacity else {
            throw SystemError(call: "fallocate", path: "disk", errno: .noSpace)
        }
        reservedTo = max(reservedTo, end)
        return true
    }

    fileprivate func synchronize() throws(SystemError) {
        try enter("fdatasync")
        synchronizations += 1
    }

    fileprivate func close() throws(SystemError) {
        isClosed = true
        try enter("close")
    }
}

/// A file on a scripted disk.
struct ScriptedFile: ~Copyable, SampleStorage {
    let disk: ScriptedDisk

    func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
        try unsafe disk.write(bytes, at: Int(offset))
    }

    func truncate(to length: Int64) throws(SystemError) { try disk.truncate(to: Int(length)) }

    func size() throws(SystemError) -> Int64 { Int64(disk.bytes.count) }

    func reserve(from offset: Int64, length: Int64) throws(SystemError) -> Bool {
        try disk.reserve(upTo: Int(offset + length))
    }

    func synchronize() throws(SystemError) { try disk.synchronize() }

    consuming func close() throws(SystemError) { try disk.close() }
}
