// The clocks by which a kernel stamps what devices give. They run alike but for sleep, and for being set.

internal import SystemCalls

/// A clock of this kernel that stamps samples or events.
public enum KernelClock: String, Sendable, Hashable {
    case boottime
    case monotonic
    case realtime

    /// The clock of a name of the kernel's, as in "monotonic_coarse"; `nil` for one that is not read here.
    public init?(named name: String) {
        let isCoarse = name.hasSuffix(Self.coarse)
        self.init(rawValue: isCoarse ? String(name.dropLast(Self.coarse.count)) : name)
    }

    /// By how much stamps of the clock of a name are less than what the clock showed, at most, in nanoseconds.
    public static func lag(ofClockNamed name: String) -> Int64 {
        guard name.hasSuffix(coarse), let clock = KernelClock(named: name) else { return 0 }
        return clock.system.coarseResolutionNanoseconds
    }

    private static let coarse = "_coarse"
}

extension ClockReading {
    /// What a clock showed, beside boot time.
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
    /// Reads the clock beside boot time; of several tries the one that took the shortest is kept.
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
