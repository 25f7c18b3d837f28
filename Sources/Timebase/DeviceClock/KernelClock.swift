// The kernel clocks that timestamp what devices send. They differ only in whether they count suspension and whether
// they can be set.

internal import SystemCalls

/// A kernel clock that timestamps samples or events.
public enum KernelClock: String, Sendable, Hashable {
    case boottime
    case monotonic
    case realtime

    /// The clock that the kernel names, as in "monotonic_coarse"; `nil` if no case has this name.
    public init?(named name: String) {
        let isCoarse = name.hasSuffix(Self.coarse)
        self.init(rawValue: isCoarse ? String(name.dropLast(Self.coarse.count)) : name)
    }

    /// The most that timestamps of the named clock are behind the clock itself, in nanoseconds.
    public static func lag(ofClockNamed name: String) -> Int64 {
        guard name.hasSuffix(coarse), let clock = KernelClock(named: name) else { return 0 }
        return clock.system.coarseResolutionNanoseconds
    }

    private static let coarse = "_coarse"
}

extension ClockReading {
    /// What a clock and boot time showed at this reading.
    public func pair(of clock: KernelClock) -> ClockPair {
        let shown =
            switch clock {
            case .boottime: boottime.nanoseconds
            case .monotonic: monotonicNanoseconds
            case .realtime: realtime.nanosecondsSince1970
            }
        return ClockPair(
            deviceNanoseconds: shown,
            boottimeNanoseconds: boottime.nanoseconds,
            errorNanoseconds: 0
        )
    }
}

extension KernelClock {
    /// Reads the clock together with boot time; of several tries, keeps the one that took the shortest time.
    public func read(tries: Int = 5) -> ClockPair {
        var best: ClockPair?
        for _ in 0..<max(1, tries) {
            let before = SystemClock.boottime.nanoseconds
            let shown = nanoseconds
            let width = SystemClock.boottime.nanoseconds - before
            if let best, best.errorNanoseconds <= width / 2 { continue }
            best = ClockPair(
                deviceNanoseconds: shown,
                boottimeNanoseconds: before + width / 2,
                errorNanoseconds: width / 2
            )
        }
        return best ?? read(tries: 1)
    }

    private var nanoseconds: Int64 { system.nanoseconds }

    private var system: SystemClock {
        switch self {
        case .boottime: .boottime
        case .monotonic: .monotonic
        case .realtime: .realtime
        }
    }
}
