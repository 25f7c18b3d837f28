// Lets a thread sleep on descriptors and be woken by another thread. A thread that reads a device sleeps in poll(2),
// where no futex can wake it; a descriptor of its own can.

internal import CSystemCalls
internal import Glibc

/// A descriptor by which another thread wakes a sleeper in `poll`.
public final class WakingDescriptor: Sendable {
    fileprivate let descriptor: Descriptor

    /// Makes a descriptor, not signalled yet.
    public init() throws(SystemError) {
        descriptor = Descriptor(number: try retrying("eventfd") { footfall_waking_descriptor() })
    }

    /// Wakes all sleepers, now and from now on, until `heed` is called.
    public func wake() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor.number, &one, 8)
    }
}

extension WakingDescriptor {
    /// Resets the descriptor, so that sleeps last again until the next `wake`.
    ///
    /// Call it before looking for the reason of the wake-up: a `wake` after that is then not lost.
    public func heed() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor.number, &count, 8)
    }
}

/// The descriptors that a thread sleeps on.
public struct DescriptorSleep {
    private let waking: WakingDescriptor
    private var watched: [pollfd]

    /// Prepares for sleeping on descriptors, which must stay open as long as the value is used.
    public init(beside descriptors: [Int32], wokenBy waking: WakingDescriptor) {
        self.waking = waking
        watched = ([waking.descriptor.number] + descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
    }

    /// Sleeps until a descriptor is readable or has failed, or until woken, at most for `limit`.
    ///
    /// It may wake early, so the caller must check again for what it waits for.
    public mutating func wait(upTo limit: Duration? = nil) {
        let milliseconds = limit.map {
            Int32(clamping: (max(.zero, $0).wholeNanoseconds &+ 999_999) / 1_000_000)
        }
        _ = unsafe poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    }
}
