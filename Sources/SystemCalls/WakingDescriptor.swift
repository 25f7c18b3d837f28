// Sleeping beside descriptors, and being woken by another thread. A thread that reads a device sleeps
// in poll(2), where no futex reaches it; a descriptor of its own does.

internal import CSystemCalls
internal import Glibc

/// What another thread wakes a sleeper in `poll` by.
public final class WakingDescriptor: Sendable {
    fileprivate let descriptor: Descriptor

    /// One by which nobody has been woken.
    public init() throws(SystemError) {
        descriptor = Descriptor(number: try retrying("eventfd") { footfall_waking_descriptor() })
    }

    /// Wakes whoever sleeps beside it, now and from now on, until that is heeded.
    public func wake() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor.number, &one, 8)
    }
}

extension WakingDescriptor {
    /// Sleeps last again, until somebody wakes the next time.
    ///
    /// Whoever sleeps looks for what it was woken for behind this, so that nothing is missed.
    public func heed() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor.number, &count, 8)
    }
}

/// The descriptors that a thread sleeps beside.
public struct DescriptorSleep {
    private let waking: WakingDescriptor
    private var watched: [pollfd]

    /// Sleeps beside descriptors that stay open for as long as it is used.
    public init(beside descriptors: [Int32], wokenBy waking: WakingDescriptor) {
        self.waking = waking
        watched = ([waking.descriptor.number] + descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
    }

    /// Sleeps until one of them has something to read, or has failed, or until it is woken.
    ///
    /// It may wake early: the caller looks again at what it waits for.
    public mutating func wait(upTo limit: Duration? = nil) {
        let milliseconds = limit.map {
            Int32(clamping: (max(.zero, $0).wholeNanoseconds &+ 999_999) / 1_000_000)
        }
        _ = unsafe poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    }
}
