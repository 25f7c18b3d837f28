// How much memory the process has, as the kernel counts it; growth is what the proofs look for.

import SystemCalls
import Synchronization

/// Watches the resident memory from one point on.
final class ResidentMemory: Sendable {
    private let lowest = Atomic<Int>(.max)
    private let highest = Atomic<Int>(0)

    /// Looks once.
    func sample() {
        let now = Self.bytes
        lowest.min(now, ordering: .relaxed)
        highest.max(now, ordering: .relaxed)
    }

    /// By how much it went up and down.
    var span: Int { max(0, highest.load(ordering: .relaxed) - lowest.load(ordering: .relaxed)) }

    var peak: Int { highest.load(ordering: .relaxed) }

    /// Resident bytes now: the second number of `/proc/self/statm`, in pages.
    static var bytes: Int {
        unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
            guard let file = try? OpenFile.open("/proc/self/statm"),
                let count = try? unsafe file.read(into: buffer, at: 0)
            else { return 0 }
            var pages = 0
            var word = 0
            for index in 0..<count {
                let byte = unsafe buffer[index]
                if byte == UInt8(ascii: " ") {
                    word += 1
                    if word == 2 { break }
                } else if word == 1, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                    pages = pages * 10 + Int(byte - UInt8(ascii: "0"))
                }
            }
            return pages * 4096
        }
    }
}
