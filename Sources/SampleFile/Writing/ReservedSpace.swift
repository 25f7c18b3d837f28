// Space on the disk is set aside before records need it, so that a full disk is met between two
// writes and not in the middle of one.

internal import SystemCalls

/// The part of a file that is set aside, and how more of it is.
struct ReservedSpace {
    /// Space up to here is ours, written or not.
    private(set) var end: Int64 = 0
    /// False where the file system cannot reserve: the file is then written without.
    private(set) var isPossible = true
    /// What an ordinary append may not touch; a failed one releases it to those that follow.
    private(set) var spare: Int

    /// How much is set aside at a time.
    private let chunk: Int64

    init(spare: Int, step: Int = 1 << 20) {
        self.spare = spare
        chunk = Int64(max(1, step))
    }

    /// Sets space aside for `count` bytes after `start` and the spare ones, a large piece at a time.
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

    /// Takes the last pages of a disk that has no room for everything.
    mutating func scrape<Storage: SampleStorage & ~Copyable>(
        atMost count: Int,
        in storage: borrowing Storage
    ) {
        var length = Int64(count).nextPowerOfTwo
        while isPossible, length >= 4096 {
            do throws(SystemError) { try extend(by: length, in: storage) } catch { length /= 2 }
        }
    }

    /// Sets the spare bytes aside anew behind a file that was cut to `length`.
    mutating func restart<Storage: SampleStorage & ~Copyable>(
        behind length: Int64,
        in storage: borrowing Storage
    ) {
        end = length
        if isPossible { try? extend(by: Int64(spare), in: storage) }
    }

    /// Lets ordinary appends have the spare bytes.
    mutating func releaseSpare() {
        spare = 0
    }

    /// Throws only when there is no room: a file system that cannot reserve is used without.
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
