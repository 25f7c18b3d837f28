// Reserves disk space before records need it, so that a full disk is noticed between two writes and not in the
// middle of one.

internal import SystemCalls

/// The reserved part of a file, and how it grows.
struct ReservedSpace {
    /// The space up to here is reserved, whether written or not.
    private(set) var end: Int64 = 0
    /// False if the file system cannot reserve space; the file is then written without.
    private(set) var isPossible = true
    /// The number of bytes reserved for the end of the file; ordinary appends use them only after an append has failed.
    private(set) var spare: Int

    /// How much is reserved at a time.
    private let chunk: Int64

    init(spare: Int, step: Int = 1 << 20) {
        self.spare = spare
        chunk = Int64(max(1, step))
    }

    /// Reserves space for `count` bytes after `start` and for the spare bytes, in large steps.
    mutating func makeRoom<Storage: SampleStorage & ~Copyable>(
        for count: Int,
        after start: Int64,
        in storage: borrowing Storage
    ) throws(SystemError) {
        let needed = start + Int64(count) + Int64(spare) - end
        guard isPossible, needed > 0 else { return }
        var length = (needed + chunk - 1) / chunk * chunk
        while true {
            do throws(SystemError) {
                try extend(by: length, in: storage)
                return
            } catch {
                guard length > needed else { throw error }
                length = max(needed, length / 2)
            }
        }
    }

    /// Reserves the last pages of a disk that lacks room for everything.
    ///
    /// Reserves less than twice `count` bytes, even if another process frees gigabytes meanwhile.
    mutating func scrape<Storage: SampleStorage & ~Copyable>(
        atMost count: Int,
        in storage: borrowing Storage
    ) {
        let limit = end + Int64(count)
        var length = Int64(count).nextPowerOfTwo
        while isPossible, end < limit, length >= 4096 {
            do throws(SystemError) { try extend(by: length, in: storage) } catch { length /= 2 }
        }
    }

    /// Reserves the spare bytes again, after the file was truncated to `length`.
    mutating func restart<Storage: SampleStorage & ~Copyable>(
        behind length: Int64,
        in storage: borrowing Storage
    ) {
        end = length
        if isPossible { try? extend(by: Int64(spare), in: storage) }
    }

    /// Allows ordinary appends to use the spare bytes.
    mutating func releaseSpare() {
        spare = 0
    }

    /// Reserves more space; throws only if there is no room, not if the file system cannot reserve.
    private mutating func extend<Storage: SampleStorage & ~Copyable>(
        by length: Int64,
        in storage: borrowing Storage
    ) throws(SystemError) {
        do throws(SystemError) {
            isPossible = try storage.reserve(from: end, length: length)
        } catch {
            guard !error.isOutOfRoom else { throw error }
            isPossible = false
        }
        if isPossible { end += length }
    }
}

extension SystemError {
    /// True if the disk, the quota or the file's largest size is reached.
    var isOutOfRoom: Bool {
        [.noSpace, .overQuota, .fileTooLarge].contains(errno)
    }
}

extension Int64 {
    fileprivate var nextPowerOfTwo: Int64 {
        self <= 1 ? 1 : 1 << (Int64.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
