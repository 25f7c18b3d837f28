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

    /// Resident bytes now.
    static var bytes: Int { Int(Environment.residentBytes ?? 0) }
}
